### Capacity, the recommended operating point, and projections.

capacity-figure-at-least = ≥ {$rate}
capacity-figure-unknown = unknown
capacity-kind = Capacity
capacity-kind-maximum = Capacity: maximum found
capacity-kind-lower-bound = Capacity: lower bound
capacity-kind-until-lost = Capacity: until a server was lost
capacity-until-lost = until a server was lost
capacity-kind-one-load = Throughput at one load
capacity-kind-ramp = Highest on the ramp
capacity-kind-rising = Highest while response times rose
capacity-kind-too-little = Capacity: too little was measured
capacity-steps = { $n ->
    [one] {$n} step
   *[other] {$n} steps
}

capacity-maximum = Capacity is {$throughput}, reached in {$place}: {$why}.
capacity-maximum-until-lost = Until a server was lost, capacity was {$throughput}, reached in {$place}: {$why}.
capacity-reached-from = Nearly as much, {$throughput}, was reached in {$place}.
capacity-below-asked = Capacity is {$throughput}, reached in {$place}: arrivals came faster than they were answered, and the number of users at work kept growing.
capacity-unfinished = Iterations that began and were not finished are not counted in it.
capacity-below-asked-pool = Capacity is at least {$throughput}, reached in {$place}: arrivals came faster than they were answered. All users were at work there: a larger pool would show whether the system or the pool was the limit.
capacity-below-asked-system = Capacity is {$throughput}, reached in {$place}: arrivals came faster than they were answered. All users were at work there, as the system slowed down: the median request took {$full}, against {$free} in {$step}. More users would only wait longer.
capacity-refused = Capacity is {$throughput}, reached in {$place}: {$failed} of the requests failed there, and {$below} at the next lower rate. The offered rate was not carried.
capacity-lower-bound = Capacity is at least {$throughput}, reached in {$place}; the maximum was not found: {$why}.
capacity-lower-bound-wide = {$throughput} was carried in {$place}, with so wide an interval that capacity is only known to be at least {$low}; the maximum was not found: {$why}.
capacity-one-load = {$throughput} {$with}. This is one load only: neither the maximum nor a search for it.
capacity-one-load-differs = {$said} It is the mean of steps that differ: {$why}.
capacity-with-failures = In step {$step}, {$share} of the requests failed.
capacity-other-answers = Answers of step {$step} are others than at the lowest load, far smaller and faster: this is not the capacity for the work that was asked for.
capacity-other-answers-within = Within step {$step} answers became others, far smaller and faster: this is not the capacity for the work that was asked for.
capacity-ramp = No capacity is claimed: the load was a ramp between {$from} and {$to} users without a plateau. Highest was {$throughput} in stretch {$place}; steps at steady loads, for minutes each, would show what can be kept up.
capacity-rising = No capacity is claimed: response times rose {$how_many} while the load stayed the same, so the system became slower while it was measured. Highest was {$throughput} in {$place}.
capacity-rising-in-one = No capacity is claimed: response times rose while the load stayed the same, so the system became slower while it was measured. On average {$throughput} was carried in {$place}.
capacity-too-little = No capacity is claimed: of the {$steps} none holds enough for it. Highest is {$throughput} in {$place}, where {$succeeded} { $succeeded ->
    [one] request
   *[other] requests
} succeeded in {$measured}; a claim takes {$needed}, at this rate {$long}.
capacity-one-rate = {$throughput} succeeded of {$rate} offered. This is one load only: neither the maximum nor a search for it.
capacity-unknown = Capacity is unknown: there is no valid step in which most requests succeeded.
capacity-unknown-invalid = Capacity is unknown: no step was measured validly.
capacity-unknown-no-steps = Capacity is unknown: no load with its throughput was imported.

capacity-place = step {$step} with {$users}
capacity-place-nodes = step {$step} with {$users} ({$threads} × {$nodes} nodes)
capacity-place-rate = step {$step} at {$rate} offered
capacity-place-mean = {$place} (mean of {$n} steps at this load)

## Completes "the maximum was not found: …".

