"""SQL on databases that an administrator connects, read-only by role, by transaction and by parser."""
