### validity
validity-connections = { $n ->
    [one] {$n} connection
   *[other] {$n} connections
}
