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
load-at-rate = at {$rate}
load-rate-asked = {$rate} asked
