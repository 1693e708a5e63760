### What was asked of a step.

load-users = { $n ->
    [one] {$n} user
   *[other] {$n} users
}
load-threads = { $n ->
    [one] {$n} thread
   *[other] {$n} threads
}
load-with-users = { $n ->
    [one] with {$n} user
   *[other] with {$n} users
}
load-mean-users = {$n} users on average
load-with-mean-users = with {$n} users on average
load-at-work = {$n} requests at work
load-with-at-work = with {$n} requests at work
load-unknown = a load that is not known
load-with-unknown = at a load that is not known
load-at-rate = at {$rate}
load-rate-asked = {$rate} offered
load-step = {$step} ({$load})
load-on-nodes = {$load} ({$threads} × {$nodes} nodes)
load-range = {$from}–{$to}
