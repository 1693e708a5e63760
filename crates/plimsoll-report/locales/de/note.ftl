### Notizen eines Laufs: Entscheidungen der Suche, Eingriffe von Hand, Verluste.

note-step-chosen = Stufe {$step}: {$why}
note-search-ended = die Suche endete: {$why}
note-run-ended-by-hand = der Lauf wurde von Hand beendet
note-step-ended-by-hand = die Stufe wurde von Hand beendet
note-load-paused = die Last wurde von Hand angehalten
note-load-resumed = die Last lief nach einer Pause weiter
note-load-scaled = die Last wurde von Hand auf {$share} des Geplanten gesetzt
note-overloaded = eine Ankunft fand keinen freien Benutzer, und der Plan beendet den Test dann (overload: abort)
note-log-slow = das Protokoll der Einzelmessungen war langsamer als die Last: die Worker warteten {$time} darauf
note-log-lost = { $n ->
    [one] {$n} Messung fehlt im Protokoll der Einzelmessungen
   *[other] {$n} Messungen fehlen im Protokoll der Einzelmessungen
}
note-checks-failed = {$failed} von {$of} Prüfungen „{$check}“ sind fehlgeschlagen; sie stehen in keiner Zahl der Anfragen
note-iterations-dropped = { $n ->
    [one] eine Iteration startete
   *[other] {$n} Iterationen starteten
} nicht, weil kein Benutzer frei war: Die Last war geringer als verlangt
note-data-ran-out = {$file} hat { $rows ->
    [one] {$rows} Zeile, die aufgebraucht war
   *[other] {$rows} Zeilen, die aufgebraucht waren
}: {$asked}-mal verlangte ein Benutzer eine weitere und { $ended ->
    [yes] endete
   *[no] machte mit <EOF> anstelle der Werte weiter
}
note-sent-again = { $n ->
    [one] {$n} Anfrage wurde erneut gesendet, weil der Server ihre Verbindung geschlossen oder sie unbearbeitet abgelehnt hatte; der Server kann sie zweimal gezählt haben
   *[other] {$n} Anfragen wurden erneut gesendet, weil der Server ihre Verbindungen geschlossen oder sie unbearbeitet abgelehnt hatte; der Server kann sie zweimal gezählt haben
}
note-texts-left-out = es gab mehr Namen und Meldungen, als eine Laufdatei aufnimmt: {$requests} Anfragen werden unter "(other names)" gezählt, {$errors} Fehler ohne ihre Meldung
note-unreached = seit Sekunde {$second} hat keine Anfrage das System unter Test erreicht
note-reached-again = seit Sekunde {$second} erreichen Anfragen das System unter Test wieder
note-system-ended = der Prozess des Systems unter Test endete: {$how}
note-system-unhealthy = das System unter Test besteht seine Zustandsprüfung nicht: {$why}
note-system-healthy = das System unter Test besteht seine Zustandsprüfung wieder
note-node-lost = Knoten {$node} ({$name}) hat sich seit Sekunde {$second} nicht gemeldet
note-node-absent = Knoten {$node} ({$name}) war nicht da, als die Stufe begann; die anderen übernehmen seinen Anteil
note-node-found = Knoten {$node} ({$name}) meldet sich wieder
note-coordinator-resumed = niemand hat die Flotte von Sekunde {$from} bis Sekunde {$to} geleitet; ihre Knoten machten allein weiter, und was sie gemessen haben, wurde danach geholt
note-job-watched-again = von Sekunde {$from} bis Sekunde {$to}, solange niemand die Flotte leitete, hat niemand nach dem Job "{$job}" gefragt; danach lief er weiter
note-job-end-unseen = der Job "{$job}" endete, während niemand die Flotte leitete, zwischen Sekunde {$from} und Sekunde {$to}: seine Dauer kann um so viel zu lang sein, und was dazwischen gemessen wurde, zählt weder mit dem Job noch ohne
note-job-cut-off = der Job "{$job}" lief, als der Koordinator beendet wurde, und konnte nicht fortgesetzt werden: ob er zu Ende kam, ist nicht bekannt, und er wurde nicht noch einmal gestartet
note-node-failed = Knoten {$node} ({$name}) hat seinen Teil vorzeitig beendet: {$why}
note-nodes-arrived = die ersten Ankünfte von {$n} Knoten begannen innerhalb von {$late} nach ihren geplanten Zeitpunkten
note-nodes-started = die ersten Benutzer von {$n} Knoten begannen innerhalb von {$spread}
note-watched-after = die Server werden nach der Last noch {$time} beobachtet
note-results-unreadable = einige Ergebnisse von JMeter konnten nicht gelesen werden: Zeile {$line}: {$problem}
note-sink-clock = die Uhr des Ereignisempfängers stimmt mit unserer überein (± {$uncertainty})
note-sink-clock-ahead = die Uhr des Ereignisempfängers geht gegenüber unserer um {$by} vor; das wurde abgezogen (± {$uncertainty})
note-sink-clock-behind = die Uhr des Ereignisempfängers geht gegenüber unserer um {$by} nach; das wurde abgezogen (± {$uncertainty})
note-sink-forgot = { $n ->
    [one] der Ereignisempfänger hatte {$n} Ankunft schon verworfen, als er gefragt wurde
   *[other] der Ereignisempfänger hatte {$n} Ankünfte schon verworfen, als er gefragt wurde
}
note-sink-silent = { $n ->
    [one] der Ereignisempfänger antwortete {$n} Mal nicht: {$why}
   *[other] der Ereignisempfänger antwortete {$n} Mal nicht: {$why}
}
note-arrivals-untimed = { $n ->
    [one] {$n} Ankunft nannte keine Sendezeit: sie wird nirgends gezählt
   *[other] {$n} Ankünfte nannten keine Sendezeit: sie werden nirgends gezählt
}
note-arrivals-foreign = { $n ->
    [one] {$n} Ankunft wurde vor der ersten Stufe gesendet: sie wird nirgends gezählt
   *[other] {$n} Ankünfte wurden vor der ersten Stufe gesendet: sie werden nirgends gezählt
}
note-arrivals-negative = { $n ->
    [one] {$n} Ankunft scheint vor ihrem Senden eingetroffen zu sein: sie zählt als 0
   *[other] {$n} Ankünfte scheinen vor ihrem Senden eingetroffen zu sein: sie zählen als 0
}
note-failed-system-ended = das System unter Test ist weg: sein Prozess endete mit {$how}
note-failed-unreachable = das System unter Test ist weg: keine Anfrage erreicht es, und {$why}

