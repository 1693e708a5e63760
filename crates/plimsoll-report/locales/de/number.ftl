### Zahlen, Zeitspannen und Zeitpunkte. {$value} ist schon mit den Ziffern der Sprache geschrieben.

number-listed = {$most} und {$last}
number-per-s = {$value}/s
number-rate-with-bounds = {$value}/s (95-%-KI {$bounds})
number-rate-without-bounds = {$value}/s (kein Intervall)
number-percent = {$value} %
number-percent-whole = {$value} %
number-percent-with-bounds = {$value} %, KI {$bounds}
number-interval = {$low} bis {$high}
number-more = {$value} % mehr
number-less = {$value} % weniger
number-million = {$value} Mio.
number-billion = {$value} Mrd.
number-step-load = {$step} ({$load})
number-step-comma = {$step}, {$load}
number-steps = { $n ->
    [one] Stufe {$list}
   *[other] Stufen {$list}
}
number-steps-start = { $n ->
    [one] Stufe {$list}
   *[other] Stufen {$list}
}

## Zeitspannen.

number-us = {$value} µs
number-ms = {$value} ms
number-s = {$value} s
number-length-ms = {$value} ms
number-length-s = {$value} s
number-length-min = {$value} min
number-length-h = {$value} h

## Zeitpunkte. {$zone} ist ein Name wie in der tz-Datenbank.

number-date = {$day}.{$month}.{$year}
number-clock = {$hour}:{$minute}:{$second}
number-moment = {$date}, {$clock} ({$zone})
number-all-on = Die Zeiten sind vom {$date} ({$zone}).

number-quoted = „{$text}“
