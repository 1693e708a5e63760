### Ob den Zahlen zu trauen ist.

validity-valid = Gültig
validity-with-caveat = Gültig, mit Vorbehalt
validity-invalid = Ungültig
validity-partly-invalid = Teilweise ungültig
validity-incomplete = Unvollständig

validity-complete = Der Lauf ist vollständig, und in keiner Stufe war der Lastgenerator die Grenze.
validity-complete-external = Der Lauf ist vollständig. Nichts zeigt, dass {$name} die Grenze war; aber von seinem Zustand ist nur die CPU-Zeit bekannt.
validity-imported = Der Lauf wurde importiert: Ob der Lastgenerator die Grenze war und ob er tat, was geplant war, ist nicht bekannt.
validity-imported-table = Eine Tabelle wurde importiert: Wie ihre Werte gemessen wurden, ist nicht bekannt.
validity-imported-logs = Protokolle von Servern wurden importiert: Was die Last erzeugte und wie gut, ist nicht bekannt.
validity-not-known = Nicht bekannt
validity-other-work = Andere Arbeit schöpfte die CPU von {$source} in {$steps} aus: Durchsatz und Zeiten sind dort fraglich.
validity-no-step-valid = Keine Stufe ist gültig; {$support}.
validity-some-invalid = { $n ->
    [one] {$steps} ist nicht gültig; {$support}. Die übrigen sind gültig.
   *[other] {$steps} sind nicht gültig; {$support}. Die übrigen sind gültig.
}
validity-some-invalid-imported = {$steps}: nicht gültig; {$support}. Ob in den übrigen der Lastgenerator die Grenze war, ist nicht bekannt.
validity-nothing-measured = Es wurde nichts gemessen.
validity-not-ended = Der Lauf endete nicht von selbst. Was davor gemessen wurde, ist gültig.
validity-not-ended-no-step-valid = Der Lauf endete nicht von selbst, und keine Stufe ist gültig; {$support}.
validity-not-ended-some-invalid = Der Lauf endete nicht von selbst, und was in {$steps} gemessen wurde, ist nicht gültig.
validity-all-failed-support = wo jede Anfrage fehlschlug, werden Anforderungen beurteilt, aber es gibt keine Kapazität
validity-failed-support = {$reasons}; Anforderungen werden dort trotzdem beurteilt, eine Kapazität ergibt sich daraus nicht
validity-no-support = ungültige Stufen stützen kein Urteil
validity-less-load-support = in einer ungültigen Stufe wird nur beurteilt, was die fehlende Last nicht ändern könnte

## Was an einer Stufe nicht stimmte. Ergänzt "die Stufe ist ungültig: …".

validity-generator-cpu = der Worker {$worker} des Lastgenerators nutzte in {$share} der Zeit mehr als {$busy} eines Kerns oder wartete darauf (erlaubt {$allowed}); er nutzte höchstens {$cpu} und wartete {$waited} der Zeit auf eine CPU, die andere Arbeit belegte
validity-generator-delayed = der Worker {$worker} des Lastgenerators wartete {$waited} der Zeit auf eine CPU, die andere Arbeit belegte (erlaubt {$allowed})
validity-generator-stopped = der Lastgenerator selbst lief {$stopped} von {$measured} lang nicht (erlaubt {$allowed}): er war angehalten, und was in dieser Zeit fällig war, kam später auf einmal
validity-generator-not-sent = der Lastgenerator startete {$not_sent} von {$intended} Ankünften nicht rechtzeitig, obwohl Benutzer frei waren ({$share}, erlaubt {$allowed})
validity-generator-lateness = die Timer des Lastgenerators waren um {$late} verspätet (p99; erlaubt {$allowed}), bei einem Median der Bedienzeit von {$service}, sodass mehr als 10 % der Last fehlten
validity-generator-turns = Antworten warteten im Lastgenerator: In mindestens jeder zehnten Sekunde dauerte ein Durchlauf seiner Schleife {$turn} (erlaubt {$allowed}; der längste {$longest}), bei einem Median der Bedienzeit von {$service}, sodass mehr als 10 % der Last fehlten
validity-generator-errors = {$failed} von {$requests} Anfragen schlugen im Lastgenerator selbst fehl (erlaubt {$allowed})
validity-generator-errors-detail = {$failed} von {$requests} Anfragen schlugen im Lastgenerator selbst fehl (erlaubt {$allowed}): {$detail}
validity-requests-not-made = {$failed} von {$requests} Anfragen ließen sich nicht bilden (erlaubt {$allowed}): {$detail}
validity-generator-descriptors = { $connections ->
    [one] {$connections} Verbindung war offen
   *[other] {$connections} Verbindungen waren offen
}, von {$descriptors} Dateien, die der Lastgenerator geöffnet haben darf
validity-generator-ports = Verbindungen und Sockets in TIME-WAIT belegten {$taken} der {$ports} lokalen Ports des Lastgenerators
validity-nodes-missing = in {$seconds} ihrer Sekunden { $nodes ->
    [one] fehlte
   *[other] fehlten
} {$nodes} der {$of} Knoten der Flotte, die Last war also nicht die verlangte
validity-cut-short = sie endete nach nur {$measured} Messung
validity-no-requests = in ihrem Messfenster endete keine Anfrage
validity-backlog-before = sie begann mit dem, was Stufe {$before} unbeantwortet gelassen hatte, und arbeitete es ab: Ihre Werte sind nicht die ihrer eigenen Last
validity-mostly-failed = {$share} ihrer Anfragen schlugen fehl
validity-nothing-succeeded = alle ihre Anfragen schlugen fehl
validity-hung = von {$from} nach dem Start des Laufs an endete {$lasted} lang keine Anfrage mehr, während {$users} Benutzer warteten
validity-failed-to-the-end = von {$from} nach dem Start des Laufs bis zum Ende ihres Messfensters, {$lasted} lang, schlug jede Anfrage fehl, alle {$failed}
validity-step-problem = Stufe {$step}: {$problem}.

