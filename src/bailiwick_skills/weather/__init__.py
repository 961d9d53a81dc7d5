"""The weather and its forecast."""
