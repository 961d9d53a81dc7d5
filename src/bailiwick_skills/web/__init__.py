"""Reading pages of the public web and searching it."""
