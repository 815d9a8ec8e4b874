"""What is kept: the database, its one writer, and everything read from it or deleted."""
