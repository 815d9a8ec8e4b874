"""Bots: `choose(view, legal, rng)` gets what its seat sees and nothing else, and says what it chose and why."""
