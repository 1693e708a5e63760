"""Load generators side by side: which there are (tools), what is measured (modes), the servers that are loaded and
that count (server), one run and its cost (measure), and the table (report). Start reading in modes."""
