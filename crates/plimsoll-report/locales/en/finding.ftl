### finding
