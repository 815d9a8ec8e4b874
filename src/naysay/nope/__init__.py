"""Nope!: rules, notation, views."""
