### style

## Tabellen, wie bekannte Studien sie drucken.

style-iteration = Stufe
style-threads = Threads
style-nodes = Knoten
style-start = Start
style-end = Ende
style-throughput = Durchsatz (Aufrufe pro Sekunde)
style-gain = Tatsächlicher Zuwachs
style-goal = Zielzuwachs
style-error-share = Fehler
style-percent = {$value} %
style-server = Anwendungsserver
style-calls = Aufrufe
style-calls-per-s = Aufrufe pro Sekunde
style-mean-s = Dauer (Sekunden)
style-calls-over = Aufrufe >= {$limit} Sekunden
style-total = Summe
style-number = Nr.
style-thread-count = Anzahl Threads
style-matrix-throughput = Durchsatz
style-average = Mittel
style-setup = Aufbau
style-scenario = Szenario
style-percentile = {$percent}. Perzentil
style-processing = Mittlere Verarbeitungszeit
style-errors = Fehler
style-cpu = Max. CPU-Auslastung, %
style-job = Job
style-run = Lauf {$number}
style-difference = {$name}: Differenz
style-note = Notiz
