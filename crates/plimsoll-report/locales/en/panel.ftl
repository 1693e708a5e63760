### panel
panel-hosts = { $n ->
    [one] {$n} host
   *[other] {$n} hosts
}
