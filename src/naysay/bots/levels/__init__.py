"""Levels below `steady`: what each does not understand is taken out of its view before it thinks."""
