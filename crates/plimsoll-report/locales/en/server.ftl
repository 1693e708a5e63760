### Hosts, their clocks and where times come from.

server-seconds = {$value} s
server-clock-not-compared = not compared
server-clock-own = the load generator's own
server-clock-ahead = {$by} ahead (± {$unsure}; {$how}); corrected
server-clock-behind = {$by} behind (± {$unsure}; {$how}); corrected
server-clock-asked = its time was queried
server-clock-correlated = fitted to the load
server-clock-given = as given

server-host-not-known = (host not known)
server-process = {$host}, process {$name}
server-container = {$host}, container {$name}
server-service = {$host}, service {$name}

server-gap = {$source}: nothing from {$from} to {$to} of the run: {$reason}
server-gap-to-end = {$source}: nothing from {$from} to the end of the run: {$reason}
server-placement = {$evidence} (± {$unsure})

## Below a figure whose times were placed.

server-times-assumed = taken to begin with the run
server-times-correlated = fitted to the load
server-times-given = from a start that was given
server-times-file-name = from the start in the file's name
server-times-own = of their own
server-times-placed = Times are {$how}: ± {$unsure}, as wide as the bar on the time axis.
server-times-unsure = Times are {$how}; how far they are off is not known (dashed time axis).

## What the times of an input rest on.

server-placed-own = its own times; its clock was not compared
server-placed-own-ahead = its own times, with a clock that was said to be {$seconds} s ahead
server-placed-fitted = fitted to {$to} (correlation {$correlation})
server-placed-fitted-from = fitted to {$to} (correlation {$correlation}, {$by} s from {$start})
server-placed-cpu = the CPU of {$host}
server-placed-requests = the rate of requests
server-placed-given = the start that was given
server-placed-file-name = start {$text} in the file's name
server-placed-assumed = taken to begin with the run
server-placed-no-times = it has no times
server-placed-beat = {$said}, a row every {$seconds} s
server-placed-beat-assumed = {$said}, a row every {$seconds} s (not known)
