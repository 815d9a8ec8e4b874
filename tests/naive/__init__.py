"""The second reading of the rules: written from the spec alone; imports nothing from naysay."""
