"""Golden playthroughs: one readable file for each game, edition and number of players. `make golden` rewrites them."""
