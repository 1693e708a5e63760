### Was die Server taten.

panel-servers = Was die Server taten
panel-same-axis = Alle Diagramme dieses Abschnitts haben dieselbe Zeitachse; schattiert ist das Messfenster jeder Stufe. Eine Linie ist unterbrochen, wo nichts gelesen wurde. Gepunktete Linien mit Nummern sind die Ereignisse des Hosts, unter seinen Diagrammen aufgeführt. Wo ein Punkt für mehrere Messwerte steht, ist die Linie ihr Mittelwert, die Fläche darum reicht vom niedrigsten bis zum höchsten, und der Titel nennt den höchsten.
panel-requests-of-servers = Was jeder Server protokollierte, nach Stufe
panel-requests-note = Aus den eigenen Logs der Server: Anfragen, die nach den Uhren der Server und in ihren Zeiteinheiten in den Messfenstern endeten; ihre Zahl kann von der des Lastgenerators um die an den Rändern der Fenster abweichen. Die Zeiten sind die der Server selbst: ohne Netzwerk und Warteschlangen davor.
panel-recorded = Alle aufgezeichneten Reihen
panel-recorded-show = Jede Reihe; zuerst die, die sich mit der Last bewegen
panel-recorded-note = Mittelwerte der Stufen mit der niedrigsten und der höchsten Last; bei Summen ihr Zuwachs je Sekunde.
panel-recorded-course = Zeitverlauf
panel-recorded-left-out = { $n ->
    [one] Eine weitere Reihe, die sich am wenigsten mit der Last bewegt, steht nicht hier, aber in der Laufdatei.
   *[other] {$n} weitere Reihen, die sich am wenigsten mit der Last bewegen, stehen nicht hier, aber in der Laufdatei.
}
panel-averaged = Es sind zu viele Messwerte, um jeden einzelnen zu betrachten: Die Reihen der Server werden hier und von den Befunden als Mittelwerte über {$seconds} s betrachtet; was kürzer war, ist geglättet. Garbage Collections bleiben einzeln, und die Laufdatei enthält jeden Messwert.
panel-recorded-metric = Reihe
panel-recorded-unit = Einheit
panel-recorded-lowest = Niedrigste Last
panel-recorded-highest = Höchste Last
panel-recorded-max = Höchster Mittelwert
panel-hosts-by-step = Jeder Host nach Stufe: Mittelwert (und höchster Messwert) des Messfensters

panel-cpu = CPU
panel-run-queue = Laufende oder blockierte Prozesse
panel-load-average = Load Average
panel-disk-traffic = Datenträgerdurchsatz
panel-disk-busy = Datenträgerauslastung
panel-paging = Swapping
panel-host-memory = Speicher
panel-host-network = Netzwerk
panel-host-tcp = Erneut gesendete Segmente und volle Warteschlangen von Verbindungen
panel-container-cpu = CPU des Containers
panel-container-memory = Speicher des Containers
panel-container-network = Netzwerk des Containers
panel-process-cpu = CPU des Prozesses
panel-process-cpu-time = CPU des Prozesses
panel-young-heap = Young Generation
panel-old-heap = Old Generation
panel-heap = Heap
panel-heap-after-collection = Heap nach Garbage Collection
panel-collections = Anzahl der Garbage Collections
panel-collection-share = Zeitanteil der Garbage Collection
panel-collection-pauses = Pausen der Garbage Collection
panel-non-heap = Speicher außerhalb des Heaps
panel-threads = Threads
panel-uptime = Betriebszeit
panel-requests-served = Bearbeitete Anfragen
panel-request-times = Mittlere Zeit einer Anfrage
panel-connection-pool = Verbindungspool
panel-database-threads = Datenbankverbindungen
panel-database-queries = Datenbankabfragen
panel-lag-total = Consumer Lag, alle Partitionen
panel-lag = Consumer Lag nach Partition
panel-backlog = Wartendes in den eigenen Warteschlangen des Dienstes
panel-calls = Protokollierte Aufrufe
panel-server-times = Vom Server protokollierte Antwortzeit

## Titel: {$panel} ist eines der obigen, {$instance} ein Container, Prozess oder Dienst.

panel-title = {$panel}: bis zu {$value}
panel-title-line = {$panel}: {$line} bis zu {$value}
panel-of = {$panel} von {$instance}

## Linien: Zustände der Metriken von OpenTelemetry.

panel-line-user = User
panel-line-system = System
panel-line-idle = Leerlauf
panel-line-iowait = I/O-Wait
panel-line-steal = Steal
panel-line-nice = Nice
panel-line-read = gelesen
panel-line-write = geschrieben
panel-line-receive = empfangen
panel-line-transmit = gesendet
panel-line-in = ein
panel-line-out = aus
panel-line-used = belegt
panel-line-free = frei
panel-line-connected = verbunden
panel-line-cached = Cache
panel-line-buffers = Puffer
panel-line-running = laufend
panel-line-blocked = blockiert
panel-line-limit = Limit
panel-line-capacity = Kapazität
panel-line-pending = wartend
panel-line-after-collection = nach Garbage Collection
panel-line-queries = Abfragen
panel-line-commits = Commits
panel-line-rollbacks = Rollbacks
panel-line-process = Prozess
panel-line-machine = Maschine
panel-line-threads = Threads
panel-line-mean = Mittelwert

## Werte mit ihren Einheiten.

panel-percent-of-core = {$value} % eines Kerns
panel-percent-of-time = {$value} % der Zeit
panel-mib-per-s = {$value} MiB/s
panel-mib = {$value} MiB
panel-seconds = {$value} s
panel-per-minute = {$value} pro Minute

## Ereignisse.

panel-restart = Neustart
panel-jvm-start = Start der JVM
panel-oom-kill = aus Speichermangel beendet
panel-out-of-memory = kein Heap mehr
panel-long-pause = Pause von einer Sekunde oder mehr
panel-rebalance = Partitionen neu verteilt
panel-clock-jump = Sprung der Uhr

## `2 Hosts, 84 Reihen und 12.400 von Servern protokollierte Anfragen`

panel-hosts = { $n ->
    [one] {$n} Host
   *[other] {$n} Hosts
}
panel-series = { $n ->
    [one] {$n} Reihe
   *[other] {$n} Reihen
}
panel-logged = { $n ->
    [one] {$n} von Servern protokollierte Anfrage
   *[other] {$n} von Servern protokollierte Anfragen
}
