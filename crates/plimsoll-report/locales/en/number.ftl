### Numbers, lengths of time and moments. {$value} is written in the language's digits already.

number-listed = {$most} and {$last}
number-per-s = {$value}/s
number-rate-with-bounds = {$value}/s (95 % CI {$bounds})
number-rate-without-bounds = {$value}/s (no interval)
number-percent = {$value} %
number-percent-whole = {$value} %
number-percent-with-bounds = {$value} %, CI {$bounds}
number-interval = {$low} to {$high}
number-more = {$value} % more
number-less = {$value} % less
number-million = {$value} million
number-billion = {$value} billion
number-step-load = {$step} ({$load})
number-step-comma = {$step}, {$load}
number-steps = { $n ->
    [one] step {$list}
   *[other] steps {$list}
}
number-steps-start = { $n ->
    [one] Step {$list}
   *[other] Steps {$list}
}

## Lengths of time.

number-us = {$value} µs
number-ms = {$value} ms
number-s = {$value} s
number-length-ms = {$value} ms
number-length-s = {$value} s
number-length-min = {$value} min
number-length-h = {$value} h

## Moments. {$zone} is a name as in the tz database.

number-date = {$year}-{$month}-{$day}
number-clock = {$hour}:{$minute}:{$second}
number-moment = {$date} {$clock} ({$zone})
number-all-on = Times are of {$date} ({$zone}).

number-quoted = "{$text}"
