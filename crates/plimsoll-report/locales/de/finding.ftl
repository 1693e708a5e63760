### Befunde: was gesehen wurde und was als Nächstes zu tun ist.

finding-critical = kritisch
finding-warning = Warnung
finding-information = Hinweis

finding-generator-limited = Stufe {$step} ist ungültig: {$problem}.
finding-also = {$sentence} Außerdem: {$further}.
finding-maximum-not-found = Die Kapazität ist mindestens {$rate}; das Maximum wurde nicht gefunden: {$why}.
finding-knee-below-range = Schon die kleinste Last sättigt: Stufe {$step} {$with} bringt {$rate}, {$share} des höchsten Werts ({$highest}). Wo der Knick liegt, wurde nicht gemessen: Kleinere Lasten bringen vielleicht ebenso viel, bei kürzeren Antwortzeiten.
finding-knee-below-range-one = Schon die kleinste Last sättigt: Stufe {$step} {$with} bringt {$rate}, {$share} des höchsten Werts ({$highest}).
finding-knee = Der Durchsatz knickt ab {$between}.
finding-knee-passed = Der Durchsatz knickt spätestens in Stufe {$from_step} ab: {$between}.
finding-plateau = Der Durchsatz stagniert {$between}.
finding-retrograde = Der Durchsatz sinkt {$between}.
finding-retrograde-further = In {$step} sind es {$rate}, {$percent} weniger als vor dem Rückgang.
finding-station-width = Der Durchsatz flacht in {$steps} ab, mit etwa {$width} zugleich im System, wenn niemand wartet (X · R: {$rate} × {$alone}, die Zeit einer Anfrage, die nicht wartet): So viele, oder weniger, werden zugleich bedient.
finding-station-width-of = Der Durchsatz flacht in {$steps} ab, wo {$transactions} { $n ->
    [one] wartet
   *[other] warten
} und andere nicht: etwa {$width} Anfragen davon zugleich im System, wenn niemand wartet (X · R: {$rate} × {$alone}, die Zeit einer Anfrage, die nicht wartet): So viele, oder weniger, werden zugleich bedient.
finding-transaction-saturated = Von {$from} bis {$to} { $n ->
    [one] erreichte eine Transaktion ihr Maximum
   *[other] erreichten {$n} Transaktionen ihr Maximum
}: {$transactions}. Die übrigen brachten {$others} mehr, sodass die Summe noch wächst und es nicht zeigt.
finding-saturated-transaction = {$transaction} ({$before} und {$after}, mittlere Antwortzeit {$first} und {$later})
finding-transaction-saturated-width = Etwa {$width} Anfragen von {$transaction} sind zugleich im System, wenn niemand wartet (X · R): So viele, oder weniger, werden zugleich bedient.
finding-retrograde-fewer = Der Durchsatz sinkt {$between}. Stufe {$to} hatte {$servers}: Das ist ein anderes System, nicht nur mehr Last.
finding-between = zwischen Stufe {$from} ({$from_load}, {$from_rate}) und Stufe {$to} ({$to_load}, {$to_rate}): {$change} Durchsatz je 1 % mehr { $of ->
    [arrivals] Ankünfte
   *[users] Benutzer
}
finding-between-bounds = {$between}, KI der Änderung {$low} bis {$high}
finding-little-mismatch = In {$steps} weisen die aufgezeichneten Zeiten {$share} der Benutzer nach.
finding-requests-in-flight = In {$steps} liefen bis zu {$requests} Anfragen noch, als das Messfenster endete{ $throughout ->
    [0] {""}
   *[other] ; in Stufe {$at} dauerten {$throughout} davon länger als das Fenster ({$length}): ebenso viele Benutzer bekamen darin kaum eine Antwort
}. Die darin beendeten sind die schnellen, ihre Zeiten also untere Schranken: in Stufe {$step} im Mittel {$mean}, wo N/X − Z {$whole} ist. Solche Zeiten bleiben bei Vergleichen außer Betracht und belegen nur dann, dass eine Anforderung an Zeiten erfüllt ist, wenn sie es auch mit all diesen Anfragen über der Grenze wäre.
finding-jobs-failed = {$failed} der {$jobs} Jobs neben der Last endeten nicht gut. Der erste: {$first} {$how} ({$said}).
finding-job-failed = schlug fehl
finding-job-timed-out = überschritt das Zeitlimit
finding-generator-delayed = In {$steps} war der Lastgenerator verspätet, die Zeitsteuerung also beeinträchtigt: {$parts}.
finding-node-skew = Knoten {$node} ({$name}) sieht in {$steps} andere Antwortzeiten als der Rest der Flotte: Median {$own}, die anderen höchstens {$others}. Dieselben Server antworten allen Knoten, also seinen Netzwerkweg prüfen.
finding-node-limited = Knoten {$node} ({$name}) war in {$steps} selbst die Grenze: Seine Worker nutzten bis zu {$cpu} ihrer Kerne, seine Timer waren bis zu {$late} verspätet (p99).
finding-node-lost = Knoten {$node} ({$name}) der Flotte fehlte {$seconds} s in {$steps}: Die Last war nicht die verlangte.
finding-node-absent = Ohne Knoten {$node} ({$name}) gefahren: {$steps}. Die anderen Knoten übernahmen seinen Anteil.
finding-delayed-cores = ein lauffähiger Worker wartete bis zu {$share} der Zeit auf eine CPU
finding-delayed-timers = seine Timer waren um bis zu {$time} verspätet (p99)
finding-delayed-turns = Durchläufe seiner Schleife dauerten bis zu {$time} (p90)
finding-throughput-inversion = Der Durchsatz wuchs stärker als die Last, von Stufe {$from} ({$from_load}) zu Stufe {$to} ({$to_load}): {$before} auf {$after}. Meist war das System anfangs nicht warm, oder die Stufen taten nicht dieselbe Arbeit.
finding-response-inversion = Die Antworten wurden mit mehr Last schneller, von Stufe {$from} ({$from_load}) zu Stufe {$to} ({$to_load}): p50 {$before} auf {$after}. Meist war das System anfangs nicht warm, oder die Stufen taten nicht dieselbe Arbeit.
finding-fast-failures = In {$steps} schlugen {$share} der Anfragen fehl, und zwar schnell: im Mittel in {$failed}, gegenüber {$succeeded} bei denselben Anfragen, wenn sie gelingen. Die Antwortzeiten sehen besser aus, als sie waren.
finding-nagle-delay = In {$steps} dauerten {$n ->
    [one] {$share}
   *[other] bis zu {$share}
} der Anfragen von {$transaction} etwa {$delayed}, getrennt von den übrigen bei {$fast}. So verhalten sich Nachrichten, die in zwei Stücken geschrieben werden: Der Nagle-Algorithmus hält das zweite zurück, bis eine verzögerte Bestätigung eintrifft (40 ms unter Linux).
finding-latency-cluster = In {$steps} dauerten {$n ->
    [one] {$share}
   *[other] bis zu {$share}
} der Anfragen von {$transaction} etwa {$at}, getrennt von den übrigen. {$why}
finding-short-stalls = In {$steps} steht das ganze System immer wieder: In {$step} warteten in {$n} von {$of} Sekunden alle Benutzer zugleich, etwa {$length} lang; die übrigen Anfragen dauerten {$others}. Das sind {$share} der Zeit aller Anfragen; Perzentile zeigen es kaum, denn wer wartet, sendet nichts weiter.
finding-short-stalls-one = In {$step} steht das ganze System immer wieder: In {$n} von {$of} Sekunden warteten alle Benutzer zugleich, etwa {$length} lang; die übrigen Anfragen dauerten {$others}. Das sind {$share} der Zeit aller Anfragen; Perzentile zeigen es kaum, denn wer wartet, sendet nichts weiter.
finding-short-stalls-some = In {$steps} steht das ganze System immer wieder: In {$step} stand es in {$of} Sekunden {$n}-mal, jeweils etwa {$length} lang; Anfragen, die währenddessen kamen, warteten auf den Rest davon (Median aller: {$others}). Das sind {$share} der Zeit.
finding-short-stalls-some-one = In {$step} steht das ganze System immer wieder: {$n}-mal in {$of} Sekunden, jeweils etwa {$length} lang. Anfragen, die währenddessen kamen, warteten auf den Rest davon (Median aller: {$others}). Das sind {$share} der Zeit.
finding-short-stalls-hidden = Während eines größeren Teils der Zeit, als {$requirements} bei den Anfragen zulässt, hätte eine Anfrage länger als die Grenze gewartet.
finding-next-short-stalls = Klären, was das ganze System für jeweils etwa {$length} anhält (Garbage Collections, eine Sperre, die jede Anfrage braucht, eine langsame Anfrage, auf die alle anderen warten, ein Checkpoint, ein Log, das geschrieben wird, eine CPU-Quote): Metriken mit einer Auflösung von einer Sekunde oder weniger und die Logs der Server können es zeigen.
finding-slow-minority = In jedem Teil der Stufe sind einige Anfragen weit langsamer als die übrigen ihrer Transaktion: {$named}.
finding-slow-minority-transaction = {$share} von {$transaction} ({$slow} von {$requests} in {$step}) dauerten etwa {$at}, die übrigen {$others} und kaum eine etwas dazwischen; das sind {$time_share} der Zeit aller Anfragen
finding-slow-minority-failing = {$share} von {$transaction} ({$slow} von {$requests} in {$step}) dauerten etwa {$at} und schlugen meist fehl, die übrigen {$others} und kaum eine etwas dazwischen; das sind {$time_share} der Zeit aller Anfragen
finding-slow-minority-more = { $n ->
    [one] So ist es auch bei {$n} weiteren Transaktion.
   *[other] So ist es auch bei {$n} weiteren Transaktionen.
}
finding-next-slow-minority = Klären, was die langsamen Anfragen von {$transactions} gemeinsam haben (eine Zeile ihrer Daten, ein Cache, der nicht trifft, eine Sperre, ein erneuter Versuch, ein Time-out, einer von mehreren Servern): langsame Antworten mit schnellen vergleichen, auch in den Logs der Server.
finding-answer-sizes-other = In {$steps} sind die Antworten andere als bei der niedrigsten Last: weit kleiner, schneller, und kaum eine gilt als fehlgeschlagen. Ein System unter Last kann mit einer Seite antworten, die das sagt, oder Teile weglassen; sein Durchsatz dort ist nicht der der verlangten Arbeit. {$named}.
finding-answer-sizes-smaller = Antworten werden mit der Last kleiner, und kaum eine gilt als fehlgeschlagen: {$named}. Ein System unter Last kann mit einer Seite antworten, die das sagt, oder Teile weglassen; oder mehr davon kommen aus einem Cache.
finding-answer-sizes-larger = Antworten werden mit der Last größer: {$named}. Ein Teil der längeren Antwortzeiten kann daran liegen.
finding-answer-sizes-transaction = {$transaction}: im Mittel {$from} in {$from_step}, {$to} in {$to_step}
finding-answer-sizes-other-within = Innerhalb von {$steps} wurden die Antworten andere: weit kleiner, schneller, und kaum eine gilt als fehlgeschlagen. Eine Sitzung, die endete, oder ein System, das seine Arbeit nicht mehr tut, kann mit einer Seite antworten, die das sagt; Durchsatz und Antwortzeiten sind nicht die der verlangten Arbeit. {$named}.
finding-answer-sizes-smaller-within = Antworten wurden kleiner, während die Last gleich blieb, und kaum eine gilt als fehlgeschlagen: {$named}. Eine Sitzung, die endete, ein System, das Teile weglässt, oder ein Cache, der öfter trifft, kann der Grund sein.
finding-answer-sizes-larger-within = Antworten wurden größer, während die Last gleich blieb: {$named}. Ein Teil der längeren Antwortzeiten kann daran liegen.
finding-answer-sizes-in-step = { $n ->
    [0] {$transaction}: in {$from_step} im Mittel {$from} im ersten Drittel, {$to} im letzten
   *[other] {$transaction}: in {$from_step} im Mittel zuerst {$from}, ab {$at} nach dem Start des Laufs {$to}
}
finding-next-answers-changed = Antworten von {$transactions} vor und nach der Änderung ansehen (eine Anmeldeseite, eine Fehlerseite, fehlende Teile), ihren Inhalt im Plan prüfen (ein Text, den eine richtige Antwort hat) und wiederholen: Was falsch beantwortet wird, gilt dann als fehlgeschlagen.
finding-next-answers-smaller = Antworten von {$transactions} unter Last ansehen, ihren Inhalt im Plan prüfen (ein Text, den eine richtige Antwort hat) und die Lasten wiederholen: Was falsch beantwortet wird, gilt dann als fehlgeschlagen.
finding-next-answers-larger = Herausfinden, was die Antworten von {$transactions} größer macht (Daten, die die Last anlegt, Listen ohne Grenze), und die Lasten jedes Mal auf denselben Daten wiederholen.
finding-timer-own = Ein Dienst, der selbst so lange braucht, sieht ebenso aus.
finding-timer-retransmission = So lange wartet TCP unter Linux, bevor es Verlorenes erneut sendet.
finding-timer-connecting = So lange dauert es, bis das erste Paket einer Verbindung erneut gesendet wird: Es ging verloren, oder die Warteschlange noch nicht angenommener Verbindungen war voll.
finding-timer-names = So lange wartet die Namensauflösung auf einen Nameserver, bevor sie erneut fragt.
finding-interruption = In Stufe {$step} gelang ab {$from} nach dem Start des Laufs {$duration} lang kaum eine Anfrage; davor und danach mindestens halb so viele wie üblich.
finding-interruption-waited = In dieser Zeit schlug keine Anfrage fehl: Sie warteten.
finding-interruption-nobody-waited = In dieser Zeit war keine Anfrage unterwegs: Es wurde keine gesendet, also pausierte der Lastgenerator, sein Netz oder sein Plan.
finding-interruption-hidden = Die Benutzer warteten in dieser Zeit und sendeten nichts weiter, deshalb zeigen es nur wenige Anfragen: Der Zeit nach blieben {$share} des Fensters ohne Antwort, mehr als {$requirements} zulässt.
finding-interruption-failed = { $n ->
    [one] In dieser Zeit schlug {$shown} Anfrage fehl.
   *[other] In dieser Zeit schlugen {$shown} Anfragen fehl.
}
finding-interruption-again = Das geschah {$n}-mal; dies ist das längste Mal.
finding-interruption-slow-after = {$duration} lang waren danach {$share} weniger Anfragen erfolgreich als davor.
finding-interruption-slow-to-end = Von da an bis zum Ende der Stufe waren {$share} weniger Anfragen erfolgreich als davor.
finding-users-stuck = In Stufe {$step} warteten bis zu {$users} von {$of} Benutzern gleichzeitig auf eine Antwort, die weit länger dauerte als üblich, von {$from} bis {$to} nach dem Start des Laufs, am längsten {$longest}; die Hälfte aller erfolgreichen Anfragen war innerhalb von {$usual} beantwortet. Solches Warten macht {$share} der Zeit der Benutzer im Fenster aus.
finding-users-stuck-hidden = Wer wartet, sendet nichts mehr, darum zeigen es nur wenige Anfragen: Nach der Zeit der Benutzer gälte nicht: {$requirements}.
finding-degraded-period = In Stufe {$step} dauerten Antworten ab {$from} nach dem Start des Laufs {$duration} lang im Mittel {$mean}; im Rest des Fensters {$usual}.
finding-degraded-period-failing-on = In Stufe {$step} schlugen ab {$from} nach dem Start des Laufs bis zum Ende des Messfensters {$failed} der Anfragen fehl; davor {$before}.
finding-degraded-period-times-on = Die mittlere Antwortzeit war von da an {$mean}, davor {$usual}.
finding-degraded-period-failing = In Stufe {$step} scheiterten ab {$from} nach dem Start des Laufs {$duration} lang {$failed} der Anfragen; im Rest des Fensters {$before}.
finding-degraded-period-times = Die mittlere Antwortzeit war in dieser Zeit {$mean}, im Rest {$usual}.
finding-degraded-period-requirements = In dieser Zeit galt nicht, was über die ganze Stufe gilt oder offen ist: {$requirements}.
finding-unequal-repeats = Die Stufen {$first} und {$last} sind von derselben Last ({$under}) und unterscheiden sich: {$first_rate} mit einem Median der Antwortzeit von {$first_time}, dann {$last_rate} mit {$last_time}. Das System änderte sich dazwischen, oder eine begann kalt; Werte dieser Last mischen beide.
finding-unequal-repeats-overload = Die Stufen {$first} und {$last} sind von derselben Last ({$under}) und unterscheiden sich: {$first_rate} mit einem Median der Antwortzeit von {$first_time}, dann {$last_rate} mit {$last_time}; Werte dieser Last mischen beide.
finding-unequal-repeats-not-recovered = Dazwischen kam eine höhere Last (Stufe {$step}), von der sich das System vielleicht nicht erholt hat.
finding-unequal-repeats-failed = Von den Anfragen scheiterten {$before}, dann {$after}.
finding-periodic-stalls = In Stufe {$step} stockte der Durchsatz {$n}-mal, alle {$period}, bis auf {$left} des üblichen; zusammen kosten sie {$missing} der Zeit.
finding-periodic-waits = In Stufe {$step} warteten Anfragen immer wieder bis zu {$longest}: {$n}-mal, alle {$period}. Sie kamen trotzdem an und wurden danach beantwortet; im Durchsatz ist davon wenig zu sehen.
finding-errors-share = In {$steps} schlugen laut Tabelle {$share} der Anfragen fehl; wie viele das waren, sagt sie nicht.
finding-errors = In {$steps} schlugen {$errors} von {$requests} Anfragen fehl ({$share}): {$causes}.
finding-errors-outage = Fast alle kamen, während kaum etwas gelang: {$when}.
finding-outage-when = in {$step} ab {$from} nach dem Start des Laufs etwa {$length} lang
finding-outage-at-start = in {$step} vom Start des Laufs an etwa {$length} lang
finding-outage-again = ab {$from} etwa {$length} lang
finding-outage-then = in {$step} ab {$from} etwa {$length} lang
finding-errors-outside = Außerhalb der Messfenster schlugen {$errors} von {$requests} Anfragen fehl ({$there}: {$causes}), {$share} aller aufgezeichneten: In keiner Zahl einer Stufe sind sie zu sehen.
finding-errors-outside-of = {$transaction}: {$errors} von {$requests}
finding-errors-outside-by = Dort nach Transaktionen: {$transactions}.
finding-transaction-errors = In {$steps} scheiterten {$errors} von {$requests} Anfragen von {$transaction} ({$share}, gegenüber {$of_all} aller Anfragen zusammen): {$causes}.
finding-transaction-errors-hidden = Unter allen Anfragen zusammen fällt das kaum auf.
finding-cause = {$cause} ({$n})
finding-causes-most = die meisten durch {$causes}
finding-extractor-misses = Der Extraktor von {$variable} fand in {$missed} von {$uses} Antworten von {$transaction} nichts: Die Variable hatte ihren Vorgabewert oder den früheren, Anfragen, die sie benutzen, sind also nicht die, die der Plan meint.
finding-requirement-failed = {$requirement} ist in {$steps} nicht erfüllt.
finding-requirement-failed-but-holds = {$requirement} ist in {$steps} nicht erfüllt; an der Lastgrenze ist es erfüllt.
finding-requirement-failed-undecided = {$requirement} ist in {$steps} nicht erfüllt; an der Lastgrenze war es nicht zu entscheiden.
finding-cut-off-nothing = Es wurde nichts gemessen, und der Lauf wurde abgebrochen oder läuft noch (fehlt die Datei -wal?).
finding-cut-off = Der Lauf wurde abgebrochen oder läuft noch. Aufgezeichnet sind {$recorded}, bis Stufe {$step}.
finding-stopped = Der Lauf endete vorzeitig: {$reason} nach {$after}.
finding-window-too-short = { $n ->
    [one] {$steps} wurde nur {$measured} lang gemessen (mindestens {$least}).
   *[other] {$steps} wurden nur {$measured} lang gemessen (mindestens {$least}).
}
finding-range = {$from} bis {$to}
finding-certificates = Die Zertifikate der Server wurden nicht geprüft; nichts belegt, welcher Server antwortete.
finding-checks-failed = {$failed} von {$of} Prüfungen im Skript des Lastgenerators sind fehlgeschlagen ({$checks}). Sie gehören zu keiner Anfrage: Keine Fehlerquote und kein Urteil zählt sie.
finding-check = „{$name}“ {$failed}-mal
finding-next-checks = Ansehen, was auf diese Anfragen geantwortet wurde: Eine fehlgeschlagene Prüfung kann eine falsche Antwort sein, die hier als Erfolg zählt.
finding-data-ran-out = {$said}.
finding-sent-again = {$n} von {$of} Anfragen ({$share}) wurden ein zweites Mal gesendet, weil der Server ihre Verbindung schloss, bevor er antwortete, oder sie ablehnte. Gezählt wird das Ergebnis des zweiten Mals; ein Client, der sie nicht wiederholt, hat ebenso viele Fehler mehr.
finding-alternating-levels = In {$step} sind Antworten im Wechsel schnell und langsam: {$fast} (Median) für je {$fast_for} im Mittel, und {$slow} für je {$slow_for}, {$n} Mal; {$share} der Zeit sind sie langsam. Werte einer ganzen Stufe mischen beides, und wo Benutzer auf Antworten warten, werden in den langsamen Teilen weniger Anfragen gestellt.
finding-alternating-levels-requirements = Im längsten langsamen Teil einer Stufe galt nicht, was über die ganze Stufe gilt oder offen ist: {$requirements}.
finding-next-alternating-levels = Klären, was in {$step} für je {$slow_for} kommt und wieder geht: ein geplanter Job, Garbage Collections, eine CPU-Quote, ein ablaufender Cache, einer von mehreren Servern, der langsamer ist; die Logs der Server, und was dort sonst läuft, können es zeigen.
finding-rising-times = Die Antwortzeiten stiegen {$how_many} bei gleichbleibender Last: {$named} (Mittel des ersten und des letzten Viertels des Messfensters; p {$p}).
finding-rising-times-slower = Das System wurde mit der Zeit oder mit jeder Anfrage langsamer; die Stufen unterscheiden sich durch mehr als ihre Last.
finding-rising-times-in-one = In {$step} stiegen die Antwortzeiten bei gleichbleibender Last von {$first} auf {$last} (Mittel des ersten und des letzten Viertels des Messfensters; p {$p}). Das System wurde mit der Zeit oder mit jeder Anfrage langsamer.
finding-rising-times-in-one-slight = In {$step} stiegen die Antwortzeiten bei gleichbleibender Last von {$first} auf {$last} (Mittel des ersten und des letzten Viertels des Messfensters; p {$p}).
finding-rising-times-step = in {$step} von {$first} auf {$last}
finding-rising-times-requirements = Im letzten Viertel einer Stufe galt nicht, was über die ganze Stufe gilt oder offen ist: {$requirements}.
finding-rising-times-recovers = Jede Stufe begann etwa so schnell wie die vorige: Was das System langsamer macht, vergeht zwischen den Stufen (eine Warteschlange, Burst-Guthaben, ein Cache).
finding-next-rising-times = Klären, was mit der Zeit oder mit jeder Anfrage wächst (Daten oder Antworten, die größer werden, eine Liste oder eine Tabelle ohne Index, Speicher, ein Cache ohne Grenze), und eine Last mehrere Minuten lang anlegen: Solange die Antwortzeiten steigen, gibt es keinen Wert, mit dem man planen kann.
finding-next-rising-times-long = Klären, was mit der Zeit oder mit jeder Anfrage wächst (Daten oder Antworten, die größer werden, eine Liste oder eine Tabelle ohne Index, Speicher, ein Cache ohne Grenze), und die Last wiederholen, wenn es behoben ist: Solange die Antwortzeiten steigen, gibt es keinen Wert, mit dem man planen kann.
finding-next-rising-times-slight = Eine Last für eine halbe Stunde oder länger anlegen: Das zeigt, ob die Antwortzeiten weiter steigen. Ursache kann sein, was mit der Zeit oder mit jeder Anfrage wächst (Daten oder Antworten, die größer werden, eine Liste oder eine Tabelle ohne Index, Speicher, ein Cache ohne Grenze).
finding-rising-times-in-all = in jeder der {$n} Stufen
finding-rising-times-in-most = in {$n} von {$of} Stufen
finding-next-sent-again = Klären, warum der Server oder ein Proxy davor Verbindungen schließt, auf denen Anfragen unterwegs sind: ein Prozess, der stirbt, eine Zeitgrenze für ruhende Verbindungen, eine Grenze der Anfragen je Verbindung, einer von mehreren Servern, der abbricht.
finding-iterations-dropped = { $n ->
    [one] Eine Iteration
   *[other] {$n} Iterationen
} des Lastgenerators { $n ->
    [one] startete
   *[other] starteten
} nicht, weil kein Benutzer frei war, als es so weit war. Die Last war geringer, als das Szenario verlangt; keine Fehlerquote zählt das, eine Anforderung, die ohne sie erfüllt ist, bleibt offen, wo es mehr sind, als sie zulässt, und in den Antwortzeiten fehlt, was sie gewartet hätten.
finding-next-more-data = Der Datei mehr Zeilen geben oder sie an ihrem Ende von vorn beginnen lassen (`recycle: true`).
finding-next-iterations = Dem Szenario mehr Benutzer geben (maxVUs), wo die Maschine des Lastgenerators Platz hat; wuchsen vorher die Antwortzeiten, kam das System nicht mit.
finding-elements-skipped = { $n ->
    [one] {$n} Element des Plans ausgelassen: Die Last weicht von der des Plans ab.
   *[other] {$n} Elemente des Plans ausgelassen: Die Last weicht von der des Plans ab.
}
finding-elements-approximated = { $n ->
    [one] {$n} Element des Plans mit angegebener Abweichung ausgeführt.
   *[other] {$n} Elemente des Plans mit angegebener Abweichung ausgeführt.
}

