### Værter, deres ure, og hvor tiderne kommer fra.

server-seconds = {$value} s
server-clock-not-compared = ikke sammenlignet
server-clock-own = lastgeneratorens eget
server-clock-ahead = {$by} foran (± {$unsure}; {$how}); korrigeret
server-clock-behind = {$by} bagud (± {$unsure}; {$how}); korrigeret
server-clock-asked = spurgt om klokken
server-clock-correlated = tilpasset lasten
server-clock-told = som oplyst

server-host-not-known = (vært ukendt)
server-process = {$host}, proces {$name}
server-container = {$host}, container {$name}
server-service = {$host}, tjeneste {$name}

server-gap = {$source}: intet fra {$from} til {$to} af kørslen: {$reason}
server-gap-to-end = {$source}: intet fra {$from} til kørslens slutning: {$reason}
server-placement = {$evidence} (± {$unsure})
server-times-assumed = antaget at begynde sammen med kørslen
server-times-fitted = tilpasset belastningen
server-times-told = fra en oplyst start
server-times-file-name = fra starten i filens navn
server-times-own = deres egne
server-doubt = Tiderne er {$how}: ± {$seconds} s, så bred som bjælken på tidsaksen.
server-doubt-unknown = Tiderne er {$how}; hvor meget de er forskudt, vides ikke (stiplet tidsakse).
