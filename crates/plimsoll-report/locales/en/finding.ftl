### Findings: what was seen, and what to do next.

finding-critical = critical
finding-warning = warning
finding-information = information

finding-generator-limited = Step {$step} is invalid: {$problem}.
finding-also = {$sentence} Also: {$further}.
finding-maximum-not-found = Capacity is at least {$rate}; the maximum was not found: {$why}.
finding-knee-below-range = The smallest load already saturates: step {$step} {$with} brings {$rate}, {$share} of the highest ({$highest}). Where the knee lies was not measured: smaller loads may bring as much, in shorter response times.
finding-knee-below-range-one = The smallest load already saturates: step {$step} {$with} brings {$rate}, {$share} of the highest ({$highest}).
finding-knee = Throughput reaches its knee {$between}.
finding-knee-passed = Throughput reaches its knee no later than in step {$from_step}: {$between}.
finding-plateau = Throughput is on a plateau {$between}.
finding-retrograde = Throughput falls {$between}.
finding-retrograde-further = In {$step} it is {$rate}, {$percent} less than before it fell.
finding-station-width = Throughput levels off in {$steps}, with about {$width} in the system at a time when nobody waits (X · R: {$rate} × {$alone}, the time of a request that does not wait): so many, or fewer, are served at a time.
finding-station-width-of = Throughput levels off in {$steps}, where {$transactions} { $n ->
    [one] waits
   *[other] wait
} and others do not: about {$width} of { $n ->
    [one] its
   *[other] their
} requests are in the system at a time when nobody waits (X · R: {$rate} × {$alone}, the time of a request that does not wait): so many, or fewer, are served at a time.
finding-transaction-saturated = From {$from} to {$to}, { $n ->
    [one] one transaction reached its maximum
   *[other] {$n} transactions reached their maximum
}: {$transactions}. The others brought {$others} more, so that the total still grows and does not show it.
finding-saturated-transaction = {$transaction} ({$before} and {$after}, mean response time {$first} and {$later})
finding-transaction-saturated-width = About {$width} requests of {$transaction} are in the system at a time when nobody waits (X · R): so many, or fewer, are served at a time.
finding-retrograde-fewer = Throughput falls {$between}. Step {$to} had {$servers}: that is another system, not only more load.
finding-between = between step {$from} ({$from_load}, {$from_rate}) and step {$to} ({$to_load}, {$to_rate}): {$change} throughput per 1 % more { $of ->
    [arrivals] arrivals
   *[users] users
}
finding-between-bounds = {$between}, CI of the change {$low} to {$high}
finding-little-mismatch = In {$steps} the recorded times account for {$share} of the users.
finding-requests-in-flight = In {$steps} up to {$requests} requests were still under way when the measured window ended{ $throughout ->
    [0] {""}
   *[other] ; in step {$at}, {$throughout} of them took longer than the window ({$length}): as many users got hardly an answer in it
}. Those that ended in it are the quick ones, so their times are lower bounds: in step {$step} {$mean} on average, where N/X − Z is {$whole}. Such times are left out of comparisons, and show that a requirement on times holds only where it would with all of these requests over its limit.
finding-jobs-failed = {$failed} of the {$jobs} background jobs did not end well. The first one: {$first} {$how} ({$said}).
finding-job-failed = failed
finding-job-timed-out = took too long
finding-generator-delayed = In {$steps} the timing of the load generator was degraded: {$parts}.
finding-node-skew = Node {$node} ({$name}) sees other response times than the rest of the fleet in {$steps}: median {$own}, the others at most {$others}. The same servers answer all nodes, so look at its network path.
finding-node-limited = Node {$node} ({$name}) was its own limit in {$steps}: its workers used up to {$cpu} of their cores, its timers were late by up to {$late} (p99).
finding-node-lost = Node {$node} ({$name}) of the fleet was away for {$seconds} s of {$steps}: the load was not the one asked for.
finding-node-absent = Made without node {$node} ({$name}): {$steps}. The other nodes made its share.
finding-delayed-cores = a worker that was ready to run waited for a CPU up to {$share} of the time
finding-delayed-timers = its timers were late by up to {$time} (p99)
finding-delayed-turns = turns of its loop took up to {$time} (p90)
finding-throughput-inversion = Throughput grew more than the load from step {$from} ({$from_load}) to step {$to} ({$to_load}): {$before} to {$after}. Usually the system was not warm at first, or the steps did not do the same work.
finding-response-inversion = Answers became faster with more load from step {$from} ({$from_load}) to step {$to} ({$to_load}): p50 {$before} to {$after}. Usually the system was not warm at first, or the steps did not do the same work.
finding-fast-failures = In {$steps}, {$share} of the requests failed, and failed fast: in {$failed} on average, against {$succeeded} for the same requests when they succeed. Response times look better than they were.
finding-nagle-delay = In {$steps}, {$n ->
    [one] {$share}
   *[other] up to {$share}
} of the requests of {$transaction} took about {$delayed}, apart from the others at {$fast}. So do messages that are written in two pieces: Nagle's algorithm holds the second one back until a delayed acknowledgement comes (40 ms on Linux).
finding-latency-cluster = In {$steps}, {$n ->
    [one] {$share}
   *[other] up to {$share}
} of the requests of {$transaction} took about {$at}, apart from the others. {$why}
finding-short-stalls = In {$steps}, the whole system stops again and again. In {$step}, in {$n} of {$of} seconds all users waited at once, for about {$length}; the other requests took {$others}. That is {$share} of the time of all requests; percentiles hardly show it, for users who wait send nothing more.
finding-short-stalls-one = In {$step}, the whole system stops again and again: in {$n} of {$of} seconds all users waited at once, for about {$length}; the other requests took {$others}. That is {$share} of the time of all requests; percentiles hardly show it, for users who wait send nothing more.
finding-short-stalls-some = In {$steps}, the whole system stops again and again. In {$step} it stopped {$n} times in {$of} seconds, for about {$length} at a time: requests that came meanwhile waited for the rest of it (median of all: {$others}). That is {$share} of the time.
finding-short-stalls-some-one = In {$step}, the whole system stops again and again: {$n} times in {$of} seconds, for about {$length} at a time. Requests that came meanwhile waited for the rest of it (median of all: {$others}). That is {$share} of the time.
finding-short-stalls-hidden = For a larger part of the time than {$requirements} allows of the requests, a request that came would have waited for longer than the limit.
finding-next-short-stalls = Find out what stops the whole system for about {$length} at a time (garbage collections, a lock that every request takes, one slow request that all others wait for, a checkpoint, a log that is flushed, a CPU quota): metrics with a resolution of a second or less, and the logs of the servers, may say it.
finding-slow-minority = In every part of the step some requests are far slower than the others of their transaction: {$named}.
finding-slow-minority-transaction = {$share} of {$transaction} ({$slow} of {$requests} in {$step}) took about {$at}, against {$others} for the others and hardly anything in between, and {$time_share} of the time of all requests
finding-slow-minority-failing = {$share} of {$transaction} ({$slow} of {$requests} in {$step}) took about {$at} and most of them failed, against {$others} for the others and hardly anything in between, and {$time_share} of the time of all requests
finding-slow-minority-more = { $n ->
    [one] So it is with {$n} further transaction.
   *[other] So it is with {$n} further transactions.
}
finding-next-slow-minority = Find out what the slow requests of {$transactions} have in common (a row of their data, a cache that misses, a lock, a retry, a time-out, one of several servers): compare slow exchanges with fast ones, and the servers' logs of both.
finding-answer-sizes-other = Answers are others in {$steps} than at the lowest load: far smaller, faster, and hardly any of them counted as failed. A system under load may answer with a page that says so, or leave parts out; its throughput there is not that of the work that was asked for. {$named}.
finding-answer-sizes-smaller = Answers become smaller with load, and hardly any of them counted as failed: {$named}. A system under load may answer with a page that says so, or leave parts out; or more of them come from a cache.
finding-answer-sizes-larger = Answers become larger with load: {$named}. Part of the longer response times may be that.
finding-answer-sizes-transaction = {$transaction}: {$from} on average in {$from_step}, {$to} in {$to_step}
finding-answer-sizes-other-within = Answers became others within {$steps}: far smaller, faster, and hardly any of them counted as failed. A session that ended, or a system that no longer does its work, may answer with a page that says so; throughput and response times are not those of the work that was asked for. {$named}.
finding-answer-sizes-smaller-within = Answers became smaller while the load stayed the same, and hardly any of them counted as failed: {$named}. A session that ended, a system that leaves parts out, or a cache that is hit more often may be the reason.
finding-answer-sizes-larger-within = Answers became larger while the load stayed the same: {$named}. Part of the longer response times may be that.
finding-answer-sizes-in-step = { $n ->
    [0] {$transaction}: in {$from_step} {$from} on average in the first third, {$to} in the last
   *[other] {$transaction}: in {$from_step} {$from} on average at first, {$to} from {$at} after the run's start on
}
finding-next-answers-changed = Look at answers of {$transactions} before and after they change (a login page, an error page, parts that are missing), check their content in the plan (a text that a right answer has), and repeat: what is answered wrongly then counts as failed.
finding-next-answers-smaller = Look at answers of {$transactions} under load, check their content in the plan (a text that a right answer has), and repeat the loads: what is answered wrongly then counts as failed.
finding-next-answers-larger = Find out what makes answers of {$transactions} larger (data that the load adds, lists without a limit), and repeat the loads on the same data each time.
finding-timer-own = A service that itself takes so long looks the same.
finding-timer-retransmission = So long TCP waits on Linux before it sends again what was lost.
finding-timer-connecting = So long it takes until the first packet of a connection is sent again: it was lost, or the queue of connections that nobody had accepted yet was full.
finding-timer-names = So long a resolver waits for a name server before it asks again.
finding-interruption = In step {$step}, from {$from} after the run's start on, hardly a request succeeded for {$duration}; before and after it half as many as usual or more.
finding-interruption-waited = No request failed in that time: they waited.
finding-interruption-nobody-waited = No request was under way in that time: none was sent, so the load generator, its network or its plan paused.
finding-interruption-hidden = Users waited in that time and sent nothing more, so few requests show it: by time {$share} of the window had no answer, more than {$requirements} allows.
finding-interruption-failed = { $n ->
    [one] {$shown} request failed in that time.
   *[other] {$shown} requests failed in that time.
}
finding-interruption-again = It happened {$n} times; this is the longest.
finding-interruption-slow-after = For {$duration} after it, {$share} fewer requests succeeded than before it.
finding-interruption-slow-to-end = From then on, to the end of the step, {$share} fewer requests succeeded than before it.
finding-users-stuck = In step {$step}, up to {$users} of {$of} users waited at the same time for an answer that took far longer than usual, from {$from} to {$to} after the run's start, the longest for {$longest}; half of all requests that succeeded were answered within {$usual}. Such waits are {$share} of the users' time in the window.
finding-users-stuck-hidden = Users who wait send nothing more, so few requests show it: by their time {$requirements} would not hold.
finding-degraded-period = In step {$step}, from {$from} after the run's start on, answers took {$mean} on average for {$duration}; in the rest of the window {$usual}.
finding-degraded-period-failing-on = In step {$step}, from {$from} after the run's start on, {$failed} of the requests failed, to the end of its measured window; before that {$before}.
finding-degraded-period-times-on = The mean response time was {$mean} from then on, and {$usual} before.
finding-degraded-period-failing = In step {$step}, from {$from} after the run's start on, {$failed} of the requests failed for {$duration}; in the rest of the window {$before}.
finding-degraded-period-times = The mean response time was {$mean} in that time, and {$usual} in the rest.
finding-degraded-period-requirements = In that time {$requirements} failed, which holds or is undecided over the whole step.
finding-unequal-repeats = Steps {$first} and {$last} are of the same load ({$under}) and differ: {$first_rate} with a median response time of {$first_time}, then {$last_rate} with {$last_time}. The system changed between them, or one of them began cold; figures of this load mix both.
finding-unequal-repeats-overload = Steps {$first} and {$last} are of the same load ({$under}) and differ: {$first_rate} with a median response time of {$first_time}, then {$last_rate} with {$last_time}; figures of this load mix both.
finding-unequal-repeats-not-recovered = Between them came a higher load (step {$step}), from which the system may not have recovered.
finding-unequal-repeats-failed = Of the requests {$before} failed, and then {$after}.
finding-periodic-stalls = In step {$step}, throughput stalled {$n} times, every {$period}, down to {$left} of the usual; together they cost {$missing} of the time.
finding-periodic-waits = In step {$step}, requests waited up to {$longest} again and again: {$n} times, every {$period}. They arrived all the same and were answered afterwards: throughput shows little of it.
finding-errors-share = In {$steps}, {$share} of the requests failed, the table says; how many that were it does not.
finding-errors = In {$steps}, {$errors} of {$requests} requests failed ({$share}): {$causes}.
finding-errors-outage = Nearly all of them came while hardly anything succeeded, {$when}.
finding-outage-when = in {$step} from {$from} after the run's start on for about {$length}
finding-outage-at-start = in {$step} from the run's start on for about {$length}
finding-outage-again = from {$from} on for about {$length}
finding-outage-then = in {$step} from {$from} on for about {$length}
finding-errors-outside = Outside the measured windows {$errors} of {$requests} requests failed ({$there}: {$causes}), {$share} of all that were recorded: no figure of a step shows them.
finding-errors-outside-of = {$transaction}: {$errors} of {$requests}
finding-errors-outside-by = By transaction there: {$transactions}.
finding-transaction-errors = In {$steps}, {$errors} of {$requests} requests of {$transaction} failed ({$share}, against {$of_all} of all requests together): {$causes}.
finding-transaction-errors-hidden = Among all requests together it hardly shows.
finding-cause = {$cause} ({$n})
finding-causes-most = most by {$causes}
finding-extractor-misses = The extractor of {$variable} found nothing in {$missed} of {$uses} answers of {$transaction}: the variable held its default, or what it held before, so requests that use it are not those that the plan means.
finding-requirement-failed = {$requirement} does not hold in {$steps}.
finding-requirement-failed-but-holds = {$requirement} does not hold in {$steps}; it holds at the load line.
finding-requirement-failed-undecided = {$requirement} does not hold in {$steps}; at the load line it could not be decided.
finding-cut-off-nothing = Nothing was measured: the run was cut off, or is still running (is the -wal file missing?).
finding-cut-off = The run was cut off, or is still running. Recorded are {$recorded}, up to step {$step}.
finding-stopped = The run ended early: {$reason} after {$after}.
finding-window-too-short = { $n ->
    [one] {$steps} was measured for {$measured} only (at least {$least}).
   *[other] {$steps} were measured for {$measured} only (at least {$least}).
}
finding-range = {$from} to {$to}
finding-certificates = The servers' certificates were not verified; nothing proves which server answered.
finding-checks-failed = {$failed} of {$of} checks of the load generator's script failed ({$checks}). They belong to no request: no error rate and no verdict counts them.
finding-check = “{$name}” {$failed} times
finding-next-checks = Look at what these requests were answered with: a failed check may be a wrong answer, which counts as a success here.
finding-data-ran-out = {$said}.
finding-sent-again = {$n} of {$of} requests ({$share}) were sent a second time, for the server closed their connection before it answered, or refused them. What is counted is the outcome of the second; a client that does not repeat them has as many more failures.
finding-alternating-levels = In {$step}, answers are fast and slow in turn: {$fast} (median) for {$fast_for} at a time on average, and {$slow} for {$slow_for}, {$n} times; {$share} of the time they are slow. Figures of a whole step mix both, and where users wait for answers fewer requests are made in the slow parts.
finding-alternating-levels-requirements = In the longest slow part of a step {$requirements} failed, which holds or is undecided over the whole step.
finding-next-alternating-levels = Find out what comes and goes in {$step} for {$slow_for} at a time: a scheduled job, garbage collections, a CPU quota, a cache that expires, one of several servers that is slower; the logs of the servers, and of what else runs there, may say it.
finding-rising-times = Response times rose {$how_many} while the load stayed the same: {$named} (mean of the first and of the last quarter of the measured window; p {$p}).
finding-rising-times-slower = The system became slower with time, or with every request; steps differ by more than their load.
finding-rising-times-in-one = In {$step}, response times rose from {$first} to {$last} while the load stayed the same (mean of the first and of the last quarter of the measured window; p {$p}). The system became slower with time, or with every request.
finding-rising-times-in-one-slight = In {$step}, response times rose from {$first} to {$last} while the load stayed the same (mean of the first and of the last quarter of the measured window; p {$p}).
finding-rising-times-step = in {$step} from {$first} to {$last}
finding-rising-times-requirements = In the last quarter of a step {$requirements} failed, which holds or is undecided over the whole step.
finding-rising-times-recovers = Each step began about as fast as the one before: what slows the system down passes between the steps (a queue, burst credits, a cache).
finding-next-rising-times = Find out what grows with time, or with every request (data or answers that become larger, a list or a table without an index, memory, a cache without a limit), and put one load on for several minutes: until response times stay the same there is no figure to plan with.
finding-next-rising-times-long = Find out what grows with time, or with every request (data or answers that become larger, a list or a table without an index, memory, a cache without a limit), and repeat this load with it mended: until response times stay the same there is no figure to plan with.
finding-next-rising-times-slight = Put one load on for half an hour or longer: it shows whether response times go on rising. What grows with time, or with every request, may be the cause (data or answers that become larger, a list or a table without an index, memory, a cache without a limit).
finding-rising-times-in-all = in each of the {$n} steps
finding-rising-times-in-most = in {$n} of {$of} steps
finding-next-sent-again = Find out why the server, or a proxy before it, closes connections on which requests are under way: a process that dies, a time-out for idle connections, a limit of requests per connection, one of several servers that breaks off.
finding-iterations-dropped = { $n ->
    [one] One iteration
   *[other] {$n} iterations
} of the load generator did not start, for no user was free when { $n ->
    [one] it was
   *[other] they were
} due. The load was less than its scenario asked for; no error rate counts them, a requirement that holds without them is undecided where they are more than it allows, and response times do not have what they would have waited.
finding-next-more-data = Give the file more rows, or let it begin again at its end (`recycle: true`).
finding-next-iterations = Give the scenario more users (maxVUs) where the load generator's machine has room; where times grew before, the system did not keep up with the rate.
finding-elements-skipped = { $n ->
    [one] {$n} element of the plan left out: the load differs from the plan's.
   *[other] {$n} elements of the plan left out: the load differs from the plan's.
}
finding-elements-approximated = { $n ->
    [one] {$n} element of the plan performed with a stated difference.
   *[other] {$n} elements of the plan performed with a stated difference.
}

