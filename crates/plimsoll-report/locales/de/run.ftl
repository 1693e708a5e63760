### Der Lauf: sein Name, sein Versuchsplan, sein Ende, seine Fehler.

run-variant = Variante {$name}
run-repeat = Wiederholung {$n}
run-unnamed = unbenannt

run-design-single = die Last des Plans selbst, eine Stufe
run-design-imported-no-loads = eine Tabelle ohne Lasten
run-design-imported-single = eine Last, wie sie importiert wurde
run-design-imported-fixed = die importierten Lasten in ihrer Reihenfolge
run-design-fixed = vorgegebene Lasten in vorgegebener Reihenfolge
run-design-capacity = Suche nach der höchsten Rate, die die Anforderungen erfüllt, auf {$precision} genau
run-design-climb = stufenweise Steigerung: Die Last steigt, bis eine Stufe nicht mehr {$goal} der Last gewinnt, die sie der bis dahin besten Stufe hinzufügt
run-design-ramp = eine Rampe zwischen {$from} und {$to} Benutzern, die auf keiner Höhe stehen blieb; ihre Stufen sind Abschnitte davon

## Wie er endete.

run-has-no-end = hat kein Ende: Er wurde abgeschnitten oder läuft noch; hier steht, was bis dahin aufgezeichnet wurde
run-ended = nach {$after}: {$reason}
run-imported-end = das Importierte endet nach {$after}; warum, ist nicht bekannt
run-imported-end-unknown = nicht bekannt: Die Tabelle nennt keine Zeiten
run-search-converged = eine Rate, die die Anforderungen erfüllt, wurde bestätigt; die niedrigste, die sie verletzt, liegt {$above} darüber{ $between ->
    [0] {""}
   *[other] , und Raten dazwischen blieben unentschieden
}
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
run-whole = Der ganze Lauf
run-whole-all = Alle Anfragen
run-whole-lead = Mit Rampen, Pausen und allem anderen außerhalb der gemessenen Fenster: zum Vergleich mit dem, was andere Werkzeuge am Ende eines Tests ausgeben. Anfragen je Sekunde zählen auch die fehlgeschlagenen, von der ersten Sekunde, in der eine Anfrage endete, bis zur letzten.
run-imported-figures = Die importierten Werte
run-outside-none = keine: Jede aufgezeichnete Anfrage gehört zu einer Stufe
run-outside = { $requests } von { $of } Anfragen{ $errors ->
    [0] {""}
   *[other] , {$errors} von {$of_errors} Fehlern
}, die in keinem Wert einer Stufe sind: während die Last stieg oder fiel, zwischen Stufen, vor der ersten oder nach der letzten
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
run-error-closed-early = geschlossen, bevor die Antwort vollständig war
run-error-response-timeout = Zeitlimit der Antwort
run-error-bad-http = keine HTTP-Antwort
run-error-status = Status
run-error-not-said = Art nicht bekannt
run-error-assertion = Prüfung fehlgeschlagen
run-error-redirects = zu viele Weiterleitungen
run-error-bad-request = Anfrage konnte nicht gebildet werden
run-error-generator = Lastgenerator ohne Ressourcen
run-error-bad-message = Nachricht verletzt das Protokoll
run-error-answer-limit = Antwort zu aufwendig zu untersuchen
run-error-other-host = Weiterleitung zu einem Host, den der Plan nicht nennt
run-error-child = eine Anfrage darin schlug fehl
run-of-generator = Lastgenerator
run-of-system = System

## Wer die Last erzeugte.

run-by-engine = Plimsolls Lastgenerator; Zeiten in Mikrosekunden
run-by-jmeter = JMeter {$version}; Zeiten in ganzen Millisekunden, aus seiner Ergebnisdatei. Seine Anfragen haben keinen vorgesehenen Start: Die Antwortzeit ist die Bedienzeit. Ein Worker ist ein Kern mit seinem Anteil an der CPU-Zeit von JMeter; Warten auf eine CPU und verspätete Timer sind nicht bekannt.
run-by-tool = {$name}; Zeiten, wie es sie schreibt. Wann seine Anfragen beginnen sollten, steht nicht in seinen Ergebnissen: Die Antwortzeit ist die Bedienzeit. Ein Worker ist ein Kern mit seinem Anteil an der CPU-Zeit von {$name}; Warten auf eine CPU und verspätete Timer sind nicht bekannt.
run-by-tool-summed-up = {$name}; es gibt am Ende nur eine Zusammenfassung aus. Jede Stufe ist ein Intervall mit der Rate, den Fehlern und den Perzentilen, die es ausgegeben hat: Einen Verlauf innerhalb einer Stufe gibt es nicht, und zwischen zwei Perzentilen gilt das höhere. Wann seine Anfragen beginnen sollten, ist nicht bekannt: Die Antwortzeit ist die Bedienzeit.
run-imported-load = Ergebnisse von {$tools}, importiert
run-imported-logs = die eigenen Protokolle der Server, importiert: jede Anfrage, wie ihr Server sie sah, ohne ihren Weg durch das Netz
run-imported-table = eine Tabelle, importiert: Werte, die jemand anders berechnet hat
run-imported-table-of = eine Tabelle von {$tools}, importiert: Werte, die jemand anders berechnet hat
run-imported-ms = {$by}; Zeiten in ganzen Millisekunden
run-imported-us = {$by}; Zeiten in Mikrosekunden
run-imported-health = {$by}. Über den Zustand des Lastgenerators ist nichts bekannt: ob er die Grenze war und wie sehr er sich verspätete.
run-certificates-not-known = nicht bekannt
run-not-known = nicht bekannt
run-certificates-verified = geprüft
run-certificates-verified-where = geprüft, wo eine Anfrage über TLS lief
run-certificates-not-verified = nicht geprüft
run-certificates-none = keine: keine Anfrage lief über TLS
run-request = Anfrage
run-group = Gruppe
run-completion = vom Senden bis zur Ankunft
run-note = Notiz
run-warning = Warnung
run-decision = Entscheidung

