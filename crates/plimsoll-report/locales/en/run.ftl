### The run: its name, its design, its end, its errors.

run-variant = variant {$name}
run-repeat = repeat {$n}
run-unnamed = unnamed

run-design-single = the plan's own load, one step
run-design-imported-no-loads = a table without loads
run-design-imported-single = one load, as it was imported
run-design-imported-fixed = the loads that were imported, in their order
run-design-fixed = given loads in the given order
run-design-capacity = search for the highest rate that meets the requirements, to within {$precision}
run-design-climb = climb: load rises until a step no longer gains {$goal} of the load it adds over the best step so far
run-design-ramp = a ramp between {$from} and {$to} users without a plateau; its steps are stretches of it

## How it ended.

run-has-no-end = was cut off, or is still running; what is here was recorded so far
run-ended = after {$after}: {$reason}
run-imported-end = what was imported ends after {$after}; why it ended is not known
run-imported-end-unknown = not known: the table has no times
run-search-converged = a rate that holds was confirmed; the lowest that fails is {$above} above it{ $between ->
    [0] {""}
   *[other] , and rates between them stayed undecided
}
run-search-exhausted = the highest rate that was to be tried holds
run-completed = all that was planned was done
run-converged = more load no longer gained its goal
run-load-exhausted = no more load was left to add
run-inconclusive = ended without an answer ({$message})
run-impossible = could not go on ({$message})
run-interrupted = interrupted (Ctrl-C or a signal)
run-stopped-by-plan = stopped by the plan
run-failed = failed ({$message})

run-nothing-abandoned = none
run-whole = The whole run
run-whole-all = All requests
run-whole-lead = With ramps, pauses and everything else outside the measured windows, to set beside what other tools print at the end of a test. Requests per second count failed ones too, from the first second in which a request ended to the last.
run-imported-figures = The imported figures
run-outside-none = none: every request that was recorded is in a step
run-outside = { $requests } of { $of } requests{ $errors ->
    [0] {""}
   *[other] , {$errors} of {$of_errors} errors
}, which are in no figure of a step: while the load rose or fell, between steps, before the first or after the last
run-abandoned = { $n ->
    [one] {$n} request in flight; in no figure
   *[other] {$n} requests in flight; in no figure
}

## Errors.

run-error-name-resolution = name has no address
run-error-connect-refused = connection refused
run-error-connect-timeout = connect timed out
run-error-connect-failed = connect failed
run-error-tls = TLS
run-error-reset = connection reset
run-error-closed-early = closed before the answer was complete
run-error-response-timeout = response timed out
run-error-bad-http = not an HTTP answer
run-error-status = status
run-error-not-said = kind not known
run-error-assertion = assertion failed
run-error-redirects = too many redirects
run-error-bad-request = request could not be made
run-error-generator = load generator out of resources
run-error-bad-message = message breaks the protocol
run-error-answer-limit = answer takes too much to look at
run-error-other-host = redirected to a host that the plan does not name
run-error-child = a request in it failed
run-of-generator = load generator
run-of-system = system

## Who put the load on.

run-by-engine = Plimsoll's engine; times in microseconds
run-by-jmeter = JMeter {$version}; times in whole milliseconds, from its result file. Its requests have no intended start: response time is service time. A worker is a core, with its part of the CPU time of JMeter; waiting for a core and late timers are not known of it.
run-by-tool = {$name}; times as it writes them. When its requests were to begin is not in its results: response time is service time. A worker is a core, with its part of the CPU time of {$name}; waiting for a core and late timers are not known of it.
run-by-tool-summed-up = {$name}; it prints one summary at the end. Each step is one interval with the rate, the errors and the percentiles that it printed: there is no course within a step, and between two percentiles the higher one is taken. When its requests were to begin is not known: response time is service time.
run-imported-load = the results of {$tools}, imported
run-imported-logs = the servers' own logs, imported: each request as its server saw it, without its way through the network
run-imported-table = a table, imported: figures that somebody else computed
run-imported-table-of = a table of {$tools}, imported: figures that somebody else computed
run-imported-ms = {$by}; times in whole milliseconds
run-imported-us = {$by}; times in microseconds
run-imported-health = {$by}. Nothing is known of the load generator's health: whether it was the limit, and how late it was.
run-certificates-not-known = not known
run-not-known = not known
run-certificates-verified = verified
run-certificates-verified-where = verified wherever a request went over TLS
run-certificates-not-verified = not verified
run-certificates-none = none: no request went over TLS
run-request = request
run-group = group
run-completion = from sending to arrival
run-note = note
run-warning = warning
run-decision = decision

