### server
