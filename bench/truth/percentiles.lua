-- wrk's own percentiles, in microseconds, one on a line.
done = function(_, latency, _)
  for _, percent in ipairs({ 50, 90, 99, 99.9, 99.99 }) do
    io.write(string.format("PERCENTILE %g %d\n", percent, latency:percentile(percent)))
  end
end
