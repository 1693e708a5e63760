### Whether figures may be believed.

validity-valid = Valid
validity-with-caveat = Valid, with a caveat
validity-invalid = Invalid
validity-partly-invalid = Partly invalid
validity-incomplete = Incomplete

validity-complete = The run is complete, and in no step was the load generator the limit.
validity-complete-external = The run is complete. Nothing shows that {$name} was the limit; but of its health only its CPU time is known.
validity-imported = The run was imported: whether the load generator was the limit, and whether it did what was planned, is not known.
validity-imported-table = A table was imported: how its figures were measured is not known.
validity-imported-logs = Logs of servers were imported: what put the load on, and how well, is not known.
validity-not-known = Not known
validity-other-work = Other work used the CPU of {$source} up in {$steps}: throughput and times there are uncertain.
validity-no-step-valid = No step is valid; {$support}.
validity-some-invalid = { $n ->
    [one] {$steps} is not valid; {$support}. The others are valid.
   *[other] {$steps} are not valid; {$support}. The others are valid.
}
validity-some-invalid-imported = {$steps}: not valid; {$support}. Whether the load generator was the limit in the others is not known.
validity-nothing-measured = Nothing was measured.
validity-not-ended = The run did not end by itself. What was measured before that is valid.
validity-not-ended-no-step-valid = The run did not end by itself, and no step is valid; {$support}.
validity-not-ended-some-invalid = The run did not end by itself, and what was measured in {$steps} is not valid.
validity-all-failed-support = where every request failed, requirements are judged, but there is no capacity
validity-failed-support = {$reasons}; requirements are judged there all the same, but no capacity is taken from it
validity-no-support = invalid steps support no verdict
validity-less-load-support = an invalid step supports only verdicts that the missing load could not change

## What was wrong with a step. Completes "the step is invalid: …".

validity-generator-cpu = the load generator's worker {$worker} used or waited for more than {$busy} of a core in {$share} of the time (allowed {$allowed}); it used at most {$cpu} and waited {$waited} of the time for a CPU that other work used
validity-generator-delayed = other work had the core of the load generator's worker {$worker} for {$waited} of the time (allowed {$allowed})
validity-generator-stopped = the load generator itself did not run for {$stopped} of {$measured} (allowed {$allowed}): it was stopped or suspended, and what was due then came later, all at once
validity-generator-not-sent = the load generator did not begin {$not_sent} of {$intended} arrivals in time, although users were free ({$share}, allowed {$allowed})
validity-generator-lateness = the load generator's timers were late by {$late} (p99; allowed {$allowed}), with a median service time of {$service}, so more than 10 % of the load was not put on
validity-generator-turns = answers waited in the load generator: in at least one second of every ten a turn of its loop took {$turn} (allowed {$allowed}; the longest {$longest}), with a median service time of {$service}, so more than 10 % of the load was not put on
validity-generator-errors = {$failed} of {$requests} requests failed in the load generator itself (allowed {$allowed})
validity-generator-errors-detail = {$failed} of {$requests} requests failed in the load generator itself (allowed {$allowed}): {$detail}
validity-requests-not-made = {$failed} of {$requests} requests could not be made (allowed {$allowed}): {$detail}
validity-generator-descriptors = { $connections ->
    [one] {$connections} connection
   *[other] {$connections} connections
} were open, of {$descriptors} files that the load generator may have open
validity-generator-ports = connections and sockets in TIME-WAIT took {$taken} of the load generator's {$ports} local ports
validity-nodes-missing = in {$seconds} of its seconds {$nodes} of the {$of} nodes of the fleet {$nodes ->
    [one] was
   *[other] were
} missing, so the load was not the one asked for
validity-cut-short = it ended after only {$measured} of measuring
validity-no-requests = no request ended in its measured window
validity-backlog-before = it began with what step {$before} had left unanswered, and worked that off: its figures are not those of its own load
validity-mostly-failed = {$share} of its requests failed
validity-nothing-succeeded = all of its requests failed
validity-hung = from {$from} after the run's start no request ended any more, for {$lasted}, while {$users} users waited
validity-failed-to-the-end = from {$from} after the run's start to the end of its window, for {$lasted}, every request failed, all {$failed}
validity-step-problem = Step {$step}: {$problem}.

## The same in a few words.

validity-short-cpu = the load generator's cores were busy
validity-short-delayed = other work had the load generator's cores
validity-short-stopped = the load generator was stopped
validity-short-not-sent = the load generator did not begin arrivals in time
validity-short-lateness = the load generator's timers were late
validity-short-turns = answers waited in the load generator
validity-short-errors = requests failed in the load generator itself
validity-short-not-made = requests could not be made
validity-short-descriptors = the load generator had no file descriptors left
validity-short-ports = the load generator had no local ports left
validity-short-nodes = nodes of the fleet were missing
validity-short-cut = it ended too early
validity-short-no-requests = no request ended
validity-short-all-failed = all requests failed
validity-short-backlog-before = worked off a backlog
validity-reason-backlog-before = a backlog was worked off
validity-short-mostly-failed = most requests failed
validity-short-hung = no request ended any more, though users waited
validity-short-failed-to-the-end = from some moment on every request failed

