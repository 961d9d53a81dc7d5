"""Reading documents: what a file is, and the text in it."""