## Kapazität, die eine Suche nicht fand. {$why} ergänzt den Satz.

finding-holds-at-no-rate = Die Anforderungen sind bei keiner versuchten Rate erfüllt, bis hinab zu {$rate}.
finding-holds-at-no-rate-why = Die Anforderungen sind bei keiner versuchten Rate erfüllt, bis hinab zu {$rate}: {$why}.
finding-capacity-at-least = Die Kapazität ist mindestens {$rate}.
finding-capacity-at-least-why = Die Kapazität ist mindestens {$rate}: {$why}.
finding-search-without-answer = Die Suche nach der Kapazität endete ohne Ergebnis.
finding-search-without-answer-why = Die Suche nach der Kapazität endete ohne Ergebnis: {$why}.

## Ankünfte, die nicht rechtzeitig starteten.

finding-arrivals = In {$steps} gilt von {$due} Ankünften: {$parts}.
finding-arrivals-dropped = {$n} wurden verworfen
finding-arrivals-waited = {$n} starteten erst nach Warten auf einen freien Benutzer
finding-arrivals-waiting = höchstens {$n} gleichzeitig
finding-arrivals-longest = am längsten {$time}
finding-arrivals-pool = Alle {$users} Benutzer waren beschäftigt: Das System oder die Größe dieses Pools war die Grenze.
finding-arrivals-system = Alle {$users} Benutzer waren beschäftigt, weil das System langsamer wurde: Eine Anfrage dauerte im Median {$full}, in {$step} dagegen {$free}. Nicht ihre Zahl war die Grenze.
finding-arrivals-moments = Am Ende einer Sekunde waren höchstens {$busy} von {$users} Benutzern beschäftigt: Sie fehlten nur für Augenblicke.
finding-arrivals-times = Die Antwortzeiten enthalten das Warten.
finding-arrivals-lost = Verworfene Ankünfte sind in keinem angegebenen Perzentil enthalten; für Anforderungen zählt jede als fehlgeschlagene Anfrage.

