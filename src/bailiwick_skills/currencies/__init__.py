"""What an amount of money is in another currency."""