capacity-no-node-left = no node was left while throughput still grew {$gain} (goal {$goal})
capacity-no-load-left-growing = no more load was left to add while throughput still grew {$gain} (goal {$goal})
capacity-no-load-left = no more load was left to add
capacity-highest-still-grew = at the highest load, step {$step}, throughput was still {$change} than in step {$base}
capacity-brought = step {$step} brought {$change} than step {$base}; from {$goal} on (its goal) that counts as growth
capacity-mixes-differ = {$share} of the requests of step {$step} are of other transactions than those of step {$other}, so more load was also other work
capacity-transaction-saturated = { $n ->
    [one] {$transactions} brings
   *[other] {$transactions} bring
} no more in step {$to} than in step {$from}, while the others still bring more
capacity-slowed-down = in step {$step} {$first} succeeded at first, and only {$later} from {$from} after the run's start on, while the load stayed the same: the system changed while it was measured
capacity-slowed-down-gradual = in step {$step} throughput fell all the time, from {$first} on average in the first {$after} of its window to {$later} in the rest, while the load stayed the same: the system changed while it was measured
capacity-changed-between = from {$to} on requests took {$times} times as long as in {$from}, and from there on twice the users bring twice the throughput: no resource is saturated by the load; the system changed between these steps, with time or at that load
capacity-repeats-differ = the same load brought {$first} in step {$step} and {$last} in step {$later}: the system changed while it was measured
capacity-users-stuck = in step {$step}, {$users} of {$of} users waited for an answer, for up to {$longest}: what it brought is of the others alone
capacity-users-idle = from step {$from} to step {$to} throughput does not grow with the users, and the mean response time ({$response_from}, then {$response_to}) does not rise as it would in a saturated system: users waited longer between two requests ({$between_from}, then {$between_to} on average), so a timer, pacing, or the load generator set the rate
capacity-falls-from-lowest = throughput falls from the lowest load on (step {$step} brought {$fall}); whether smaller loads, or loads between these, bring more was not measured
capacity-gain-uncertain = the gain of step {$step} is {$gain}, its goal {$goal}: the interval contains the goal, so longer steps are needed
capacity-higher-invalid = { $n ->
    [one] {$steps}, with more load, is invalid
   *[other] {$steps}, with more load, are invalid
}
capacity-interrupted = the run was interrupted
capacity-cut-off = the run was cut off, or still goes on
capacity-load-unknown = which load was put on is not in what was imported
capacity-stopped-by-plan = the plan stopped the run
capacity-impossible = the climb could not go on ({$message})
capacity-failed = the run failed ({$message})

## Completes "Capacity is …: …". {$change} is like "6.0 % more".

capacity-brought-with-more-load = step {$step}, with more load, brought {$change} than step {$base}
capacity-brought-with-fewer-servers = step {$step}, with more load but only {$servers}, brought {$change} than step {$base}; what all servers carry beyond step {$base} was not measured
capacity-brought-only = step {$step} brought only {$change} than step {$base}; from {$goal} on (its goal) it would count as growth
capacity-untried = no higher load was tried
capacity-of-steps = both loads as the means of their {$n} steps
capacity-few-seconds = this rests on few seconds
capacity-means = the table has means, so there is no interval
capacity-scatter = in steps {$from} to {$to}, throughput varies without order between {$low} and {$high} (mean {$mean}, standard deviation {$deviation}), so which of these {$n} figures is the highest is partly chance
capacity-with-bounds = {$value} (CI {$low} to {$high})

## The recommended operating point.

