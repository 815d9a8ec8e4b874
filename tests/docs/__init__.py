"""The documentation, checked against the code it speaks of."""
