"""What strangers can reach: connections, HTTP routes, sockets, messages, the page's files."""