## Capacity that a search did not find. {$why} completes it.

finding-holds-at-no-rate = The requirements hold at no rate that was tried, down to {$rate}.
finding-holds-at-no-rate-why = The requirements hold at no rate that was tried, down to {$rate}: {$why}.
finding-capacity-at-least = Capacity is at least {$rate}.
finding-capacity-at-least-why = Capacity is at least {$rate}: {$why}.
finding-search-without-answer = The search for capacity ended without an answer.
finding-search-without-answer-why = The search for capacity ended without an answer: {$why}.

## Arrivals that did not begin in time.

finding-arrivals = In {$steps}, of {$due} arrivals {$parts}.
finding-arrivals-dropped = {$n} were dropped
finding-arrivals-waited = {$n} began only after waiting for a free user
finding-arrivals-waiting = at most {$n} at the same time
finding-arrivals-longest = the longest for {$time}
finding-arrivals-pool = All {$users} users were at work: the system, or the size of that pool, was the limit.
finding-arrivals-system = All {$users} users were at work, as the system slowed down: the median request took {$full}, against {$free} in {$step}. Their number was not the limit.
finding-arrivals-moments = At the end of a second at most {$busy} of {$users} users were at work: they ran out for moments only.
finding-arrivals-times = Response times include the wait.
finding-arrivals-lost = Dropped arrivals are in no percentile that is shown; requirements count each as a request that failed.

