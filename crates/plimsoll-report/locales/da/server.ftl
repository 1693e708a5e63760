### Værter, deres ure, og hvor tiderne kommer fra.

server-seconds = {$value} s
server-clock-not-compared = ikke sammenlignet
server-clock-own = lastgeneratorens eget
server-clock-ahead = {$by} foran (± {$unsure}; {$how}); korrigeret
server-clock-behind = {$by} bagud (± {$unsure}; {$how}); korrigeret
server-clock-asked = uret blev aflæst
server-clock-correlated = tilpasset belastningen
server-clock-given = som oplyst

server-host-not-known = (vært ukendt)
server-process = {$host}, proces {$name}
server-container = {$host}, container {$name}
server-service = {$host}, service {$name}

server-gap = {$source}: intet fra {$from} til {$to} af kørslen: {$reason}
server-gap-to-end = {$source}: intet fra {$from} til kørslens slutning: {$reason}
server-placement = {$evidence} (± {$unsure})

## Under en figur, hvis tider er placeret.

server-times-assumed = antages at begynde med kørslen
server-times-correlated = er tilpasset belastningen
server-times-given = er regnet fra en oplyst start
server-times-file-name = er regnet fra starten i filens navn
server-times-own = er deres egne
server-times-placed = Tiderne {$how}: ± {$unsure}, så bredt som bjælken på tidsaksen.
server-times-unsure = Tiderne {$how}; hvor meget de er forskudt, vides ikke (stiplet tidsakse).

server-placed-own = dens egne tider; dens ur blev ikke sammenlignet
server-placed-own-ahead = dens egne tider med et ur, der efter angivelse er {$seconds} s foran
server-placed-fitted = tilpasset {$to} (korrelation {$correlation})
server-placed-fitted-from = tilpasset {$to} (korrelation {$correlation}, {$by} s fra: {$start})
server-placed-cpu = CPU'en på {$host}
server-placed-requests = raten af kald
server-placed-given = den angivne begyndelse
server-placed-file-name = begyndelse {$text} i filens navn
server-placed-assumed = antages at begynde med kørslen
server-placed-no-times = den har ingen tider
server-placed-beat = {$said}, en række hver {$seconds} s
server-placed-beat-assumed = {$said}, en række hver {$seconds} s (ikke kendt)
