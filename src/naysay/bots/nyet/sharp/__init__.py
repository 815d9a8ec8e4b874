"""The sharp bot for Nyet!: searches over worlds, with playouts, an evaluator of hands, and exact play at the end."""
