### Urteile und ihr Nachweis.

verdict-pass = ERFÜLLT
verdict-fail = VERLETZT
verdict-inconclusive = OFFEN
verdict-needed = {$n} Anfragen in {$step} statt {$had} würden es entscheiden, wenn der Anteil gleich bleibt: bei dieser Rate etwa {$time}
verdict-open-without-interval = ein Durchsatz ohne Intervall entscheidet es nur, wo er das Doppelte der Grenze ist oder die Hälfte: Stufen von 10 s oder mehr, oder Ergebnisse jeder Anfrage, würden zeigen, wie sehr er schwankt
verdict-open-by-lateness = der Lastgenerator war bis zu {$late} verspätet, und ohne das könnte es anders sein
verdict-open-by-requests-under-way = Anfragen, die am Ende des Fensters noch liefen, könnten es ändern
## Was gemessen wurde, vor der Statistik.

verdict-measure-mean = der Mittelwert
verdict-measure-max = die längste Zeit
verdict-measure-errors = der Anteil der Fehler
verdict-measure-throughput = der Durchsatz
verdict-measure-of = {$measure} von {$name}
verdict-measure-failed-slowest = {$measure} (fehlgeschlagene Anfragen als die langsamsten)
verdict-measure-unanswered-slowest = {$measure} (Anfragen ohne Antwort als die langsamsten)
verdict-measure-both-slowest = {$measure} (fehlgeschlagene Anfragen und solche ohne Antwort als die langsamsten)
verdict-limit = Grenze {$limit}
verdict-limit-least = mindestens {$limit}
verdict-was = {$measure} war {$value} ({$limit})
verdict-was-at = {$measure} war {$value} bei {$rate} ({$limit})
verdict-rate-behind = {$rate} bei verlangten Ankünften von {$asked}
verdict-was-step = {$measure} war {$value} bei {$rate} in Stufe {$step} ({$limit})
verdict-was-together = {$measure} war {$value} in {$steps} zusammen ({$limit})
verdict-was-unanswered = {$measure} liegt unter den Anfragen ({$share}), die am Ende des Fensters ohne Antwort waren und länger als die Grenze dauerten ({$limit})
verdict-was-nothing-answered = {$measure}: { $n ->
    [one] die einzige Anfrage
   *[other] keine der {$n} Anfragen
} in Stufe {$step} wurde { $n ->
    [one] nicht im Messfenster beantwortet
   *[other] im Messfenster beantwortet
} ({$limit})
verdict-value-among-failed = unter den fehlgeschlagenen Anfragen
verdict-with-failures = {$sentence}; { $kinds ->
    [one] Fehler: {$error}
    [tied] Fehler, unter anderem: {$error}
   *[several] Fehler, meist: {$error}
}
verdict-was-failed = {$measure} liegt unter den fehlgeschlagenen Anfragen ({$share}); sie zählen als über jeder Grenze ({$limit})
verdict-judged = {$sentence}: {$judgement}
verdict-expected = Erwartet {$expected}: {$figures} bei {$rate} in Stufe {$step}, { $judged ->
    [met] erfüllt
    [failed] nicht erfüllt
   *[open] nicht entschieden
}; {$limit}.
verdict-expected-limit = die Grenze ist {$rate}, das {$factor}-Fache der erwarteten Nutzung
verdict-expected-at-least = der höchste gemessene Wert ist {$rate}, das {$factor}-Fache der erwarteten Nutzung
verdict-expected-about = das Höchste, das gemessen wurde, {$rate}, ist ungefähr ebenso viel
verdict-expected-met = die Anforderungen an Zeiten und Fehler werden bis {$met} erfüllt, dem {$factor}-Fachen der erwarteten Nutzung, und beim höchsten Durchsatz, {$rate}, nicht alle
verdict-expected-fails = beim höchsten Durchsatz, {$rate}, werden nicht alle Anforderungen an Zeiten und Fehler erfüllt
verdict-expected-no-limit = keine Grenze ist bekannt
verdict-expected-not-judged = Erwartet {$expected}: {$limit}; keine Anforderung an Zeiten oder Fehler war gegeben.
verdict-expected-not-reached = Erwartet {$expected}: keine gültige Stufe trug es; {$limit}.

## Die Überschrift.

