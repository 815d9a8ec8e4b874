"""How Nope! looks in the terminal, and what may be typed."""
