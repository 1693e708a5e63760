### run
run-unnamed = unnamed
run-requests = { $n ->
    [one] {$n} request
   *[other] {$n} requests
}
run-limiting-factor = No telemetry of the servers was recorded. Watch CPU, memory, I/O and pools of the system under test during the next run to name it.
