"""The steady bot for Nyet!: rules of thumb."""
