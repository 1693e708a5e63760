### Kapazität, empfohlener Betriebspunkt und Hochrechnungen.

capacity-figure-at-least = ≥ {$rate}
capacity-figure-unknown = unbekannt
capacity-kind = Kapazität
capacity-kind-maximum = Kapazität: Maximum gefunden
capacity-kind-lower-bound = Kapazität: untere Schranke
capacity-kind-until-lost = Kapazität: bis zum Ausfall eines Servers
capacity-until-lost = bis zum Ausfall eines Servers
capacity-kind-one-load = Durchsatz bei einer Last
capacity-kind-ramp = Höchster Wert auf der Rampe
capacity-kind-rising = Höchster Durchsatz bei steigenden Antwortzeiten
capacity-kind-too-little = Kapazität: zu wenig gemessen
capacity-steps = { $n ->
    [one] {$n} Stufe
   *[other] {$n} Stufen
}

capacity-maximum = Die Kapazität ist {$throughput}, erreicht in {$place}: {$why}.
capacity-maximum-until-lost = Bis ein Server verloren ging, war die Kapazität {$throughput}, erreicht in {$place}: {$why}.
capacity-reached-from = Fast so viel, {$throughput}, wurde in {$place} erreicht.
capacity-below-asked = Die Kapazität ist {$throughput}, erreicht in {$place}: Ankünfte kamen schneller, als sie beantwortet wurden, und immer mehr Benutzer waren beschäftigt.
capacity-unfinished = Iterationen, die begannen und nicht fertig wurden, sind nicht mitgezählt.
capacity-below-asked-pool = Die Kapazität ist mindestens {$throughput}, erreicht in {$place}: Ankünfte kamen schneller, als sie beantwortet wurden. Alle Benutzer waren dabei beschäftigt: Ein größerer Pool würde zeigen, ob das System oder der Pool die Grenze war.
capacity-below-asked-system = Die Kapazität ist {$throughput}, erreicht in {$place}: Ankünfte kamen schneller, als sie beantwortet wurden. Alle Benutzer waren dabei beschäftigt, weil das System langsamer wurde: Eine Anfrage dauerte im Median {$full}, in {$step} dagegen {$free}. Mehr Benutzer würden nur länger warten.
capacity-refused = Die Kapazität ist {$throughput}, erreicht in {$place}: {$failed} der Anfragen schlugen dort fehl, {$below} bei der nächstniedrigeren Rate. Die Zielrate wurde nicht erreicht.
capacity-lower-bound = Die Kapazität ist mindestens {$throughput}, erreicht in {$place}; das Maximum wurde nicht gefunden: {$why}.
capacity-lower-bound-wide = Getragen wurden {$throughput} in {$place}, in einem so weiten Intervall, dass von der Kapazität nur bekannt ist, dass sie mindestens {$low} ist; das Maximum wurde nicht gefunden: {$why}.
capacity-one-load = {$throughput} {$with}. Das ist nur eine Last: weder das Maximum noch eine Suche danach.
capacity-one-load-differs = {$said} Das ist das Mittel von Stufen, die sich unterscheiden: {$why}.
capacity-with-failures = In Stufe {$step} schlugen {$share} der Anfragen fehl.
capacity-other-answers = Die Antworten von Stufe {$step} sind andere als bei der niedrigsten Last, weit kleiner und schneller: Das ist nicht die Kapazität für die verlangte Arbeit.
capacity-other-answers-within = Innerhalb von Stufe {$step} wurden die Antworten andere, weit kleiner und schneller: Das ist nicht die Kapazität für die verlangte Arbeit.
capacity-ramp = Es wird keine Kapazität behauptet: Die Last war eine Rampe zwischen {$from} und {$to} Benutzern und blieb auf keiner Höhe stehen. Am höchsten war {$throughput} in Abschnitt {$place}; Stufen mit gleichbleibender Last, jede Minuten lang, würden zeigen, was durchgehalten werden kann.
capacity-rising = Eine Kapazität wird nicht angegeben: Die Antwortzeiten stiegen {$how_many} bei gleichbleibender Last; das System wurde also langsamer, während es gemessen wurde. Am höchsten war {$throughput} in {$place}.
capacity-rising-in-one = Eine Kapazität wird nicht angegeben: Die Antwortzeiten stiegen bei gleichbleibender Last; das System wurde also langsamer, während es gemessen wurde. Im Mittel wurden {$throughput} getragen, in {$place}.
capacity-too-little = Es wird keine Kapazität behauptet: Von {$steps} enthält keine genug dafür. Am höchsten ist {$throughput} in {$place}, wo in {$measured} { $succeeded ->
    [one] {$succeeded} Anfrage erfolgreich war
   *[other] {$succeeded} Anfragen erfolgreich waren
}; eine Behauptung braucht {$needed}, bei dieser Rate {$long}.
capacity-one-rate = {$throughput} erfolgreich bei einem Ziel von {$rate}. Das ist nur eine Last: weder das Maximum noch eine Suche danach.
capacity-unknown = Die Kapazität ist unbekannt: Es gibt keine gültige Stufe, in der die meisten Anfragen erfolgreich waren.
capacity-unknown-invalid = Die Kapazität ist unbekannt: Keine Stufe wurde gültig gemessen.
capacity-unknown-no-steps = Die Kapazität ist unbekannt: Es wurde keine Last mit ihrem Durchsatz importiert.

