### What several runs say together.

conclusion-title = Conclusion
conclusion-critical = Critical findings
conclusion-requirements = Requirements held
conclusion-repeats = { $n ->
    [one] repeat
   *[other] repeats
}
conclusion-held = held in {$n} of {$of} runs
conclusion-failed = { $of ->
    [1] {$requirement}: fails
   *[other] {$requirement}: fails in {$n}
}
conclusion-undecided = { $of ->
    [1] {$requirement}: undecided
   *[other] {$requirement}: undecided in {$n}
}
conclusion-range = {$low}–{$high} over {$n} runs
conclusion-in-of = in {$n} of {$of} runs
conclusion-until-lost-in = until a server was lost in {$n} of {$of} runs
conclusion-one-load = throughput at the only valid load, not the capacity
conclusion-headroom = {$factor} times the expected use
conclusion-share = {$rate} {$unit} per hour for each of {$count} ({$name})
conclusion-share-of = {$said}: each of them could use {$percent} of what is expected of all together
conclusion-lowest = the lowest of {$n} runs
conclusion-computed = computed, not measured
conclusion-needs-restarts = can't be kept up without restarts
conclusion-none-in = none in {$n} of {$of} runs
conclusion-no-limit = None reached
conclusion-no-limit-why = throughput grew with every load
conclusion-no-limit-in = none reached in {$n} of {$of} runs
conclusion-not-known-in = not known in {$n} of {$of} runs
conclusion-cause-in = {$grade}, in {$n} of {$of} runs
conclusion-cause-further = {$cause}: {$grade}, in {$n} of {$of} runs
conclusion-cause-too = {$cause}: {$grade}

## What differs between variants. {$place} begins a sentence: "Up to 50/s". {$figures}: "throughput +4.4 % (CI +3.5 to +5.4)".

conclusion-differences = What differs between variants
conclusion-table = All that was compared
conclusion-pair = Compared
conclusion-capacity = Capacity
conclusion-result = Result
conclusion-result-apart = differs
conclusion-result-slightly = differs, perhaps by less than the margin
conclusion-result-equal = equal within the margin
conclusion-result-not = no difference shown
conclusion-result-between-runs = the difference may be one between runs
conclusion-result-untested = not tested
conclusion-result-not-comparable = not comparable
conclusion-all-loads = { $n ->
    [2] At both loads
   *[other] At all {$n} loads
}
conclusion-some-loads = At {$n} loads
conclusion-all-parts = {$with}, in all {$n} parts of the run
conclusion-some-parts = {$with}, in {$n} parts of the run
conclusion-up-to = Up to {$load}
conclusion-from-to = From {$from} to {$to}
conclusion-figure = {$metric} {$change}
conclusion-figure-ci = {$metric} {$change} (CI {$bounds})
conclusion-hull = {$metric} CI {$change}
conclusion-change-ci = {$change} (CI {$bounds})
conclusion-values = {$figure}, {$before} → {$after}
conclusion-with-note = {$figure} ({$note})
conclusion-servers = {$variant}: {$servers}
conclusion-equal = {$place}: equal within {$margin}; {$figures}.
conclusion-not = {$place}: no difference is shown; {$figures}.
conclusion-apart = {$place}: {$figures}.
conclusion-slightly = {$place}: {$figures}. There is a difference, but it may be smaller than the {$margin} that would matter.
conclusion-between-runs = {$place}: {$figures}. Two runs of the same system may differ as much.
conclusion-untested = {$place}: {$figures}. Not tested: these runs give no interval; three repeats or more of each variant would.
conclusion-not-comparable = {$place}: not comparable, for { $why ->
    [windows] the measured windows differ in length
    [invalid] a step is invalid
   *[either] at some the measured windows differ in length, at others a step is invalid
}.
conclusion-further-loads = Further differences are in the table.
conclusion-no-loads = No load is common to both.
conclusion-further-pairs = { $n ->
    [one] One further pair is in the table; { $apart ->
        [0] it is not shown to differ.
       *[other] at some load it differs.
    }
   *[other] {$n} further pairs are in the table; { $apart ->
        [0] none of them is shown to differ.
       *[other] at some load {$apart} of them differ.
    }
}
conclusion-unit-runs = Intervals are 95 % and come from how the repeats of a variant vary.
conclusion-unit-pairs = Intervals are 95 % and come from how pairs of runs vary that were made one after the other.
conclusion-unit-single = Where a variant has a single run, it is taken to vary as the repeats of the other do.
conclusion-unit-seconds = Intervals are 95 % and come from how seconds vary within the runs, for there is one run of each variant: how runs vary is not known. Only what surely differs by more than the margin is said to differ. Three repeats or more of each, in turn, would show more.
conclusion-unit-jobs = Intervals are 95 % and come from how the differences of the jobs vary.
conclusion-unit-mixed = Intervals are 95 % and come from how repeats vary; where both variants have a single run, from how seconds vary within it, and only what surely differs by more than the margin is said to differ there.
conclusion-margin = A change up to {$margin} (of errors {$points} percentage points) counts as too small to matter. What is said to differ does so among all {$n} figures that were compared (Benjamini and Hochberg, 5 %). Response times include requests that failed. The command compare shows transactions, too.

## What recurs. {$items}: "pool events of collector (strong)".

conclusion-recurs = What recurs
conclusion-limit = limiting factor: {$cause} ({$grade})
conclusion-finding-of = {$id} ({$host})
conclusion-everywhere = in every run, {$n} of {$n}
conclusion-always = in every run of {$variants}
conclusion-always-one = { $n ->
    [one] in the run of {$variants}
   *[other] in {$n} of {$n} runs of {$variants}
}
conclusion-sometimes = in some runs of {$variants}
conclusion-never = in none of {$variants}
conclusion-never-others = in none of the others
conclusion-name = “{$name}”
conclusion-others = { $n ->
    [one] one other
   *[other] {$n} others
}
conclusion-further-recurrences = { $n ->
    [one] One more group of findings recurs in other runs together.
   *[other] {$n} more groups of findings recur in other runs together.
}
