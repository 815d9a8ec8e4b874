"""The levels of Nope!."""
