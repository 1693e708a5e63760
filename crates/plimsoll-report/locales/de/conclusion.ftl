### Was mehrere Läufe zusammen aussagen.

conclusion-title = Fazit
conclusion-critical = Kritische Befunde
conclusion-requirements = Anforderungen erfüllt
conclusion-repeats = { $n ->
    [one] Wiederholung
   *[other] Wiederholungen
}
conclusion-held = erfüllt in {$n} von {$of} Läufen
conclusion-failed = { $of ->
    [1] {$requirement}: nicht erfüllt
   *[other] {$requirement}: nicht erfüllt in {$n}
}
conclusion-undecided = { $of ->
    [1] {$requirement}: nicht entschieden
   *[other] {$requirement}: nicht entschieden in {$n}
}
conclusion-range = {$low}–{$high} über {$n} Läufe
conclusion-in-of = in {$n} von {$of} Läufen
conclusion-until-lost-in = bis zum Ausfall eines Servers in {$n} von {$of} Läufen
conclusion-one-load = Durchsatz bei der einzigen gültigen Last, nicht die Kapazität
conclusion-headroom = das {$factor}-Fache der erwarteten Nutzung
conclusion-share = {$rate} {$unit} pro Stunde für jeden von {$count} ({$name})
conclusion-share-of = {$said}: jeder von ihnen könnte {$percent} dessen nutzen, was von allen zusammen erwartet wird
conclusion-lowest = der niedrigste von {$n} Läufen
conclusion-computed = berechnet, nicht gemessen
conclusion-needs-restarts = ist ohne Neustarts nicht zu halten
conclusion-none-in = keiner in {$n} von {$of} Läufen
conclusion-no-limit = Nicht erreicht
conclusion-no-limit-why = der Durchsatz wuchs mit jeder Last
conclusion-no-limit-in = nicht erreicht in {$n} von {$of} Läufen
conclusion-not-known-in = nicht bekannt in {$n} von {$of} Läufen
conclusion-cause-in = {$grade}, in {$n} von {$of} Läufen
conclusion-cause-further = {$cause}: {$grade}, in {$n} von {$of} Läufen
conclusion-cause-too = {$cause}: {$grade}

## Worin sich Varianten unterscheiden. {$place} beginnt einen Satz: "Bis 50/s". {$figures}: "Durchsatz +4,4 % (KI +3,5 bis +5,4)".

