### style

## Tabeller, som kendte undersøgelser trykker dem.

style-iteration = Iteration
style-threads = Tråde
style-nodes = Nodes
style-start = Starttid
style-end = Sluttid
style-throughput = Throughput (kald per sekund)
style-gain = Faktisk forbedring
style-goal = Mål forbedring
style-error-share = Fejlprocent
style-percent = {$value}%
style-server = Application server
style-calls = Antal kald
style-calls-per-s = Kald per sekund
style-mean-s = Tidsforbrug (sekund)
style-calls-over = Kald >= {$limit} sekund
style-total = Total
style-number = Nr.
style-thread-count = Tråde
style-matrix-throughput = Throughput
style-average = Gns.
style-setup = Opsætning
style-scenario = Scenarie
style-percentile = {$percent}-percentil
style-processing = Gennemsnitlig behandlingstid
style-errors = Fejl
style-cpu = Højeste CPU-forbrug, %
style-job = Job
style-run = Kørsel {$number}
style-difference = {$name}: forskel
style-note = Bemærkning
