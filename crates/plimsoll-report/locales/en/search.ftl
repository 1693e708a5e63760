### A capacity search: what it found, by which windows.

search-figure-not-reachable = not reachable
search-kind-found = Capacity: found
search-kind-not-reachable = Capacity: not reachable
search-kind-inconclusive = Capacity: inconclusive

search-found = {$holds}; {$fails}: capacity is between.
search-not-reachable = Not reachable: at no rate that was tried do the requirements hold
search-inconclusive = Inconclusive: {$why}.
search-inconclusive-known = Inconclusive: {$why}. Known is: {$known}.
search-nothing-decided = nothing was decided
search-at-least = {$known}. Capacity is at least the rate that does.
search-at-least-why = {$known}. Capacity is at least the rate that does: {$why}.
search-between = {$holds}; {$fails}: capacity is between, and how far up is not known.
search-between-why = {$holds}; {$fails}: capacity is between, and how far up is not known: {$why}.
search-no-rate-holds = no rate is shown to hold
search-holding = {$rate} meets every requirement ({$windows})
search-holding-but = {$rate} meets every requirement but {$requirements} ({$windows})
search-failing = {$rate} does not ({$why})
search-only-window = in the only window
search-together = by {$n} windows together, of which {$passed} show it alone and none fails
search-failed-before = { $n ->
    [one] an earlier window at this rate failed
   *[other] {$n} earlier windows at this rate failed
}
search-superseded = fresh windows decide this rate
search-confirmed = confirmed in {$passed} of { $n ->
    [one] {$n} window
   *[other] {$n} windows
}

## Why a window was judged as it was.

search-every-requirement-holds = every requirement holds
search-falls-behind = answers fall behind the arrivals: {$users} are at work at the end, and they become more
search-began = only {$share} of the arrivals began
search-dropped = {$n} dropped
search-waiting = {$n} waiting at the end
search-invalid = invalid: {$why}
search-nothing-to-judge = there was nothing to judge

## Why the search ended as it did.

search-highest-tried = no higher rate was to be tried
search-higher-invalid = at higher rates ({$steps}) the windows are invalid
search-higher-undecided = higher rates ({$steps}) could not be decided
search-undecided = no rate is shown to hold, and none to fail

search-note = Each window is judged by itself, and all valid windows of a rate together; the answer rests on the latter. A percentile or the errors hold, or fail, only if the interval of all requests (Wilson) and that of the seconds (bootstrap) say the same, and no window says the opposite by itself: slow requests come in bursts. A rate also fails if fewer than 99 % of its arrivals begin, or if users at work become more and more. An arrival that was dropped counts as a failed request. A demand for throughput does not decide; it is judged at the rate found. Arrivals come evenly unless `spacing: poisson` is asked for: of users who come by themselves some wait at lower rates already, so confirm the figure with it where they do.
search-parts-differ = {$said}; its parts differ too much for a verdict
