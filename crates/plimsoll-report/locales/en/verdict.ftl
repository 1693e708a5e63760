### Verdicts and their proof.

verdict-pass = PASS
verdict-fail = FAIL
verdict-inconclusive = INCONCLUSIVE
verdict-needed = {$n} requests in {$step} instead of {$had} would decide it, if the share stays the same: at that rate about {$time}
verdict-open-without-interval = throughput without an interval decides it only where it is twice the limit, or half of it: steps of 10 s or more, or results of each request, would show how much it varies
verdict-open-by-lateness = the load generator was late by up to {$late}, and without that it could be otherwise
verdict-open-by-requests-under-way = requests that were under way when the window ended could make it otherwise
## What was measured, before the statistics.

verdict-measure-mean = the mean
verdict-measure-max = the longest time
verdict-measure-errors = the error rate
verdict-measure-throughput = throughput
verdict-measure-of = {$measure} of {$name}
verdict-measure-failed-slowest = {$measure} (failed requests as the slowest)
verdict-measure-unanswered-slowest = {$measure} (requests without an answer as the slowest)
verdict-measure-both-slowest = {$measure} (failed requests, and those without an answer, as the slowest)
verdict-limit = limit {$limit}
verdict-limit-least = at least {$limit}
verdict-was = {$measure} was {$value} ({$limit})
verdict-was-at = {$measure} was {$value} at {$rate} ({$limit})
verdict-rate-behind = {$rate}, where arrivals of {$asked} were asked for
verdict-was-step = {$measure} was {$value} at {$rate} in step {$step} ({$limit})
verdict-was-together = {$measure} was {$value} in {$steps} together ({$limit})
verdict-was-unanswered = {$measure} lies among the {$share} of requests that had no answer when the window ended and took longer than the limit ({$limit})
verdict-was-nothing-answered = {$measure}: { $n ->
    [one] the only request
   *[other] none of the {$n} requests
} of step {$step} { $n ->
    [one] was not answered
   *[other] was answered
} within its window ({$limit})
verdict-value-among-failed = among the failed requests
verdict-with-failures = {$sentence}; { $kinds ->
    [one] failures: {$error}
    [tied] failures, among others: {$error}
   *[several] failures, mostly: {$error}
}
verdict-was-failed = {$measure} lies among the {$share} of requests that failed; they count as over every limit ({$limit})
verdict-judged = {$sentence}: {$judgement}
verdict-expected = Expected {$expected}: {$figures} at {$rate} in step {$step}, { $judged ->
    [met] met
    [failed] not met
   *[open] not decided
}; {$limit}.
verdict-expected-limit = the limit is {$rate}, {$factor} times the expected use
verdict-expected-at-least = the highest measured is {$rate}, {$factor} times the expected use
verdict-expected-about = the highest measured, {$rate}, is about as much
verdict-expected-met = the requirements on times and errors hold up to {$met}, {$factor} times the expected use, and not all at the highest throughput, {$rate}
verdict-expected-fails = not all requirements on times and errors hold at the highest throughput, {$rate}
verdict-expected-no-limit = no limit is known
verdict-expected-not-judged = Expected {$expected}: {$limit}; no requirement on times or errors was given.
verdict-expected-not-reached = Expected {$expected}: no valid step carried it; {$limit}.

## The headline.

