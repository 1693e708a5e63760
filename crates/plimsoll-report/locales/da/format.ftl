### format
