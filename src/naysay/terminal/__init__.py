"""A whole game in the terminal, against bots."""
