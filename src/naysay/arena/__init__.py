"""The arena: contests between bots, and what they show."""
