"""Shopify's Admin GraphQL API: asking it, and reading what it answers."""
