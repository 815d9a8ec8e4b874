"""The sharp bot for Nope!: a search in worlds that explain what the others chose."""
