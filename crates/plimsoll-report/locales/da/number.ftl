### Tal, tidsrum og tidspunkter. {$value} er allerede skrevet med sprogets cifre.

number-listed = {$most} og {$last}
number-per-s = {$value}/s
number-rate-with-bounds = {$value}/s (95 % KI {$bounds})
number-rate-without-bounds = {$value}/s (intet interval)
number-percent = {$value} %
number-percent-whole = {$value} %
number-percent-with-bounds = {$value} %, KI {$bounds}
number-interval = {$low} til {$high}
number-more = {$value} % mere
number-less = {$value} % mindre
number-million = {$value} mio.
number-billion = {$value} mia.
number-step-load = {$step} ({$load})
number-step-comma = {$step}, {$load}
number-steps = trin {$list}
number-steps-start = Trin {$list}

## Tidsrum.

number-us = {$value} µs
number-ms = {$value} ms
number-s = {$value} s
number-length-ms = {$value} ms
number-length-s = {$value} s
number-length-min = {$value} min
number-length-h = {$value} t

## Tidspunkter. {$zone} er et navn fra tz-databasen.

number-date = {$day}-{$month}-{$year}
number-clock = {$hour}.{$minute}.{$second}
number-moment = {$date} kl. {$clock} ({$zone})
number-all-on = Klokkeslæt er fra {$date} ({$zone}).

number-quoted = »{$text}«