capacity-place = Stufe {$step} ({$users})
capacity-place-nodes = Stufe {$step} ({$users}, {$threads} × {$nodes} Knoten)
capacity-place-rate = Stufe {$step} mit Ziel {$rate}
capacity-place-mean = {$place} (Mittel aus {$n} Stufen mit dieser Last)

## Ergänzt "das Maximum wurde nicht gefunden: …".

capacity-no-node-left = es war kein Knoten mehr übrig, während der Durchsatz noch um {$gain} wuchs (Zielzuwachs {$goal})
capacity-no-load-left-growing = es gab keine weitere Last, während der Durchsatz noch um {$gain} wuchs (Zielzuwachs {$goal})
capacity-no-load-left = es gab keine weitere Last
capacity-highest-still-grew = bei der höchsten Last, Stufe {$step}, war der Durchsatz noch {$change} als in Stufe {$base}
capacity-brought = Stufe {$step} brachte {$change} als Stufe {$base}; ab {$goal} (ihrem Zielzuwachs) zählt das als Wachstum
capacity-mixes-differ = {$share} der Anfragen in Stufe {$step} gehören zu anderen Transaktionen als die in Stufe {$other}; mehr Last war also auch andere Arbeit
capacity-transaction-saturated = { $n ->
    [one] {$transactions} bringt
   *[other] {$transactions} bringen
} in Stufe {$to} nicht mehr als in Stufe {$from}, während die übrigen Transaktionen noch mehr bringen
capacity-slowed-down = in Stufe {$step} gelangen anfangs {$first}, ab {$from} nach dem Start des Laufs nur noch {$later}, während die Last gleich blieb: Das System änderte sich, während gemessen wurde
capacity-slowed-down-gradual = in Stufe {$step} fiel der Durchsatz die ganze Zeit, von im Mittel {$first} in den ersten {$after} ihres Fensters auf {$later} im Rest, während die Last gleich blieb: Das System änderte sich, während gemessen wurde
capacity-changed-between = ab {$to} dauerten Anfragen {$times}-mal so lange wie in {$from}, und von da an bringen doppelt so viele Benutzer doppelt so viel Durchsatz: Die Last lastet keine Ressource aus; das System änderte sich zwischen diesen Stufen, mit der Zeit oder bei dieser Last
capacity-repeats-differ = dieselbe Last brachte {$first} in Stufe {$step} und {$last} in Stufe {$later}: Das System änderte sich, während gemessen wurde
capacity-users-stuck = in Stufe {$step} warteten {$users} von {$of} Benutzern auf eine Antwort, bis zu {$longest} lang: Was sie brachte, ist allein von den anderen
capacity-users-idle = von Stufe {$from} zu Stufe {$to} wächst der Durchsatz nicht mit den Benutzern, und die mittlere Antwortzeit ({$response_from}, dann {$response_to}) steigt nicht, wie sie es in einem ausgelasteten System täte: Benutzer warteten länger zwischen zwei Anfragen ({$between_from}, dann {$between_to} im Mittel), also bestimmte ein Timer, Pacing oder der Lastgenerator die Rate
capacity-falls-from-lowest = der Durchsatz fällt von der kleinsten Last an (Stufe {$step} brachte {$fall}); ob kleinere Lasten oder Lasten dazwischen mehr bringen, wurde nicht gemessen
capacity-gain-uncertain = der Zuwachs der Stufe {$step} ist {$gain}, ihr Zielzuwachs {$goal}: Das Intervall enthält den Zielzuwachs, also sind längere Stufen nötig
capacity-higher-invalid = { $n ->
    [one] {$steps} mit mehr Last ist ungültig
   *[other] {$steps} mit mehr Last sind ungültig
}
capacity-interrupted = der Lauf wurde unterbrochen
capacity-cut-off = der Lauf wurde abgeschnitten oder läuft noch
capacity-load-unknown = welche Last angelegt wurde, ist nicht im Importierten
capacity-stopped-by-plan = der Plan beendete den Lauf
capacity-impossible = die Steigerung konnte nicht fortgesetzt werden ({$message})
capacity-failed = der Lauf schlug fehl ({$message})

