"""Mathematics from text: a parser of our own, exact arithmetic, equations with steps, units, symbolic work."""
