"""Shopify stores: products, orders, customers, sales and prices."""