verdict-nothing-measured = Es wurde nichts gemessen
verdict-valid-without-requirements = Die Messung ist gültig; es wurden keine Anforderungen angegeben
verdict-imported-without-requirements = Importiert; es wurden keine Anforderungen angegeben, und über den Lastgenerator ist nichts bekannt
verdict-imported-table = Eine importierte Tabelle; es wurden keine Anforderungen angegeben
verdict-imported-no-steps = Importiert, ohne eine Last und ihren Durchsatz: Eine Kapazität lässt sich nicht zeigen; was aus den Werten folgt, steht unter Befunde
verdict-requests-failed = {$share} der Anfragen schlugen fehl ({$failed} von {$all}, { $kinds ->
    [one] {$error}
    [tied] unter anderem {$error}
   *[several] meist {$error}
}), und keine Anforderung sagt, wie viele es sein dürfen
verdict-requests-failed-in-table = Nach der Tabelle schlugen {$share} der Anfragen in {$step} fehl, und keine Anforderung sagt, wie viele es sein dürfen
verdict-requests-failed-from = Ab {$step} schlugen {$share} der Anfragen fehl ({$failed} von {$all}, { $kinds ->
    [one] {$error}
    [tied] unter anderem {$error}
   *[several] meist {$error}
}); davor { $before ->
    [none] keine
   *[few] weniger als 1 %
}, und keine Anforderung sagt, wie viele es sein dürfen
verdict-hung = Das System hing: Von {$from} nach dem Start des Laufs an endete keine Anfrage von Stufe {$step} mehr, während {$users} Benutzer warteten
verdict-failed-to-the-end = Von {$from} nach dem Start des Laufs bis zum Ende des Messfensters von Stufe {$step} schlug jede Anfrage fehl, alle {$failed}, { $kinds ->
    [one] {$error}
    [tied] unter anderem {$error}
   *[several] meist {$error}
}
verdict-all-failed = { $n ->
    [one] Die einzige Anfrage schlug fehl: {$error}
   *[other] Alle {$n} Anfragen schlugen fehl{ $kinds ->
        [several] , meist durch
        [tied] , unter anderem durch
       *[one] :
    } {$error}
}
verdict-all-failed-steps = Jede Anfrage in {$steps} schlug fehl{ $kinds ->
    [several] , meist durch
    [tied] , unter anderem durch
   *[one] :
} {$error}
verdict-with-cause = {$verdict}. {$cause}
verdict-with-figure = {$verdict}: {$figure}
verdict-rate-holds = {$rate} erfüllt jede Anforderung
verdict-rate-holds-at-least = Mindestens {$rate} erfüllt jede Anforderung
verdict-holds-one = Die Anforderung ist erfüllt
verdict-holds-all = { $all ->
    [2] Beide Anforderungen sind erfüllt
   *[other] Alle {$all} Anforderungen sind erfüllt
}
verdict-but-critical = {$verdict}, aber es gibt { $n ->
    [one] {$n} kritischen Befund
   *[other] {$n} kritische Befunde
}
verdict-critical-count = { $n ->
    [one] {$n} kritischer Befund
   *[other] {$n} kritische Befunde
}
verdict-critical = { $n ->
    [one] {$n} kritischer Befund zum System:
   *[other] {$n} kritische Befunde zum System:
}
verdict-fails-at-every-rate = Bei keiner versuchten Rate sind die Anforderungen erfüllt
verdict-fails-one = Die Anforderung ist nicht erfüllt
verdict-fails-some = { $failed ->
    [one] {$failed} von {$all} Anforderungen ist nicht erfüllt
   *[other] {$failed} von {$all} Anforderungen sind nicht erfüllt
}
verdict-unusable = Unvollständig oder nicht gültig: vor der Verwendung der Zahlen den Grund lesen
verdict-search-without-answer = Die Suche endete ohne Ergebnis
verdict-none-failed-but-invalid = Keine Anforderung wurde verletzt, aber der Lauf ist unvollständig oder nicht gültig
verdict-undecided-one = Die Anforderung war nicht zu entscheiden
verdict-undecided-some = { $open ->
    [one] {$open} von {$all} Anforderungen war nicht zu entscheiden
   *[other] {$open} von {$all} Anforderungen waren nicht zu entscheiden
}

## Worauf das Urteil über den Lauf beruht.

verdict-judged-every-step = über alle Stufen beurteilt
verdict-judged-every-load = über alle Lasten beurteilt, jeweils ihre gültigen Stufen zusammen
verdict-judged-load-line = beurteilt an {$steps} zusammen, der Lastgrenze
verdict-judged-best = beurteilt an Stufe {$step}, der Lastgrenze
verdict-judged-rate = beurteilt bei {$rate}, {$steps}
verdict-judged-rate-together = beurteilt bei {$rate}, {$steps} zusammen
verdict-judged-nowhere = keine gültige Stufe, um danach zu urteilen
verdict-unreadable = nicht möglich: {$error}

## Nachweis. Teile werden durch Strichpunkte verbunden.

