"""One table: its log, what the log makes of it, what people and bots may do, and what each of them is shown."""
