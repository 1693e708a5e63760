### style

## Tables as known studies print them.

style-iteration = Step
style-threads = Threads
style-nodes = Nodes
style-start = Start
style-end = End
style-throughput = Throughput (calls per second)
style-gain = Actual gain
style-goal = Goal for the gain
style-error-share = Errors
style-percent = {$value}%
style-server = Application server
style-calls = Calls
style-calls-per-s = Calls per second
style-mean-s = Time taken (seconds)
style-calls-over = Calls >= {$limit} seconds
style-total = Total
style-number = No
style-thread-count = Thread count
style-matrix-throughput = Throughput
style-average = Avg
style-setup = Setup
style-scenario = Scenario
style-percentile = {$percent}th percentile
style-processing = Average processing time
style-errors = Errors
style-cpu = Max CPU usage, %
style-job = Job
style-run = Run {$number}
style-difference = {$name}: difference
style-note = Note