verdict-unreadable-proof = Nicht möglich: {$error}.
verdict-in-steps = {$judgement} in {$steps}
verdict-together = {$judgement} für {$steps} zusammen: {$evidence}
verdict-each-alone = jede für sich: {$judged}
verdict-at-rate = bei Ziel {$rate}: {$evidence}
verdict-at-step = Stufe {$step}: {$evidence}
verdict-nearest-step = der Grenze am nächsten, Stufe {$step}: {$evidence}
verdict-worst-step = schlechteste Stufe {$step}: {$evidence}
verdict-no-valid-step = keine Stufe wurde gültig gemessen
verdict-nothing-over = in { $which ->
    [valid] keiner gültigen Stufe
   *[every] keiner Stufe
} lag eine Anfrage über der Grenze
verdict-nothing-over-longest = in { $which ->
    [valid] keiner gültigen Stufe
   *[every] keiner Stufe
} lag eine Anfrage über der Grenze; die längste dauerte {$longest} (Stufe {$step})
verdict-nothing-failed = in { $which ->
    [valid] keiner gültigen Stufe
   *[every] keiner Stufe
} schlug eine Anfrage fehl

## Beleg einer Stufe.

verdict-unanswered = {""}, davon {$n} am Ende des Fensters ohne Antwort
verdict-share = {$over} von {$of} { $what ->
    [failed] fehlgeschlagen
    [over] darüber
    [failed-as-over] fehlgeschlagen, was als darüber zählt
   *[failed-or-over] fehlgeschlagen oder darüber
}{ $dropped ->
    [0] {""}
    [one] , davon {$dropped} verworfene Ankunft
   *[other] , davon {$dropped} verworfene Ankünfte
}{$waiting} ({$share}; erlaubt {$allowed})
verdict-max = längste {$longest}; {$over} von {$of} { $what ->
    [failed] fehlgeschlagen, Grenze
    [over] über
    [failed-as-over] fehlgeschlagen, was als darüber zählt, Grenze
   *[failed-or-over] fehlgeschlagen oder über
} {$limit}{ $dropped ->
    [0] {""}
    [one] , davon {$dropped} verworfene Ankunft
   *[other] , davon {$dropped} verworfene Ankünfte
}
verdict-max-late = {$said}; eine Anfrage, die im Messfenster begann, endete danach und dauerte {$late}
verdict-mean = Mittelwert {$mean} (95-%-KI {$bounds}) gegenüber {$limit}
verdict-mean-without-bounds = Mittelwert {$mean} (zu wenige Sekunden für ein Intervall) gegenüber {$limit}
verdict-throughput = {$throughput} gegenüber {$limit}
verdict-all-served = {$said}: Jede Ankunft wurde bedient, und zusammen sind das {$served}
verdict-nothing-succeeded = alle {$requests} Anfragen schlugen fehl, daher gibt es keinen Mittelwert
verdict-nothing-answered = { $n ->
    [one] die einzige Anfrage war noch unbeantwortet
   *[other] alle {$n} Anfragen waren noch unbeantwortet
}, als die {$measured} der Stufe um waren
verdict-unknown-transaction = keine Anfrage heißt {$name}; es gibt { $known ->
    [one] nur
   *[other] die folgenden:
} {$names}
verdict-more-names = {$n} weitere
verdict-invalid-step = die Stufe ist ungültig und stützt kein Urteil
verdict-no-requests = in der Stufe endete keine solche Anfrage
verdict-no-times = Antwortzeiten wurden in der Stufe nicht aufgezeichnet
verdict-iterations-dropped = { $n ->
    [one] {$n} Iteration des Laufs begann nie, denn kein Benutzer war frei: Wie ihre Anfragen ausgegangen wären, ist nicht bekannt
   *[other] {$n} Iterationen des Laufs begannen nie, denn kein Benutzer war frei: Wie ihre Anfragen ausgegangen wären, ist nicht bekannt
}
verdict-from-table = die Tabelle sagt {$value}; von wie vielen Anfragen ist nicht bekannt
verdict-mean-from-table = die Tabelle sagt {$value}; wie sehr die Zeiten streuten, ist nicht bekannt
verdict-longest-written = die längste Zeit ist {$time}, von { $of ->
    [one] einer Anfrage
   *[other] {$of} Anfragen
}, { $failed ->
    [0] die alle gelangen
    [one] von denen eine scheiterte und als darüber zählt
   *[other] von denen {$failed} scheiterten und als darüber zählen
}
verdict-longest-from-table = die längste Zeit ist laut Tabelle {$time}; von wie vielen Anfragen ist nicht bekannt (eine Spalte minutes oder seconds würde es sagen)
verdict-longest-of-unknown = die längste Zeit ist {$time}, von {$of} Anfragen; wie viele davon scheiterten, ist nicht bekannt
verdict-percentile-of-unknown = {$percentile} ist laut Tabelle {$time}, von {$of} Anfragen; wie viele davon scheiterten, ist nicht bekannt
verdict-percentile-from-table = {$percentile} ist laut Tabelle {$time}; von wie vielen Anfragen ist nicht bekannt (eine Spalte minutes oder seconds würde es sagen)
verdict-from-percentiles = {$percentile} des Berichts ist {$time}, von { $of ->
    [one] einer Anfrage
   *[other] {$of} Anfragen
}, { $failed ->
    [0] die alle gelangen
    [one] von denen eine fehlschlug
   *[other] von denen {$failed} fehlschlugen
}
verdict-not-in-table = die Tabelle hat hier keinen Wert dafür; eine Spalte mit Zeiten brauchte ihre Einheit, im Namen oder in jeder Zelle