## What would show more, or mend it.

finding-next-larger-pool = Run it again with a larger pool of users: if response times stay as long, the system is the limit; if they fall, the pool was.
finding-next-arrivals = Look at the figure of arrivals over time for when they were held up, and at the servers at that time.
finding-next-arrivals-system = Find out what requests wait for in {$steps}, with telemetry of the system: more users would only wait longer.
finding-next-higher-rates = Search again up to higher rates.
finding-next-rates-between = Search again between {$holds}, which meets the requirements, and {$fails}, which does not.
finding-next-lower-rates = Search again from lower rates, or look at what takes so long with a single user.
finding-next-longer-windows = Search again with longer windows or more of them; where the load generator was the limit, mend that first.
finding-next-longer-steps = Repeat {$steps} for longer, until the interval of the gain no longer contains the goal.
finding-next-higher-loads = Repeat with higher loads until throughput stops growing.
finding-next-put-loads-on = To find the capacity, put loads on with a load generator, in steps: a log of what came shows no more than that.
finding-next-test-limit = Test what is named as the limit: with more of it throughput must rise, also at higher loads.
finding-next-mend-then-higher = Mend first what fails or is critical in {$step}; then repeat with higher loads until throughput stops growing.
finding-next-smaller-loads = Repeat with smaller loads, down to one user, to see where the knee is.
finding-next-one-user = One user brings nearly all there is: only a shorter request, or more of what it needs, brings more.
finding-next-between = Measure loads between {$from} and {$to}, with repeats, and watch the servers' CPU, pools and locks there.
finding-next-below = Measure loads below {$from}, to see where the knee is.
finding-next-plateau = Watch what was not watched yet (pools, locks, threads, the servers behind) at the loads from {$from} on: something is used up there, or a rate limit holds.
finding-next-plateau-unwatched = Watch the servers (CPU, memory, disks, pools, locks, threads) at the loads from {$from} on: something is used up there, or a rate limit holds.
finding-next-plateau-unwatched-generator = Watch the servers (CPU, memory, disks, pools, locks, threads), the network and the load generator at the loads from {$from} on: something is used up there, or a rate limit holds.
finding-next-other-time = Import what was recorded of the servers again, at the time of the load: say its time zone (--timezone) if it differs, or how far its clock is off (clock_ahead in import.yaml). From {$from} on something is used up.
finding-next-plateau-known = Give more of what limits it, or let requests use less of it: {$cause} ({$grade}).
finding-next-contention = { $n ->
    [0] Keep production below the load of {$to}
   *[other] Keep production at or below the recommended operating point, {$rate}
}, and look for contention: locks, garbage collection, connection pools.
finding-next-known-limit = { $n ->
    [0] Keep production below the load of {$to}
   *[other] Keep production at or below the recommended operating point, {$rate}
}. What probably limits it: {$cause} ({$grade}); see the limiting factor.
finding-next-servers = Find why a server was lost, mend that, and repeat {$from} and {$to} with all servers.
finding-next-little = Check that users did not end early, and that no time is spent outside requests and think times.
finding-next-in-flight = Measure for much longer than the slowest requests take.
finding-next-jobs = See what the jobs said, mend what made them fail, and run them again: their work was not done, so the load beside it was less than meant.
finding-next-other-order = Warm the system up, repeat the loads of {$from} and {$to} in the other order, and check that both did the same work.
finding-next-send-at-once = Set TCP_NODELAY on both ends (or write each message in one piece), repeat the same load, and check that these times are gone.
finding-next-errors-logged = Find why: the logs of the application behind at these times, and who asks for these paths.
finding-next-time-outs = Find what these requests waited for: the servers at these times, and whether the time-out is long enough.
finding-next-errors = Find these errors in the servers' logs: the report lists them by kind, and shows when they occurred where that is known.
finding-next-check = Look at an answer that failed the check (plimsoll examples, or its examples in the report): either the system answers wrongly, or the check of the plan does not fit its answers.
finding-next-check-imported = Look at a response that failed the check in the results of the tool that made the load (its label, time and message are among the errors by transaction): either the system answers wrongly, or the check of the test does not fit its answers.
finding-next-log-in = Look at how the plan logs in, and what it takes from earlier answers: its requests are refused as not authorised (a login or token that is missing or expires during the run, or a value such as a nonce that changes with each answer).
finding-next-too-many = Find out which limit answers with 429: a limiter of the service, or of a gateway before it, refuses what comes above its rate. Have it raised for the test, or stay below it.
finding-next-undecided = {$requirement} is not decided: {$needed}.
finding-next-no-times-logged = Have the server log how long each request took (%D of httpd and Tomcat, $request_time of nginx); where it does already, say with --pattern which column that is, and import the log again: without response times the requirement can't be decided.
finding-next-no-times = Import results that hold response times: without them the requirement can't be decided.
finding-next-not-found = See whether the paths and the address in the plan are right: the server answers, and has none of them. `plimsoll try` shows what is sent to it and what comes back.
finding-next-hung = Find out what the requests wait for: a thread dump at that moment, locks, a full pool, the log of the service.
finding-next-connect-some = Find out why some connections did not come about while others did: whether the server restarted then, and what limits connections (a full accept queue, a firewall, descriptors, ports).
finding-next-connect-limit = Find out what limits connections: in {$without} none was cut off, in {$with} some were (the most connections that the server or a proxy before it takes, a full accept queue, a firewall).
finding-next-connect-gone = Find out why nothing answered any more from {$from} after the run's start to the end (the service's log, its exit code, what ended it), start it again, and repeat.
finding-next-connect-outage = Find out what happened to the server {$when}: hardly anything succeeded then, and hardly a connection came about (a restart, a crash, a deployment); the service's log may say it.
finding-next-errors-outage = Find out what happened to the server {$when}: hardly anything succeeded then (a restart, a crash, a deployment, a dependency that was away); the logs of the servers at that time may say it.
finding-next-connect-restarted = See the finding on the server that stopped: connections did not come about while it was away.
finding-next-errors-while-away = See the finding on the server that stopped: these errors came as it stopped, or while it was away.
finding-next-errors-pool = See the finding on the pool that was used up: these errors came only in steps in which it was.
finding-next-connect = Check that the server is running, that host and port are right, and that no firewall or limit of connections is in between: no connection came about.
finding-next-transaction-errors = Find out why {$transaction} fails: the report lists its errors by kind and message; look for these in the servers' logs.
finding-next-transaction-errors-hidden = Mend what fails in {$transaction}, and give it a requirement of its own, so that the others do not hide it.
finding-next-extractor = Look at an answer and correct the extractor, then run again: until then the load is another one than planned.
finding-next-requirement-lower = Find the limiting resource with telemetry at {$steps}, or measure other loads: at none that was measured are all requirements shown to hold.
finding-next-requirement = Find the limiting resource with telemetry at {$steps}, or lower the load to the recommended point.
finding-next-requirement-few = Look at the few requests that took longer ({$over} of {$of}): which they were, when, and what the servers and their logs show at that time. So few are rather of a pause, a restart, a lock or a retry than of the load.
finding-next-requirement-alike = Find out what takes so long in a single request: at the lowest load ({$lowest}) it takes nearly as long as at the highest ({$highest}), so less load does not help.
finding-next-requirement-alike-in = Find out what takes so long in a single request, first in {$transaction} (p95 {$time} at the lowest load): at {$lowest} it takes nearly as long as at {$highest}, so less load does not help.
finding-next-table-lengths = Say how long each step of the table took (a column minutes or seconds), and import it again: without it nobody knows of how many requests its figures are, and they decide no such requirement.
finding-next-steady-steps = Repeat with loads that stay the same for a minute or longer each: a ramp shows neither capacity nor what a load brings when it is kept up.
finding-next-requirement-repeat-same = Find out why {$steps} failed what held in another step of the same load (a warm-up, a pause, other work, data that grows), and repeat that load.
finding-next-requirement-repeat = Repeat {$steps}: every requirement is shown to hold at the recommended load, which is higher, so something else than the load made it fail (a warm-up, a pause, other work).
finding-next-requirement-known-only = Relieve what probably limits the system, {$cause} ({$grade}), and repeat {$steps}.
finding-next-requirement-known = Relieve what probably limits the system, {$cause} ({$grade}), and repeat {$steps}; or lower the load to the recommended point.
finding-next-requirement-known-lower = Relieve what probably limits the system, {$cause} ({$grade}), and repeat {$steps}; or measure other loads: at none that was measured are all requirements shown to hold.
finding-next-interruption = Find out what happened in {$step} from {$from} after the run's start on, for {$duration}: restarts, failovers, locks, full garbage collections, backups; the logs of the servers, and of what else runs there, may say it.
finding-next-generator-paused = Find out why the load generator sent nothing in {$step} from {$from} after the run's start on, for {$duration} (a collection, a pause of its machine, its plan), and measure the step again.
finding-next-requirement-mix = Measure the loads with the same mix of requests: what fails in one step and holds in another under more load may be of other transactions.
finding-next-same-mix = Measure several loads with the same mix of requests: only then throughput shows what more load brings.
finding-next-transaction-saturated = Find what {$transactions} { $n ->
    [one] waits
   *[other] wait
} for and the others do not use (a pool, a query, a lock, another service): more load only makes { $n ->
    [one] it
   *[other] them
} slower.
finding-next-others-higher = Measure the other transactions with higher loads of their own, if their maximum is of interest.
finding-next-slowed-down = Find out what changed in the system in {$step}, {$from} after the run's start (what grows with time, a cache that no longer holds its data, a restart, another job), and measure this load again for longer.
finding-next-slowed-down-gradual = Find out what grows or wears out with time in {$step} (answers or data that become larger, memory, a table without an index, a cache that fills up), and measure this load again for longer.
finding-next-mix-moved = Measure each phase of the plan as a step of its own, or judge the transactions one by one: figures of all requests mix both.
finding-next-load-moved = Import or measure each of the loads as a step of its own: the throughput timer, pacing or think times of the plan say when they change.
finding-next-not-recovered = Find out whether something is left of the load of step {$step} (queues, retries, connections, open circuit breakers, a server that is gone) or grew with time: logs and state of the servers after it; then repeat it with a longer step of the lower load after it, to see whether and when the system recovers.
finding-next-repeats-differ = Find what changed between the steps of the same load (what grows with time: data, a list, a cache, a log; or a warm-up), and repeat the loads in another order.
finding-next-changed-between = Measure {$from} once more: if it is as quick as before, the load of {$to} changes the system; if not, it changed with time (what grows, a cache that no longer holds its data, a restart, another job).
finding-next-users-stuck = Find out what these users wait for in {$step}, from {$from} after the run's start on: locks, connections that were lost or never given back, a server that stopped answering; a time-out in the plan shows it sooner.
finding-next-users-idle = Take the throughput timer or pacing out of the plan, or raise its rate, and check that the load generator had CPU left; then repeat the loads.
finding-next-lower = Find the limiting resource with telemetry, or measure smaller loads.
finding-next-over-limit = Find out what differed between {$step} and {$least}: at least as many calls were answered there, and sooner.
finding-next-requirement-against = Find the limiting resource with telemetry, or mend what speaks against the smaller loads, at which the requirements hold.
finding-next-correct = Correct the requirement and make the report again; the run need not be repeated.
finding-next-minutes = Measure each step for several minutes: garbage collection and batch jobs take their time.
finding-next-certificates = Verify certificates, at least once, to know that the right system was measured.
finding-next-elements = Read the list under Setup and decide whether it matters.