## Dasselbe in wenigen Worten.

validity-short-cpu = die Kerne des Lastgenerators waren ausgelastet
validity-short-delayed = andere Arbeit belegte die Kerne des Lastgenerators
validity-short-stopped = der Lastgenerator war angehalten
validity-short-not-sent = der Lastgenerator startete Ankünfte nicht rechtzeitig
validity-short-lateness = die Timer des Lastgenerators waren verspätet
validity-short-turns = Antworten warteten im Lastgenerator
validity-short-errors = Anfragen schlugen im Lastgenerator selbst fehl
validity-short-not-made = Anfragen ließen sich nicht bilden
validity-short-descriptors = der Lastgenerator hatte keine Dateideskriptoren mehr
validity-short-ports = der Lastgenerator hatte keine lokalen Ports mehr
validity-short-nodes = Knoten der Flotte fehlten
validity-short-cut = sie endete zu früh
validity-short-no-requests = keine Anfrage endete
validity-short-all-failed = alle Anfragen schlugen fehl
validity-short-backlog-before = arbeitete einen Rückstand ab
validity-reason-backlog-before = ein Rückstand wurde abgearbeitet
validity-short-mostly-failed = die meisten Anfragen schlugen fehl
validity-short-hung = keine Anfrage endete mehr, obwohl Benutzer warteten
validity-short-failed-to-the-end = von einem Moment an schlug jede Anfrage fehl

## In der Zelle einer Tabelle.

validity-cell-valid = gültig
validity-cell-imported = importiert
validity-cell-generator = UNGÜLTIG: Generator
validity-cell-nodes = UNGÜLTIG: Knoten fehlten
validity-cell-cut = UNGÜLTIG: zu kurz
validity-cell-all-failed = UNGÜLTIG: nur Fehler
validity-cell-backlog-before = UNGÜLTIG: Rückstand der Stufe davor
validity-cell-mostly-failed = UNGÜLTIG: meist Fehler
validity-cell-hung = UNGÜLTIG: hing
validity-cell-failed-to-the-end = UNGÜLTIG: schlug bis zum Ende fehl
validity-cell-not-made = UNGÜLTIG: Anfragen nicht gebildet
validity-cell-no-requests = UNGÜLTIG: nichts endete
validity-little-ok = {$share} in Ordnung
validity-little-in-flight = {$share} + in Bearbeitung
validity-little-off = {$share} abweichend

## Was dagegen zu tun ist.

validity-remedy-cpu = Dem Lastgenerator mehr Kerne oder mehr Knoten geben und nichts anderes darauf laufen lassen; aus dem Plan weglassen, was ihn am meisten kostet (Prüfungen ganzer Inhalte, neue Verbindungen für jede Anfrage).
validity-remedy-delayed = Dem Lastgenerator eigene Kerne geben: nicht die des Servers und ohne andere Arbeit darauf.
validity-remedy-stopped = Auf einer Maschine wiederholen, die nicht angehalten wird, und den Prozess nicht anhalten (Strg-Z, ein Debugger, ein eingefrorener Container).
validity-remedy-not-sent = Diese Rate mit mehr Kernen oder Knoten für den Lastgenerator wiederholen und die Rate innerhalb einer Stufe nicht von Hand ändern.
validity-remedy-lateness = Die Stufe wiederholen, ohne dass anderes auf der Maschine des Lastgenerators läuft, oder mit mehr Kernen dafür; ein Takt des Plans, der Ankünfte gemeinsam sendet, verspätet ihn schon von sich aus.
validity-remedy-turns = Mehr Worker (Kerne) oder Knoten verwenden, damit jeder weniger Verbindungen hat; große Antworten und aufwendige Prüfungen verlängern Durchläufe.
validity-remedy-errors = Beheben, was die Fehler sagen: das Limit offener Dateien erhöhen, Verbindungen offen halten oder Namen und Adressen des Plans berichtigen.
validity-remedy-names = Die Hostnamen des Plans berichtigen oder dafür sorgen, dass die Maschine des Lastgenerators sie auflöst.
validity-remedy-resources = Das Limit offener Dateien oder lokaler Ports auf der Maschine des Lastgenerators erhöhen oder Verbindungen offen halten.
validity-remedy-plan = Den Plan berichtigen: Die Anfragen, die die Fehler nennen, ließen sich nicht bilden.
validity-remedy-descriptors = Das Limit offener Dateien erhöhen (ulimit -n), weniger Benutzer oder mehr Knoten verwenden.
validity-remedy-ports = Verbindungen offen halten, net.ipv4.ip_local_port_range erweitern oder mehr Knoten oder mehr Adressen des Servers verwenden.
validity-remedy-nodes = Klären, warum der Knoten verloren ging (siehe Notizen), und erneut ausführen; `on_lost_node: repeat-step` wiederholt eine solche Stufe von selbst.
validity-remedy-again = Erneut bis zum Ende ausführen.
validity-remedy-backlog-before = Nach einer Last, die das System nicht trägt, Zeit lassen, bis der Rückstand beantwortet ist, bevor die nächste gemessen wird.
validity-remedy-no-requests = Prüfen, ob der Plan Anfragen sendet, und länger messen, als eine davon dauert.
validity-remedy-failures = Zuerst die Fehler beheben; dann erneut messen.

