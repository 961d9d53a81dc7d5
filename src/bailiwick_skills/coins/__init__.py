"""Prices of cryptocurrencies."""
