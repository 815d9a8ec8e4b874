"""Naysay: card games that say no, as rules, notation, records, bots and an arena."""
