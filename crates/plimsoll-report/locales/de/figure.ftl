### Diagramme: Titel, die sagen, was ein Diagramm zeigt, Achsen, Legenden und Hinweise.

figure-throughput-by-load = Durchsatz über der Last
figure-response-by-load = Antwortzeit über der Last
figure-throughput-over-time = Durchsatz über der Zeit
figure-rate-search = Was jedes Fenster der Suche bei seiner Rate maß
figure-service-over-time = Bedienzeit über der Zeit, ab dem tatsächlichen Start
figure-arrivals-over-time = Ankünfte über der Zeit
figure-response-over-time = Antwortzeit über der Zeit
figure-response-over-time-intended = Antwortzeit über der Zeit, ab dem vorgesehenen Start
figure-latency-heat = Wie sich die Antwortzeiten über der Zeit verteilen: je dunkler, desto mehr Anfragen
figure-latency-heat-intended = Wie sich die Antwortzeiten (ab dem vorgesehenen Start) über der Zeit verteilen: je dunkler, desto mehr Anfragen
figure-errors-over-time = Fehler über der Zeit
figure-generator-cpu = CPU der Worker des Lastgenerators
figure-node-throughput = Durchsatz je Knoten
figure-node-response = Antwortzeiten (p95) je Knoten
figure-node-throughput-shares = Durchsatz je Knoten: Anteile an einer Stufe von {$low} bis {$high}
figure-users-over-time = Laufende Benutzer
figure-percentile-curves = Alle Perzentile der Antwortzeit, nach Stufe
figure-percentile-curves-both = Alle Perzentile der Antwortzeit (ab dem vorgesehenen Start) und der Bedienzeit (ab dem tatsächlichen)
figure-variant-throughput = Durchsatz über der Last, nach Variante
figure-variant-mean = Mittlere Antwortzeit über der Last, nach Variante
figure-variant-p95 = 95. Perzentil der Antwortzeit über der Last, nach Variante
figure-part-named = {$what}: {$name}
figure-part-numbered = {$what} ({$number} von {$of})
figure-comparison-forest = Änderungen mit ihren Intervallen, Zeile für Zeile; gestrichelt: die Toleranz

## Titel, die ein Ergebnis nennen.

figure-users-waiting = Beschäftigte Benutzer und Ankünfte, die auf einen warteten: bis zu {$n}
figure-arrivals-none-dropped = Ankünfte über der Zeit; in den Messfenstern wurde keine verworfen
figure-arrivals-dropped = Ankünfte über der Zeit; in den Messfenstern wurden {$n} verworfen
figure-share-of-proportional = Durchsatz {$rate} ({$load}): {$share} des proportionalen Wachstums ab der ersten Stufe
figure-p95 = p95: {$first} ({$first_load}) und {$last} ({$last_load})
figure-p95-response = p95 der Antwortzeit: {$first} ({$first_load}) und {$last} ({$last_load})
figure-throughput-mean = Durchsatz über der Zeit: im Mittel {$rate}
figure-throughput-best = Durchsatz über der Zeit; am höchsten in Stufe {$step}: {$rate}
figure-errors-counted = Fehler über der Zeit: {$n} in den Messfenstern
figure-generator-cpu-max = CPU der Worker des Lastgenerators: höchstens {$share} eines Kerns in einer Sekunde
figure-search-between = {$measured}: erfüllt bei {$holds}, verletzt bei {$fails}
figure-search-holds = {$measured}: erfüllt bis {$holds}
figure-search-fails = {$measured}: schon bei {$fails} verletzt
figure-search-undecided = {$measured}: bei keiner Rate entschieden

## Wie es zu lesen ist.

