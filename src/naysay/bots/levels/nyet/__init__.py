"""The levels of Nyet!."""
