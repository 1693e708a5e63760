### The summary for a terminal: heads of columns are short.

terminal-step = step
terminal-users = users
terminal-at-work = at work
terminal-target = target
terminal-started = started
terminal-per-s = per s
terminal-dropped = dropped
terminal-waiting = waiting
terminal-gain = gain
terminal-goal = goal
terminal-errors = errors %
terminal-both = Times: response (from the intended start) | service (from the actual start).
