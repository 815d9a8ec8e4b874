"""The arena: bots against each other, and what can be said of it."""