## Warum eine Stufe gewählt wurde.

note-first-step = die erste Stufe
note-comparison-step = eine Stufe zum Vergleich
note-goal-reached = Zuwachs {$gain}, Ziel {$goal} erreicht
note-goal-missed = Zuwachs {$gain}, Ziel {$goal} verfehlt
note-no-more-load = es gibt keine weiteren Threads oder Knoten
note-gain-again = Zuwachs {$gain} (KI {$low} bis {$high}) lässt offen, ob das Ziel von {$goal} erreicht ist; eine Last wird noch einmal gemessen (Wiederholung {$n} von höchstens {$of})
note-no-more-threads = keine weiteren Threads hinzuzufügen
note-nodes-raised = { $n ->
    [one] bei {$n} Thread wird die Zahl der Knoten erhöht
   *[other] bei {$n} Threads wird die Zahl der Knoten erhöht
}
note-again = noch einmal: {$problem}
note-not-decided-yet = Fenster {$window} von {$of}: noch nicht entschieden, {$figures}
note-so-far = Fenster {$window} von {$of}: bisher {$figures}
note-half = {$finding}, also die Hälfte davon
note-double = {$finding}, also das Doppelte
note-between = {$finding}, also zwischen {$low} und {$high}
note-between-widest = {$finding}; als Nächstes die größte Lücke, die bleibt: zwischen {$low} und {$high}
note-lowest-again = {$finding}; es ist die niedrigste Rate, also noch einmal
note-fail-again = noch einmal, bevor die Kapazität als niedriger gilt: {$finding}
note-confirm = { $n ->
    [one] zur Bestätigung {$n} Fenster: {$finding}
   *[other] zur Bestätigung {$n} Fenster: {$finding}
}

## Warum eine Suche endete.

note-nothing-succeeded = im Messfenster der ersten Stufe endete keine Anfrage erfolgreich; wo Anfragen so lange dauern, braucht es längere Stufen
note-too-many-steps = die Suche endete nicht innerhalb von {$n} Stufen
note-found = { $n ->
    [one] die Kapazität liegt zwischen {$low} und {$high}: {$holds}, bestätigt in {$n} Fenster; {$fails}
   *[other] die Kapazität liegt zwischen {$low} und {$high}: {$holds}, bestätigt in {$n} Fenstern; {$fails}
}
note-highest-holds = {$finding}, die höchste verlangte Rate: die Kapazität beträgt mindestens so viel
note-lowest-fails = nicht erreichbar: schon bei der niedrigsten Rate: {$finding}
note-at-rate = bei {$rate} {$problem}
note-not-judged = kein Fenster wurde beurteilt
note-revised = dieselbe Rate gibt nicht immer dieselbe Antwort, {$revisions} von {$decisions} Entscheidungen wurden zurückgenommen
note-windows-used-up = nach {$n} Fenstern gibt es keine Antwort
note-undecided-at-lowest = bei den niedrigsten Raten, die versucht wurden, enden in der Zeit zu wenige Anfragen für eine Entscheidung: längere Stufen entscheiden es
note-nothing-fails = bis zur höchsten Rate ist nichts sicher verfehlt
note-undecided-between = was dazwischen liegt, ist nicht zu entscheiden
note-more-decides = längere Stufen oder mehr Wiederholungen entscheiden mehr

## Was Fenster bei einer Rate zeigen.

note-rate-holds = die Anforderungen sind bei {$rate} erfüllt ({$figures})
note-rate-fails = die Anforderungen sind bei {$rate} verfehlt ({$figures})
note-rate-open = ob die Anforderungen bei {$rate} erfüllt sind, bleibt offen ({$figures})
note-share-over = {$share} darüber ({$bounds})
note-longest = {$longest}, {$over} darüber
note-no-success = nichts war erfolgreich
note-unknown-transaction = „{$name}“ gibt es nicht
note-no-such-request = keine Anfrage dieses Namens endete
note-arrivals-started = jede Ankunft begann
note-no-arrival-due = keine Ankunft war fällig
note-no-request-ended = keine Anfrage endete
note-interfered = jemand griff in das Fenster ein
note-window-cut = das Fenster wurde nach {$time} abgebrochen
note-window-invalid = das Fenster ist ungültig ({$why})
