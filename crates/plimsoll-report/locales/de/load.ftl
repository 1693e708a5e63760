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
load-at-rate = bei {$rate}
load-rate-asked = Ziel {$rate}
