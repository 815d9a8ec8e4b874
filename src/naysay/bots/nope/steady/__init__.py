"""The steady bot for Nope!: rules of thumb."""
