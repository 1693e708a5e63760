### limit