## War der Lastgenerator die Grenze?

validity-limit-yes = JA
validity-limit-late = verspätet
validity-limit-no = nein
validity-limit-not-asked = fehlgeschlagen
validity-generator-no = Nein, in keiner Stufe.
validity-generator-not-seen = Nichts zeigt es. Vom Zustand von {$name} ist nur die CPU-Zeit bekannt: ob es verspätet war, nicht.
validity-generator-unknown = Nicht bekannt. Der Lauf wurde importiert, und das Importierte sagt nichts über den Lastgenerator: seine CPU, wie spät seine Timer waren, was er noch hatte. Sehen Sie nach, was damals auf seiner Maschine überwacht wurde; oder wiederholen Sie die höchste Last mit einem zweiten Lastgenerator: Bleibt der Durchsatz gleich, war er nicht die Grenze.
validity-generator-of-logs = Nicht bekannt. Das Importierte schrieben Server: Es sagt nichts darüber, wer die Anfragen schickte.
validity-generator-of-table = Nicht bekannt. Es wurde eine Tabelle importiert: Sie sagt nichts über den Lastgenerator.
validity-generator-late = Nein; aber in {$late} war er verspätet: Seine Zahlen haben dadurch eine Unsicherheit{ $verdicts ->
    [0] .
   *[other] , die in den Urteilen berücksichtigt ist.
}
validity-generator-not-asked-at-all = Nicht beurteilt: In jeder Stufe schlugen Anfragen fehl, oder keine endete; was er dabei tat, sagt nichts über ihn.
validity-generator-not-asked = Nicht beurteilt in {$failed}: Dort schlugen Anfragen fehl, oder keine endete; was er dabei tat, sagt nichts über ihn.
validity-generator-yes = Ja, in {$limited}: ungültig; beurteilt wird dort nur, was die fehlende Last nicht ändern könnte.
validity-generator-yes-and-late = Ja, in {$limited}: ungültig; beurteilt wird dort nur, was die fehlende Last nicht ändern könnte. In {$late} war er verspätet: Die Zahlen haben dadurch eine Unsicherheit{ $verdicts ->
    [0] .
   *[other] , die in den Urteilen berücksichtigt ist.
}
validity-generator-times-note = CPU und Warten sind die des am stärksten ausgelasteten Workers, in Prozent eines Kerns; Warten ist Zeit, in der er lauffähig war und auf eine CPU wartete. Verspätung: wie viel später als vorgesehen Starts, Ankünfte, Denkzeiten und ein eigener Takt des Lastgenerators kamen. Durchlauf: der längste Schleifendurchlauf jedes Workers in einer Sekunde; eine Antwort, die währenddessen kam, wurde an dessen Ende gesehen. „verspätet“: mehr als 5 % der Zeit Warten, oder Verspätung (p99) oder Durchläufe (p90) über einem Zehntel des Medians der Bedienzeit und 1 ms. Über 10 %, oder über der Hälfte davon und 2 ms, ist die Stufe ungültig, wenn deshalb mehr als 10 % der Last eines geschlossenen Modells fehlten. Darunter können Zeiten um die Verspätung kürzer sein, und Anforderungen werden damit beurteilt.
validity-generator-resources-note = Verbindungen: am Ende einer Sekunde höchstens offen. Ports: eigene Verbindungen und Sockets in TIME-WAIT, von den lokalen Ports, die es für eine Adresse gibt. Sockets: der ganzen Maschine, einschließlich eines Servers darauf. Eigene Fehler: Anfragen, die im Lastgenerator selbst fehlschlugen; sie zählen in keiner Fehlerrate, keiner Anforderung an ein Perzentil und keinem Urteil, und mehr als 0,1 % davon machen eine Stufe ungültig.
