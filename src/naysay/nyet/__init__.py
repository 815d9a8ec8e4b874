"""Nyet! in every edition: rules, notation, views."""
