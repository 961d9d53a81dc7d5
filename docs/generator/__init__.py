"""Generates the reference from the code, a module per subject."""