## Ergänzt "Die Kapazität ist …: …". {$change} ist wie "6,0 % mehr".

capacity-brought-with-more-load = Stufe {$step} mit mehr Last brachte {$change} als Stufe {$base}
capacity-brought-with-fewer-servers = Stufe {$step} mit mehr Last, aber nur {$servers}, brachte {$change} als Stufe {$base}; was alle Server jenseits von Stufe {$base} tragen, wurde nicht gemessen
capacity-brought-only = Stufe {$step} brachte nur {$change} als Stufe {$base}; erst ab {$goal} (ihrem Zielzuwachs) wäre es Wachstum
capacity-untried = eine höhere Last wurde nicht versucht
capacity-of-steps = beide Lasten als Mittel ihrer insgesamt {$n} Stufen
capacity-few-seconds = das beruht auf wenigen Sekunden
capacity-means = die Tabelle nennt Mittelwerte, deshalb gibt es kein Intervall
capacity-scatter = in den Stufen {$from} bis {$to} schwankt der Durchsatz ohne Ordnung zwischen {$low} und {$high} (Mittelwert {$mean}, Standardabweichung {$deviation}); welcher dieser {$n} Werte der höchste ist, ist also teils Zufall
capacity-with-bounds = {$value} (KI {$low} bis {$high})

## Der empfohlene Betriebspunkt.

