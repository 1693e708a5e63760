### Notes of an imported run: what was decided, and what its files do not say.

import-steps = { $n ->
    [one] {$n} step
   *[other] {$n} steps
}
import-steps-of-table = {$steps}, from the table {$file}
import-steps-by-users = {$steps}, found by the number of users in {$file}: where it was steady
import-steps-by-rate = {$steps}, found by changes in the rate of requests (PELT), for the inputs do not say how many users there were; the users of a step are the mean number of requests at work
import-steps-one-level = {$steps}: the users in {$file} have one plateau; what lies before and after it is in no step
import-steps-fluctuating = {$steps}, found by the number of users in {$file}, who came and went: it varied around a mean, which is the load of a step
import-steps-by-arrivals = {$steps}, found by the rate at which requests began in {$file}: an open load, whose users followed from how long answers took; the users of a step are their mean
import-steps-of-ramp = the users in {$file} have no plateau that is long enough: the load was a ramp, and what is shown as {$steps} are stretches of it, with their mean number of users
import-steps-of-parts = {$steps} in {$n} parts of the load, between which hardly a request was under way: separate tests, or pauses
import-steps-whole = no change of load was found: the whole is one step
import-steps-too-short = the users in {$file} changed ({$least} to {$most}), in too short a time or with too few requests to be split into loads: they are one step, with their mean
import-steps-whole-seconds = no change of load was found: the whole is one step, measured without its first and its last second, which are seldom whole
import-steps-one-rate = {$steps}: the rate of requests has one level, for the inputs do not say how many users there were; what lies before and after it is not measured, and the users of the step are the mean number of requests at work
import-too-few-of-users = { $n ->
    [one] {$n} user
   *[other] {$n} users
} from second {$from} to {$to}: no step, for { $requests ->
    [one] {$requests} request
   *[other] {$requests} requests
} ended there, and a step needs {$least} in {$length} or more
import-too-few-apart = from second {$from} to {$to} only { $n ->
    [one] {$n} request
   *[other] {$n} requests
} ended, apart from the others by a pause in which hardly a user waited: no step
import-ended-late = { $n ->
    [one] {$n} request ended after second {$second}, when none began any more: the load had ended, and it is in no window
   *[other] {$n} requests ended after second {$second}, when none began any more: the load had ended, and they are in no window
}
import-levels-joined = the levels of {$first} and of {$second} users are one step: about {$rate} requests per second began in both, so users were more because answers took longer, and not because more came
import-no-tests = no file is a table of tests: there is none to take {$test} from
import-counts-only = of requests of which only the number is known there are no response times: percentiles are without them
import-table-only = the figures are those of the table {$file}; single requests and seconds are not known
import-server-logs-only = there are no results of a load generator: the requests are those that the servers logged
import-one-after-another = the table does not say when it was: its steps and jobs are laid one after another
import-no-lengths = the table has no times: its steps are laid one after another, each a minute long; how many requests they had is not known
import-far-away = { $n ->
    [one] {$n} request with a time days away from the others is left out
   *[other] {$n} requests with times days away from the others are left out
}
import-summarised = {$requests} of {$of} requests are in rows of several, with their mean only (SampleCount; JMeter's statistical mode): percentiles and longest times have only these means of them, so high percentiles may be too low, and requirements on them judged too favourably
import-users-counted = users are counted from the names of threads: {$files} { $n ->
    [one] does
   *[other] do
} not say how many there were, and each thread counts from the start of its first request to the end of its last
import-users-added = users are added, for files overlap in time and are taken for those of {$n} load generators ({$why}): {$files}
import-other-users = their numbers of users differ
import-same-threads = threads of the same names had requests in several of them at a time
import-more-at-work = more requests were at work than any of them has users
import-of-one = {$files} together
import-users-of-one = users are not added, for files overlap in time and are taken for those of one load generator (their numbers of users are alike, and no more requests were at work): {$files}; the mean of what their rows report counts
import-clock-ahead = the CPU of {$host} follows the load best when its clock is taken to be {$ahead} s ahead (± {$uncertainty} s, correlation {$correlation}); it was left as it is: clock_ahead in import.yaml corrects it
import-of-file = {$file}: {$said}
import-times-are-ends = its time stamps are those of the end of each request (sampleresult.timestamp.start=false): consecutive requests of a thread overlap otherwise
import-parts = {$rows} of {$of} rows are parts of other rows (redirects, embedded resources); they are counted with these, not as requests of their own
import-parent-samples = {$rows} of {$of} rows are transactions whose requests have no rows of their own (JMeter's "Generate parent sample"): each is counted as one request, with the time of all of them
import-groups = {$rows} of {$of} rows are transactions made of requests; they are shown next to their requests and are in no total
import-passed-over = {$value} behind the usual fields is passed over: if it is a response time, name the server's format (apache, nginx, tomcat, tomcat10, undertow) and its pattern, which say the unit
import-no-unit = {$name} {$value} has no sure unit, so response times are left out: the pattern "duration={$name}:ms" (or s, us, ns) says it
import-without-time = {$rows} of {$of} requests have no response time: figures of times are those of the others
import-path-ids = parts of paths that look like ids are {$id} in the names of {$n} requests ({$name}); --keep-path-ids keeps them
import-not-sent = { $n ->
    [one] {$n} request
   *[other] {$n} requests
} could not be made by the load generator, so nothing was sent and no figure counts them; the first: {$first}
import-before-year-2000 = its times are of before the year 2000; where they count seconds and not milliseconds since 1970, all that is said of time here is a thousand times too fast
import-hour-twice = clocks were set back while it was written; its times go back by that hour, and what stands behind is taken as of the second
import-hour-once = it has local times of the hour that occurs twice, when clocks are set back, and nothing in it says which of the two they are of: all are taken as of the first; where it has rows of both, they lie on each other, and throughput is too high (times with an offset say which)
import-untimed = {$rows} of {$of} rows have no time and are left out
import-repeats = its content is that of {$other}, and counts once
import-before-load = all that it recorded lies before the load, by {$apart} or more: does its time zone fit (--timezone, or the one in its header)?
import-after-load = all that it recorded lies after the load, by {$apart} or more: does its time zone fit (--timezone, or the one in its header)?
import-users-from-times = it does not say how many users or connections there were: taken is the mean number of requests at work, rate × mean time, to a whole number
import-other-lengths = { $n ->
    [one] {$n} answer was
   *[other] {$n} answers were
} of another length than the first one, which ab counts as failed: a page that is made for each request is; they are no failures here
import-columns = columns: {$columns} (--columns MEANING=COLUMN changes it)
import-column = {$name} is taken for {$meaning}
import-column-users = users
import-column-throughput = throughput, successful requests per second
import-column-throughput-minute = throughput, successful requests per minute
import-column-throughput-hour = throughput, successful requests per hour
import-column-errors-percent = errors in percent
import-column-mean-ms = mean response time in ms
import-column-mean-s = mean response time in s
import-column-nodes = nodes that put the load on
import-column-minutes = length of the step in minutes
import-column-seconds = length of the step in seconds
import-column-requests = requests of the step
import-column-errors = failed requests of the step
import-column-mean = mean response time
import-column-longest = the longest response time
import-column-percentile = p{$percent} of the response times
import-columns-differing = {$columns} for what runs differ in
import-columns-unused = not taken: {$columns}
import-columns-more = {$n} more
