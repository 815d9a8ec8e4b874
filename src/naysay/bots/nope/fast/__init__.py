"""Nope! at machine speed: states as masks, playouts, and worlds; equal to the rules, move by move."""