run-closed-load = Closed load: each user waits for its answer before it goes on. Response time runs from the actual start of a request to its last byte; there is no intended start to measure from, so a server that stalls also holds back the users that would have arrived.
run-imported-times = Imported results: response time runs from the moment at which the load generator says that a request began to the moment at which it says that it ended. Whether requests were to begin earlier is not in the results, so a server that stalls may also have held back requests that were due.
run-imported-log-times = Imported logs of servers: response time is what the servers logged. Waiting before a server took a request, and the way through the network, are not in it.
run-imported-log-no-times = Imported logs of servers, without response times: only when requests ended, and how, is known.
run-imported-table-times = Imported table. Single requests and seconds are not known, so there are no intervals but those of shares and of what is fitted to its rows, and no percentiles but those of the table. Numbers of requests and of failures are computed from its throughput, lengths and percentages, and no more exact than these.
run-open-load = Open load: arrivals come at a rate of their own, whether or not the system keeps up. Response time runs from the intended start of an arrival to the last byte of its answer, so waiting for a free user and a late start are in it; service time runs from the actual start. Both are shown; requirements are judged by response time. The second and later requests of an iteration have no intended start of their own, and count from their start.
run-jmeters-open-load = Open load: arrivals come at a rate of their own, each in a thread that JMeter starts for it. When it was to begin is not in JMeter's results: response time runs from the actual start, and a thread that began late looks as if it was in time. Whether JMeter started fewer than were planned is checked.
run-tools-open-load = Open load: the load generator starts requests at a rate of their own. When they were to begin is not in its results: response time runs from the actual start, and a request that began late looks as if it was on time.
run-paced-load = Closed load with pacing: a user's iterations have intended starts. Response time runs from the intended start to the last byte of the answer, so an iteration that begins late because the one before took too long shows it; service time runs from the actual start. Both are shown; requirements are judged by response time.
run-totals = Totals count requests; a group is measured with them and never added, nor are parts of a page that its row has in it.
run-errors-of-known-steps = Of the steps for which the table gives errors.

## What a run file holds in English.

run-said-host = host
run-said-cpu = cpu
run-said-cores = cores
run-said-cores-online = cores online
run-said-cpu-governor = cpu governor
run-said-cpu-limit = cpu limit
run-said-memory = memory
run-said-memory-limit = memory limit
run-said-kernel = kernel
run-said-system = system
run-said-container = container
run-said-open-files = open files
run-said-local-ports = local ports
run-said-backlog = listen backlog limit
run-said-load-average = load average at start
run-said-cpu-before = cpu used before the load
run-said-workers = load generating workers
run-said-seed = seed
run-said-variant = variant
run-said-file = file
run-said-text = text
run-said-requirements = requirements
run-said-imported = imported
run-said-stamped = stamped as it was read
run-said-closed-silent = the server closed the connection without an answer
run-said-closed-early = the server closed the connection in the middle of an answer
run-said-closed = the server closed the connection
run-said-at-most = {$now} (at most {$most})
run-error-excerpt = “{$text}”
run-exchanges-note = Some failures of each kind and the slowest answers, as they went over the connection (">" sent, "<" received, "!" why it failed); secrets are masked and long bodies cut. “plimsoll examples RUN” shows all that the run file holds.
run-exchanges-left-out = Not stored for lack of room: {$n}. The run file has {$megabytes} MB for examples; a study changes that (`examples`, `megabytes`).
run-exchanges-failed = {$of}: {$error}
run-exchanges-slow = {$of}: the slowest
run-exchange = {$time}, {$step}, user {$user}, iteration {$iteration}: {$took}
run-exchange-of-node = {$time}, {$step}, node {$node}, user {$user}, iteration {$iteration}: {$took}