verdict-nothing-measured = Nothing was measured
verdict-valid-without-requirements = The measurement is valid; no requirements were given
verdict-imported-without-requirements = Imported; no requirements were given, and nothing is known of the load generator
verdict-imported-table = An imported table; no requirements were given
verdict-imported-no-steps = Imported, without a load and its throughput: no capacity can be shown; what follows from the figures is under Findings
verdict-requests-failed = {$share} of the requests failed ({$failed} of {$all}, { $kinds ->
    [one] {$error}
    [tied] among others {$error}
   *[several] most often {$error}
}), and no requirement says how many may
verdict-requests-failed-in-table = By the table {$share} of the requests failed in {$step}, and no requirement says how many may
verdict-requests-failed-from = From {$step} on {$share} of the requests failed ({$failed} of {$all}, { $kinds ->
    [one] {$error}
    [tied] among others {$error}
   *[several] most often {$error}
}); before it { $before ->
    [none] none did
   *[few] under 1 % did
}, and no requirement says how many may
verdict-hung = The system hung: from {$from} after the run's start no request of step {$step} ended any more, while {$users} users waited
verdict-failed-to-the-end = From {$from} after the run's start to the end of the window of step {$step} every request failed, all {$failed}, { $kinds ->
    [one] {$error}
    [tied] among others {$error}
   *[several] most often {$error}
}
verdict-all-failed = { $n ->
    [one] The only request failed: {$error}
   *[other] All {$n} requests failed{ $kinds ->
        [several] , most often by
        [tied] , among others by
       *[one] :
    } {$error}
}
verdict-all-failed-steps = Every request in {$steps} failed{ $kinds ->
    [several] , most often by
    [tied] , among others by
   *[one] :
} {$error}
verdict-with-cause = {$verdict}. {$cause}
verdict-with-figure = {$verdict}: {$figure}
verdict-rate-holds = {$rate} meets every requirement
verdict-rate-holds-at-least = At least {$rate} meets every requirement
verdict-holds-one = The requirement holds
verdict-holds-all = { $all ->
    [2] Both requirements hold
   *[other] All {$all} requirements hold
}
verdict-but-critical = {$verdict}, but { $n ->
    [one] there is {$n} critical finding
   *[other] there are {$n} critical findings
}
verdict-critical-count = { $n ->
    [one] {$n} critical finding
   *[other] {$n} critical findings
}
verdict-critical = { $n ->
    [one] {$n} critical finding on the system:
   *[other] {$n} critical findings on the system:
}
verdict-fails-at-every-rate = At no rate that was tried do the requirements hold
verdict-fails-one = The requirement does not hold
verdict-fails-some = { $failed ->
    [one] {$failed} of {$all} requirements does not hold
   *[other] {$failed} of {$all} requirements do not hold
}
verdict-unusable = Incomplete or not valid: read why before using these figures
verdict-search-without-answer = The search ended without an answer
verdict-none-failed-but-invalid = No requirement failed, but the run is incomplete or not valid
verdict-undecided-one = The requirement could not be decided
verdict-undecided-some = {$open} of {$all} requirements could not be decided

## What the verdict of the run rests on.

verdict-judged-every-step = judged over every step
verdict-judged-every-load = judged over every load, its valid steps together
verdict-judged-load-line = judged at {$steps} together, the load line
verdict-judged-best = judged at step {$step}, the load line
verdict-judged-rate = judged at {$rate}, {$steps}
verdict-judged-rate-together = judged at {$rate}, {$steps} together
verdict-judged-nowhere = no valid step to judge it by
verdict-unreadable = failed to {$error}

## Proof. Parts are joined by semicolons.

verdict-unreadable-proof = Failed to {$error}.
verdict-in-steps = {$judgement} in {$steps}
verdict-together = {$judgement} for {$steps} together: {$evidence}
verdict-each-alone = each by itself: {$judged}
verdict-at-rate = at {$rate} offered: {$evidence}
verdict-at-step = step {$step}: {$evidence}
verdict-nearest-step = closest to the limit, step {$step}: {$evidence}
verdict-worst-step = worst step {$step}: {$evidence}
verdict-no-valid-step = no step was measured validly
verdict-nothing-over = no request was over the limit in { $which ->
    [valid] any valid step
   *[every] any step
}
verdict-nothing-over-longest = no request was over the limit in { $which ->
    [valid] any valid step
   *[every] any step
}; the longest took {$longest} (step {$step})
verdict-nothing-failed = no request failed in { $which ->
    [valid] any valid step
   *[every] any step
}

## Evidence of one step.

