"""A reading list for Bailiwick."""
