"""Tiny positions with their numbers of continuations, as data, and the program that derives them."""
