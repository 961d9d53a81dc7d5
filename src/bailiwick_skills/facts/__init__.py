"""Curious facts, each with its source."""
