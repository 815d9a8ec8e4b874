"""The sharp bot for Nyet!: searches over worlds, with playouts, an evaluator of hands, and exact play towards the end."""
