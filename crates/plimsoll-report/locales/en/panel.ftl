### What the servers did.

panel-servers = What the servers did
panel-same-axis = All figures of this section have the same time axis; shaded is the measured window of each step. A line is interrupted where nothing was read. Dotted lines with numbers are the events of the host, listed below its figures. Where a point stands for several readings the line is their mean, the area around it goes from the lowest to the highest, and the title says the highest.
panel-requests-of-servers = What each server logged, by step
panel-requests-note = From the servers' own logs, requests that ended in the measured windows by the servers' clocks and in their units of time: they may differ from the load generator's counts by those at the windows' ends. Times are the servers' own: without network and queues before the server.
panel-recorded = All recorded series
panel-recorded-show = Every series, the ones that move with the load first
panel-recorded-note = Means of the steps of the lowest and the highest load; of totals, their growth per second.
panel-recorded-course = Over time
panel-recorded-left-out = { $n ->
    [one] One more series, which moves least with the load, is not listed; it is in the run file.
   *[other] {$n} more series, those that move least with the load, are not listed; they are in the run file.
}
panel-averaged = There are too many readings to look at each: the servers' series are analysed, here and by the findings, as means over {$seconds} s, and what was shorter is flattened. Garbage collections are still shown one by one, and the run file holds every reading.
panel-recorded-metric = Series
panel-recorded-unit = Unit
panel-recorded-lowest = Lowest load
panel-recorded-highest = Highest load
panel-recorded-max = Highest mean
panel-hosts-by-step = Each host by step: mean (and highest reading) of the measured window

panel-cpu = CPU
panel-run-queue = Processes running or blocked
panel-load-average = Load average
panel-disk-traffic = Disk traffic
panel-disk-busy = Disks busy
panel-paging = Swapping
panel-host-memory = Memory
panel-host-network = Network
panel-host-tcp = Retransmitted segments and full queues of connections
panel-container-cpu = Container CPU
panel-container-memory = Container memory
panel-container-network = Container network
panel-process-cpu = CPU of the process
panel-process-cpu-time = CPU of the process
panel-young-heap = Young generation
panel-old-heap = Old generation
panel-heap = Heap
panel-heap-after-collection = Heap after collections
panel-collections = Garbage collections
panel-collection-share = Time in garbage collection
panel-collection-pauses = Pauses of garbage collection
panel-non-heap = Non-heap memory
panel-threads = Threads
panel-uptime = Uptime
panel-requests-served = Requests served
panel-request-times = Mean request time
panel-connection-pool = Connection pool
panel-database-threads = Database connections
panel-database-queries = Database queries
panel-lag-total = Consumer lag, all partitions
panel-lag = Consumer lag by partition
panel-backlog = Waiting in the service's own queues
panel-calls = Calls logged
panel-server-times = Response time logged by the server

## Titles: {$panel} is one of the above, {$instance} a container, process or service.

panel-title = {$panel}: up to {$value}
panel-title-line = {$panel}: {$line} up to {$value}
panel-of = {$panel} of {$instance}

## Lines of a panel: states of OpenTelemetry's metrics.

panel-line-user = user
panel-line-system = system
panel-line-idle = idle
panel-line-iowait = iowait
panel-line-steal = steal
panel-line-nice = nice
panel-line-read = read
panel-line-write = write
panel-line-receive = received
panel-line-transmit = sent
panel-line-in = in
panel-line-out = out
panel-line-used = used
panel-line-free = free
panel-line-connected = connected
panel-line-cached = cached
panel-line-buffers = buffers
panel-line-running = running
panel-line-blocked = blocked
panel-line-limit = limit
panel-line-capacity = capacity
panel-line-pending = pending
panel-line-after-collection = after collection
panel-line-queries = queries
panel-line-commits = commits
panel-line-rollbacks = rollbacks
panel-line-process = process
panel-line-machine = machine
panel-line-threads = threads
panel-line-mean = mean

## Values with their units.

panel-percent-of-core = {$value} % of a core
panel-percent-of-time = {$value} % of the time
panel-mib-per-s = {$value} MiB/s
panel-mib = {$value} MiB
panel-seconds = {$value} s
panel-per-minute = {$value} per minute

## Events.

panel-restart = restart
panel-jvm-start = JVM start
panel-oom-kill = killed for want of memory
panel-out-of-memory = out of heap
panel-long-pause = pause of a second or more
panel-rebalance = partitions changed hands
panel-clock-jump = clock jump

## `2 hosts, 84 series and 12,400 requests logged by servers`

panel-hosts = { $n ->
    [one] {$n} host
   *[other] {$n} hosts
}
panel-series = {$n} series
panel-logged = { $n ->
    [one] {$n} request logged by servers
   *[other] {$n} requests logged by servers
}