verdict-unanswered = {""}, {$n} of them without an answer when the window ended
verdict-share = {$over} of {$of} { $what ->
    [failed] failed
    [over] over
    [failed-as-over] failed, which counts as over
   *[failed-or-over] failed or over
}{ $dropped ->
    [0] {""}
   *[other] , {$dropped} of them dropped arrivals
}{$waiting} ({$share}; allowed {$allowed})
verdict-max = longest {$longest}; {$over} of {$of} { $what ->
    [failed] failed
    [over] over
    [failed-as-over] failed, which counts as over
   *[failed-or-over] failed or over
} {$limit}{ $dropped ->
    [0] {""}
   *[other] , {$dropped} of them dropped arrivals
}
verdict-max-late = {$said}; a request that began in the measured window ended after it, and took {$late}
verdict-mean = mean {$mean} (95 % CI {$bounds}) against {$limit}
verdict-mean-without-bounds = mean {$mean} (too few seconds for an interval) against {$limit}
verdict-throughput = {$throughput} against {$limit}
verdict-all-served = {$said}: every arrival was served, and they make {$served}
verdict-nothing-succeeded = all of {$requests} requests failed, so there is no mean
verdict-nothing-answered = { $n ->
    [one] the only request was still unanswered
   *[other] all {$n} requests were still unanswered
} when the {$measured} of the step were over
verdict-unknown-transaction = no request named {$name}; there { $known ->
    [one] is
   *[other] are
} {$names}
verdict-more-names = {$n} more
verdict-invalid-step = the step is invalid and supports no verdict
verdict-no-requests = no such request ended in the step
verdict-no-times = no response times were recorded in the step
verdict-iterations-dropped = { $n ->
    [one] {$n} iteration of the run never started, for no user was free: how its requests would have ended is not known
   *[other] {$n} iterations of the run never started, for no user was free: how their requests would have ended is not known
}
verdict-from-table = the table says {$value}; of how many requests is not known
verdict-mean-from-table = the table says {$value}; how much the times varied is not known
verdict-longest-written = the longest time is {$time}, of { $of ->
    [one] one request
   *[other] {$of} requests
} { $failed ->
    [0] that all succeeded
    [one] of which one failed, and counts as over the limit
   *[other] of which {$failed} failed, and count as over the limit
}
verdict-longest-from-table = the table's longest time is {$time}; of how many requests is not known (a column minutes or seconds would say it)
verdict-longest-of-unknown = the longest time is {$time}, of {$of} requests; how many of them failed is not known
verdict-percentile-of-unknown = the table's {$percentile} is {$time}, of {$of} requests; how many of them failed is not known
verdict-percentile-from-table = the table's {$percentile} is {$time}; of how many requests is not known (a column minutes or seconds would say it)
verdict-from-percentiles = the report's {$percentile} is {$time}, of { $of ->
    [one] one request
   *[other] {$of} requests
} { $failed ->
    [0] that all succeeded
    [one] of which one failed
   *[other] of which {$failed} failed
}
verdict-not-in-table = the table has no figure for it here; a column of times would need its unit, in its name or in every cell

## How it is judged.

verdict-more-findings = And {$n} more under Findings.
verdict-rule-search = A capacity search raises the rate until a requirement breaks. Each requirement is therefore judged at the highest rate that holds, by all its windows together. A failed request, and an arrival that was dropped, counts as over every limit of response time; a mean is that of the successful requests.
verdict-rule-climb = A climb goes on until the system no longer gains, so its last steps may well break a requirement. Each requirement is therefore judged at the best step, the load line that this report claims; the steps in which it holds are listed. A failed request counts as over every limit of response time; a mean is that of the successful requests.
verdict-rule-loads = Steps of one load are judged together, where nothing sets them apart: a requirement holds if it holds under every load, fails if it fails under any, and is inconclusive otherwise; throughput is judged at the best step, the load line, for smaller loads bring less of it. A failed request counts as over every limit of response time; a mean is that of the successful requests.
verdict-rule-given = A requirement holds if it holds in every step, fails if it fails in any step, and is inconclusive otherwise; throughput is judged at the best step, the load line, for smaller loads bring less of it. A failed request counts as over every limit of response time; a mean is that of the successful requests.
verdict-method = A percentile requirement is judged by the share of requests over its limit: p95 allows 5 %. Over are all requests that failed, however fast they did, and the successful ones over the limit; the measured percentile takes failed ones as slower than any. The requirement fails if the whole 95 % interval of that share (Wilson) is above what is allowed, holds if it is wholly below, and is inconclusive in between. Errors are judged the same way, a maximum by any single request that failed or was over it, throughput by a bootstrap interval over seconds (up to the rate of arrivals it holds where each of them was served), a mean by such an interval over the successful requests. For open load the times judged are response times, from the intended start. Failures of the load generator itself never count against the system; more than 0.1 % of them make a step invalid; an invalid step supports no verdict, unless it is only invalid because every request failed, or the load that is missing could not change the verdict.
verdict-method-dropped = An arrival that was dropped had no answer: it counts as one request that failed.
verdict-method-search = Windows of the search are judged more strictly: as the table of its rates says.