## Critical findings in the verdict box, as short as can be.

finding-short-heap = heap of {$source} exhausted in step {$step}
finding-short-out-of-memory = heap of {$source} exhausted in step {$step}, out of memory {$moment} after the run's start
finding-short-collections = {$source} collected garbage for {$n ->
    [one] {$share}
   *[other] up to {$share}
} of the time in {$steps}
finding-short-lost = {$source} answered no more requests from {$from} after the run's start on
finding-short-away = {$source} answered no requests from {$from} to {$to} after the run's start
finding-short-nothing-succeeds = from {$from} after the run's start on no request succeeded
finding-short-nothing-succeeds-in-step = from {$from} after the run's start to the end of step {$step} no request succeeded
finding-short-failing-on = from {$from} after the run's start on, {$failed} of the requests of step {$step} failed
finding-short-not-recovered = after step {$step} the same load ({$under}) brought {$after} in place of {$before}
finding-short-mix-moved = the mix of requests changed within step {$step}
finding-short-load-moved = the load changed within step {$step}
finding-short-interruption = { $n ->
    [one] hardly a request succeeded in step {$step} for {$duration}, from {$from} after the run's start on ({$share} of the time)
   *[other] hardly a request succeeded in step {$step} for up to {$duration}, {$n} times ({$share} of the time)
}
finding-short-periodic-stalls = throughput stalled {$n} times in step {$step}, every {$period}, down to {$left} of the usual
finding-short-periodic-waits = requests waited up to {$longest}, {$n} times in step {$step}, every {$period}
finding-short-short-stalls = the whole system stops again and again in {$steps} ({$share} of the time)
finding-short-alternating = answers are fast and slow in turn in {$steps} ({$fast} and {$slow})
finding-short-answer-sizes = answers of {$steps} are others than before, far smaller and faster ({$named})
finding-short-rising-times = response times rose in {$steps} while the load stayed the same
finding-short-hung = from {$from} after the run's start no request of step {$step} ended any more, though users waited
finding-short-restarted = {$source} restarted in step {$step}
finding-short-events = {$name}: {$lost} accepted events did not arrive in {$steps}
