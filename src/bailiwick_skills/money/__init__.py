"""What the skills share that tell prices: what currencies are called, and how an amount of money is written."""
