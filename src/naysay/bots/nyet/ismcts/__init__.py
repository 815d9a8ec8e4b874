"""The peer from the literature for Nyet!: information-set Monte Carlo tree search."""
