### Notes of a run: decisions of its search, what was done by hand, what was lost.

note-step-chosen = step {$step}: {$why}
note-search-ended = the search ended: {$why}
note-run-ended-by-hand = the run was ended by hand
note-step-ended-by-hand = the step was ended by hand
note-load-paused = the load was paused by hand
note-load-resumed = the load went on after a pause
note-load-scaled = the load was set by hand to {$share} of what was planned
note-overloaded = an arrival found no free user, and the plan ends the test then (overload: abort)
note-log-slow = the sample log was slower than the load: workers waited {$time} for it
note-log-lost = { $n ->
    [one] {$n} sample is missing from the sample log
   *[other] {$n} samples are missing from the sample log
}
note-checks-failed = {$failed} of {$of} checks “{$check}” failed; they are in no figure of requests
note-iterations-dropped = { $n ->
    [one] one iteration did
   *[other] {$n} iterations did
} not start, for no user was free: the load was less than was asked for
note-data-ran-out = {$file} has { $rows ->
    [one] {$rows} row
   *[other] {$rows} rows
}, used up: a user asked for one more { $asked ->
    [one] once
   *[other] {$asked} times
}, and { $ended ->
    [yes] ended
   *[no] went on with <EOF> in the place of its values
}
note-sent-again = { $n ->
    [one] {$n} request was sent again because the server had closed its connection or refused it unprocessed; the server may have counted it twice
   *[other] {$n} requests were sent again because the server had closed their connections or refused them unprocessed; the server may have counted them twice
}
note-texts-left-out = there were more names and messages than a run file takes: {$requests} requests are counted under "(other names)", {$errors} errors without their message
note-unreached = since second {$second} no request has reached the system under test
note-reached-again = requests reach the system under test again, since second {$second}
note-system-ended = the process of the system under test ended: {$how}
note-system-unhealthy = the system under test fails its health check: {$why}
note-system-healthy = the system under test passes its health check again
note-node-lost = node {$node} ({$name}) has not been heard of since second {$second}
note-node-absent = node {$node} ({$name}) was not there when the step began; the others make its share
note-node-found = node {$node} ({$name}) is heard of again
note-coordinator-resumed = nobody coordinated the fleet from second {$from} to second {$to}; its nodes went on by themselves, and what they measured was fetched afterwards
note-job-watched-again = nobody asked about the job "{$job}" from second {$from} to second {$to}, while the fleet was not coordinated; it went on after that
note-job-end-unseen = the job "{$job}" ended while nobody coordinated the fleet, between second {$from} and second {$to}: its duration may be too long by that, and what was measured in between counts neither with the job nor without
note-job-cut-off = the job "{$job}" was under way when the coordinator was killed, and could not be gone on with: whether it came to its end is not known, and it was not started again
note-node-failed = node {$node} ({$name}) ended its part early: {$why}
note-nodes-arrived = the first arrivals of {$n} nodes began within {$late} of their planned moments
note-nodes-started = the first users of {$n} nodes began within {$spread}
note-watched-after = the servers are watched for {$time} after the load
note-results-unreadable = some of JMeter's results could not be read: line {$line}: {$problem}
note-sink-clock = the clock of the event sink agrees with ours (± {$uncertainty})
note-sink-clock-ahead = the clock of the event sink is {$by} ahead of ours; that was taken off (± {$uncertainty})
note-sink-clock-behind = the clock of the event sink is {$by} behind ours; that was taken off (± {$uncertainty})
note-sink-forgot = { $n ->
    [one] the event sink had forgotten {$n} arrival when it was queried
   *[other] the event sink had forgotten {$n} arrivals when it was queried
}
note-sink-silent = { $n ->
    [one] the event sink did not answer {$n} time: {$why}
   *[other] the event sink did not answer {$n} times: {$why}
}
note-arrivals-untimed = { $n ->
    [one] {$n} arrival said no time at which it was sent: it is counted nowhere
   *[other] {$n} arrivals said no time at which they were sent: they are counted nowhere
}
note-arrivals-foreign = { $n ->
    [one] {$n} arrival was sent before the first step: it is counted nowhere
   *[other] {$n} arrivals were sent before the first step: they are counted nowhere
}
note-arrivals-negative = { $n ->
    [one] {$n} arrival seems to have come before it was sent: it counts as 0
   *[other] {$n} arrivals seem to have come before they were sent: they count as 0
}
note-failed-system-ended = the system under test is gone: its process ended with {$how}
note-failed-unreachable = the system under test is gone: no request reaches it, and {$why}

## Why a step was chosen.

note-first-step = the first step
note-comparison-step = a step to compare with
note-goal-reached = gain {$gain}, goal {$goal} reached
note-goal-missed = gain {$gain}, goal {$goal} missed
note-no-more-load = no more threads or nodes to add
note-gain-again = gain {$gain} (CI {$low} to {$high}) leaves it open whether the goal of {$goal} is reached; a load is measured once more (repeat {$n} of at most {$of})
note-no-more-threads = no more threads to add
note-nodes-raised = { $n ->
    [one] the number of nodes is raised at {$n} thread
   *[other] the number of nodes is raised at {$n} threads
}
note-again = again: {$problem}
note-not-decided-yet = window {$window} of {$of}: not decided yet, {$figures}
note-so-far = window {$window} of {$of}: so far {$figures}
note-half = {$finding}, so half of it
note-double = {$finding}, so twice as much
note-between = {$finding}, so between {$low} and {$high}
note-between-widest = {$finding}; next, the widest gap that is left: between {$low} and {$high}
note-lowest-again = {$finding}; it is the lowest rate, so once more
note-fail-again = once more, before capacity is said to be below it: {$finding}
note-confirm = { $n ->
    [one] to confirm it, {$n} window: {$finding}
   *[other] to confirm it, {$n} windows: {$finding}
}

## Why a search ended.

note-nothing-succeeded = no request ended with success within the measured window of the first step; where requests take that long, longer steps are needed
note-too-many-steps = the search did not end within {$n} steps
note-found = { $n ->
    [one] capacity is between {$low} and {$high}: {$holds}, confirmed in {$n} window; {$fails}
   *[other] capacity is between {$low} and {$high}: {$holds}, confirmed in {$n} windows; {$fails}
}
note-highest-holds = {$finding}, the highest rate offered: capacity is at least that
note-lowest-fails = not reachable: already at the lowest rate, {$finding}
note-at-rate = at {$rate} {$problem}
note-not-judged = no window was judged
note-revised = the same rate does not give the same answer, {$revisions} of {$decisions} decisions were taken back
note-windows-used-up = there is no answer after {$n} windows
note-undecided-at-lowest = at the lowest rates that were tried, too few requests end in the time for a decision: longer steps decide it
note-nothing-fails = up to the highest rate nothing fails for certain
note-undecided-between = what lies between can't be decided
note-more-decides = longer steps or more repeats decide more

## What windows at a rate show.

note-rate-holds = the requirements hold at {$rate} ({$figures})
note-rate-fails = the requirements fail at {$rate} ({$figures})
note-rate-open = it stays open whether the requirements hold at {$rate} ({$figures})
note-share-over = {$share} over ({$bounds})
note-longest = {$longest}, {$over} over
note-no-success = nothing succeeded
note-unknown-transaction = there is no "{$name}"
note-no-such-request = no request of that name ended
note-arrivals-started = every arrival started
note-no-arrival-due = no arrival was due
note-no-request-ended = no request ended
note-interfered = somebody interfered with the window
note-window-cut = the window was broken off after {$time}
note-window-invalid = the window is invalid ({$why})
