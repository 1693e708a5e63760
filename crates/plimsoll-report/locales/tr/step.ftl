### step
