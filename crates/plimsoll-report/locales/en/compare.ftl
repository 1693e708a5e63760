### Runs set against runs.

compare-title = Comparison
compare-no-regression = NO REGRESSION
compare-undecided = UNDECIDED
compare-regression = REGRESSION
compare-worse = worse
compare-better = better
compare-equivalent = equivalent
compare-unproven = unproven
compare-not-comparable = not comparable
compare-throughput = throughput
compare-mean = mean response time
compare-p95 = p95 of response time
compare-errors = errors
compare-all = all requests
compare-what = {$metric} of {$requests}, {$load}
compare-points = {$value} points
compare-bounds = {$low} to {$high}
compare-with-servers = {$value} ({$servers})
compare-down-to-servers = {$value} (down to {$servers})
compare-heading = {$after} against {$before}
compare-nothing = Nothing was compared: the runs have no load in common.
compare-counts = { $worse ->
    [one] {$worse} figure is worse
   *[other] {$worse} figures are worse
}, {$better} better, {$equivalent} equivalent within {$margin}, {$unproven} unproven, {$excluded} not comparable.
compare-unit-runs = The unit is the run: {$before} before, {$after} after. Intervals are 95 %, of the ratio of the runs' means.
compare-unit-pairs = The unit is the pair of runs made one after the other: {$n} pairs. Intervals are 95 %.
compare-unit-seconds = One run on each side: intervals are 95 % and come from how seconds vary within a run.
compare-single-runs = Run-to-run variance is unknown where there is a single run. What differs between two runs of the same system looks like an effect here; three runs or more on each side, in turn, would show it.
compare-is-worse = {$what}: worse, {$before} → {$after}, {$change} (CI {$bounds}).
compare-is-better = {$what}: better, {$before} → {$after}, {$change} (CI {$bounds}).
compare-too-uncertain = {$what}: no difference between {$a} and {$b} is shown: difference {$change}, CI {$bounds}.
compare-about-the-margin = {$what}: {$before} → {$after}, {$change} (CI {$bounds}). There is a difference, but it may be smaller than the margin.
compare-one-of-many = {$what}: {$before} → {$after}, {$change} (CI {$bounds}). Alone this would be a difference; among so many comparisons some are by chance.
compare-more-failures = {$what}: {$before} → {$after}, {$change} (CI {$bounds}). The side with the better times has far more failures, and their times are in them: of the requests that succeed this says nothing.
compare-other-mix = {$what}: {$before} → {$after}, {$change} (CI {$bounds}). The sides are of different mixes of requests, and throughput of a transaction follows the mix.
compare-between-runs = {$what}: {$before} → {$after}, {$change} (CI {$bounds}). It may be no more than the margin, and single runs of one system differ by an amount that nothing here shows: three runs or more on each side would.
compare-no-interval = {$what}: {$before} → {$after}, {$change}, without an interval: there are too few seconds, requests or runs for one, or only means of them.
compare-smallest = With so many runs that vary so much, a change of {$percent} would be seen in four of five cases.
compare-p-min = By ranks alone no p below {$p} is possible with so few runs.
compare-windows-differ = Not comparable with {$load}: the measured windows are {$before} and {$after} long.
compare-load-missing-after = Not comparable with {$load}: only the side before has that load.
compare-load-missing-before = Not comparable with {$load}: only the side after has that load.
compare-invalid-steps = Not comparable, because not valid: {$steps} of {$run}; see that run's report.
compare-times-lower-bounds = Times are not compared: in {$steps} of {$run} many requests were still under way when the measured window ended, so times are lower bounds.
compare-lateness-added = In {$steps} of {$run} the load generator was late, times by up to {$time}: the intervals of times and throughput hold that, too.
compare-lateness-added-runs = In {$n} runs the load generator was late, times by up to {$time}: the intervals of times and throughput hold that, too.
compare-servers-lost = A server was lost in {$run}: {$steps} had {$servers}. That is another system, not only another load.
compare-nodes-absent = In {$run} {$nodes} of the {$of} nodes of the fleet made the load of {$steps}.
compare-incomplete = {$run} did not end by itself.
compare-environment-differs = The load generators' machines differ in {$names}.
compare-failures-differ = {$before} of the requests failed before and {$after} after: response times of all requests have failed ones in them, which are often fast, so they compare different work.
compare-mixes-differ = {$share} of the requests are of other transactions on one side than on the other: figures of all requests compare different work, and throughput of a transaction follows the mix. Compare the response times of each transaction.
compare-plan-differs = The plans differ.
compare-generator-differs = The load was made by another program, or another version of it.
compare-order-confounded = All runs of one side were made before all of the other: whatever changed with time looks like an effect. Runs in turn would separate the two.
compare-drift = {$metric} with {$load} changes with the order of the runs, whatever their side: {$change} per run (Mann–Kendall, p {$p}).
compare-job-failed = {$job} of {$run} has no duration to compare: it {$verdict}.
compare-job-running = never ended
compare-job-done = has no end
compare-job-did-fail = failed
compare-job-timed-out = ran out of time
compare-job-interrupted = was interrupted
compare-job-missing-after = {$job} ran only before.
compare-job-missing-before = {$job} ran only after.
compare-setting-variant = variant
compare-setting-property = property
compare-setting-configuration = configuration
compare-setting-about = system under test
compare-setting-plan = plan
compare-setting-generator = load generator
compare-setting-environment = its machine
compare-setting-requirements = requirements
compare-configuration = What was set up differently
compare-configuration-same = Nothing that was recorded of the configuration differs.
compare-caveats = What is not comparable, or not certain
compare-rows = Figures
compare-jobs = Jobs
compare-job = Job
compare-before = Before
compare-after = After
compare-delta = Delta
compare-change = Change
compare-interval = 95 % CI
compare-load = Load
compare-requests = Requests
compare-metric = Figure
compare-judgement = Judgement
compare-setting = Setting
compare-name = Name
compare-job-warm-up = {$job} (warm-up)
compare-job-after-restart = {$job} (after a restart)
compare-jobs-failed = Of the jobs of {$b} {$failed_b} of {$of_b} failed, against {$failed_a} of {$of_a} of {$a}.
compare-jobs-unproven = No difference between {$a} and {$b} is shown by the {$n} jobs with a duration in both: difference {$difference}, CI {$bounds}.
compare-jobs-outlier = That is because of {$job} alone ({$own}): without it the difference is {$difference}, CI {$bounds}. Look at what happened in it.
compare-jobs-worse = The {$n} jobs of {$b} take longer than those of {$a}: difference {$difference}, CI {$bounds}.
compare-jobs-better = The {$n} jobs of {$b} take less time than those of {$a}: difference {$difference}, CI {$bounds}.
compare-jobs-equivalent = The {$n} jobs of {$b} and {$a} take the same time within the margin: difference {$difference}, CI {$bounds}.
compare-jobs-warm-up = The first job is left out as warm-up; with it the difference is {$difference}, CI {$bounds}.
compare-jobs-after-restart = { $n ->
    [one] One job is left out: on one side only a server had restarted before it.
   *[other] {$n} jobs are left out: on one side only a server had restarted before them.
}
compare-jobs-single = The unit is the job, for there is one run on each side: how runs vary is not known.
compare-job-trend = {$run} gets slower or faster job by job: {$seconds} ({$change}) per job over {$n} jobs, without the first (Mann–Kendall, p {$p}).
compare-history-title = History
compare-history-summary = { $changes ->
    [0] {$runs} runs, {$figures} figures: no change of level.
    [one] {$runs} runs, {$figures} figures: one change of level.
   *[other] {$runs} runs, {$figures} figures: {$changes} changes of level.
}
compare-history-change = {$what}: {$effect} from {$run} on, {$before} → {$after}, {$percent}, for {$n} runs (p {$p}).
compare-history-few = Fewer than six runs have no levels to compare.
compare-history-note = Changes are found by E-Divisive with a t-test (p below 0.001).
compare-history-run = First run of the new level
compare-series-summary = { $changes ->
    [0] {$points} values, {$series} series: no change of level.
    [one] {$points} values, {$series} series: one change of level.
   *[other] {$points} values, {$series} series: {$changes} changes of level.
}
compare-series-change = {$name}: {$effect} from {$point} on, {$before} → {$after} ({$percent}), for {$n} values (p {$p})
compare-series-changed = another level
compare-series-within = another level, within the margin
compare-series-few = {$name}: {$n} values; fewer than six have no levels to compare.
compare-series-sense = For {$names} nobody said which way is good, so a change is neither better nor worse and fails nothing: --better NAME=higher or NAME=lower says it.
compare-series-name = Series
compare-series-point = First value of the new level
