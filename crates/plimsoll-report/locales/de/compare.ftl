### Läufe gegenüber Läufen.

compare-title = Vergleich
compare-no-regression = KEINE REGRESSION
compare-undecided = NICHT ENTSCHIEDEN
compare-regression = REGRESSION
compare-worse = schlechter
compare-better = besser
compare-equivalent = gleichwertig
compare-unproven = nicht belegt
compare-not-comparable = nicht vergleichbar
compare-throughput = Durchsatz
compare-mean = mittlere Antwortzeit
compare-p95 = p95 der Antwortzeit
compare-errors = Fehler
compare-all = alle Anfragen
compare-what = {$metric}, {$requests}, {$load}
compare-points = {$value} Punkte
compare-bounds = {$low} bis {$high}
compare-with-servers = {$value} ({$servers})
compare-down-to-servers = {$value} (bis hinab auf {$servers})
compare-heading = {$after} gegenüber {$before}
compare-nothing = Nichts wurde verglichen: Die Läufe haben keine gemeinsame Last.
compare-counts = { $worse ->
    [one] {$worse} Kennzahl ist schlechter
   *[other] {$worse} Kennzahlen sind schlechter
}, {$better} besser, {$equivalent} gleichwertig innerhalb von {$margin}, {$unproven} nicht belegt, {$excluded} nicht vergleichbar.
compare-unit-runs = Die Einheit ist der Lauf: {$before} vorher, {$after} nachher. Die Intervalle sind 95-%-Intervalle des Verhältnisses der Mittelwerte der Läufe.
compare-unit-pairs = Die Einheit ist das Paar nacheinander durchgeführter Läufe: {$n} Paare. Die Intervalle sind 95-%-Intervalle.
compare-unit-seconds = Ein Lauf auf jeder Seite: Die Intervalle sind 95-%-Intervalle und kommen daher, wie die Sekunden innerhalb eines Laufs streuen.
compare-single-runs = Wie Läufe streuen, ist bei nur einem Lauf unbekannt. Was zwei Läufe desselben Systems unterscheidet, sieht hier wie eine Wirkung aus; drei oder mehr Läufe auf jeder Seite, im Wechsel, würden es zeigen.
compare-is-worse = {$what}: schlechter, {$before} → {$after}, {$change} (KI {$bounds}).
compare-is-better = {$what}: besser, {$before} → {$after}, {$change} (KI {$bounds}).
compare-too-uncertain = {$what}: {$b} lässt sich von {$a} nicht unterscheiden: Unterschied {$change}, KI {$bounds}.
compare-about-the-margin = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Es gibt einen Unterschied, aber er kann kleiner sein als die Toleranz.
compare-one-of-many = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Für sich allein wäre das ein Unterschied; unter so vielen Vergleichen sind manche zufällig.
compare-more-failures = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Die Seite mit den besseren Zeiten hat weit mehr Fehler, und deren Zeiten sind darin enthalten: Über die erfolgreichen Anfragen sagt das nichts.
compare-other-mix = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Die Seiten haben verschiedene Mischungen von Anfragen, und der Durchsatz einer Transaktion folgt der Mischung.
compare-between-runs = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Der Unterschied kann kleiner sein als die Toleranz, und wie sehr einzelne Läufe eines Systems voneinander abweichen, zeigt hier nichts: Drei oder mehr Läufe je Seite zeigten es.
compare-no-interval = {$what}: {$before} → {$after}, {$change}, ohne Intervall: Dafür gibt es zu wenige Sekunden, Anfragen oder Läufe oder nur deren Mittelwerte.
compare-smallest = Bei so vielen Läufen, die so stark streuen, würde eine Änderung von {$percent} in vier von fünf Fällen erkannt.
compare-p-min = Allein nach Rängen ist bei so wenigen Läufen kein p unter {$p} möglich.
compare-windows-differ = Nicht vergleichbar ({$load}): Die Messfenster sind {$before} und {$after} lang.
compare-load-missing-after = Nicht vergleichbar ({$load}): Nur die Seite vorher hat diese Last.
compare-load-missing-before = Nicht vergleichbar ({$load}): Nur die Seite nachher hat diese Last.
compare-invalid-steps = Nicht vergleichbar, weil nicht gültig: {$steps} von {$run}; siehe den Bericht dieses Laufs.
compare-times-lower-bounds = Zeiten werden nicht verglichen: In {$steps} von {$run} liefen viele Anfragen noch, als das Messfenster endete; die Zeiten sind also untere Schranken.
compare-lateness-added = In {$steps} von {$run} war der Lastgenerator verspätet, bei Zeiten um bis zu {$time}: Die Intervalle von Zeiten und Durchsatz enthalten auch das.
compare-lateness-added-runs = In {$n} Läufen war der Lastgenerator verspätet, Zeiten um bis zu {$time}: Die Intervalle der Zeiten und des Durchsatzes enthalten auch das.
compare-servers-lost = In {$run} fiel ein Server aus: In {$steps} gab es {$servers}. Das ist ein anderes System, nicht nur eine andere Last.
compare-nodes-absent = In {$run} haben {$nodes} der {$of} Knoten der Flotte diese Last erzeugt: {$steps}.
compare-incomplete = {$run} endete nicht von selbst.
compare-environment-differs = Die Maschinen der Lastgeneratoren unterscheiden sich in {$names}.
compare-failures-differ = Vorher schlugen {$before} der Anfragen fehl und nachher {$after}: Antwortzeiten aller Anfragen enthalten fehlgeschlagene, die oft schnell sind; sie vergleichen also verschiedene Arbeit.
compare-mixes-differ = {$share} der Anfragen gehören auf der einen Seite zu anderen Transaktionen als auf der anderen: Werte über alle Anfragen vergleichen verschiedene Arbeit, und der Durchsatz einer Transaktion folgt der Mischung. Die Antwortzeiten jeder Transaktion vergleichen.
compare-plan-differs = Die Pläne unterscheiden sich.
compare-generator-differs = Die Last wurde von einem anderen Programm oder einer anderen Version erzeugt.
compare-order-confounded = Alle Läufe der einen Seite wurden vor allen der anderen durchgeführt: Was sich mit der Zeit änderte, sieht wie eine Wirkung aus. Läufe im Wechsel würden beides trennen.
compare-drift = {$metric} ({$load}) ändert sich mit der Reihenfolge der Läufe, gleich auf welcher Seite: {$change} je Lauf (Mann–Kendall, p {$p}).
compare-job-failed = {$job} von {$run} hat keine vergleichbare Dauer: {$verdict}.
compare-job-running = nie beendet
compare-job-done = ohne Ende aufgezeichnet
compare-job-did-fail = fehlgeschlagen
compare-job-timed-out = Zeitlimit überschritten
compare-job-interrupted = unterbrochen
compare-job-missing-after = {$job} lief nur vorher.
compare-job-missing-before = {$job} lief nur nachher.
compare-setting-variant = Variante
compare-setting-property = Eigenschaft
compare-setting-configuration = Konfiguration
compare-setting-about = System unter Test
compare-setting-plan = Testplan
compare-setting-generator = Lastgenerator
compare-setting-environment = seine Maschine
compare-setting-requirements = Anforderungen
compare-configuration = Was anders eingestellt war
compare-configuration-same = In der aufgezeichneten Konfiguration gibt es keinen Unterschied.
compare-caveats = Was nicht vergleichbar oder fraglich ist
compare-rows = Kennzahlen
compare-jobs = Jobs
compare-job = Job
compare-before = Vorher
compare-after = Nachher
compare-delta = Differenz
compare-change = Änderung
compare-interval = 95-%-KI
compare-load = Last
compare-requests = Anfragen
compare-metric = Kennzahl
compare-judgement = Urteil
compare-setting = Einstellung
compare-name = Name
compare-job-warm-up = {$job} (Aufwärmen)
compare-job-after-restart = {$job} (nach einem Neustart)
compare-jobs-failed = Von den Jobs von {$b} schlugen {$failed_b} von {$of_b} fehl, gegenüber {$failed_a} von {$of_a} von {$a}.
compare-jobs-unproven = Nach den {$n} Jobs, die auf beiden Seiten gut endeten, lässt sich {$b} von {$a} nicht unterscheiden: Unterschied {$difference}, KI {$bounds}.
compare-jobs-outlier = Das liegt allein an {$job} ({$own}): Ohne diesen Job ist der Unterschied {$difference}, KI {$bounds}. Nachsehen, was darin geschah.
compare-jobs-worse = Die {$n} Jobs von {$b} dauern länger als die von {$a}: Unterschied {$difference}, KI {$bounds}.
compare-jobs-better = Die {$n} Jobs von {$b} sind schneller als die von {$a}: Unterschied {$difference}, KI {$bounds}.
compare-jobs-equivalent = Die {$n} Jobs von {$b} und {$a} dauern innerhalb der Toleranz gleich lang: Unterschied {$difference}, KI {$bounds}.
compare-jobs-warm-up = Der erste Job bleibt als Aufwärmen außer Betracht; mit ihm ist der Unterschied {$difference}, KI {$bounds}.
compare-jobs-after-restart = { $n ->
    [one] Ein Job bleibt außer Betracht: Nur auf einer Seite war vor ihm ein Server neu gestartet.
   *[other] {$n} Jobs bleiben außer Betracht: Nur auf einer Seite war vor ihnen ein Server neu gestartet.
}
compare-jobs-single = Die Einheit ist der Job, denn auf jeder Seite gibt es einen Lauf: Wie Läufe streuen, ist nicht bekannt.
compare-job-trend = {$run} wird von Job zu Job langsamer oder schneller: {$seconds} ({$change}) je Job über {$n} Jobs, ohne den ersten (Mann–Kendall, p {$p}).
compare-history-title = Verlauf
compare-history-summary = { $changes ->
    [0] {$runs} Läufe, {$figures} Kennzahlen: keine Niveauänderung.
    [one] {$runs} Läufe, {$figures} Kennzahlen: eine Niveauänderung.
   *[other] {$runs} Läufe, {$figures} Kennzahlen: {$changes} Niveauänderungen.
}
compare-history-change = {$what}: {$effect} ab {$run}, {$before} → {$after}, {$percent}, über {$n} Läufe (p {$p}).
compare-history-few = Weniger als sechs Läufe haben keine vergleichbaren Niveaus.
compare-history-note = Änderungen werden mit E-Divisive und einem t-Test gefunden (p unter 0,001).
compare-history-run = Erster Lauf des neuen Niveaus
compare-series-summary = { $changes ->
    [0] {$points} Werte, {$series} Reihen: keine Niveauänderung.
    [one] {$points} Werte, {$series} Reihen: eine Niveauänderung.
   *[other] {$points} Werte, {$series} Reihen: {$changes} Niveauänderungen.
}
compare-series-change = {$name}: {$effect} ab {$point}, {$before} → {$after} ({$percent}), über {$n} Werte (p {$p})
compare-series-changed = ein anderes Niveau
compare-series-within = ein anderes Niveau, innerhalb der Toleranz
compare-series-few = {$name}: {$n} Werte; weniger als sechs haben keine vergleichbaren Niveaus.
compare-series-sense = Für {$names} wurde nicht gesagt, welche Richtung gut ist; eine Änderung ist deshalb weder besser noch schlechter und lässt nichts scheitern: --better NAME=higher oder NAME=lower sagt es.
compare-series-name = Reihe
compare-series-point = Erster Wert des neuen Niveaus