capacity-recommended = {$throughput}, {$place}: der höchste Durchsatz, bei dem jede Anforderung nachweislich erfüllt ist.
capacity-recommended-one-load = {$throughput} {$with}: Jede Anforderung ist bei dieser Last nachweislich erfüllt; keine andere wurde in gültigen Stufen gemessen.
capacity-recommended-free = {$throughput}, {$place}: Es gibt keine Anforderungen; unter den Lasten mit weniger als 1 % Fehlern, die mindestens {$share} Reserve unter der Kapazität von {$maximum} lassen, die mit dem meisten Durchsatz für ihre Antwortzeit.
capacity-recommended-free-highest = {$throughput}, {$place}: Es gibt keine Anforderungen; von den gemessenen Lasten, die {$share} oder mehr der Kapazität von {$maximum} frei lassen, die kleinste, die mindestens 97 % dessen bringt, was irgendeine von ihnen bringt (Antwortzeiten sind nicht bekannt).
capacity-recommended-free-below = {$rate}: {$share} Reserve unter der Kapazität von {$maximum}. Es gibt keine Anforderungen, und keine Last, die diese Reserve lässt, wurde gemessen.
capacity-recommended-headroom = {$throughput}, {$place}: von den Lasten, bei denen jede Anforderung nachweislich erfüllt ist und die mindestens {$share} Reserve unter der Kapazität von {$maximum} lassen, die mit dem meisten Durchsatz für ihre Antwortzeit.
capacity-recommended-headroom-highest = {$throughput}, {$place}: von den Lasten, bei denen jede Anforderung nachweislich erfüllt ist und die {$share} oder mehr der Kapazität von {$maximum} frei lassen, die kleinste, die mindestens 97 % dessen bringt, was irgendeine von ihnen bringt (Antwortzeiten sind nicht bekannt).
capacity-recommended-between = {$rate}: {$share} Reserve unter der Kapazität von {$maximum}; berechnet und nicht gemessen: Von den Lasten, unter denen alle Anforderungen nachweislich erfüllt sind, bringt die höchste darunter nur {$lower} ({$below}); in {$place} sind sie auch erfüllt.
capacity-recommended-free-between = {$rate}: {$share} Reserve unter der Kapazität von {$maximum}; berechnet (die höchste gemessene Last darunter bringt nur {$lower}, {$below}). Anforderungen waren nicht gegeben.
capacity-recommended-below = {$rate}: {$share} Reserve unter der Kapazität von {$maximum}. Jede Anforderung ist nachweislich erfüllt in {$place}; dass sie es bei einer Last ist, die diese Reserve lässt, ist nicht gezeigt.
capacity-recommended-below-rate = {$rate}: {$share} Reserve unter der Kapazität von {$maximum}. Jede Anforderung ist nachweislich erfüllt in {$place}, wo die Rate höher ist.
capacity-recommended-rate = {$throughput} bei einem Ziel von {$rate}: die höchste Rate, bei der jede Anforderung nachweislich erfüllt ist. Sie enthält keine Reserve; planen Sie darunter.
capacity-recommended-sound = {$throughput}, {$place}: der höchste Durchsatz, bei dem jede Anforderung nachweislich erfüllt ist und nichts anderes gegen die Last spricht.
capacity-recommended-rate-sound = {$throughput} bei einem Ziel von {$rate}: die höchste Rate, bei der jede Anforderung nachweislich erfüllt ist und nichts anderes gegen sie spricht. Sie enthält keine Reserve; planen Sie darunter.
capacity-recommended-no-sound-step = In jeder Stufe, in der alle Anforderungen nachweislich erfüllt sind, spricht etwas anderes gegen die Last: {$why}.
capacity-of-its-mix = Mehr Last war auch andere Arbeit: Ob eine Anforderung bei einer Last gilt, ist nur für die Mischung der Anfragen ihrer Stufe gezeigt.
capacity-of-busy-machine = Andere Arbeit beanspruchte dabei die ganze CPU von {$sources}: Auf einer freien Maschine trägt das System vielleicht mehr und antwortet schneller.
capacity-at-its-limit = Was das System wahrscheinlich begrenzt, {$cause}, ist schon bei dieser Last gesättigt: Dass kleinere Lasten weniger bringen, ist nicht gezeigt; einige messen.
capacity-recommended-wide = Der Durchsatz schwankte darin so stark, dass nur {$low} sicher ist.
capacity-in-iterations = Durchsatz zählt Anfragen, eine angebotene Rate zählt Iterationen mit je {$n} Anfragen: {$rate} sind {$iterations}, die anzubieten sind.
capacity-not-kept-up = die Last lässt sich nicht lange halten, denn die Consumer von {$queues} kamen nicht nach
capacity-not-carried = die Zielrate von {$rate} wurde nicht erreicht
capacity-unlimited-errors = {$share} der Anfragen schlugen fehl, und keine Anforderung sagt, wie viele es sein dürfen
capacity-sustained = Die Consumer von {$queue} verarbeiteten {$taken}, bei {$per_call} Nachrichten je Aufruf: Mehr als {$rate} lässt sich nicht dauerhaft halten.
capacity-sustained-unit = Die Consumer von {$queue} verarbeiteten {$taken}, bei {$per_call} {$unit} je Aufruf: Mehr als {$rate} lässt sich nicht dauerhaft halten.
capacity-memory-fills = Ohne Neustarts lässt es sich nicht halten: Der Speicher von {$sources} wuchs unter dieser Last und ist bei diesem Tempo in {$full_in} aufgebraucht.
capacity-memory-grows = Es lässt sich vielleicht nicht dauerhaft halten: Der Speicher von {$sources} wuchs unter dieser Last und flachte nicht ab; wie viel er belegen darf, ist nicht bekannt.
capacity-heap-fills = Ohne Neustarts lässt es sich nicht halten: Was die Garbage Collection { $pool ->
    [old] in der Old Generation
   *[heap] im Heap
} von {$sources} belegt lässt, { $full ->
    [yes] wuchs unter dieser Last, bis kein Platz mehr war.
   *[no] wuchs unter dieser Last; bei diesem Tempo ist der Platz in {$full_in} aufgebraucht.
}
capacity-short-steps = { $n ->
    [one] {$steps} zeigt mehr, aber nur für {$longest}: Der höchste Wert kurzer Fenster kann Zufall sein.
   *[other] {$steps} zeigen mehr, aber nur für höchstens {$longest}: Der höchste Wert kurzer Fenster kann Zufall sein.
}
capacity-passed-over = { $n ->
    [one] {$steps} brachte mehr und erfüllt sie auch, wird aber übergangen: {$why}.
   *[other] {$steps} brachten mehr und erfüllen sie auch, werden aber übergangen: {$why}.
}
capacity-recommended-without-requirements = Es gibt keine Anforderungen, nach denen er zu wählen wäre, und kein Maximum, unter dem zu bleiben wäre.
capacity-recommended-no-rate = Bei keiner Rate sind alle Anforderungen nachweislich erfüllt.
capacity-recommended-ramp = Eine Rampe hält keine Last für einige Zeit.
capacity-recommended-rising = Die Antwortzeiten stiegen bei gleichbleibender Last: Von keiner Last ist gezeigt, dass sie auf Dauer getragen wird.
capacity-recommended-fails-again = Jede Last, bei der alle Anforderungen nachweislich erfüllt sind, ist ungewiss: Sie scheiterte in einer anderen Stufe, oder danach scheiterte weniger Last, oder das System wurde seither langsamer.
capacity-recommended-no-step = In keiner gültigen Stufe sind alle Anforderungen nachweislich erfüllt.
capacity-recommended-computed = {$rate}, berechnet und nicht gemessen.
capacity-recommended-line = Empfohlener Betriebspunkt: {$text}
capacity-recommended-line-none = Empfohlener Betriebspunkt: keiner. {$text}

## Hochrechnungen.

capacity-multiplied = {$rate} × {$factor}
capacity-per-hour = ≈ {$value} pro Stunde
capacity-per-day = ≈ {$value} pro Tag
capacity-per-week = ≈ {$value} pro Woche
capacity-headroom = {$rate} / erwartete Nutzung {$expected} ({$hourly} pro Stunde): Faktor {$factor} ({ $enough ->
    [yes] Reserve
   *[no] zu wenig
})
capacity-projection-caveat = Hochgerechnet, nicht gemessen: so viel ergäbe die Rate, wenn sie ohne Pause gehalten würde.
