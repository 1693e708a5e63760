### Det, der blev bedt om i et trin.

load-users = { $n ->
    [one] {$n} bruger
   *[other] {$n} brugere
}
load-threads = { $n ->
    [one] {$n} tråd
   *[other] {$n} tråde
}
load-with-users = { $n ->
    [one] med {$n} bruger
   *[other] med {$n} brugere
}
load-at-rate = ved {$rate}
load-rate-asked = ønsket {$rate}
