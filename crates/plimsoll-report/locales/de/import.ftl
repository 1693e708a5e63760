### Notizen eines importierten Laufs: was entschieden wurde, und was seine Dateien nicht sagen.

import-steps = { $n ->
    [one] {$n} Stufe
   *[other] {$n} Stufen
}
import-steps-of-table = {$steps}, aus der Tabelle {$file}
import-steps-by-users = {$steps}, gefunden an der Zahl der Benutzer in {$file}: wo sie gleich blieb
import-steps-by-rate = {$steps}, gefunden an Änderungen der Rate der Anfragen (PELT), denn die Dateien sagen nicht, wie viele Benutzer es waren; die Benutzer einer Stufe sind die mittlere Zahl der Anfragen in Arbeit
import-steps-one-level = {$steps}: Die Benutzer in {$file} haben ein Plateau; was davor und danach liegt, ist in keiner Stufe
import-steps-fluctuating = {$steps}, gefunden an der Zahl der Benutzer in {$file}, die kamen und gingen: Sie schwankte um einen Mittelwert, der die Last einer Stufe ist
import-steps-by-arrivals = {$steps}, gefunden an der Rate, mit der Anfragen in {$file} begannen: eine offene Last, deren Benutzer sich daraus ergaben, wie lange Antworten dauerten; die Benutzer einer Stufe sind ihr Mittelwert
import-steps-of-ramp = die Benutzer in {$file} haben kein Plateau, das lang genug ist: Die Last war eine Rampe, und was als {$steps} gezeigt wird, sind Abschnitte davon mit ihrer mittleren Zahl von Benutzern
import-steps-of-parts = {$steps} in {$n} Teilen der Last, zwischen denen kaum eine Anfrage in Arbeit war: einzelne Tests, oder Pausen
import-steps-whole = keine Änderung der Last gefunden: Das Ganze ist eine Stufe
import-steps-too-short = die Benutzer in {$file} änderten sich ({$least} bis {$most}), in zu kurzer Zeit oder mit zu wenigen Anfragen, um sie in Lasten zu teilen: Sie sind eine Stufe mit ihrem Mittelwert
import-steps-whole-seconds = keine Änderung der Last gefunden: Das Ganze ist eine Stufe, gemessen ohne die erste und die letzte Sekunde, die selten ganz sind
import-steps-one-rate = {$steps}: Die Rate der Anfragen hat ein Niveau, denn die Dateien sagen nicht, wie viele Benutzer es waren; was davor und danach liegt, ist nicht gemessen, und die Benutzer der Stufe sind die mittlere Zahl der Anfragen in Arbeit
import-too-few-of-users = {$n} Benutzer von Sekunde {$from} bis {$to}: keine Stufe, denn dort { $requests ->
    [one] endete {$requests} Anfrage
   *[other] endeten {$requests} Anfragen
}, und eine Stufe braucht {$least} in {$length} oder mehr
import-too-few-apart = von Sekunde {$from} bis {$to} { $n ->
    [one] endete nur {$n} Anfrage
   *[other] endeten nur {$n} Anfragen
}, von den übrigen durch eine Pause getrennt, in der kaum ein Benutzer wartete: keine Stufe
import-ended-late = { $n ->
    [one] {$n} Anfrage endete nach Sekunde {$second}, als keine mehr begann: Die Last war zu Ende, und sie ist in keinem Fenster
   *[other] {$n} Anfragen endeten nach Sekunde {$second}, als keine mehr begann: Die Last war zu Ende, und sie sind in keinem Fenster
}
import-levels-joined = die Niveaus von {$first} und von {$second} Benutzern sind eine Stufe: In beiden begannen etwa {$rate} Anfragen pro Sekunde, es waren also mehr Benutzer, weil Antworten länger dauerten, und nicht, weil mehr kamen
import-no-tests = keine Datei ist eine Tabelle von Tests: {$test} kann aus keiner genommen werden
import-counts-only = von Anfragen, von denen nur die Zahl bekannt ist, gibt es keine Antwortzeiten: Perzentile sind ohne sie
import-table-only = die Zahlen sind die der Tabelle {$file}; einzelne Anfragen und Sekunden sind nicht bekannt
import-server-logs-only = es gibt keine Ergebnisse eines Lastgenerators: Die Anfragen sind die, die die Server protokolliert haben
import-one-after-another = die Tabelle sagt nicht, wann es war: Ihre Stufen und Jobs sind nacheinander gelegt
import-no-lengths = die Tabelle hat keine Zeiten: Ihre Stufen sind nacheinander gelegt, jede eine Minute lang; wie viele Anfragen sie hatten, ist nicht bekannt
import-far-away = { $n ->
    [one] {$n} Anfrage, deren Zeit Tage von den übrigen entfernt ist, ist weggelassen
   *[other] {$n} Anfragen, deren Zeiten Tage von den übrigen entfernt sind, sind weggelassen
}
import-summarised = {$requests} von {$of} Anfragen stehen in Zeilen von mehreren, nur mit ihrem Mittelwert (SampleCount; der statistische Modus von JMeter): Perzentile und längste Zeiten haben von ihnen nur diese Mittelwerte, hohe Perzentile können also zu niedrig sein und Anforderungen daran zu günstig beurteilt
import-users-counted = Benutzer sind nach den Namen der Threads gezählt: {$files} { $n ->
    [one] sagt
   *[other] sagen
} nicht, wie viele es waren, und jeder Thread zählt vom Beginn seiner ersten Anfrage bis zum Ende seiner letzten
import-users-added = Benutzer sind addiert, denn Dateien überschneiden sich zeitlich und gelten als die von {$n} Lastgeneratoren ({$why}): {$files}
import-other-users = ihre Zahlen von Benutzern sind verschieden
import-same-threads = Threads gleichen Namens hatten in mehreren zugleich Anfragen
import-more-at-work = es waren mehr Anfragen in Arbeit, als eine von ihnen Benutzer hat
import-of-one = {$files} zusammen
import-users-of-one = Benutzer sind nicht addiert, denn Dateien überschneiden sich zeitlich und gelten als die eines Lastgenerators (ihre Zahlen von Benutzern sind ähnlich, und nicht mehr Anfragen waren in Arbeit): {$files}; es zählt der Mittelwert dessen, was ihre Zeilen nennen
import-clock-ahead = die CPU von {$host} folgt der Last am besten, wenn man annimmt, dass seine Uhr {$ahead} s vorgeht (± {$uncertainty} s, Korrelation {$correlation}); sie wurde nicht geändert: clock_ahead in import.yaml stellt sie richtig
import-of-file = {$file}: {$said}
import-times-are-ends = ihre Zeitstempel sind die des Endes jeder Anfrage (sampleresult.timestamp.start=false): Sonst überschnitten sich aufeinanderfolgende Anfragen eines Threads
import-parts = {$rows} von {$of} Zeilen sind Teile anderer Zeilen (Weiterleitungen, eingebettete Ressourcen); sie sind mit diesen gezählt, nicht als eigene Anfragen
import-parent-samples = {$rows} von {$of} Zeilen sind Transaktionen, deren Anfragen keine eigenen Zeilen haben („Generate parent sample“ von JMeter): Jede ist als eine Anfrage gezählt, mit der Zeit von allen
import-groups = {$rows} von {$of} Zeilen sind Transaktionen aus Anfragen; sie sind neben ihren Anfragen gezeigt und in keiner Summe
import-passed-over = {$value} hinter den üblichen Feldern ist übergangen: Ist es eine Antwortzeit, so das Format des Servers angeben (apache, nginx, tomcat, tomcat10, undertow) und sein Muster, die die Einheit nennen
import-no-unit = {$name} {$value} hat keine sichere Einheit, Antwortzeiten sind darum weggelassen: Das Muster "duration={$name}:ms" (oder s, us, ns) nennt sie
import-without-time = {$rows} von {$of} Anfragen haben keine Antwortzeit: Zahlen zu Zeiten sind die der übrigen
import-path-ids = Teile von Pfaden, die wie Ids aussehen, heißen in den Namen von {$n} Anfragen {$id} ({$name}); mit --keep-path-ids bleiben sie
import-not-sent = { $n ->
    [one] {$n} Anfrage konnte
   *[other] {$n} Anfragen konnten
} vom Lastgenerator nicht erzeugt werden, es wurde also nichts gesendet und keine Zahl zählt sie; die erste: {$first}
import-before-year-2000 = ihre Zeiten liegen vor dem Jahr 2000; zählen sie Sekunden und nicht Millisekunden seit 1970, so ist alles, was hier über Zeit gesagt wird, tausendmal zu schnell
import-hour-twice = die Uhren wurden zurückgestellt, während sie geschrieben wurde; ihre Zeiten gehen um diese Stunde zurück, und was dahinter steht, gilt als aus der zweiten
import-hour-once = sie hat Ortszeiten der Stunde, die es zweimal gibt, wenn Uhren zurückgestellt werden, und nichts in ihr sagt, aus welcher der beiden sie sind: Alle gelten als aus der ersten; hat sie Zeilen aus beiden, so liegen sie aufeinander, und der Durchsatz ist zu hoch (Zeiten mit einem Offset sagen es)
import-untimed = {$rows} von {$of} Zeilen haben keine Zeit und sind weggelassen
import-repeats = ihr Inhalt ist der von {$other} und zählt einmal
import-before-load = alles, was sie aufgezeichnet hat, liegt vor der Last, um {$apart} oder mehr: Stimmt ihre Zeitzone (--timezone, oder die in ihrem Kopf)?
import-after-load = alles, was sie aufgezeichnet hat, liegt nach der Last, um {$apart} oder mehr: Stimmt ihre Zeitzone (--timezone, oder die in ihrem Kopf)?
import-users-from-times = sie sagt nicht, wie viele Benutzer oder Verbindungen es waren: Genommen ist die mittlere Zahl der Anfragen in Arbeit, Rate × mittlere Zeit, als ganze Zahl
import-other-lengths = { $n ->
    [one] {$n} Antwort war
   *[other] {$n} Antworten waren
} von anderer Länge als die erste, was ab als Fehler zählt: Eine Seite, die für jede Anfrage erzeugt wird, ist das; hier sind es keine Fehler
import-columns = Spalten: {$columns} (--columns BEDEUTUNG=SPALTE ändert es)
import-column = {$name} gilt als {$meaning}
import-column-users = Benutzer
import-column-throughput = Durchsatz, erfolgreiche Anfragen pro Sekunde
import-column-throughput-minute = Durchsatz, erfolgreiche Anfragen pro Minute
import-column-throughput-hour = Durchsatz, erfolgreiche Anfragen pro Stunde
import-column-errors-percent = Fehler in Prozent
import-column-mean-ms = mittlere Antwortzeit in ms
import-column-mean-s = mittlere Antwortzeit in s
import-column-nodes = Knoten, die die Last erzeugen
import-column-minutes = Länge der Stufe in Minuten
import-column-seconds = Länge der Stufe in Sekunden
import-column-requests = Anfragen der Stufe
import-column-errors = fehlgeschlagene Anfragen der Stufe
import-column-mean = mittlere Antwortzeit
import-column-longest = längste Antwortzeit
import-column-percentile = p{$percent} der Antwortzeiten
import-columns-differing = {$columns} für das, worin sich Läufe unterscheiden
import-columns-unused = nicht verwendet: {$columns}
import-columns-more = {$n} weitere
