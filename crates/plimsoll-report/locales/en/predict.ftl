### What if: predictions from a queueing network.

predict-kind = Prediction
predict-title = What if
predict-fit-title = How well it predicts what was measured
predict-load = Load
predict-throughput = Throughput
predict-response = Mean response time
predict-used = Most used
predict-at-most = At most
predict-at-least = Takes at least
predict-measured = Measured
predict-predicted = Predicted
predict-measured-time = Time measured
predict-predicted-time = Time predicted
predict-error = Error
predict-inferred = a station that throughput alone shows
predict-station = {$name} ({$n} served at a time, {$time} each)
predict-network = The model: {$stations}; {$delay} of a request outside of all queues.
predict-think = Users think for {$time} between an answer and the next request.
predict-fit = Each of {$n} measured steps, predicted from the others, is off by {$mean} on average and by {$most} at most.
predict-few-loads = Can't be predicted: each load has to be predicted from the others, which takes {$min} different valid loads with response times; valid here: {$n}. Only bounds follow.
predict-mixes-differ = Not predictable: {$share} of the requests of step {$step} are of other transactions than those of step {$other}, so more load was also another load. Measure several loads with the same mix of requests.
predict-times-rise = Not predictable: response times rose while the load stayed the same, so each step is of a slower system. Find out what grows, and measure again.
predict-no-station = Can't be predicted: throughput grew in proportion to the load, and no resource was watched whose use follows it, so where that ends is not known. Measure higher loads, or watch CPU and pools. Only bounds follow.
predict-does-not-fit = Can't be predicted: no queueing network fits. Measured steps, predicted from the others, are off by {$error} on average (at most {$most} would be of use). Only bounds follow.
predict-even = Arrivals come evenly: by how much the times of service vary at the lowest load, they wait {$factor} times as long as random ones.
predict-limit = {$name}, {$rate} at most
predict-limits = The limit: {$first}.
predict-limits-next = The next one: {$next}.
predict-mix = The mix: a request takes {$factor} times as long alone as it did on average. That is assumed of every resource.
predict-mix-by-growth = The mix: a request takes {$factor} times as long alone as it did on average. By how the response times of its transactions grew with the load, it needs {$shared} times as much of a shared CPU, and {$line} times as much of what requests stand in line for. Where requests stand in one line they all wait equally long, so growth does not show who needs how much of it: with such a limit another mix may bring far more or less than this, and the bounds are no better.
predict-beyond = The furthest load is {$times} times the highest that was measured: nothing shows that the system stays the same there.
predict-below = { $n ->
    [one] {$loads} is
   *[other] {$loads} are
} less than the lowest load that was measured. What a request takes where fewer wait is not known: throughput may be higher, and the time shorter, than predicted.
predict-not-carried = { $n ->
    [one] {$loads} is
   *[other] {$loads} are
} more than the model carries: requests would wait longer and longer.
predict-note = With a value stands its 95 % interval: 200 repetitions of the fit to throughputs drawn from the steps' own intervals, each with the error of a step that was left out. At most, and takes at least: asymptotic bounds, which hold for any order of service. The model assumes service times that vary as if by chance and one class of requests.
predict-note-bounds = Asymptotic bounds: throughput can't exceed N/(R + Z) with the shortest mean response time R that was measured, nor what the narrowest known resource carries.