## Was mehr zeigen oder Abhilfe schaffen würde.

finding-next-larger-pool = Mit einem größeren Pool von Benutzern wiederholen: Bleiben die Antwortzeiten gleich lang, ist das System die Grenze; sinken sie, war es der Pool.
finding-next-arrivals = Im Diagramm der Ankünfte über der Zeit nachsehen, wann sie aufgehalten wurden, und die Server zu dieser Zeit betrachten.
finding-next-arrivals-system = Mit Telemetrie des Systems herausfinden, worauf die Anfragen in {$steps} warten: Mehr Benutzer würden nur länger warten.
finding-next-higher-rates = Erneut bis zu höheren Raten suchen.
finding-next-rates-between = Erneut zwischen {$holds}, wo die Anforderungen erfüllt sind, und {$fails}, wo sie es nicht sind, suchen.
finding-next-lower-rates = Erneut von niedrigeren Raten an suchen oder ermitteln, was bei einem einzigen Benutzer so lange dauert.
finding-next-longer-windows = Erneut mit längeren oder mehr Fenstern suchen; wo der Lastgenerator die Grenze war, zuerst das beheben.
finding-next-longer-steps = {$steps} länger wiederholen, bis das Intervall des Zuwachses den Zielzuwachs nicht mehr enthält.
finding-next-higher-loads = Mit höheren Lasten wiederholen, bis der Durchsatz nicht mehr steigt.
finding-next-put-loads-on = Um die Kapazität zu finden, mit einem Lastgenerator Lasten in Stufen anlegen: Ein Log dessen, was kam, zeigt nicht mehr als das.
finding-next-test-limit = Prüfen, was als Engpass genannt ist: Mit mehr davon muss der Durchsatz steigen, auch bei höheren Lasten.
finding-next-mend-then-higher = Zuerst beheben, was in {$step} fehlschlägt oder kritisch ist; dann mit höheren Lasten wiederholen, bis der Durchsatz nicht mehr steigt.
finding-next-smaller-loads = Mit kleineren Lasten wiederholen, bis hinab zu einem Benutzer, um den Knick des Durchsatzes zu sehen.
finding-next-one-user = Ein Benutzer bringt fast alles: Nur eine kürzere Anfrage, oder mehr von dem, was sie braucht, bringt mehr.
finding-next-between = Lasten zwischen {$from} und {$to} messen, mit Wiederholungen, und dabei CPU, Pools und Sperren der Server überwachen.
finding-next-below = Lasten unter {$from} messen, um zu sehen, wo der Knick liegt.
finding-next-plateau = Bei den Lasten ab {$from} überwachen, was noch nicht überwacht wurde (Pools, Sperren, Threads, die Server dahinter): Dort ist etwas erschöpft, oder eine Ratenbegrenzung greift.
finding-next-plateau-unwatched = Die Server überwachen (CPU, Speicher, Datenträger, Pools, Sperren, Threads), bei den Lasten ab {$from}: Dort ist etwas erschöpft, oder eine Ratenbegrenzung greift.
finding-next-plateau-unwatched-generator = Die Server (CPU, Speicher, Datenträger, Pools, Sperren, Threads), das Netzwerk und den Lastgenerator überwachen, bei den Lasten ab {$from}: Dort ist etwas erschöpft, oder eine Ratenbegrenzung greift.
finding-next-other-time = Was von den Servern aufgezeichnet wurde, noch einmal zur Zeit der Last importieren: seine Zeitzone angeben (--timezone), wenn sie abweicht, oder wie falsch seine Uhr geht (clock_ahead in import.yaml). Ab {$from} ist etwas erschöpft.
finding-next-plateau-known = Mehr von dem bereitstellen, was begrenzt, oder Anfragen weniger davon verbrauchen lassen: {$cause} ({$grade}).
finding-next-contention = { $n ->
    [0] Die Produktion unter der Last von {$to} halten
   *[other] Die Produktion am empfohlenen Betriebspunkt oder darunter halten ({$rate})
} und nach Konkurrenz um Ressourcen suchen: Sperren, Garbage Collection, Verbindungspools.
finding-next-known-limit = { $n ->
    [0] Die Produktion unter der Last von {$to} halten
   *[other] Die Produktion am empfohlenen Betriebspunkt oder darunter halten ({$rate})
}. Was wahrscheinlich begrenzt: {$cause} ({$grade}); siehe Engpass.
finding-next-servers = Ermitteln, warum ein Server ausfiel, das beheben und {$from} und {$to} mit allen Servern wiederholen.
finding-next-little = Prüfen, ob Benutzer vorzeitig endeten und ob Zeit außerhalb von Anfragen und Denkzeiten verbracht wurde.
finding-next-in-flight = Viel länger messen, als die langsamsten Anfragen dauern.
finding-next-jobs = Die Meldungen der Jobs ansehen, die Ursache der Fehler beheben und sie erneut ausführen: Ihre Arbeit wurde nicht getan, die Last neben den Stufen war also geringer als vorgesehen.
finding-next-other-order = Das System aufwärmen, die Lasten von {$from} und {$to} in umgekehrter Reihenfolge wiederholen und prüfen, ob beide dieselbe Arbeit taten.
finding-next-send-at-once = TCP_NODELAY auf beiden Seiten setzen (oder jede Nachricht in einem Stück schreiben), dieselbe Last wiederholen und prüfen, ob diese Zeiten verschwunden sind.
finding-next-errors-logged = Suchen, warum: in den Logs der Anwendung dahinter zu diesen Zeiten, und wer diese Pfade abruft.
finding-next-time-outs = Suchen, worauf diese Anfragen warteten: die Server zu diesen Zeiten, und ob das Zeitlimit lang genug ist.
finding-next-errors = Diese Fehler in den Logs der Server suchen: Der Bericht nennt sie nach Art und, soweit bekannt, wann sie auftraten.
finding-next-check = Eine Antwort ansehen, an der die Prüfung scheiterte (plimsoll examples oder die Beispiele im Bericht): Entweder antwortet das System falsch, oder die Prüfung des Plans passt nicht zu seinen Antworten.
finding-next-check-imported = Eine Antwort, an der die Prüfung scheiterte, in den Ergebnissen des Lasterzeugers ansehen (Name, Zeit und Meldung stehen bei den Fehlern nach Transaktion): Entweder antwortet das System falsch, oder die Prüfung des Tests passt nicht zu seinen Antworten.
finding-next-log-in = Nachsehen, wie der Plan sich anmeldet und was er aus früheren Antworten übernimmt: Seine Anfragen werden als nicht berechtigt abgelehnt (eine Anmeldung oder ein Token, das fehlt oder während des Laufs abläuft, oder ein Wert wie eine Nonce, den jede Antwort neu vergibt).
finding-next-too-many = Klären, welche Grenze mit 429 antwortet: Ein Begrenzer des Dienstes oder eines Gateways davor lehnt ab, was über seine Rate hinausgeht. Sie für den Test anheben lassen oder darunter bleiben.
finding-next-undecided = {$requirement} ist nicht entschieden: {$needed}.
finding-next-no-times-logged = Den Server protokollieren lassen, wie lange jede Anfrage dauerte (%D bei httpd und Tomcat, $request_time bei nginx); steht es schon im Log, mit --pattern sagen, in welcher Spalte, und das Log erneut importieren: Ohne Antwortzeiten lässt sich die Anforderung nicht entscheiden.
finding-next-no-times = Ergebnisse importieren, die Antwortzeiten enthalten: Ohne sie lässt sich die Anforderung nicht entscheiden.
finding-next-not-found = Prüfen, ob die Pfade und die Adresse im Plan stimmen: Der Server antwortet und kennt keinen davon. `plimsoll try` zeigt, was gesendet wird und was zurückkommt.
finding-next-hung = Herausfinden, worauf die Anfragen warten: ein Thread-Dump in diesem Moment, Sperren, ein voller Pool, das Log des Dienstes.
finding-next-connect-some = Herausfinden, warum einige Verbindungen nicht zustande kamen und andere doch: ob der Server da neu startete und was Verbindungen begrenzt (eine volle Accept-Warteschlange, eine Firewall, Deskriptoren, Ports).
finding-next-connect-limit = Herausfinden, was Verbindungen begrenzt: In {$without} wurde keine abgebrochen, in {$with} einige (die Höchstzahl der Verbindungen des Servers oder eines Proxys davor, eine volle Accept-Warteschlange, eine Firewall).
finding-next-connect-gone = Herausfinden, warum von {$from} nach dem Start des Laufs bis zum Ende nichts mehr antwortete (das Log des Dienstes, sein Exit-Code, was ihn beendete), ihn wieder starten und wiederholen.
finding-next-connect-outage = Klären, was mit dem Server war, {$when}: Kaum etwas gelang, und kaum eine Verbindung kam zustande (ein Neustart, ein Absturz, eine Auslieferung); das Log des Dienstes kann es zeigen.
finding-next-errors-outage = Klären, was mit dem Server war, {$when}: Kaum etwas gelang (ein Neustart, ein Absturz, eine Auslieferung, ein Dienst, von dem er abhängt, war nicht da); die Logs der Server aus dieser Zeit können es zeigen.
finding-next-connect-restarted = Siehe den Befund zum Server, der stoppte: Während er weg war, kamen Verbindungen nicht zustande.
finding-next-errors-while-away = Siehe den Befund zum Server, der stoppte: Diese Fehler kamen, als er stoppte oder während er weg war.
finding-next-errors-pool = Siehe den Befund zum Pool, der ausgeschöpft war: Diese Fehler kamen nur in Stufen, in denen er es war.
finding-next-connect = Prüfen, ob der Server läuft, ob Host und Port stimmen und ob keine Firewall und kein Verbindungslimit dazwischen liegt: Es kam keine Verbindung zustande.
finding-next-transaction-errors = Klären, warum {$transaction} fehlschlägt: Der Bericht nennt die Fehler nach Art und Meldung; nach diesen in den Logs der Server suchen.
finding-next-transaction-errors-hidden = Die Fehler von {$transaction} beheben und ihr eine eigene Anforderung geben, damit die anderen sie nicht verdecken.
finding-next-extractor = Eine Antwort ansehen, den Extraktor berichtigen und erneut messen: Bis dahin ist die Last eine andere als geplant.
finding-next-requirement-lower = Die begrenzende Ressource mit Telemetrie in {$steps} suchen oder andere Lasten messen: Bei keiner gemessenen sind alle Anforderungen nachweislich erfüllt.
finding-next-requirement = Mit Telemetrie in {$steps} die begrenzende Ressource finden oder die Last auf den empfohlenen Punkt senken.
finding-next-requirement-few = Die wenigen Anfragen ansehen, die länger dauerten ({$over} von {$of}): welche es waren, wann, und was die Server und ihre Logs zu dieser Zeit zeigen. So wenige kommen eher von einer Pause, einem Neustart, einer Sperre oder einem erneuten Versuch als von der Last.
finding-next-requirement-alike = Herausfinden, was in einer einzelnen Anfrage so lange dauert: Bei der niedrigsten Last ({$lowest}) dauert es fast so lange wie bei der höchsten ({$highest}), weniger Last hilft also nicht.
finding-next-requirement-alike-in = Herausfinden, was in einer einzelnen Anfrage so lange dauert, zuerst in {$transaction} (p95 {$time} bei der niedrigsten Last): Bei {$lowest} dauert es fast so lange wie bei {$highest}, weniger Last hilft also nicht.
finding-next-table-lengths = Angeben, wie lange jede Stufe der Tabelle dauerte (eine Spalte minutes oder seconds), und sie erneut importieren: Ohne das ist nicht bekannt, von wie vielen Anfragen ihre Werte sind, und sie entscheiden keine solche Anforderung.
finding-next-steady-steps = Mit Lasten wiederholen, die je eine Minute oder länger gleich bleiben: Eine Rampe zeigt weder die Kapazität noch, was eine Last bringt, wenn sie anhält.
finding-next-requirement-repeat-same = Herausfinden, warum in {$steps} nicht erfüllt wurde, was in einer anderen Stufe derselben Last erfüllt war (Aufwärmen, eine Pause, andere Arbeit, wachsende Daten), und diese Last wiederholen.
finding-next-requirement-repeat = {$steps} wiederholen: Bei der empfohlenen Last, die höher ist, werden alle Anforderungen nachweislich erfüllt; etwas anderes als die Last war also der Grund (Aufwärmen, eine Pause, andere Arbeit).
finding-next-requirement-known-only = Was das System wahrscheinlich begrenzt, {$cause} ({$grade}), entlasten und {$steps} wiederholen.
finding-next-requirement-known = Beheben, was das System wahrscheinlich begrenzt, {$cause} ({$grade}), und {$steps} wiederholen; oder die Last auf den empfohlenen Punkt senken.
finding-next-requirement-known-lower = Beheben, was das System wahrscheinlich begrenzt, {$cause} ({$grade}), und {$steps} wiederholen; oder andere Lasten messen: Bei keiner gemessenen sind alle Anforderungen nachweislich erfüllt.
finding-next-interruption = Herausfinden, was in {$step} ab {$from} nach dem Start des Laufs geschah, {$duration} lang: Neustarts, Failover, Sperren, Full Collections, Sicherungen; die Logs der Server und dessen, was dort sonst läuft, können es sagen.
finding-next-generator-paused = Herausfinden, warum der Lastgenerator in {$step} ab {$from} nach dem Start des Laufs nichts sendete, {$duration} lang (eine Garbage Collection, eine Pause seiner Maschine, sein Plan), und die Stufe noch einmal messen.
finding-next-requirement-mix = Die Lasten mit derselben Mischung von Anfragen messen: Was in einer Stufe scheitert und in einer anderen unter mehr Last gilt, kann an anderen Transaktionen liegen.
finding-next-same-mix = Mehrere Lasten mit derselben Mischung von Anfragen messen: Erst dann zeigt der Durchsatz, was mehr Last bringt.
finding-next-transaction-saturated = Klären, worauf {$transactions} { $n ->
    [one] wartet
   *[other] warten
} und was die übrigen nicht benutzen (ein Pool, eine Abfrage, eine Sperre, ein anderer Dienst): Mehr Last macht sie nur langsamer.
finding-next-others-higher = Die übrigen Transaktionen mit eigenen, höheren Lasten messen, wenn ihr Maximum von Interesse ist.
finding-next-slowed-down = Herausfinden, was sich in {$step}, {$from} nach dem Start des Laufs, im System änderte (was mit der Zeit wächst, ein Cache, der seine Daten nicht mehr fasst, ein Neustart, ein anderer Job), und diese Last noch einmal länger messen.
finding-next-slowed-down-gradual = Herausfinden, was in {$step} mit der Zeit wächst oder sich verbraucht (Antworten oder Daten, die größer werden, Speicher, eine Tabelle ohne Index, ein Cache, der sich füllt), und diese Last noch einmal länger messen.
finding-next-mix-moved = Jede Phase des Plans als eigene Stufe messen, oder die Transaktionen einzeln beurteilen: Werte aller Anfragen vermengen beide Mischungen.
finding-next-load-moved = Jede der Lasten als eigene Stufe importieren oder messen: Timer, Takt oder Denkzeiten des Plans sagen, wann sie wechseln.
finding-next-not-recovered = Herausfinden, ob von der Last der Stufe {$step} etwas übrig ist (Warteschlangen, Wiederholungen, Verbindungen, offene Circuit Breaker, ein Server, der fehlt) oder mit der Zeit etwas wuchs: Logs und Zustand der Server danach; dann mit einer längeren Stufe der niedrigeren Last danach wiederholen, um zu sehen, ob und wann sich das System erholt.
finding-next-repeats-differ = Herausfinden, was sich zwischen den Stufen derselben Last änderte (was mit der Zeit wächst: Daten, eine Liste, ein Cache, ein Log; oder ein Aufwärmen), und die Lasten in anderer Reihenfolge wiederholen.
finding-next-changed-between = {$from} noch einmal messen: Ist sie so schnell wie zuvor, verändert die Last von {$to} das System; wenn nicht, änderte es sich mit der Zeit (was wächst, ein Cache, der seine Daten nicht mehr fasst, ein Neustart, ein anderer Job).
finding-next-users-stuck = Herausfinden, worauf diese Benutzer in {$step} ab {$from} nach dem Start des Laufs warten: Sperren, verlorene oder nie zurückgegebene Verbindungen, ein Server, der nicht mehr antwortet; ein Zeitlimit im Plan zeigt es früher.
finding-next-users-idle = Den Durchsatz-Timer oder das Pacing aus dem Plan nehmen oder seine Rate erhöhen und prüfen, ob dem Lastgenerator CPU blieb; dann die Lasten wiederholen.
finding-next-lower = Mit Telemetrie die begrenzende Ressource finden oder kleinere Lasten messen.
finding-next-over-limit = Herausfinden, was in {$step} anders war als in {$least}: Dort wurden mindestens so viele Aufrufe beantwortet, und schneller.
finding-next-requirement-against = Die begrenzende Ressource mit Telemetrie suchen oder beheben, was gegen die kleineren Lasten spricht, bei denen die Anforderungen erfüllt sind.
finding-next-correct = Die Anforderung berichtigen und den Bericht neu erstellen; der Lauf muss nicht wiederholt werden.
finding-next-minutes = Jede Stufe minutenlang messen: Garbage Collection und Batch-Jobs brauchen ihre Zeit.
finding-next-certificates = Zertifikate wenigstens einmal prüfen, um zu wissen, dass das richtige System gemessen wurde.
finding-next-elements = Die Liste unter Versuchsaufbau lesen und entscheiden, ob es von Belang ist.

