### Figures: titles that state what a figure shows, axis labels, legends and notes.

figure-throughput-by-load = Throughput against load
figure-response-by-load = Response time against load
figure-throughput-over-time = Throughput over time
figure-rate-search = What each window of the search measured at its rate
figure-service-over-time = Service time over time, from the actual start
figure-arrivals-over-time = Arrivals over time
figure-response-over-time = Response time over time
figure-response-over-time-intended = Response time over time, from the intended start
figure-latency-heat = How response times are spread over time: the darker, the more requests
figure-latency-heat-intended = How response times (from the intended start) are spread over time: the darker, the more requests
figure-errors-over-time = Errors over time
figure-generator-cpu = CPU of the load generator's workers
figure-node-throughput = Throughput of each node
figure-node-response = Response times (p95) of each node
figure-node-throughput-shares = Throughput of each node: shares of a step from {$low} to {$high}
figure-users-over-time = Users running
figure-percentile-curves = Every percentile of response time, by step
figure-percentile-curves-both = Every percentile of response time (from the intended start) and service time (from the actual)
figure-variant-throughput = Throughput against load, by variant
figure-variant-mean = Mean response time against load, by variant
figure-variant-p95 = 95th percentile of response time against load, by variant
figure-part-named = {$what}: {$name}
figure-part-numbered = {$what} ({$number} of {$of})
figure-comparison-forest = Changes with their intervals, row by row; dashed: the margin

## Titles that state a result.

figure-users-waiting = Users at work, and arrivals that waited for one: up to {$n}
figure-arrivals-none-dropped = Arrivals over time; in the measured windows none was dropped
figure-arrivals-dropped = Arrivals over time; in the measured windows {$n} were dropped
figure-share-of-proportional = At {$load} throughput is {$rate}: {$share} of proportional growth from the first step
figure-p95 = p95 is {$first} at {$first_load} and {$last} at {$last_load}
figure-p95-response = p95 of response time is {$first} at {$first_load} and {$last} at {$last_load}
figure-throughput-mean = Throughput over time: {$rate} on average
figure-throughput-best = Throughput over time; highest in step {$step}: {$rate}
figure-errors-counted = Errors over time: {$n} in the measured windows
figure-generator-cpu-max = CPU of the load generator's workers: at most {$share} of a core in a second
figure-search-between = {$measured}: holds at {$holds}, fails at {$fails}
figure-search-holds = {$measured}: holds up to {$holds}
figure-search-fails = {$measured}: fails already at {$fails}
figure-search-undecided = {$measured}: not decided at any rate

## How to read it.

figure-note-intervals = Bars: 95 % interval, where it is wider than the mark. Dashed: in proportion to load, through the first step.
figure-note-repeats = Mean over repeats; bars: smallest and largest.
figure-note-merged = From the merged histograms of all repeats. Where more than 10 % of the users' time was in requests still under way when a window ended, the mean is N/X − Z, and percentiles are left out.
figure-note-windows = A mark is one window of the search; the line joins all valid windows of a rate together.
figure-note-nines = Each step to the right means ten times fewer requests are slower.
figure-note-chosen = { $n ->
    [one] One step is not drawn; the first, the last and the best are.
   *[other] {$n} steps are not drawn; the first, the last, the best and some between are.
}
figure-note-busiest = { $n ->
    [one] One line more is not drawn: the busiest are.
   *[other] {$n} lines more are not drawn: the busiest are.
}
figure-note-thick-and-thin = Thick: response time; thin: service time, hidden where it is the same.
figure-note-solid-and-dashed = Solid: response time, from the intended start. Dashed, with hollow marks: service time, from the actual start. Where they part, arrivals waited.
figure-note-point = One point is {$seconds} s.
figure-note-steps = Shaded: the measured window of each step, with its number.
figure-note-shades = Shades are logarithmic: one slow request shows beside thousands of fast ones.
figure-note-limits = Far above this figure: the limit of {$limits}.

## Axes.

figure-axis-time = time since start
figure-axis-users = users
figure-axis-target = target arrivals per second
figure-axis-arrivals = arrivals per second
figure-axis-throughput = successful requests per second
figure-axis-response = response time
figure-axis-service = service time
figure-axis-response-and-service = response and service time
figure-axis-errors-percent = errors, % of requests
figure-axis-errors = errors per second
figure-axis-cpu = % of one core
figure-axis-all-cpus = % of all CPUs
figure-axis-percent-of-time = % of the time
figure-axis-processes = processes
figure-axis-threads = threads
figure-axis-seconds = seconds
figure-axis-mib-per-s = MiB per second
figure-axis-mib = MiB
figure-axis-collections = collections per minute
figure-axis-pause = length of a pause
figure-axis-connections = connections
figure-axis-per-s = per second
figure-axis-messages = messages behind
figure-axis-calls = calls per minute
figure-axis-server-time = time logged by the server
figure-axis-percentile = percentile
figure-axis-rows = row
figure-axis-change = change, %
figure-axis-logarithmic = {$name}, logarithmic

## Series.

figure-series-measured = measured
figure-series-ideal = in proportion to load
figure-series-service = p{$percent} service
figure-series-pooled = all windows of a rate
figure-series-due = due
figure-series-started = started
figure-series-dropped = dropped
figure-series-waiting = arrivals waiting
figure-series-mean = mean
figure-series-errors = errors
figure-series-failed = failed per second
figure-series-worker = worker {$worker}
figure-series-users = users
figure-series-step = step {$step} ({$load})
figure-series-step-service = step {$step} ({$load}), service
figure-window-pass = window holds
figure-window-fail = window fails
figure-window-undecided = window undecided
figure-window-invalid = window invalid

## For readers who see no picture.

figure-description = {$y} against {$x}. {$series}
figure-range = {$series} from {$low} to {$high}
figure-response-by-throughput = Response time against throughput
figure-note-by-throughput = In the order of load: where more load brings no more throughput, the lines turn up, or back.
