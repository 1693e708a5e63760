### statistic