## Kritische Befunde im Kasten mit dem Urteil, so kurz wie möglich.

finding-short-heap = Heap von {$source} in Stufe {$step} erschöpft
finding-short-out-of-memory = Heap von {$source} in Stufe {$step} erschöpft, kein Speicher mehr {$moment} nach dem Start des Laufs
finding-short-collections = {$source} verbrachte {$n ->
    [one] {$share}
   *[other] bis zu {$share}
} der Zeit in {$steps} mit Garbage Collection
finding-short-lost = {$source} beantwortete ab {$from} nach dem Start des Laufs keine Anfragen mehr
finding-short-away = {$source} beantwortete von {$from} bis {$to} nach dem Start des Laufs keine Anfragen
finding-short-nothing-succeeds = ab {$from} nach dem Start des Laufs war keine Anfrage mehr erfolgreich
finding-short-nothing-succeeds-in-step = von {$from} nach dem Start des Laufs bis zum Ende von Stufe {$step} war keine Anfrage erfolgreich
finding-short-failing-on = ab {$from} nach dem Start des Laufs schlugen {$failed} der Anfragen von Stufe {$step} fehl
finding-short-not-recovered = nach Stufe {$step} brachte dieselbe Last ({$under}) {$after} statt {$before}
finding-short-mix-moved = die Mischung der Anfragen änderte sich innerhalb von Stufe {$step}
finding-short-load-moved = die Last änderte sich innerhalb von Stufe {$step}
finding-short-interruption = { $n ->
    [one] in Stufe {$step} gelang ab {$from} nach dem Start des Laufs {$duration} lang kaum eine Anfrage ({$share} der Zeit)
   *[other] in Stufe {$step} gelang {$n}-mal bis zu {$duration} lang kaum eine Anfrage ({$share} der Zeit)
}
finding-short-periodic-stalls = in Stufe {$step} stockte der Durchsatz {$n}-mal, alle {$period}, bis auf {$left} des üblichen
finding-short-periodic-waits = in Stufe {$step} warteten Anfragen {$n}-mal bis zu {$longest}, alle {$period}
finding-short-short-stalls = das ganze System steht in {$steps} immer wieder ({$share} der Zeit)
finding-short-alternating = Antworten sind in {$steps} im Wechsel schnell und langsam ({$fast} und {$slow})
finding-short-answer-sizes = Antworten von {$steps} sind andere als vorher, weit kleiner und schneller ({$named})
finding-short-rising-times = die Antwortzeiten stiegen in {$steps} bei gleichbleibender Last
finding-short-hung = von {$from} nach dem Start des Laufs an endete keine Anfrage von Stufe {$step} mehr, obwohl Benutzer warteten
finding-short-restarted = {$source} startete in Stufe {$step} neu
finding-short-events = {$name}: {$lost} angenommene Ereignisse kamen in {$steps} nicht an
