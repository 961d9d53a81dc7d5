"""Packages of the npm registry: search, and their declarations of types."""
