### Findings from what was watched of the servers, and across runs; what became of each detector.

detector-cpu-of-machine = the machine of {$source}
detector-cpu-saturated = The CPU of {$source} was used up in {$steps}: up to {$share} on average.
detector-cpu-saturated-waiting = The CPU of {$source} was used up in {$steps}: up to {$share} on average, with {$waiting} processes running or ready to run.
detector-thread-saturated = One thread of {$source} used up its core in {$steps}: up to {$share} of it on average. A thread can use one core, however many there are.
detector-memory-grows = The memory of {$source} grew through step {$step}, from {$first} to {$last}, by {$rate}, and did not level off.
detector-memory-full = At this rate it is used up in {$time}.
detector-other-work = In {$steps} the CPU of {$source} was used up ({$share} at the most), but not by this load: what is watched of the system and the load generator used {$own} of it, and { $before ->
    [0] the rest did not grow with throughput
   *[other] about as much as the rest was used before the load began
}. Other work had the machine; on an idle one the system may carry more and answer sooner.
detector-heap-exhausted = The heap of {$source} was exhausted in step {$step}: the old generation was used to {$used}, {$full} full collections came, and collections took {$time} of {$of}.
detector-heap-exhausted-against = The heap of {$source} was exhausted in step {$step}: the old generation was used to {$used}, {$full} full collections came (in the step before {$before}), and collections took {$time} of {$of}.
detector-out-of-memory = The heap of {$source} was exhausted in step {$step}: the old generation was used to {$used}, {$full} full collections came in that step, and collections took {$time} of {$of}. The JVM ran out of memory {$moment} after the run's start.
detector-gc-overhead = In {$steps} garbage collection paused the threads of {$source} for {$n ->
    [one] {$share}
   *[other] up to {$share}
} of the time.
detector-leak = A memory leak is suspected in {$source}: { $pool ->
    [old] the old generation
   *[heap] the heap
} after GC grew from {$first} to {$last}, by {$growth} { $per ->
    [minute] a minute
    [hour] an hour
   *[day] a day
} (CI {$low} to {$high}; {$floors} floors, p = {$p}), of a capacity of {$capacity}. { $full ->
    [yes] It is full.
    [levels] It is nearly full, and at last hardly grew any more.
   *[no] At this rate it is full in {$full_in}.
}
detector-leak-only-rose = A memory leak is suspected in {$source}: the old generation only rose, from {$first} to {$last} of {$capacity}, by {$growth} { $per ->
    [minute] a minute
    [hour] an hour
   *[day] a day
} (CI {$low} to {$high}; {$floors} readings, each above those before), and full collections at the end freed nothing of it.
detector-instance-lost = {$source} answered no more requests from {$from} after the run's start on, while others did; by its share before it would have had {$expected}. What was measured after that is the system with { $left ->
    [one] {$left} server.
   *[other] {$left} servers.
}
detector-servers-at-work = {$n} of {$of} servers
detector-instance-away = {$source} answered no requests from {$from} to {$to} after the run's start, while others did; by its share before it would have had {$expected}.
detector-nothing-succeeds = From {$from} after the run's start to the end of the load no request succeeded: {$requests} failed. What was measured then is a system that was gone, or that let nobody in.
detector-nothing-succeeds-in-step = From {$from} after the run's start to the end of step {$step} no request succeeded: {$requests} failed. The means of that step hide it.
detector-hung = From {$from} after the run's start no request of step {$step} ended any more, for {$lasted}, while {$users} users waited: the system hangs. The means of that step hide it.
detector-instance-restarted = {$source} restarted in step {$step}, {$moment} after the run's start.
detector-service-away = {$source} could not be asked from {$from} to {$to} after the run's start ({$reason}), and in {$seconds} of it far fewer requests succeeded than before: {$failed} failed. It was gone, out of reach, or hung.
detector-service-gone = {$source} could not be asked any more from {$from} after the run's start on ({$reason}), and in {$seconds} after that far fewer requests succeeded than before: {$failed} failed. It was gone, out of reach, or hung.
detector-peer-skew = In {$steps} servers of equal work did not do equally much of it: {$measure} was {$most} at {$high} and {$least} at {$low}.
detector-peer-skew-equal = In {$steps} servers of equal work answered equally many requests, but not at the same cost: {$measure} was {$most} at {$high} and {$least} at {$low}.
detector-peer-skew-pool = In {$steps} the pool {$name} was not used equally; most in step {$worst_step}: {$most} at {$high} and {$least} at {$low}. Both publish the same metrics: if they are to do the same work, it is not shared out equally.
detector-share-of-requests = the share of the requests
detector-share-of-cpu = the use of the CPU
detector-share-of-container-cpu = the use of a core
detector-share-of-collections = the time in garbage collection
detector-share-of-pool = the use of a pool
detector-unequal-peers = Servers of equal work are not equal. {$metric}: {$values}.
detector-unequal-peer = {$source} {$value}
detector-queue-grows = In {$steps} the consumers of {$queue} did not keep up: { $n ->
    [one] {$from} messages waited at first, {$to} at last.
   *[other] in step {$worst}, the worst, {$from} messages waited at first, {$to} at last.
}
detector-queue-grows-rates = In {$steps} the consumers of {$queue} did not keep up: { $n ->
    [one] {$from} messages waited at first, {$to} at last; {$produced} came and {$consumed} were taken.
   *[other] in step {$worst}, the worst, {$from} messages waited at first, {$to} at last; {$produced} came and {$consumed} were taken.
}
detector-queue-drained = When the load ended, {$waiting} messages waited in {$queue}; after {$drain} they were gone. At most {$peak} waited, {$at} after the run's start.
detector-queue-not-drained = When the load ended, {$waiting} messages waited in {$queue}; {$watched} later, when watching ended, {$left} still did. At most {$peak} waited, {$at} after the run's start.
detector-carry-over-queue = { $n ->
    [one] Step {$step} began while {$waiting} messages still waited in {$queue}: its figures contain work of the step before.
   *[other] {$steps} began while messages still waited in {$queue}, most of them ({$waiting}) when step {$step} did: their figures contain work of the steps before.
}
detector-carry-over-queue-drain = { $n ->
    [one] Step {$step} began while {$waiting} messages still waited in {$queue}, work for {$drain}: its figures contain work of the step before.
   *[other] {$steps} began while messages still waited in {$queue}, most of them when step {$step} did ({$waiting}, work for {$drain}): their figures contain work of the steps before.
}
detector-carry-over-cpu = Step {$step} began while {$source} was still busy with the step before: {$busy} of its CPU, {$idle} before the load.
detector-idle-consumers = The group {$group} has {$members} members, but {$topic} has only {$partitions} { $partitions ->
    [one] partition
   *[other] partitions
}: some consumers do nothing.
detector-uneven-hosts = Consumers on {$holder} have {$assigned} of the {$partitions} partitions of {$topic} in the group {$group}: the other hosts have little to do.
detector-uneven-clients = The consumers {$holder} have {$assigned} of the {$partitions} partitions of {$topic} in the group {$group}: the others have little to do.
detector-partition-skew = In {$step} partition {$partition} of {$topic} got {$percent} of the messages, though there are {$partitions} partitions: whoever reads it has that much of the work.
detector-partition-behind = In {$step} partition {$partition} of {$topic} got {$percent} of the messages, though there are {$partitions} partitions, and there the group {$group} did not keep up: by {$grown} more messages wait in it at the end of the step, by {$elsewhere} in all others. Only one consumer of a group reads a partition, so more of them are no help.
detector-rebalances = The partitions of the group {$group} changed hands {$times} times, from {$from} to {$to} after the run's start: members left and came back, or joined. While that lasts nobody reads them, and what was not committed is read once more.
detector-events-lost = {$name}, {$steps}: of {$sent} accepted events, {$lost} did not arrive, and {$doubled} arrived more than once.
detector-no-recovery = {$source} did not come to rest after the load: its CPU was used to {$after} up to {$watched} after the end, and to {$before} before the load.
detector-pool = the connection pool of {$source}
detector-pool-named = the connection pool {$name} of {$source}
detector-pool-of-database = the connections that {$source} lets in
detector-pool-of-threads = the thread pool {$name} of {$source}
detector-pool-of-threads-unnamed = the thread pool of {$source}
detector-pool-of-descriptors = the open files and connections allowed to {$source}
detector-pool-of-its-own = the pool {$name} of {$source}
detector-pool-queue = the queue {$name} of {$source}
detector-pool-limit = the limit {$name} of {$source}
detector-pool-exhausted = In {$steps}, {$name} ran out: { $size ->
    [1] its only one was in use
   *[other] all {$size} were in use
} in { $n ->
    [one] {$full}
   *[other] up to {$full}
} of the readings, and {$waiting}.
detector-waiting-not-recorded = how many waited is not recorded
detector-waiting-nobody = nobody waited in any reading
detector-waiting-most = at most {$n} waited
detector-pool-too-small = In step {$step}, {$name} must have run out, though no reading saw it: by the times of use (X · R) {$needed} were needed on average, and there are {$size}.
detector-throttled = In {$steps}, {$source} was stopped at its CPU limit in up to {$share} of the periods: its cores may look idle while answers wait.
detector-transaction-change = {$transaction} ({$from} → {$to})
detector-transactions-slow-down = From {$from} to {$to}, the median response time of some transactions rose: {$slowed}; that of others hardly did: {$unchanged}. What the first wait for, the others do not use, or much less.
detector-rows-read = In {$steps}, {$source} read up to {$rows} rows for each request without looking them up by an index: an index is missing, or a query reads whole tables or long stretches of an index, and takes longer as they grow.
detector-steal = In {$steps} the hypervisor gave up to {$share} of the CPU time of {$source} to others (mean of a step): it is slower than its cores say.
detector-swap = In {$steps}, {$source} swapped memory to disk and back: {$rate} on average.
detector-tcp-retransmissions = In {$steps}, TCP of {$source} sent up to {$share} of its segments again: packets were lost on the way, or came late. Each one makes an answer wait, mostly for a few milliseconds, at times for 200 ms or more.
detector-accept-queue-full = In {$steps}, attempts to connect to {$source} found the queue of a listening socket full, up to {$count} in a step: the server did not accept them as fast as they came, and the client's system tries again after 1 s.
detector-io-wait = In {$steps} the CPU of {$source} waited for disks for up to {$share} of the time.
detector-io-wait-blocked = In {$steps} the CPU of {$source} waited for disks for up to {$share} of the time, with {$blocked} processes blocked.
detector-io-wait-outside = In step {$step} its devices were busy for at most {$busy} of the time: most of the waiting lies outside of them.
detector-warm-up = Step {$step} was no steady state: response times still changed in the second half of its window.
detector-cold-start = Step {$step} begins with a warm-up: response times were {$first} on average for the first {$lasted}, and {$later} after that. Its figures and verdicts contain it.
detector-slowed-down = Step {$step} was no steady state: {$first} succeeded at first, and only {$later} from {$from} after the run's start on, while the load stayed the same.
detector-slowed-down-gradual = Step {$step} was no steady state: throughput fell all the time, from {$first} on average in the first {$after} of its window to {$later} in the rest, while the load stayed the same.
detector-slowed-down-times = The mean response time was {$first} before, and {$later} from then on.
detector-slowed-down-failing = The mean response time was {$first} before, and {$later} from then on; {$before} of the requests failed before, and {$failed} from then on.
detector-fails-later = In what came later this does not hold: {$requirements}.
detector-load-moved = The load of step {$step} moved: as many users made {$least} requests for a while and {$most} for another, and answers took no longer at the lower rate. Its figures mix both; a timer, pacing or think times set the rate.
detector-mix-moved = The mix of step {$step} changed: {$share} of the requests of its second half are of other transactions than in the first. Response times were {$first} on average and then {$second}.
detector-mix-moved-same = Transactions that are in both halves took about as long as before (within 25 %), so the change of the mix is the likely reason.
detector-mix-moved-none = No transaction is in both halves, so that nothing shows whether the system itself changed.
detector-shift = Step {$step} was no steady state: response times were {$first} on average at first and {$second} later ({$change}).
detector-shift-at = Step {$step} was no steady state: response times were {$first} on average at first, and {$second} from {$from} after the run's start on ({$change}).
detector-jobs = The job “{$name}”
detector-steps-of-equal-load = The same load
detector-runs-of-equal-load = The same load in run after run
detector-runs-of-variant = The same load in run after run of {$variant}
detector-degrades = {$what} tended to take longer: from {$first} to {$last} over {$n} times (p = {$p}).
detector-degrades-until-restart = {$what} tended to take longer: from {$first} to {$last} over {$n} times (p = {$p}). Restarting a server reset the drift: the next took {$after}.
detector-degrades-beyond-restart = {$what} tended to take longer: from {$first} to {$last} over {$n} times (p = {$p}). Restarting a server did not reset the drift: the next took {$after}.
detector-degrades-first-left-out = The first, which took {$time}, is left out: what was just started is slow once.
detector-shared-ceiling = {$large} has {$times} times the {$resource} of {$small}, and carries no more: {$high} against {$low}. What limits them is probably something that they share.
detector-shared-network = {$bits} went over the network: nearly all of one of {$speed}.
detector-shared-no-network = {$bits} went over the network.
detector-shared-network-by-name = If each message is as large as the names say, {$bits} went over the network: nearly all of one of {$speed}.
detector-shared-no-network-by-name = If each message is as large as the names say, {$bits} went over the network.
detector-not-proportional = {$large} has {$times} times as much of {$resource} as {$small}, and at the same load throughput was {$change}: {$high} against {$low}. What limited throughput at this load was not that alone.
detector-implied-response = Mean response times are not known, but users spent {$before} on a request in step {$from_step} and {$after} in step {$to_step}, by users and throughput (Little's law): {$change}. Think time is in it, if there was any.
detector-per-node-flat = From {$least} to {$most} nodes with the same threads each node brought the same, {$low} to {$high}: the system did not hold further nodes back; what it carries at most is not shown.
detector-over-limit = In step {$step}, {$over} of {$calls} calls took {$limit} or longer: {$most} (CI {$low} to {$high}), the highest share of all steps; the lowest was {$fewest}, in step {$least_step}. More than {$allowed} took so long in {$steps}.
detector-count-as-share = The {$count} errors of {$file} can't be a percentage: of {$requests} requests they are {$share}.
detector-percentiles-of-percentiles = {$columns} in {$file} are means and maxima of percentiles of shorter times. Percentiles of the whole runs can't be computed from them, and no requirement can be judged by them.
detector-imported-pool-too-small = {$rate} at {$time} each keep {$needed} connections in use on average (X · R); a pool of {$size} runs out.
detector-repeats-differ = Repeats of the same ({$condition}) differ by a factor of {$times}: {$column} was {$values}. None of them alone stands for the system.
detector-configuration = configuration {$name}
detector-means-differ = {$what}: {$first} with {$baseline}; {$others}. How many requests these means are of, and how they vary, is not known: chance can't be ruled out.
detector-mean-of = {$time} with {$name} ({$change})
detector-windows-differ = The runs were measured for different times at {$load}: {$shortest} ({$short_run}) and {$longest} ({$long_run}).
detector-environment-differs = The runs were made in different environments. {$name}: {$values}.
detector-mixes-differ = {$share} of the requests of {$other} are of other transactions than those of {$first}: they are not the same test, and no repeats of each other; what is said of all of them together holds for none of them.
detector-failures-differ = At {$load}, {$worst} of the requests failed in one run ({$worst_run}) and {$best} in another ({$best_run}): throughputs and times are not of the same work.
detector-other-work-differs = At {$load}, other work had the CPU in {$busy} of the steps of one run ({$busy_run}) and in {$idle} of another's ({$idle_run}): what differs between them may be its doing.
detector-order-confounded = All runs of {$first} were made before those of {$then}: a change over time looks like a difference between them.

## What would decide.

detector-next-highest = the step with the highest load
detector-next-cores = Repeat {$step} with more cores for {$host}, or with fewer: if throughput follows, the CPU is the limit.
detector-next-cores-of-rate = Repeat {$step} with more cores for {$host}, or with fewer: if response times follow, the CPU is why.
detector-next-cpu-limit = Raise the CPU limit on {$host} and repeat {$step}.
detector-next-heap = Double the heap on {$host} and repeat {$step}: collections must take less of the time.
detector-next-soak = Hold the load of {$step} for {$length}, and take a heap dump at the beginning and at the end: what has grown is the leak.
detector-next-soak-soon = Repeat the load of {$step}, and take one heap dump soon after its start and one before all is full: what has grown is the leak.
detector-next-soak-jobs = Repeat the jobs under the same load, with a heap dump before the first and one before all is full: what has grown is the leak. Then the load without jobs: does it grow there, too?
detector-next-all-servers = Find out why {$host} stopped, and run again with all servers.
detector-next-out-of-memory = Mend what exhausts the heap of {$host}: its JVM ran out of memory right before it stopped. Then run again with all servers.
detector-next-heap-before-stop = Look first at the heap of {$host}: in step {$step}, right before it stopped, it was full or collections took much of the time. Then run again with all servers.
detector-next-balance = Balance the load equally, or find out why one server has more to do, and run again.
detector-next-equalise = Make the servers equal and run again.
detector-next-node = Give {$name} more cores or less other work, or add a node, and run again.
detector-next-path = Compare the network path of {$node} with that of the other nodes (round trip, hops, loss), or leave it out and run again.
detector-next-consumers = Repeat {$step} with more consumers, and more partitions if there are fewer: the backlog must no longer grow.
detector-next-consumers-of = Repeat {$step} with more consumers of {$queue}, and more partitions if there are fewer: its backlog must no longer grow.
detector-next-more-partitions = Repeat {$step} with more partitions, and a consumer for each: every partition has a consumer already, so more consumers alone have nothing to do. The backlog must no longer grow.
detector-next-partitions = Give the topic as many partitions as the group has members, or run fewer members.
detector-next-partitions-of = Give the topic {$topic} as many partitions as the group {$group} has members, or run fewer members of it.
detector-next-partitions-behind = Give the topic {$topic} as many partitions as the group {$group} has members: its backlog grows while members without a partition do nothing.
detector-next-spread = Run fewer consumers in each process, so that every host gets an equal share of the partitions, and repeat {$step}.
detector-next-keys = Find the key that most messages have (it may be empty or always the same), spread it (a second part of the key, no key where order does not matter), and repeat {$step}.
detector-next-members = Find out why members leave the group (a batch that takes longer than `max.poll.interval.ms`, restarts, pauses longer than the session's time-out), make batches smaller or that time longer, give members a `group.instance.id`, and repeat {$step}.
detector-next-events = Repeat {$step} and count the events at every hop (accepted, queued, taken, stored): where the counts part, they are lost or doubled.
detector-next-pause = Repeat with a pause of {$length} between steps, or until everything is idle.
detector-next-profile = Take a profile of {$host} a minute after the load: what still works there?
detector-next-pool = Repeat with a pool of {$size}: if throughput follows, the pool was the limit; if not, the limit lies behind it, in what the pool leads to.
detector-next-pool-named = Repeat with a size of {$size} for {$name}: if throughput follows, this was the limit; if not, the limit lies behind it, in what it leads to.
detector-next-queue = Find out why {$name} is not worked off faster: a longer queue only keeps requests longer.
detector-next-connections = Repeat with {$size} connections allowed (max_connections), or with smaller pools at the clients: if throughput follows, that was the limit.
detector-next-descriptors = Repeat with a limit of {$size} open files or more (ulimit -n): if throughput follows, that was the limit.
detector-next-cpu-not-of-load = Find out what uses the CPU of {$host}: throughput grew to {$times} times as much while it was in use, so it is no limit at these loads.
detector-next-network = See first in the service's own log whether it took so long itself; if it did not, look at lost and retransmitted packets, at queues of connections that are not accepted (`nstat`, `ss -lnt`) and at name servers in {$step}.
detector-next-accept-queue = Let the server on {$host} accept faster (more workers or threads), or let more connections wait (its backlog, and `net.core.somaxconn`), and repeat {$step}.
detector-next-period = Find what happens every {$period}: a job, a checkpoint, a collection, a cache that is emptied.
detector-next-width-one = Find what serves one at a time (a lock, a single worker, one connection), and shorten it or repeat with more of it: throughput must follow; if it does not, the rate itself is limited.
detector-next-width = Find what serves {$width} or fewer at a time (a pool, worker threads, permits, a lock), and repeat with more of it: throughput must follow; if it does not, the rate itself is limited.
detector-next-named = Repeat with more of what is named as the limit ({$name}): throughput must follow.
detector-next-locks = Find which statements wait for which ({$name}), and shorten what holds the lock: throughput must follow.
detector-next-processes = Repeat {$step} with another process, or thread, on {$host}: if throughput follows, one thread was the limit.
detector-next-host = Repeat while nothing else uses the CPU of {$host}.
detector-next-memory = Give {$host} more memory, or its processes less, and repeat.
detector-next-disk = Find out what {$host} reads and writes in {$step}, or give it a faster disk, and repeat.
detector-next-disk-limit = Look for a limit of operations or bytes per second on {$host} (io.max or blkio.throttle of its control groups, the limits of a volume or a cloud disk), for forced writes and for a network file system (await in iostat -x); raise the limit, and repeat {$step}.
detector-next-restart = Repeat with a restart of the servers before each time: if it stays as fast as the first, the servers become slower as they run.
detector-next-restart-warm = Repeat with a restart of the servers before each time, and do the work once before it is measured, for the first time after a start is slow by itself: if it stays as fast as the early ones, the servers become slower as they run.
detector-next-what-they-use = Watch what the transactions that slow down use and the others do not (a pool, a query, a lock, another service), and measure again.
detector-next-queries = Look at the slow queries of {$host} and their plans (`EXPLAIN`; `slow_query_log`, `pg_stat_statements`), add the index that they lack, and measure again.
detector-next-shared = Look at what the variants share, at the highest load: first at what each of them names as its limit, then at the rest (network, load balancer, database, a signer).
detector-next-equal = Repeat the runs under equal conditions: the same servers, data and load, in turn.
detector-next-raw = Import the results themselves (JTL, access logs): from these, response times, percentiles and shares can be computed.
detector-next-order = Repeat with the variants in turns.
detector-next-failures = Mend the failures first; then measure again.
detector-next-slower-with-time = Look for what grows with time at the same load (data, a list, a cache, a log), and measure {$step} for longer to see how far.
detector-next-slower-with-time-at-rate = Measure {$step} for longer: if response times go on rising, this rate may be more than the system answers, so that requests queue. If lower rates become slower as well, look for what grows with time (data, a list, a cache, a log).
detector-next-longer = Measure {$step} for longer, or lengthen its ramp, so that only the steady part counts.

## What speaks against it.

detector-against = Against it:
detector-caveat-generator = the timing of the load generator was degraded in {$steps}
detector-caveat-few = { $n ->
    [one] there is only {$n} reading of {$source}
   *[other] there are only {$n} readings of {$source}
}
detector-caveat-gaps = {$source} could not be read all the time
detector-caveat-clock = the clock of {$host} may be off by {$unsure}
detector-caveat-higher-load = in {$steps} it does not show, though the load was higher
detector-caveat-still-measured = {$source} went on working as before: its log may be what ended
detector-caveat-pause-not-seen = threads were paused for {$pause}, but no response of step {$step} took longer than {$longest}: log and load may not be of one server, or not of one time
detector-caveat-used-before = before the load began, other work used {$share} of the cores of {$host}
detector-caveat-not-watched = {$metric} was not watched

## What it rests on.

detector-item-metric = {$metric} of {$source}
detector-item-run = {$measure} ({$run})
detector-item-imported = {$column} in {$file}
detector-item-step = {$what}, step {$step}: {$value}
detector-item = {$what}: {$value}
detector-item-n = {$item} (n = {$n})
detector-item-bounds = {$item} (CI {$low} to {$high})
detector-item-bounds-n = {$item} (CI {$low} to {$high}, n = {$n})
detector-per-day = {$value} a day
detector-measure-throughput = throughput
detector-measure-mean = mean response time
detector-measure-median = median response time
detector-measure-answer-size = mean size of an answer
detector-measure-max = longest response time
detector-measure-over-limit = share over the limit, or failed
detector-measure-job = duration of a job
detector-measure-failed-mean = mean time of failed requests
detector-measure-errors = failed requests
detector-measure-events-lost = accepted events that did not arrive
detector-measure-users = users accounted for
detector-measure-measured = measured time
detector-measure-waited = arrivals held up
detector-measure-run-delay = waiting of a worker for its core
detector-measure-bytes = bytes on the network

## What became of each detector.

detector-list = Detectors
detector-id = Detector
detector-state = Result
detector-across-runs = Across runs
detector-fired = { $n ->
    [one] {$n} finding
   *[other] {$n} findings
}
detector-silent = found nothing
detector-not-applicable = not applicable: {$why}
detector-suppressed = turned off
detector-changed = {$said}; changed: {$changed}
detector-missing-steps = { $found ->
    [one] 1 step, at least {$needed} are needed
   *[other] {$found} steps, at least {$needed} are needed
}
detector-missing-loads = { $found ->
    [one] 1 valid load, at least {$needed} are needed
   *[other] {$found} valid loads, at least {$needed} are needed
}
detector-missing-watched = not watched: {$signals}
detector-missing-peers = no two servers of equal work are known
detector-missing-runs = { $found ->
    [one] {$found} run, at least {$needed} are needed
   *[other] {$found} runs, at least {$needed} are needed
}
detector-missing-variants = { $found ->
    [one] {$found} variant, at least {$needed} are needed
   *[other] {$found} variants, at least {$needed} are needed
}
detector-missing-requirements = there are no requirements
detector-missing-completions = no events were followed to where they arrive
detector-missing-errors = the table says nothing of errors
detector-missing-jobs = no long jobs were run or imported
detector-missing-long-step = no step was measured for {$length}
detector-missing-seconds = only means of longer times were recorded
detector-missing-own = the run was imported, and this is not in what was imported
detector-missing-capacity-search = no capacity search by rate was run
detector-missing-successes = no request succeeded
detector-missing-script-checks = no checks that belong to no request were imported (k6 has such)
detector-missing-same-mix = the steps are of different mixes of transactions
detector-missing-steady = the load had no plateau
detector-missing-steady-times = response times rose in nearly every step while its load stayed the same
detector-missing-users = how many users there were is not known
detector-missing-imported-servers = no table of calls by server was imported
detector-missing-imported-summaries = no table of percentiles by run was imported
detector-missing-imported-means = no table of mean times by transaction and configuration was imported
detector-signal-host-cpu = CPU of a host
detector-signal-container-cpu = CPU of a container
detector-signal-steal = CPU time that the hypervisor took
detector-signal-io-wait = CPU time waiting for disks
detector-signal-paging = paging
detector-signal-old-heap = old generation of a heap
detector-signal-collections = garbage collections
detector-signal-heap-after = heap after collections
detector-signal-pools = connection pools
detector-signal-threads = threads of a process
detector-signal-process-memory = memory of a process or a container
detector-signal-rows-read = counters of rows of a database
detector-signal-tcp = counters of TCP
detector-signal-lag = lag of consumers
detector-signal-consumers = members of consumer groups
detector-signal-throttling = throttling of containers
