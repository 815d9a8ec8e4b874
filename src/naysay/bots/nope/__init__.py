"""Nope! for bots: the hidden cards, and the steady bot with its reasons."""
