### Definitions and formulas.

appendix-seed = Seed of the resampling: {$seed}. The same runs and seed give the same intervals.

appendix-throughput-term = Throughput
appendix-throughput = Requests that succeeded in the measured window, divided by the window's length; failed ones are counted apart, for a server that refuses quickly does not carry more. A request belongs to the second in which it ended. Only seconds wholly inside the window count, unless a plan bound by iterations ends between two seconds; then its real length divides.
appendix-percentile-term = Percentile
appendix-percentile = The smallest recorded response time such that at least the named share of all requests took no longer. Times are kept in HDR histograms with three significant digits (off by at most 0.1 %); percentiles are read from merged histograms. Percentiles are never averaged.
appendix-response-time-term = Response time
appendix-response-time = From the intended start of a request to the last byte of its answer; from its actual start where there is no intended one (closed load without pacing, and later requests of an iteration). Failed requests are included with the time they took, but a requirement counts them as over any limit.
appendix-service-time-term = Service time
appendix-service-time = From the actual start of a request to the last byte of its answer. The difference to response time is the time that an arrival waited: for a free user, or for the load generator. Shown where it is not the same.
appendix-arrivals-term = Arrivals
appendix-arrivals = Target: the rate of the step. Due: intended starts in the window. Started: started in it. Waited: started only when a user got free. Dropped: never started, for want of a user; in no time, and a failed request to every requirement. Waiting and at work: at the end of the window.
appendix-first-byte-term = First byte
appendix-first-byte = From the actual start of a request to the first byte of its answer.
appendix-interval-term = Interval of throughput and mean
appendix-interval = 95 %, stationary bootstrap over seconds (Politis and Romano 1994): 1,000 resamples in blocks of geometric length, n^(1/3) seconds on average, because neighbouring seconds resemble each other. Not given for fewer than 5 seconds. Where the load generator was late, it reaches up to what would have come without that.
appendix-share-interval-term = Interval of a share
appendix-share-interval = 95 %, Wilson (1927). It takes requests as independent; if slow ones come in bursts, the true interval is wider.
appendix-gain-term = Gain and goal
appendix-gain = Against the best step so far, with L users and throughput X: gain = 100 · (X − X_base) / X_base; goal = floor(goal share · floor(100 · (L − L_base) / L_base)).
appendix-maximum-term = Maximum found
appendix-maximum = A climb: the step that ended it missed its goal, and the 95 % interval of its gain (from those of both throughputs, delta method) does not contain the goal. Given loads: a higher load missed its goal in the same way, or the gain at the highest is not distinguishable from 0, or lies surely below 5 % and below half the goal. Otherwise the best throughput is a lower bound. Invalid steps are left out.
appendix-little-term = N = X · (R + Z)
appendix-little = Users accounted for: time spent in requests (R) and thinking (Z), summed over all users, divided by the window. It must equal the users that ran within 2 %, or time was lost where nothing measured it. Where requests that lie across the window's ends make up the difference, the cell says “in flight”; where more than 10 % of the users' time was in requests still under way when the window ended, the times of those that ended are lower bounds (≥), and N/X − Z is what a request took on average.
appendix-marginal-term = Marginal efficiency
appendix-marginal = (ΔX/X)/(ΔN/N): 1 when throughput grows in proportion to load. Below 0.6 is called a knee, about 0 (or a fall of throughput by less than 3 %) a plateau, a larger fall retrograde, if the 95 % interval says so.
appendix-invalid-term = Invalid step
appendix-invalid = The load generator was the limit: a worker above 80 % of a core in more than 10 % of the time; or more than 10 % of the load of a closed model not put on, as it waited for a CPU for more than 10 % of the time, or its timers (p99) or turns of its loop (p90) were later than half of the median service time and 2 ms; or over 1 % of arrivals not started although users were free; or more than 0.1 % failures of its own; or 95 % of its file descriptors or local ports taken. Or the step was broken off within 10 s. Or nothing ended in it, most of it failed, or all of its end, or it hung: then requirements are judged, but there is no capacity.
appendix-histogram-term = Limits of histograms
appendix-histogram = Where a requirement says `<`, a response within 0.1 % of its limit counts as over it; where it says `<=`, it does not.