capacity-recommended = {$throughput}, {$place}: the highest throughput at which every requirement is shown to hold.
capacity-recommended-one-load = {$throughput} {$with}: every requirement is shown to hold at this load; no other was measured in valid steps.
capacity-recommended-free = {$throughput}, {$place}: no requirements were given; of the loads with under 1 % errors that leave {$share} or more of the capacity of {$maximum} free, the one with the most throughput for its response time.
capacity-recommended-free-highest = {$throughput}, {$place}: no requirements were given; of the loads that were measured and leave {$share} or more of the capacity of {$maximum} free, the smallest that brings 97 % or more of what any of them brings (response times are not known).
capacity-recommended-free-below = {$rate}: {$share} headroom below the capacity of {$maximum}. No requirements were given, and no load that leaves this headroom was measured.
capacity-recommended-headroom = {$throughput}, {$place}: of the loads at which every requirement is shown to hold and that leave {$share} or more of the capacity of {$maximum} free, the one with the most throughput for its response time.
capacity-recommended-headroom-highest = {$throughput}, {$place}: of the loads at which every requirement is shown to hold and that leave {$share} or more of the capacity of {$maximum} free, the smallest that brings 97 % or more of what any of them brings (response times are not known).
capacity-recommended-between = {$rate}: {$share} headroom below the capacity of {$maximum}; computed, and not measured: of the loads at which every requirement is shown to hold the highest below it brings only {$lower} ({$below}); they hold in {$place} too.
capacity-recommended-free-between = {$rate}: {$share} headroom below the capacity of {$maximum}; computed (the highest measured load below it brings only {$lower}, {$below}). No requirements were given.
capacity-recommended-below = {$rate}: {$share} headroom below the capacity of {$maximum}. Every requirement is shown to hold in {$place}; that they hold at a load that leaves this headroom is not shown.
capacity-recommended-below-rate = {$rate}: {$share} headroom below the capacity of {$maximum}. Every requirement is shown to hold in {$place}, where the rate is higher.
capacity-recommended-rate = {$throughput} of {$rate} offered: the highest rate at which every requirement is shown to hold. There is no reserve in it; plan below it.
capacity-recommended-sound = {$throughput}, {$place}: the highest throughput at which every requirement is shown to hold and nothing else speaks against the load.
capacity-recommended-rate-sound = {$throughput} of {$rate} offered: the highest rate at which every requirement is shown to hold and nothing else speaks against it. There is no reserve in it; plan below it.
capacity-recommended-no-sound-step = In every step in which all requirements are shown to hold, something else speaks against the load: {$why}.
capacity-of-its-mix = More load was also other work: whether a requirement holds at a load is shown for the mix of requests of its step only.
capacity-of-busy-machine = Other work used the CPU of {$sources} up meanwhile: on an idle machine the system may carry more and answer sooner.
capacity-at-its-limit = What probably limits the system, {$cause}, is saturated at this load already: smaller loads were not shown to bring less; measure some.
capacity-recommended-wide = Throughput varied so much in it that only {$low} is sure.
capacity-in-iterations = Throughput counts requests, and a rate that is offered counts iterations, which make {$n} requests each: {$rate} are {$iterations} to offer.
capacity-not-kept-up = the load can't be kept up for long, for the consumers of {$queues} did not keep up
capacity-not-carried = the offered rate, {$rate}, was not carried
capacity-unlimited-errors = {$share} of the requests failed, and no requirement says how many may
capacity-sustained = The consumers of {$queue} took {$taken}, with {$per_call} messages for each call: more than {$rate} can't be kept up.
capacity-sustained-unit = The consumers of {$queue} took {$taken}, with {$per_call} {$unit} in a call: more than {$rate} can't be kept up.
capacity-memory-fills = It can't be kept up without restarts: the memory of {$sources} grew under this load, and at that rate it is used up in {$full_in}.
capacity-memory-grows = It may not be possible to keep it up: the memory of {$sources} grew under this load and did not level off; how much it may take is not known.
capacity-heap-fills = It can't be kept up without restarts: { $pool ->
    [old] the old generation
   *[heap] the heap
} of {$sources} after GC { $full ->
    [yes] grew under this load until it was full.
   *[no] grew under this load, and at that rate it is full in {$full_in}.
}
capacity-short-steps = { $n ->
    [one] {$steps} shows more, but only for {$longest}: the highest of short windows may be chance.
   *[other] {$steps} show more, but only for {$longest} at the most: the highest of short windows may be chance.
}
capacity-passed-over = { $n ->
    [one] {$steps} brought more and meets them too, but is passed over: {$why}.
   *[other] {$steps} brought more and meet them too, but are passed over: {$why}.
}
capacity-recommended-without-requirements = No requirements were given to choose it by, and no maximum was found to stay below.
capacity-recommended-no-rate = At no rate are all requirements shown to hold.
capacity-recommended-ramp = A ramp keeps up no load for any time.
capacity-recommended-rising = Response times rose while the load stayed the same: no load was shown to be carried for long.
capacity-recommended-fails-again = No load at which all requirements are shown to hold is certain: each failed in another step, or less load failed after it, or the system has slowed down since.
capacity-recommended-no-step = In no valid step are all requirements shown to hold.
capacity-recommended-computed = {$rate}, computed and not measured.
capacity-recommended-line = Recommended operating point: {$text}
capacity-recommended-line-none = Recommended operating point: none. {$text}

## Projections.

capacity-multiplied = {$rate} × {$factor}
capacity-per-hour = ≈ {$value} per hour
capacity-per-day = ≈ {$value} per day
capacity-per-week = ≈ {$value} per week
capacity-headroom = {$rate} / expected use {$expected} ({$hourly} per hour): factor {$factor} ({ $enough ->
    [yes] headroom
   *[no] short of it
})
capacity-projection-caveat = Multiplied out, not measured: it says what the rate would come to if it were kept up without pause.