conclusion-differences = Worin sich die Varianten unterscheiden
conclusion-table = Alles, was verglichen wurde
conclusion-pair = Verglichen
conclusion-capacity = Kapazität
conclusion-result = Ergebnis
conclusion-result-apart = verschieden
conclusion-result-slightly = verschieden, vielleicht um weniger als die Toleranz
conclusion-result-equal = gleich innerhalb der Toleranz
conclusion-result-not = nicht zu unterscheiden
conclusion-result-between-runs = der Unterschied ist vielleicht nur einer zwischen zwei Läufen
conclusion-result-untested = nicht getestet
conclusion-result-not-comparable = nicht vergleichbar
conclusion-all-loads = { $n ->
    [2] Bei beiden Lasten
   *[other] Bei allen {$n} Lasten
}
conclusion-some-loads = Bei {$n} Lasten
conclusion-all-parts = {$with}, in allen {$n} Teilen des Laufs
conclusion-some-parts = {$with}, in {$n} Teilen des Laufs
conclusion-up-to = Bis {$load}
conclusion-from-to = {$from} bis {$to}
conclusion-figure = {$metric} {$change}
conclusion-figure-ci = {$metric} {$change} (KI {$bounds})
conclusion-hull = {$metric} KI {$change}
conclusion-change-ci = {$change} (KI {$bounds})
conclusion-values = {$figure}, {$before} → {$after}
conclusion-with-note = {$figure} ({$note})
conclusion-servers = {$variant}: {$servers}
conclusion-equal = {$place}: gleich innerhalb von {$margin}; {$figures}.
conclusion-not = {$place}: nicht zu unterscheiden; {$figures}.
conclusion-apart = {$place}: {$figures}.
conclusion-slightly = {$place}: {$figures}. Es gibt einen Unterschied, aber er kann kleiner sein als die {$margin}, auf die es ankäme.
conclusion-between-runs = {$place}: {$figures}. Zwei Läufe desselben Systems können ebenso voneinander abweichen.
conclusion-untested = {$place}: {$figures}. Nicht getestet: Diese Läufe ergeben kein Intervall; drei oder mehr Wiederholungen jeder Variante ergäben eines.
conclusion-not-comparable = {$place}: nicht vergleichbar, denn { $why ->
    [windows] die Messfenster sind verschieden lang
    [invalid] eine Stufe ist ungültig
   *[either] teils sind die Messfenster verschieden lang, teils ist eine Stufe ungültig
}.
conclusion-further-loads = Weitere Unterschiede stehen in der Tabelle.
conclusion-no-loads = Keine Last ist beiden gemeinsam.
conclusion-further-pairs = { $n ->
    [one] Ein weiteres Paar steht in der Tabelle; { $apart ->
        [0] ein Unterschied ist nicht gezeigt.
       *[other] bei einer Last unterscheidet es sich.
    }
   *[other] {$n} weitere Paare stehen in der Tabelle; { $apart ->
        [0] für keines ist ein Unterschied gezeigt.
       *[other] bei einer Last unterscheiden sich davon {$apart}.
    }
}
conclusion-unit-runs = Die Intervalle sind 95-%-Intervalle und kommen daher, wie die Wiederholungen einer Variante streuen.
conclusion-unit-pairs = Die Intervalle sind 95-%-Intervalle und kommen daher, wie Paare nacheinander durchgeführter Läufe streuen.
conclusion-unit-single = Wo eine Variante nur einen Lauf hat, wird angenommen, dass er so streut wie die Wiederholungen der anderen.
conclusion-unit-seconds = Die Intervalle sind 95-%-Intervalle und kommen daher, wie die Sekunden innerhalb der Läufe streuen, denn von jeder Variante gibt es einen Lauf: Wie Läufe streuen, ist nicht bekannt. Als verschieden gilt nur, was sich sicher um mehr als die Toleranz unterscheidet. Drei oder mehr Wiederholungen von jeder, im Wechsel, würden mehr zeigen.
conclusion-unit-jobs = Die Intervalle sind 95-%-Intervalle und kommen daher, wie die Unterschiede der Jobs streuen.
conclusion-unit-mixed = Die Intervalle sind 95-%-Intervalle und kommen daher, wie Wiederholungen streuen; wo beide Varianten nur einen Lauf haben, daher, wie die Sekunden in ihm streuen, und als verschieden gilt dort nur, was sich sicher um mehr als die Toleranz unterscheidet.
conclusion-margin = Eine Änderung bis {$margin} (bei Fehlern {$points} Prozentpunkte) gilt als zu klein, um von Belang zu sein. Was als verschieden bezeichnet wird, ist es unter allen {$n} verglichenen Kennzahlen (Benjamini und Hochberg, 5 %). Antwortzeiten enthalten fehlgeschlagene Anfragen. Der Befehl compare vergleicht auch Transaktionen.

## Was wiederkehrt. {$items}: "pool events von collector (stark)".

conclusion-recurs = Was wiederkehrt
conclusion-limit = Engpass: {$cause} ({$grade})
conclusion-finding-of = {$id} ({$host})
conclusion-everywhere = in jedem Lauf, {$n} von {$n}
conclusion-always = in jedem Lauf von {$variants}
conclusion-always-one = { $n ->
    [one] im Lauf von {$variants}
   *[other] in {$n} von {$n} Läufen von {$variants}
}
conclusion-sometimes = in manchen Läufen von {$variants}
conclusion-never = in keinem von {$variants}
conclusion-never-others = in keinem der anderen
conclusion-name = „{$name}“
conclusion-others = { $n ->
    [one] eine andere
   *[other] {$n} andere
}
conclusion-further-recurrences = { $n ->
    [one] Eine weitere Gruppe von Befunden kehrt in anderen Läufen gemeinsam wieder.
   *[other] {$n} weitere Gruppen von Befunden kehren in anderen Läufen gemeinsam wieder.
}