## Wie geurteilt wird.

verdict-more-findings = Und {$n} weitere unter Befunde.
verdict-rule-search = Eine Kapazitätssuche erhöht die Rate, bis eine Anforderung verletzt ist. Jede Anforderung wird daher bei der höchsten Rate beurteilt, die alle erfüllt, über alle ihre Fenster zusammen. Eine fehlgeschlagene Anfrage und eine verworfene Ankunft zählen als über jeder Grenze der Antwortzeit; ein Mittelwert ist der der erfolgreichen Anfragen.
verdict-rule-climb = Eine stufenweise Steigerung geht weiter, bis das System nichts mehr gewinnt, ihre letzten Stufen können eine Anforderung also durchaus verletzen. Jede Anforderung wird daher an der besten Stufe beurteilt, der Lastgrenze, die dieser Bericht angibt; die Stufen, in denen sie erfüllt ist, sind aufgeführt. Eine fehlgeschlagene Anfrage zählt als über jeder Grenze der Antwortzeit; ein Mittelwert ist der der erfolgreichen Anfragen.
verdict-rule-loads = Stufen gleicher Last werden zusammen beurteilt, wo nichts sie unterscheidet: Eine Anforderung ist erfüllt, wenn sie unter jeder Last erfüllt ist, verletzt, wenn sie unter irgendeiner verletzt ist, und sonst offen; der Durchsatz wird an der besten Stufe beurteilt, der Lastgrenze, denn kleinere Lasten bringen weniger. Eine fehlgeschlagene Anfrage zählt als über jeder Grenze der Antwortzeit; ein Mittelwert ist der der erfolgreichen Anfragen.
verdict-rule-given = Eine Anforderung ist erfüllt, wenn sie in jeder Stufe erfüllt ist, verletzt, wenn sie in irgendeiner Stufe verletzt ist, und sonst offen; der Durchsatz wird an der besten Stufe beurteilt, der Lastgrenze, denn kleinere Lasten bringen weniger davon. Eine fehlgeschlagene Anfrage zählt als über jeder Grenze der Antwortzeit; ein Mittelwert ist der der erfolgreichen Anfragen.
verdict-method = Eine Anforderung an ein Perzentil wird nach dem Anteil der Anfragen über ihrer Grenze beurteilt: p95 erlaubt 5 %. Darüber sind alle fehlgeschlagenen Anfragen, wie schnell sie es auch taten, und die erfolgreichen über der Grenze; das gemessene Perzentil nimmt fehlgeschlagene als langsamer als alle anderen. Die Anforderung ist verletzt, wenn das ganze 95-%-Intervall dieses Anteils (Wilson) über dem Erlaubten liegt, erfüllt, wenn es ganz darunter liegt, und dazwischen offen. Fehler werden ebenso beurteilt, ein Maximum nach jeder einzelnen Anfrage, die fehlschlug oder darüber lag, der Durchsatz nach einem Bootstrap-Intervall über Sekunden (bis zur Rate der Ankünfte ist er erfüllt, wenn jede bedient wurde), ein Mittelwert nach einem solchen Intervall über die erfolgreichen Anfragen. Im offenen Lastmodell sind die beurteilten Zeiten Antwortzeiten, ab dem vorgesehenen Start. Fehler des Lastgenerators selbst zählen nie gegen das System; mehr als 0,1 % davon machen eine Stufe ungültig; eine ungültige Stufe stützt kein Urteil, es sei denn, sie ist nur deshalb ungültig, weil jede Anfrage fehlschlug, oder die fehlende Last könnte das Urteil nicht ändern.
verdict-method-dropped = Eine verworfene Ankunft hatte keine Antwort: Sie zählt als eine fehlgeschlagene Anfrage.
verdict-method-search = Fenster der Suche werden strenger beurteilt: wie es bei der Tabelle ihrer Raten steht.