run-closed-load = Geschlossenes Lastmodell: Jeder Benutzer wartet auf seine Antwort, bevor er weitermacht. Die Antwortzeit läuft vom tatsächlichen Start einer Anfrage bis zum letzten Byte; es gibt keinen vorgesehenen Start, ab dem zu messen wäre, ein stockender Server hält also auch die Benutzer zurück, die angekommen wären.
run-imported-times = Importierte Ergebnisse: Die Antwortzeit läuft von dem Zeitpunkt, zu dem eine Anfrage laut Lastgenerator begann, bis zu dem, zu dem sie endete. Ob Anfragen früher beginnen sollten, steht nicht in den Ergebnissen; ein Server, der stockt, kann also auch fällige Anfragen aufgehalten haben.
run-imported-log-times = Importierte Protokolle von Servern: Die Antwortzeit ist die, die die Server protokolliert haben. Das Warten, bevor ein Server eine Anfrage annahm, und der Weg durch das Netz sind nicht darin.
run-imported-log-no-times = Importierte Logs von Servern, ohne Antwortzeiten: Bekannt ist nur, wann Anfragen endeten und wie.
run-imported-table-times = Importierte Tabelle. Einzelne Anfragen und Sekunden sind nicht bekannt, daher gibt es keine Intervalle außer denen von Anteilen und von dem, was an ihre Zeilen angepasst ist, und keine Perzentile außer denen der Tabelle. Anzahlen von Anfragen und Fehlern sind aus ihrem Durchsatz, ihren Längen und Prozentwerten berechnet und nicht genauer als diese.
run-open-load = Offenes Lastmodell: Ankünfte kommen mit eigener Rate, ob das System mitkommt oder nicht. Die Antwortzeit läuft vom vorgesehenen Start einer Ankunft bis zum letzten Byte ihrer Antwort, enthält also das Warten auf einen freien Benutzer und einen verspäteten Start; die Bedienzeit läuft vom tatsächlichen Start. Beide sind angegeben; Anforderungen werden nach der Antwortzeit beurteilt. Die zweite und spätere Anfragen einer Iteration haben keinen eigenen vorgesehenen Start und zählen ab ihrem Start.
run-jmeters-open-load = Offenes Lastmodell: Ankünfte kommen mit eigener Rate, jede in einem Thread, den JMeter dafür startet. Wann sie starten sollte, steht nicht in JMeters Ergebnissen: Die Antwortzeit läuft vom tatsächlichen Start, und ein verspätet gestarteter Thread sieht pünktlich aus. Ob JMeter weniger als das Ziel startete, wird geprüft.
run-tools-open-load = Offenes Lastmodell: Der Lastgenerator startet Anfragen mit eigener Rate. Wann sie beginnen sollten, steht nicht in seinen Ergebnissen: Die Antwortzeit zählt ab dem tatsächlichen Start, und eine verspätete Anfrage sieht aus, als wäre sie pünktlich gewesen.
run-paced-load = Geschlossenes Lastmodell mit Pacing: Die Iterationen eines Benutzers haben vorgesehene Starts. Die Antwortzeit läuft vom vorgesehenen Start bis zum letzten Byte der Antwort, zeigt also, wenn eine Iteration verspätet startet, weil die vorige zu lange dauerte; die Bedienzeit läuft vom tatsächlichen Start. Beide sind angegeben; Anforderungen werden nach der Antwortzeit beurteilt.
run-totals = Summen zählen Anfragen; eine Gruppe wird mit ihnen gemessen und nie dazugezählt, auch nicht Teile einer Seite, die deren Zeile enthält.
run-errors-of-known-steps = Von den Stufen, zu denen die Tabelle Fehler angibt.

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
run-said-cpu-before = CPU-Nutzung vor der Last
run-said-workers = lasterzeugende Worker
run-said-seed = Startwert
run-said-variant = Variante
run-said-file = Datei
run-said-text = Text
run-said-requirements = Anforderungen
run-said-imported = importiert
run-said-stamped = beim Lesen mit der Zeit versehen
run-said-closed-silent = der Server schloss die Verbindung ohne Antwort
run-said-closed-early = der Server schloss die Verbindung mitten in einer Antwort
run-said-closed = der Server schloss die Verbindung
run-said-at-most = {$now} (höchstens {$most})
run-error-excerpt = „{$text}“
run-exchanges-note = Einige Fehler jeder Art und die langsamsten Antworten, wie sie über die Verbindung gingen (">" gesendet, "<" empfangen, "!" warum es fehlschlug); Geheimnisse sind unkenntlich gemacht und lange Inhalte gekürzt. „plimsoll examples RUN“ zeigt alle, die die Laufdatei enthält.
run-exchanges-left-out = Aus Platzmangel nicht gespeichert: {$n}. Die Laufdatei hat {$megabytes} MB für Beispiele; eine Studie ändert das (`examples`, `megabytes`).
run-exchanges-failed = {$of}: {$error}
run-exchanges-slow = {$of}: die langsamsten
run-exchange = {$time}, {$step}, Benutzer {$user}, Iteration {$iteration}: {$took}
run-exchange-of-node = {$time}, {$step}, Knoten {$node}, Benutzer {$user}, Iteration {$iteration}: {$took}
