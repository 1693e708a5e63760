### scalability
