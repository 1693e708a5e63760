### capacity
