"""The time, here and elsewhere."""
