"""Snow and what is open at ski areas."""
