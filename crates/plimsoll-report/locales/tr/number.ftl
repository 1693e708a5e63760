### Sayılar, süreler ve anlar. {$value} dilin rakam biçimiyle yazılmış olarak gelir; sayılara ek getirilmez.

number-listed = {$most} ve {$last}
number-per-s = {$value}/sn
number-rate-with-bounds = {$value}/sn (%95 GA {$bounds})
number-rate-without-bounds = {$value}/sn (aralık yok)
number-percent = %{$value}
number-percent-whole = %{$value}
number-percent-with-bounds = %{$value}, GA {$bounds}
number-interval = {$low} ile {$high} arası
number-more = %{$value} daha fazla
number-less = %{$value} daha az
number-million = {$value} milyon
number-billion = {$value} milyar
number-step-load = {$step} ({$load})
number-step-comma = {$step}, {$load}
number-steps = adım {$list}
number-steps-start = Adım {$list}

## Süreler.

number-us = {$value} µs
number-ms = {$value} ms
number-s = {$value} sn
number-length-ms = {$value} ms
number-length-s = {$value} sn
number-length-min = {$value} dk
number-length-h = {$value} sa

## Anlar. {$zone} tz veritabanındaki addır.

number-date = {$day}.{$month}.{$year}
number-clock = {$hour}:{$minute}:{$second}
number-moment = {$date} {$clock} ({$zone})
number-all-on = Saatler şu güne aittir: {$date} ({$zone}).

number-quoted = “{$text}”
