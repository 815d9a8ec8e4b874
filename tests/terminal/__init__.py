"""The game in the terminal: whole games by a typist, saving, resuming, and what it looks like."""
