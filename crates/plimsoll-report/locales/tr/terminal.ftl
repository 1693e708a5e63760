### terminal
