### Was von einer Stufe gefordert war.

load-users = {$n} Benutzer
load-threads = { $n ->
    [one] {$n} Thread
   *[other] {$n} Threads
}
load-with-users = { $n ->
    [one] mit {$n} Benutzer
   *[other] mit {$n} Benutzern
}
load-mean-users = {$n} Benutzer im Mittel
load-with-mean-users = mit {$n} Benutzern im Mittel
load-at-work = {$n} Anfragen in Arbeit
load-with-at-work = mit {$n} Anfragen in Arbeit
load-unknown = eine unbekannte Last
load-with-unknown = bei unbekannter Last
load-at-rate = bei {$rate}
load-rate-asked = Ziel {$rate}
load-step = {$step} ({$load})
load-on-nodes = {$load} ({$threads} × {$nodes} Knoten)
load-range = {$from}–{$to}
