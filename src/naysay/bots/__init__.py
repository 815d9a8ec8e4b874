"""Bots. A bot gets what its seat sees, its legal moves and a random source, nothing else, and says what it chose and why."""
