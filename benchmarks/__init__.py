"""One file for each claim; prints ratios. `make bench` runs them all."""