figure-note-intervals = Balken: 95-%-Intervall, wo es breiter ist als das Zeichen. Gestrichelt: proportional zur Last, durch die erste Stufe.
figure-note-repeats = Mittelwert der Wiederholungen; Balken: kleinster und größter Wert.
figure-note-merged = Aus den zusammengeführten Histogrammen aller Wiederholungen. Wo mehr als 10 % der Zeit der Benutzer in Anfragen lag, die noch liefen, als ein Fenster endete, ist der Mittelwert N/X − Z, und Perzentile entfallen.
figure-note-windows = Ein Zeichen ist ein Fenster der Suche; die Linie verbindet alle gültigen Fenster einer Rate zusammen.
figure-note-nines = Jeder Schritt nach rechts bedeutet, dass zehnmal weniger Anfragen langsamer sind.
figure-note-chosen = { $n ->
    [one] Eine Stufe ist nicht gezeichnet; die erste, die letzte und die beste sind es.
   *[other] {$n} Stufen sind nicht gezeichnet; die erste, die letzte, die beste und einige dazwischen sind es.
}
figure-note-busiest = { $n ->
    [one] Eine weitere Linie ist nicht gezeichnet: Die am stärksten ausgelasteten sind es.
   *[other] {$n} weitere Linien sind nicht gezeichnet: Die am stärksten ausgelasteten sind es.
}
figure-note-thick-and-thin = Dick: Antwortzeit; dünn: Bedienzeit, verdeckt, wo sie dieselbe ist.
figure-note-solid-and-dashed = Durchgezogen: Antwortzeit, ab dem vorgesehenen Start. Gestrichelt, mit hohlen Zeichen: Bedienzeit, ab dem tatsächlichen Start. Wo sie auseinandergehen, warteten Ankünfte.
figure-note-point = Ein Punkt steht für {$seconds} s.
figure-note-steps = Schattiert: das Messfenster jeder Stufe, mit ihrer Nummer.
figure-note-shades = Die Schattierung ist logarithmisch: Eine langsame Anfrage ist neben Tausenden schnellen zu sehen.
figure-note-limits = Weit über diesem Diagramm: die Grenze von {$limits}.

## Achsen.

figure-axis-time = Zeit seit dem Start
figure-axis-users = Benutzer
figure-axis-target = Zielrate, Ankünfte pro Sekunde
figure-axis-arrivals = Ankünfte pro Sekunde
figure-axis-throughput = erfolgreiche Anfragen pro Sekunde
figure-axis-response = Antwortzeit
figure-axis-service = Bedienzeit
figure-axis-response-and-service = Antwort- und Bedienzeit
figure-axis-errors-percent = Fehler, % der Anfragen
figure-axis-errors = Fehler pro Sekunde
figure-axis-cpu = % eines Kerns
figure-axis-all-cpus = % aller CPUs
figure-axis-percent-of-time = % der Zeit
figure-axis-processes = Prozesse
figure-axis-threads = Threads
figure-axis-seconds = Sekunden
figure-axis-mib-per-s = MiB pro Sekunde
figure-axis-mib = MiB
figure-axis-collections = Garbage Collections pro Minute
figure-axis-pause = Länge einer Pause
figure-axis-connections = Verbindungen
figure-axis-per-s = pro Sekunde
figure-axis-messages = Nachrichten im Rückstand
figure-axis-calls = Aufrufe pro Minute
figure-axis-server-time = vom Server protokollierte Zeit
figure-axis-percentile = Perzentil
figure-axis-rows = Zeile
figure-axis-change = Änderung, %
figure-axis-logarithmic = {$name}, logarithmisch

## Reihen.

figure-series-measured = gemessen
figure-series-ideal = proportional zur Last
figure-series-service = p{$percent} Bedienzeit
figure-series-pooled = alle Fenster einer Rate
figure-series-due = fällig
figure-series-started = gestartet
figure-series-dropped = verworfen
figure-series-waiting = wartende Ankünfte
figure-series-mean = Mittelwert
figure-series-errors = Fehler
figure-series-failed = fehlgeschlagen pro Sekunde
figure-series-worker = Worker {$worker}
figure-series-users = Benutzer
figure-series-step = Stufe {$step} ({$load})
figure-series-step-service = Stufe {$step} ({$load}), Bedienzeit
figure-window-pass = Fenster erfüllt
figure-window-fail = Fenster nicht erfüllt
figure-window-undecided = Fenster nicht entschieden
figure-window-invalid = Fenster ungültig

## Für alle, die kein Bild sehen.

figure-description = {$y} über {$x}. {$series}
figure-range = {$series} von {$low} bis {$high}
figure-response-by-throughput = Antwortzeit über dem Durchsatz
figure-note-by-throughput = In der Reihenfolge der Last: Wo mehr Last nicht mehr Durchsatz bringt, knicken die Linien nach oben ab oder kehren um.