## In a cell of a table.

validity-cell-valid = valid
validity-cell-imported = imported
validity-cell-generator = INVALID: generator
validity-cell-nodes = INVALID: nodes missing
validity-cell-cut = INVALID: ended early
validity-cell-all-failed = INVALID: all failed
validity-cell-backlog-before = INVALID: backlog of the step before
validity-cell-mostly-failed = INVALID: most failed
validity-cell-hung = INVALID: hung
validity-cell-failed-to-the-end = INVALID: failed to the end
validity-cell-not-made = INVALID: requests not made
validity-cell-no-requests = INVALID: nothing ended
validity-little-ok = {$share} ok
validity-little-in-flight = {$share} + in flight
validity-little-off = {$share} off

## What to do about it.

validity-remedy-cpu = Give the load generator more cores or more nodes, and nothing else on them; leave out of the plan what costs it most (checks on whole bodies, new connections for each request).
validity-remedy-delayed = Give the load generator cores of its own: not the server's, and no other work on them.
validity-remedy-stopped = Run it again on a machine that is not suspended, and do not stop the process (Ctrl-Z, a debugger, a full freeze of its container).
validity-remedy-not-sent = Run this rate again with more cores or more nodes for the load generator, and do not change the rate by hand within a step.
validity-remedy-lateness = Repeat the step with nothing else on the load generator's machine, or with more cores for it; a tick of the plan that sends arrivals together makes it late by itself.
validity-remedy-turns = Use more workers (cores) or nodes, so that each has fewer connections; large answers and costly checks make turns long.
validity-remedy-errors = Mend what the errors say: raise the limit of open files, keep connections alive, or correct the plan's names and addresses.
validity-remedy-names = Correct the host names of the plan, or make the load generator's machine resolve them.
validity-remedy-resources = Raise the limit of open files or of local ports on the load generator's machine, or keep connections alive.
validity-remedy-plan = Correct the plan: the requests that the errors name could not be made.
validity-remedy-descriptors = Raise the limit of open files (ulimit -n), use fewer users, or more nodes.
validity-remedy-ports = Keep connections alive, widen net.ipv4.ip_local_port_range, or use more nodes or more addresses of the server.
validity-remedy-nodes = Find out why the node was lost (see the notes), and run it again; `on_lost_node: repeat-step` repeats such a step by itself.
validity-remedy-again = Run it again to its end.
validity-remedy-backlog-before = Leave time after a load that the system does not carry, until its backlog is answered, before the next one is measured.
validity-remedy-no-requests = Check that the plan sends requests, and measure for longer than one of them takes.
validity-remedy-failures = Mend the failures first; then measure again.

## Was the load generator the limit?

validity-limit-yes = YES
validity-limit-late = late
validity-limit-no = no
validity-limit-not-asked = failed
validity-generator-no = No, in no step.
validity-generator-not-seen = Nothing shows it. Of the health of {$name} only its CPU time is known: whether it was late is not.
validity-generator-unknown = Not known. The run was imported, and what was imported says nothing of the load generator: its CPU, how late its timers were, what it had left. Look at what was watched of its machine at the time; or repeat the highest load with a second load generator: if throughput stays, it was not the limit.
validity-generator-of-logs = Not known. What was imported was written by servers: it says nothing of who sent the requests.
validity-generator-of-table = Not known. A table was imported: it says nothing of the load generator.
validity-generator-late = No; but in {$late} it was late: its figures have an uncertainty by it{ $verdicts ->
    [0] .
   *[other] , which verdicts take into account.
}
validity-generator-not-asked-at-all = Not judged: in every step requests failed, or none ended; what it did then says nothing of it.
validity-generator-not-asked = Not judged in {$failed}: requests failed there, or none ended; what it did then says nothing of it.
validity-generator-yes = Yes, in {$limited}: invalid; it supports only verdicts that the missing load could not change.
validity-generator-yes-and-late = Yes, in {$limited}: invalid; it supports only verdicts that the missing load could not change. In {$late} it was late: figures have an uncertainty by it{ $verdicts ->
    [0] .
   *[other] , which verdicts take into account.
}
validity-generator-times-note = CPU and waiting are those of the busiest worker, in percent of one core; waiting is time in which it was ready to run but waited for a CPU. Late: how much later than intended starts, arrivals, think times and a timer of the generator's own were. Turn: each worker's longest turn of its loop in a second; an answer that came during it was seen at its end. Late: waiting for more than 5 % of the time, or late (p99) or turns (p90) above a tenth of the median service time and 1 ms. Above 10 %, or above half of it and 2 ms, the step is invalid if more than 10 % of the load of a closed model was not put on for it. Below that, times may be shorter by the lateness, and requirements are judged with it.
validity-generator-resources-note = Connections: open at the end of a second, at most. Ports: own connections and sockets in TIME-WAIT, of the local ports that there are for one address. Sockets: of the whole machine, a server on it included. Own errors: requests that failed in the load generator itself; they count in no rate of errors, no percentile requirement and no verdict, and more than 0.1 % of them make a step invalid.
