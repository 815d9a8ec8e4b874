"""The rules of Nope! on masks, compiled: for playouts and lookahead."""
