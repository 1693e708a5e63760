### Hosts, ihre Uhren und woher Zeiten kommen.

server-seconds = {$value} s
server-clock-not-compared = nicht verglichen
server-clock-own = die des Lastgenerators selbst
server-clock-ahead = {$by} voraus (± {$unsure}; {$how}); korrigiert
server-clock-behind = {$by} zurück (± {$unsure}; {$how}); korrigiert
server-clock-asked = nach ihrer Zeit gefragt
server-clock-correlated = an die Last angepasst
server-clock-given = wie angegeben

server-host-not-known = (Host nicht bekannt)
server-process = {$host}, Prozess {$name}
server-container = {$host}, Container {$name}
server-service = {$host}, Dienst {$name}

server-gap = {$source}: nichts von {$from} bis {$to} des Laufs: {$reason}
server-gap-to-end = {$source}: nichts von {$from} bis zum Ende des Laufs: {$reason}
server-placement = {$evidence} (± {$unsure})

## Unter einem Diagramm, dessen Zeiten eingeordnet wurden.

server-times-assumed = als mit dem Lauf beginnend angenommen
server-times-correlated = an die Last angepasst
server-times-given = ab einem angegebenen Start gerechnet
server-times-file-name = ab dem Start im Namen der Datei gerechnet
server-times-own = ihre eigenen
server-times-placed = Die Zeiten sind {$how}: ± {$unsure}, so breit wie der Balken auf der Zeitachse.
server-times-unsure = Die Zeiten sind {$how}; wie weit sie abweichen, ist nicht bekannt (gestrichelte Zeitachse).

server-placed-own = ihre eigenen Zeiten; ihre Uhr wurde nicht verglichen
server-placed-own-ahead = ihre eigenen Zeiten, mit einer Uhr, die nach Angabe {$seconds} s vorgeht
server-placed-fitted = angepasst an {$to} (Korrelation {$correlation})
server-placed-fitted-from = angepasst an {$to} (Korrelation {$correlation}, {$by} s von: {$start})
server-placed-cpu = die CPU von {$host}
server-placed-requests = die Rate der Anfragen
server-placed-given = der angegebene Beginn
server-placed-file-name = Beginn {$text} im Namen der Datei
server-placed-assumed = soll mit dem Lauf beginnen
server-placed-no-times = sie hat keine Zeiten
server-placed-beat = {$said}, eine Zeile alle {$seconds} s
server-placed-beat-assumed = {$said}, eine Zeile alle {$seconds} s (nicht bekannt)
