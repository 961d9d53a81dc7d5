"""Bailiwick: a self-hosted home for a company of AI agents."""
