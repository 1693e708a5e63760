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
load-mean-users = {$n} brugere i gennemsnit
load-with-mean-users = med {$n} brugere i gennemsnit
load-at-work = {$n} kald undervejs
load-with-at-work = med {$n} kald undervejs
load-unknown = en ukendt belastning
load-with-unknown = ved en ukendt belastning
load-at-rate = ved {$rate}
load-rate-asked = ønsket {$rate}
load-step = {$step} ({$load})
load-on-nodes = {$load} ({$threads} × {$nodes} noder)
load-range = {$from}–{$to}
