"""The trick phase of Nyet!, exactly and fast: playouts and proven values on card masks. Start at `api`."""
