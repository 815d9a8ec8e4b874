"""The table server: play together, lose nothing, trust the deal. Needs the extra `server`."""
