### Der Lauf: sein Name, sein Versuchsplan, sein Ende, seine Fehler.

run-variant = Variante {$name}
run-repeat = Wiederholung {$n}
run-unnamed = unbenannt

run-design-single = die Last des Plans selbst, eine Stufe
run-design-fixed = vorgegebene Lasten in vorgegebener Reihenfolge
run-design-capacity = Suche nach der höchsten Rate, die die Anforderungen erfüllt, auf {$precision} genau
run-design-climb = stufenweise Steigerung: Die Last steigt, bis eine Stufe nicht mehr {$goal} der Last gewinnt, die sie der bis dahin besten Stufe hinzufügt

## Wie er endete.

run-has-no-end = hat kein Ende: Er wurde abgeschnitten oder läuft noch; hier steht, was bis dahin aufgezeichnet wurde
run-ended = nach {$after}: {$reason}
run-search-converged = eine Rate, die die Anforderungen erfüllt, wurde bestätigt, dicht unter einer, die sie verletzt
run-search-exhausted = die höchste zu versuchende Rate erfüllt die Anforderungen
run-completed = alles Geforderte wurde ausgeführt
run-converged = mehr Last brachte ihren Zielzuwachs nicht mehr
run-load-exhausted = es gab keine weitere Last
run-inconclusive = endete ohne Ergebnis ({$message})
run-impossible = konnte nicht fortgesetzt werden ({$message})
run-interrupted = unterbrochen (Strg-C oder ein Signal)
run-stopped-by-plan = vom Plan beendet
run-failed = fehlgeschlagen ({$message})

run-nothing-abandoned = keine
run-abandoned = { $n ->
    [one] {$n} Anfrage in Bearbeitung; in keiner Kennzahl enthalten
   *[other] {$n} Anfragen in Bearbeitung; in keiner Kennzahl enthalten
}

## Fehler.

run-error-name-resolution = Name hat keine Adresse
run-error-connect-refused = Verbindung abgelehnt
run-error-connect-timeout = Zeitlimit beim Verbindungsaufbau
run-error-connect-failed = Verbindungsaufbau fehlgeschlagen
run-error-tls = TLS
run-error-reset = Verbindung zurückgesetzt
run-error-closed-early = mitten in einer Antwort geschlossen
run-error-response-timeout = Zeitlimit der Antwort
run-error-bad-http = keine HTTP-Antwort
run-error-status = Status
run-error-assertion = Prüfung fehlgeschlagen
run-error-redirects = zu viele Weiterleitungen
run-error-bad-request = Anfrage konnte nicht gebildet werden
run-error-generator = Lastgenerator ohne Ressourcen
run-error-bad-message = Nachricht verletzt das Protokoll
run-error-child = eine Anfrage darin schlug fehl
run-of-generator = Lastgenerator
run-of-system = System

## Wer die Last erzeugte.

run-by-engine = Plimsolls Lastgenerator; Zeiten in Mikrosekunden
run-by-jmeter = JMeter {$version}; Zeiten in ganzen Millisekunden, aus seiner Ergebnisdatei. Seine Anfragen haben keinen vorgesehenen Start: Die Antwortzeit ist die Bedienzeit. Ein Worker ist ein Kern mit seinem Anteil an der CPU-Zeit von JMeter; Warten auf eine CPU und verspätete Timer sind nicht bekannt.
run-certificates-verified = geprüft
run-certificates-not-verified = nicht geprüft
run-request = Anfrage
run-group = Gruppe
run-completion = vom Senden bis zur Ankunft
run-note = Notiz
run-warning = Warnung
run-decision = Entscheidung

run-closed-load = Geschlossenes Lastmodell: Jeder Benutzer wartet auf seine Antwort, bevor er weitermacht. Die Antwortzeit läuft vom tatsächlichen Start einer Anfrage bis zum letzten Byte; es gibt keinen vorgesehenen Start, ab dem zu messen wäre, ein stockender Server hält also auch die Benutzer zurück, die angekommen wären.
run-open-load = Offenes Lastmodell: Ankünfte kommen mit eigener Rate, ob das System mitkommt oder nicht. Die Antwortzeit läuft vom vorgesehenen Start einer Ankunft bis zum letzten Byte ihrer Antwort, enthält also das Warten auf einen freien Benutzer und einen verspäteten Start; die Bedienzeit läuft vom tatsächlichen Start. Beide sind angegeben; Anforderungen werden nach der Antwortzeit beurteilt. Die zweite und spätere Anfragen einer Iteration haben keinen eigenen vorgesehenen Start und zählen ab ihrem Start.
run-jmeters-open-load = Offenes Lastmodell: Ankünfte kommen mit eigener Rate, jede in einem Thread, den JMeter dafür startet. Wann sie starten sollte, steht nicht in JMeters Ergebnissen: Die Antwortzeit läuft vom tatsächlichen Start, und ein verspätet gestarteter Thread sieht pünktlich aus. Ob JMeter weniger als das Ziel startete, wird geprüft.
run-paced-load = Geschlossenes Lastmodell mit Pacing: Die Iterationen eines Benutzers haben vorgesehene Starts. Die Antwortzeit läuft vom vorgesehenen Start bis zum letzten Byte der Antwort, zeigt also, wenn eine Iteration verspätet startet, weil die vorige zu lange dauerte; die Bedienzeit läuft vom tatsächlichen Start. Beide sind angegeben; Anforderungen werden nach der Antwortzeit beurteilt.
run-totals = Summen zählen Anfragen auf der Leitung; eine Gruppe wird daneben gemessen und nie addiert.

## Was eine Laufdatei auf Englisch enthält.

run-said-host = Host
run-said-cpu = CPU
run-said-cores = Kerne
run-said-cores-online = aktive Kerne
run-said-cpu-governor = CPU-Governor
run-said-cpu-limit = CPU-Limit
run-said-memory = Speicher
run-said-memory-limit = Speicherlimit
run-said-kernel = Kernel
run-said-system = System
run-said-container = Container
run-said-open-files = offene Dateien
run-said-local-ports = lokale Ports
run-said-backlog = Grenze des Listen-Backlogs
run-said-load-average = Load Average beim Start
run-said-workers = lasterzeugende Worker
run-said-seed = Startwert
run-said-stamped = beim Lesen mit der Zeit versehen
run-said-closed-silent = der Server schloss die Verbindung ohne Antwort
run-said-closed-early = der Server schloss die Verbindung mitten in einer Antwort
run-said-closed = der Server schloss die Verbindung
run-said-at-most = {$now} (höchstens {$most})
