### Befunde aus dem, was an den Servern überwacht wurde, und über Läufe hinweg; was aus jedem Detektor wurde.

detector-cpu-of-machine = der Maschine von {$source}
detector-cpu-saturated = Die CPU von {$source} war in {$steps} ausgeschöpft: im Mittel bis zu {$share}.
detector-cpu-saturated-waiting = Die CPU von {$source} war in {$steps} ausgeschöpft: im Mittel bis zu {$share}, mit {$waiting} laufenden oder lauffähigen Prozessen.
detector-thread-saturated = Ein Thread von {$source} schöpfte in {$steps} seinen Kern aus: im Mittel bis zu {$share} davon. Ein Thread kann nur einen Kern nutzen, wie viele es auch gibt.
detector-memory-grows = Der Speicher von {$source} wuchs während Stufe {$step} von {$first} auf {$last}, um {$rate}, und flachte nicht ab.
detector-memory-full = Bei dieser Geschwindigkeit ist er in {$time} aufgebraucht.
detector-other-work = In {$steps} war die CPU von {$source} ausgeschöpft (bis zu {$share}), aber nicht durch diese Last: Was vom System und vom Lastgenerator überwacht ist, nutzte {$own} davon, und { $before ->
    [0] der Rest wuchs nicht mit dem Durchsatz
   *[other] etwa so viel wie der Rest war vor Beginn der Last in Gebrauch
}. Andere Arbeit belegte die Maschine; auf einer unbelasteten trägt das System vielleicht mehr und antwortet schneller.
detector-heap-exhausted = Der Heap von {$source} war in Stufe {$step} erschöpft: Die Old Generation war zu {$used} belegt, es kam zu {$full} Full Collections, und Garbage Collection nahm {$time} von {$of} ein.
detector-heap-exhausted-against = Der Heap von {$source} war in Stufe {$step} erschöpft: Die Old Generation war zu {$used} belegt, es kam zu {$full} Full Collections (in der Stufe davor {$before}), und Garbage Collection nahm {$time} von {$of} ein.
detector-out-of-memory = Der Heap von {$source} war in Stufe {$step} erschöpft: Die Old Generation war zu {$used} belegt, in dieser Stufe kam es zu {$full} Full Collections, und Garbage Collection nahm {$time} von {$of} ein. Der JVM ging {$moment} nach dem Start des Laufs der Speicher aus.
detector-gc-overhead = In {$steps} standen die Threads von {$source} {$n ->
    [one] {$share}
   *[other] bis zu {$share}
} der Zeit wegen Garbage Collection still.
detector-leak = In {$source} besteht Verdacht auf ein Speicherleck: { $pool ->
    [old] Der Stand der Old Generation
   *[heap] Der Stand des Heaps
} nach Garbage Collection wuchs von {$first} auf {$last}, um {$growth} pro { $per ->
    [minute] Minute
    [hour] Stunde
   *[day] Tag
} (KI {$low} bis {$high}; {$floors} Tiefststände, p = {$p}), bei einer Kapazität von {$capacity}. { $full ->
    [yes] Damit ist der Platz aufgebraucht.
    [levels] Der Platz ist fast aufgebraucht, und zuletzt wuchs der Stand kaum noch.
   *[no] Bei dieser Rate ist der Platz in {$full_in} aufgebraucht.
}
detector-leak-only-rose = In {$source} besteht Verdacht auf ein Speicherleck: Die Old Generation stieg nur, von {$first} auf {$last} von {$capacity}, um {$growth} pro { $per ->
    [minute] Minute
    [hour] Stunde
   *[day] Tag
} (KI {$low} bis {$high}; {$floors} Ablesungen, jede über den vorigen), und Full Collections am Ende gaben nichts davon frei.
detector-instance-lost = {$source} beantwortete ab {$from} nach dem Start des Laufs keine Anfragen mehr, während andere es taten; nach dem bisherigen Anteil wären es {$expected} gewesen. Was danach gemessen wurde, ist das System mit { $left ->
    [one] {$left} Server.
   *[other] {$left} Servern.
}
detector-servers-at-work = {$n} von {$of} Servern
detector-instance-away = {$source} beantwortete von {$from} bis {$to} nach dem Start des Laufs keine Anfragen, während andere es taten; nach dem bisherigen Anteil wären es {$expected} gewesen.
detector-nothing-succeeds = Von {$from} nach dem Start des Laufs bis zum Ende der Last war keine Anfrage erfolgreich: {$requests} schlugen fehl. Was dann gemessen wurde, ist ein System, das ausgefallen war oder niemanden mehr einließ.
detector-nothing-succeeds-in-step = Von {$from} nach dem Start des Laufs bis zum Ende von Stufe {$step} war keine Anfrage erfolgreich: {$requests} schlugen fehl. Die Mittelwerte der Stufe verdecken es.
detector-hung = Von {$from} nach dem Start des Laufs an endete {$lasted} lang keine Anfrage von Stufe {$step} mehr, während {$users} Benutzer warteten: Das System hängt. Die Mittelwerte der Stufe verdecken es.
detector-instance-restarted = {$source} startete in Stufe {$step} neu, {$moment} nach dem Start des Laufs.
detector-service-away = {$source} war von {$from} bis {$to} nach dem Start des Laufs nicht abfragbar ({$reason}), und {$seconds} davon waren weit weniger Anfragen erfolgreich als zuvor: {$failed} schlugen fehl. Der Dienst war ausgefallen, nicht erreichbar oder hing.
detector-service-gone = {$source} war ab {$from} nach dem Start des Laufs nicht mehr abfragbar ({$reason}), und {$seconds} danach waren weit weniger Anfragen erfolgreich als zuvor: {$failed} schlugen fehl. Der Dienst war ausgefallen, nicht erreichbar oder hing.
detector-peer-skew = In {$steps} leisteten Server mit gleicher Aufgabe nicht gleich viel: {$measure} war {$most} bei {$high} und {$least} bei {$low}.
detector-peer-skew-equal = In {$steps} beantworteten Server mit gleicher Aufgabe gleich viele Anfragen, aber nicht mit gleichem Aufwand: {$measure} war {$most} bei {$high} und {$least} bei {$low}.
detector-peer-skew-pool = In {$steps} war der Pool {$name} nicht gleich belegt; am stärksten in Stufe {$worst_step}: {$most} bei {$high} und {$least} bei {$low}. Beide veröffentlichen dieselben Metriken: Sollen sie dieselbe Arbeit tun, ist sie nicht gleich verteilt.
detector-share-of-requests = der Anteil der Anfragen
detector-share-of-cpu = die Auslastung der CPU
detector-share-of-container-cpu = die Auslastung eines Kerns
detector-share-of-collections = der Zeitanteil der Garbage Collection
detector-share-of-pool = die Auslastung eines Pools
detector-unequal-peers = Server mit gleicher Aufgabe sind nicht gleich. {$metric}: {$values}.
detector-unequal-peer = {$source} {$value}
detector-queue-grows = In {$steps} kamen die Consumer von {$queue} nicht nach: { $n ->
    [one] Anfangs warteten {$from} Nachrichten, zuletzt {$to}.
   *[other] In Stufe {$worst}, der schlimmsten, warteten anfangs {$from} Nachrichten, zuletzt {$to}.
}
detector-queue-grows-rates = In {$steps} kamen die Consumer von {$queue} nicht nach: { $n ->
    [one] Anfangs warteten {$from} Nachrichten, zuletzt {$to}; {$produced} kamen und {$consumed} wurden verarbeitet.
   *[other] In Stufe {$worst}, der schlimmsten, warteten anfangs {$from} Nachrichten, zuletzt {$to}; {$produced} kamen und {$consumed} wurden verarbeitet.
}
detector-queue-drained = Als die Last endete, warteten {$waiting} Nachrichten in {$queue}; nach {$drain} waren sie abgearbeitet. Höchstens warteten {$peak}, {$at} nach dem Start des Laufs.
detector-queue-not-drained = Als die Last endete, warteten {$waiting} Nachrichten in {$queue}; {$watched} später, als die Überwachung endete, waren es noch {$left}. Höchstens warteten {$peak}, {$at} nach dem Start des Laufs.
detector-carry-over-queue = { $n ->
    [one] Stufe {$step} begann, während noch {$waiting} Nachrichten in {$queue} warteten: Ihre Zahlen enthalten Arbeit der vorigen Stufe.
   *[other] {$steps} begannen, während noch Nachrichten in {$queue} warteten, die meisten ({$waiting}), als Stufe {$step} begann: Ihre Werte enthalten Arbeit der Stufen davor.
}
detector-carry-over-queue-drain = { $n ->
    [one] Stufe {$step} begann, während noch {$waiting} Nachrichten in {$queue} warteten, Arbeit für {$drain}: Ihre Zahlen enthalten Arbeit der vorigen Stufe.
   *[other] {$steps} begannen, während noch Nachrichten in {$queue} warteten, die meisten, als Stufe {$step} begann ({$waiting}, Arbeit für {$drain}): Ihre Werte enthalten Arbeit der Stufen davor.
}
detector-carry-over-cpu = Stufe {$step} begann, während {$source} noch mit der vorigen Stufe beschäftigt war: {$busy} seiner CPU, {$idle} vor der Last.
detector-idle-consumers = Die Gruppe {$group} hat {$members} Mitglieder, {$topic} aber nur {$partitions} { $partitions ->
    [one] Partition
   *[other] Partitionen
}: Einige Consumer haben nichts zu tun.
detector-uneven-hosts = Consumer auf {$holder} haben {$assigned} der {$partitions} Partitionen von {$topic} in der Gruppe {$group}: Die anderen Hosts haben wenig zu tun.
detector-uneven-clients = Die Consumer {$holder} haben {$assigned} der {$partitions} Partitionen von {$topic} in der Gruppe {$group}: Die anderen haben wenig zu tun.
detector-partition-skew = In {$step} erhielt Partition {$partition} von {$topic} {$percent} der Nachrichten, obwohl es {$partitions} Partitionen gibt: Wer sie liest, hat so viel von der Arbeit.
detector-partition-behind = In {$step} erhielt Partition {$partition} von {$topic} {$percent} der Nachrichten, obwohl es {$partitions} Partitionen gibt, und dort kam die Gruppe {$group} nicht nach: Am Ende der Stufe warten darin {$grown} Nachrichten mehr, in allen anderen zusammen {$elsewhere}. Eine Partition liest nur ein Consumer der Gruppe, weitere helfen also nicht.
detector-rebalances = Die Partitionen der Gruppe {$group} wurden {$times}-mal neu verteilt, von {$from} bis {$to} nach dem Start des Laufs: Mitglieder gingen und kamen wieder, oder neue kamen hinzu. Solange das dauert, liest sie niemand, und was nicht committet war, wird noch einmal gelesen.
detector-events-lost = {$name}, {$steps}: Von {$sent} angenommenen Ereignissen kamen {$lost} nicht an, und {$doubled} kamen mehr als einmal an.
detector-no-recovery = {$source} kam nach der Last nicht zur Ruhe: Die CPU war bis zu {$watched} nach dem Ende zu {$after} ausgelastet, vor der Last zu {$before}.
detector-pool = der Verbindungspool von {$source}
detector-pool-named = der Verbindungspool {$name} von {$source}
detector-pool-of-database = die von {$source} zugelassenen Verbindungen
detector-pool-of-threads = der Thread-Pool {$name} von {$source}
detector-pool-of-threads-unnamed = der Thread-Pool von {$source}
detector-pool-of-descriptors = die offenen Dateien und Verbindungen, die {$source} haben darf
detector-pool-of-its-own = der Pool {$name} von {$source}
detector-pool-queue = die Warteschlange {$name} von {$source}
detector-pool-limit = die Grenze {$name} von {$source}
detector-pool-exhausted = In {$steps} war ein Pool erschöpft, {$name}: { $size ->
    [1] Die einzige Instanz war
   *[other] Alle {$size} waren
} in { $n ->
    [one] {$full}
   *[other] bis zu {$full}
} der Messwerte belegt, und {$waiting}.
detector-waiting-not-recorded = wie viele warteten, ist nicht aufgezeichnet
detector-waiting-nobody = bei keiner Ablesung wartete jemand
detector-waiting-most = höchstens {$n} warteten
detector-pool-too-small = In Stufe {$step} muss ein Pool erschöpft gewesen sein, {$name}, obwohl kein Messwert es zeigte: Nach den Nutzungszeiten (X · R) waren im Mittel {$needed} nötig, und es gibt {$size}.
detector-throttled = In {$steps} wurde {$source} in bis zu {$share} der Perioden am CPU-Limit angehalten: Seine Kerne können unbelastet aussehen, während Antworten warten.
detector-transaction-change = {$transaction} ({$from} → {$to})
detector-transactions-slow-down = Von {$from} bis {$to} stieg der Median der Antwortzeit einiger Transaktionen: {$slowed}; der von anderen kaum: {$unchanged}. Worauf die ersten warten, benutzen die anderen nicht oder viel weniger.
detector-rows-read = In {$steps} las {$source} bis zu {$rows} Zeilen je Anfrage, ohne sie über einen Index zu suchen: Ein Index fehlt, oder eine Abfrage liest ganze Tabellen oder große Teile eines Index und dauert länger, je größer sie werden.
detector-steal = In {$steps} gab der Hypervisor bis zu {$share} der CPU-Zeit von {$source} an andere (Mittel einer Stufe): Die Maschine ist langsamer, als ihre Kerne vermuten lassen.
detector-swap = In {$steps} lagerte {$source} Speicher auf Datenträger aus und wieder ein: im Mittel {$rate}.
detector-tcp-retransmissions = In {$steps} sendete TCP von {$source} bis zu {$share} seiner Segmente erneut: Pakete gingen unterwegs verloren oder kamen spät an. Jedes lässt eine Antwort warten, meist einige Millisekunden, manchmal 200 ms oder länger.
detector-accept-queue-full = In {$steps} fanden Versuche, sich mit {$source} zu verbinden, die Warteschlange eines horchenden Sockets voll, bis zu {$count} in einer Stufe: Der Server nahm sie nicht so schnell an, wie sie kamen, und das System des Clients versucht es nach 1 s erneut.
detector-io-wait = In {$steps} wartete die CPU von {$source} bis zu {$share} der Zeit auf Datenträger.
detector-io-wait-blocked = In {$steps} wartete die CPU von {$source} bis zu {$share} der Zeit auf Datenträger, mit {$blocked} blockierten Prozessen.
detector-io-wait-outside = In Stufe {$step} waren seine Geräte höchstens {$busy} der Zeit beschäftigt: Das meiste Warten liegt außerhalb davon.
detector-warm-up = Stufe {$step} war nicht stationär: Die Antwortzeiten änderten sich noch in der zweiten Hälfte ihres Fensters.
detector-cold-start = Stufe {$step} beginnt mit einer Aufwärmphase: In den ersten {$lasted} waren die Antwortzeiten im Mittel {$first}, danach {$later}. Ihre Werte und Urteile enthalten sie.
detector-slowed-down = Stufe {$step} war nicht stationär: Anfangs gelangen {$first}, ab {$from} nach dem Start des Laufs nur noch {$later}, während die Last gleich blieb.
detector-slowed-down-gradual = Stufe {$step} war nicht stationär: Der Durchsatz fiel die ganze Zeit, von im Mittel {$first} in den ersten {$after} ihres Fensters auf {$later} im Rest, während die Last gleich blieb.
detector-slowed-down-times = Die mittlere Antwortzeit betrug vorher {$first} und danach {$later}.
detector-slowed-down-failing = Die mittlere Antwortzeit betrug vorher {$first} und danach {$later}; vorher schlugen {$before} der Anfragen fehl und danach {$failed}.
detector-fails-later = In dem, was danach kam, gilt das nicht: {$requirements}.
detector-load-moved = Die Last der Stufe {$step} änderte sich: Ebenso viele Benutzer stellten eine Zeit lang {$least} Anfragen und eine andere {$most}, und die Antworten dauerten bei der niedrigeren Rate nicht länger. Ihre Werte mischen beides; ein Timer, ein Takt oder Denkzeiten bestimmten die Rate.
detector-mix-moved = Die Mischung der Anfragen in Stufe {$step} änderte sich: {$share} der Anfragen ihrer zweiten Hälfte sind von anderen Transaktionen als in der ersten. Die Antwortzeiten waren im Mittel erst {$first} und dann {$second}.
detector-mix-moved-same = Transaktionen, die in beiden Hälften vorkommen, dauerten etwa so lange wie vorher (auf 25 % genau); der Grund ist also wahrscheinlich die andere Mischung.
detector-mix-moved-none = Keine Transaktion ist in beiden Hälften; ob sich das System selbst änderte, zeigt also nichts.
detector-shift = Stufe {$step} war nicht stationär: Die Antwortzeiten waren im Mittel zuerst {$first} und später {$second} ({$change}).
detector-shift-at = Stufe {$step} war nicht stationär: Die Antwortzeiten waren im Mittel zuerst {$first}, ab {$from} nach dem Start des Laufs {$second} ({$change}).
detector-jobs = Der Job „{$name}“
detector-steps-of-equal-load = Dieselbe Last
detector-runs-of-equal-load = Dieselbe Last in Lauf um Lauf
detector-runs-of-variant = Dieselbe Last in Lauf um Lauf von {$variant}
detector-degrades = {$what} dauerte tendenziell immer länger: von {$first} bis {$last} über {$n} Male (p = {$p}).
detector-degrades-until-restart = {$what} dauerte tendenziell immer länger: von {$first} bis {$last} über {$n} Male (p = {$p}). Der Neustart eines Servers setzte die Drift zurück: Das nächste Mal dauerte es {$after}.
detector-degrades-beyond-restart = {$what} dauerte tendenziell immer länger: von {$first} bis {$last} über {$n} Male (p = {$p}). Der Neustart eines Servers setzte die Drift nicht zurück: Das nächste Mal dauerte es {$after}.
detector-degrades-first-left-out = Das erste Mal ({$time}) ist ausgelassen: Was gerade gestartet wurde, ist einmal langsam.
detector-shared-ceiling = {$large} hat das {$times}-Fache an {$resource} von {$small} und trägt nicht mehr: {$high} gegenüber {$low}. Was sie begrenzt, ist wahrscheinlich etwas Gemeinsames.
detector-shared-network = {$bits} gingen über das Netzwerk: fast die ganze Bandbreite von {$speed}.
detector-shared-no-network = {$bits} gingen über das Netzwerk.
detector-shared-network-by-name = Wenn jede Nachricht so groß ist, wie die Namen sagen, gingen {$bits} über das Netzwerk: fast alles, was eines mit {$speed} trägt.
detector-shared-no-network-by-name = Wenn jede Nachricht so groß ist, wie die Namen sagen, gingen {$bits} über das Netzwerk.
detector-not-proportional = {$large} hat {$times}-mal so viel {$resource} wie {$small}, und bei derselben Last war der Durchsatz {$change}: {$high} gegenüber {$low}. Daran allein lag es bei dieser Last nicht.
detector-implied-response = Mittlere Antwortzeiten sind nicht bekannt, aber nach Benutzern und Durchsatz (Gesetz von Little) verbrachten Benutzer {$before} mit einer Anfrage in Stufe {$from_step} und {$after} in Stufe {$to_step}: {$change}. Denkzeit ist darin enthalten, falls es sie gab.
detector-per-node-flat = Von {$least} bis {$most} Knoten mit denselben Threads brachte jeder Knoten gleich viel, {$low} bis {$high}: Das System hielt weitere Knoten nicht auf; was es höchstens trägt, ist nicht gezeigt.
detector-over-limit = In Stufe {$step} dauerten {$over} von {$calls} Aufrufen {$limit} oder länger: {$most} (KI {$low} bis {$high}), der höchste Anteil aller Stufen; der niedrigste war {$fewest}, in Stufe {$least_step}. Mehr als {$allowed} dauerten in {$steps} so lange.
detector-count-as-share = Die {$count} Fehler, die {$file} nennt, können kein Prozentsatz sein: Von {$requests} Anfragen sind sie {$share}.
detector-percentiles-of-percentiles = {$columns} in {$file} sind Mittelwerte und Maxima von Perzentilen kürzerer Zeiten. Perzentile der ganzen Läufe lassen sich daraus nicht berechnen, und keine Anforderung lässt sich danach beurteilen.
detector-imported-pool-too-small = {$rate} zu je {$time} belegen im Mittel {$needed} Verbindungen (X · R); ein Pool von {$size} wird erschöpft.
detector-repeats-differ = Wiederholungen desselben ({$condition}) weichen um den Faktor {$times} voneinander ab: {$column} war {$values}. Keine davon steht allein für das System.
detector-configuration = Konfiguration {$name}
detector-means-differ = {$what}: {$first} mit {$baseline}; {$others}. Von wie vielen Anfragen diese Mittelwerte sind und wie diese streuen, war nicht angegeben: Zufall ist nicht auszuschließen.
detector-mean-of = {$time} mit {$name} ({$change})
detector-windows-differ = Die Läufe wurden bei derselben Last ({$load}) verschieden lang gemessen: {$shortest} ({$short_run}) und {$longest} ({$long_run}).
detector-environment-differs = Die Läufe wurden in verschiedenen Umgebungen durchgeführt. {$name}: {$values}.
detector-mixes-differ = {$share} der Anfragen von {$other} gehören zu anderen Transaktionen als die von {$first}: Es ist nicht derselbe Test, und sie wiederholen einander nicht; was über alle zusammen gesagt wird, gilt für keinen.
detector-failures-differ = Bei derselben Last ({$load}) schlugen {$worst} der Anfragen in einem Lauf ({$worst_run}) und {$best} in einem anderen ({$best_run}) fehl: Durchsätze und Zeiten gelten nicht derselben Arbeit.
detector-other-work-differs = Bei {$load} beanspruchte andere Arbeit die CPU in {$busy} der Stufen eines Laufs ({$busy_run}) und in {$idle} der Stufen eines anderen ({$idle_run}): Was sie unterscheidet, kann daher kommen.
detector-order-confounded = Alle Läufe von {$first} wurden vor denen von {$then} durchgeführt: Eine Änderung mit der Zeit sieht wie ein Unterschied zwischen ihnen aus.

## Was entscheiden würde.

detector-next-highest = die Stufe mit der höchsten Last
detector-next-cores = {$step} mit mehr Kernen für {$host} wiederholen, oder mit weniger: Folgt der Durchsatz, ist die CPU der Engpass.
detector-next-cores-of-rate = {$step} mit mehr Kernen für {$host} wiederholen, oder mit weniger: Wenn die Antwortzeiten folgen, liegt es an der CPU.
detector-next-cpu-limit = Das CPU-Limit auf {$host} erhöhen und {$step} wiederholen.
detector-next-heap = Den Heap auf {$host} verdoppeln und {$step} wiederholen: Die Garbage Collection muss weniger der Zeit einnehmen.
detector-next-soak = Die Last ({$step}) {$length} lang halten und am Anfang und am Ende einen Heap-Dump nehmen: Was gewachsen ist, ist das Leck.
detector-next-soak-soon = Die Last ({$step}) wiederholen und einen Heap-Dump bald nach dem Start und einen nehmen, bevor alles voll ist: Was gewachsen ist, ist das Leck.
detector-next-soak-jobs = Die Jobs unter derselben Last wiederholen, mit einem Heap-Dump vor dem ersten und einem, bevor alles voll ist: Was gewachsen ist, ist das Leck. Danach die Last ohne Jobs: Wächst es auch dort?
detector-next-all-servers = Ermitteln, warum {$host} ausfiel, und mit allen Servern erneut ausführen.
detector-next-out-of-memory = Beheben, was den Heap von {$host} erschöpft: Seiner JVM ging der Speicher aus, kurz bevor er stoppte. Danach mit allen Servern wiederholen.
detector-next-heap-before-stop = Zuerst den Heap von {$host} ansehen: In Stufe {$step}, kurz bevor er stoppte, war er voll, oder Garbage Collections nahmen viel der Zeit. Danach mit allen Servern wiederholen.
detector-next-balance = Die Last gleichmäßig verteilen oder ermitteln, warum ein Server mehr zu tun hat, und erneut ausführen.
detector-next-equalise = Die Server gleich einrichten und erneut ausführen.
detector-next-node = {$name} mehr Kerne oder weniger andere Arbeit geben oder einen Knoten hinzufügen und erneut ausführen.
detector-next-path = Den Netzwerkweg von {$node} mit dem der anderen Knoten vergleichen (Umlaufzeit, Stationen, Verluste) oder ihn weglassen und erneut ausführen.
detector-next-consumers = {$step} mit mehr Consumern wiederholen, und mit mehr Partitionen, falls es weniger sind: Der Rückstand darf nicht mehr wachsen.
detector-next-consumers-of = {$step} mit mehr Consumern von {$queue} wiederholen, und mit mehr Partitionen, falls es weniger sind: Der Rückstand darf nicht mehr wachsen.
detector-next-more-partitions = {$step} mit mehr Partitionen und je einem Consumer wiederholen: Jede Partition hat schon einen Consumer, weitere allein hätten nichts zu tun. Der Rückstand darf nicht mehr wachsen.
detector-next-partitions = Dem Topic so viele Partitionen geben, wie die Gruppe Mitglieder hat, oder weniger Mitglieder betreiben.
detector-next-partitions-of = Dem Topic {$topic} so viele Partitionen geben, wie die Gruppe {$group} Mitglieder hat, oder weniger davon betreiben.
detector-next-partitions-behind = Dem Topic {$topic} so viele Partitionen geben, wie die Gruppe {$group} Mitglieder hat: Ihr Rückstand wächst, während Mitglieder ohne Partition nichts tun.
detector-next-spread = Weniger Consumer in jedem Prozess betreiben, damit jeder Host einen gleichen Anteil der Partitionen erhält, und {$step} wiederholen.
detector-next-keys = Den Schlüssel finden, den die meisten Nachrichten haben (er kann leer oder immer derselbe sein), ihn verteilen (ein zweiter Teil des Schlüssels, kein Schlüssel, wo die Reihenfolge egal ist) und {$step} wiederholen.
detector-next-members = Herausfinden, warum Mitglieder die Gruppe verlassen (ein Stapel, der länger dauert als `max.poll.interval.ms`, Neustarts, Pausen über die Sitzungsdauer hinaus), Stapel verkleinern oder diese Zeit verlängern, Mitgliedern eine `group.instance.id` geben und {$step} wiederholen.
detector-next-events = {$step} wiederholen und die Ereignisse an jeder Station (angenommen, eingereiht, verarbeitet, gespeichert) zählen: Wo die Zahlen auseinandergehen, gehen sie verloren oder werden verdoppelt.
detector-next-pause = Mit einer Pause von {$length} zwischen den Stufen wiederholen, oder bis alles ruht.
detector-next-profile = Eine Minute nach der Last ein Profil von {$host} aufnehmen: Was arbeitet dort noch?
detector-next-pool = Mit einem Pool von {$size} wiederholen: Folgt der Durchsatz, war der Pool der Engpass; sonst liegt der Engpass dahinter, in dem, wohin der Pool führt.
detector-next-pool-named = Mit Größe {$size} wiederholen ({$name}): Folgt der Durchsatz, war das der Engpass; sonst liegt er dahinter.
detector-next-queue = Herausfinden, warum {$name} nicht schneller abgearbeitet wird: Eine längere Warteschlange hält Anfragen nur länger fest.
detector-next-connections = Mit {$size} erlaubten Verbindungen (max_connections) wiederholen, oder mit kleineren Pools der Clients: Folgt der Durchsatz, war das der Engpass.
detector-next-descriptors = Mit einem Limit von {$size} offenen Dateien oder mehr wiederholen (ulimit -n): Folgt der Durchsatz, war das der Engpass.
detector-next-cpu-not-of-load = Herausfinden, was die CPU von {$host} nutzt: Der Durchsatz wuchs auf das {$times}-Fache, während sie ausgelastet war; bei diesen Lasten ist sie also kein Engpass.
detector-next-network = Zuerst im Log des Dienstes nachsehen, ob er selbst so lange brauchte; wenn nicht, nach verlorenen und erneut gesendeten Paketen, nach Warteschlangen nicht angenommener Verbindungen (`nstat`, `ss -lnt`) und nach Nameservern sehen, in {$step}.
detector-next-accept-queue = Den Server auf {$host} schneller annehmen lassen (mehr Worker oder Threads) oder mehr Verbindungen warten lassen (sein Backlog und `net.core.somaxconn`) und {$step} wiederholen.
detector-next-period = Herausfinden, was alle {$period} geschieht: ein Job, ein Checkpoint, eine Garbage Collection, ein Cache, der geleert wird.
detector-next-width-one = Suchen, was nur eine Anfrage auf einmal bedient (eine Sperre, ein einzelner Worker, eine Verbindung), und es verkürzen oder mit mehr davon wiederholen: Der Durchsatz muss folgen; wenn nicht, ist die Rate selbst begrenzt.
detector-next-width = Finden, was {$width} oder weniger zugleich bedient (ein Pool, Worker-Threads, Permits, eine Sperre), und mit mehr davon wiederholen: Der Durchsatz muss folgen; wenn nicht, ist die Rate selbst begrenzt.
detector-next-named = Mit mehr von dem wiederholen, was als Grenze genannt ist ({$name}): Der Durchsatz muss folgen.
detector-next-locks = Herausfinden, welche Anweisungen aufeinander warten ({$name}), und verkürzen, was die Sperre hält: Der Durchsatz muss folgen.
detector-next-processes = Mit einem weiteren Prozess oder Thread auf {$host} wiederholen ({$step}): Folgt der Durchsatz, war ein Thread die Grenze.
detector-next-host = Wiederholen, während nichts anderes die CPU von {$host} nutzt.
detector-next-memory = {$host} mehr Speicher geben oder seinen Prozessen weniger und wiederholen.
detector-next-disk = Ermitteln, was {$host} währenddessen ({$step}) liest und schreibt, oder einen schnelleren Datenträger einsetzen und wiederholen.
detector-next-disk-limit = Auf {$host} nach einer Grenze für Operationen oder Bytes pro Sekunde suchen (io.max oder blkio.throttle der Control Groups, Grenzen eines Volumes oder Cloud-Datenträgers), nach erzwungenem Schreiben und nach einem Netzwerk-Dateisystem (await in iostat -x); die Grenze anheben und {$step} wiederholen.
detector-next-restart = Mit einem Neustart der Server vor jedem Mal wiederholen: Bleibt es so schnell wie beim ersten, werden die Server mit der Laufzeit langsamer.
detector-next-restart-warm = Mit einem Neustart der Server vor jedem Mal wiederholen und die Arbeit einmal tun, bevor gemessen wird, denn das erste Mal nach einem Start ist von selbst langsam: Bleibt es so schnell wie die frühen Male, werden die Server mit der Laufzeit langsamer.
detector-next-what-they-use = Beobachten, was die langsamer werdenden Transaktionen benutzen und die anderen nicht (ein Pool, eine Abfrage, eine Sperre, ein anderer Dienst), und erneut messen.
detector-next-queries = Die langsamen Abfragen auf {$host} und ihre Pläne ansehen (`EXPLAIN`; `slow_query_log`, `pg_stat_statements`), den fehlenden Index anlegen und erneut messen.
detector-next-shared = Bei der höchsten Last ansehen, was die Varianten gemeinsam haben: zuerst, was jede als Engpass nennt, dann den Rest (Netzwerk, Load Balancer, Datenbank, ein Signaturdienst).
detector-next-equal = Die Läufe unter gleichen Bedingungen wiederholen: dieselben Server, Daten und Lasten, abwechselnd.
detector-next-raw = Die Ergebnisse selbst importieren (JTL, Zugriffslogs): Daraus lassen sich Antwortzeiten, Perzentile und Anteile berechnen.
detector-next-order = Mit den Varianten im Wechsel wiederholen.
detector-next-failures = Zuerst die Fehler beheben; dann erneut messen.
detector-next-slower-with-time = Suchen, was bei gleicher Last mit der Zeit wächst (Daten, eine Liste, ein Cache, ein Log), und {$step} länger messen, um zu sehen, wie weit.
detector-next-slower-with-time-at-rate = {$step} länger messen: Steigen die Antwortzeiten weiter, ist diese Rate vielleicht mehr, als das System beantwortet, und Anfragen warten in einer Schlange. Werden auch niedrigere Raten langsamer, suchen, was mit der Zeit wächst (Daten, eine Liste, ein Cache, ein Log).
detector-next-longer = {$step} länger messen oder den Anlauf verlängern, damit nur der stabile Teil zählt.

## Was dagegen spricht.

detector-against = Dagegen spricht:
detector-caveat-generator = die Zeitsteuerung des Lastgenerators war in {$steps} beeinträchtigt
detector-caveat-few = { $n ->
    [one] es gibt nur {$n} Messwert von {$source}
   *[other] es gibt nur {$n} Messwerte von {$source}
}
detector-caveat-gaps = {$source} war nicht die ganze Zeit lesbar
detector-caveat-clock = die Uhr von {$host} kann um {$unsure} abweichen
detector-caveat-higher-load = in {$steps} zeigt es sich nicht, obwohl die Last höher war
detector-caveat-still-measured = {$source} arbeitete weiter wie zuvor: Vielleicht endete nur das Log
detector-caveat-pause-not-seen = Threads standen {$pause} still, aber keine Antwort von Stufe {$step} dauerte länger als {$longest}: Log und Last sind vielleicht nicht von demselben Server oder nicht aus derselben Zeit
detector-caveat-used-before = bevor die Last begann, nutzte andere Arbeit {$share} der Kerne von {$host}
detector-caveat-not-watched = {$metric} war nicht überwacht

## Worauf es beruht.

detector-item-metric = {$metric} von {$source}
detector-item-run = {$measure} ({$run})
detector-item-imported = {$column} in {$file}
detector-item-step = {$what}, Stufe {$step}: {$value}
detector-item = {$what}: {$value}
detector-item-n = {$item} (n = {$n})
detector-item-bounds = {$item} (KI {$low} bis {$high})
detector-item-bounds-n = {$item} (KI {$low} bis {$high}, n = {$n})
detector-per-day = {$value} pro Tag
detector-measure-throughput = Durchsatz
detector-measure-mean = mittlere Antwortzeit
detector-measure-median = Median der Antwortzeit
detector-measure-answer-size = mittlere Größe einer Antwort
detector-measure-max = längste Antwortzeit
detector-measure-over-limit = Anteil über der Grenze oder fehlgeschlagen
detector-measure-job = Dauer eines Jobs
detector-measure-failed-mean = mittlere Zeit fehlgeschlagener Anfragen
detector-measure-errors = fehlgeschlagene Anfragen
detector-measure-events-lost = angenommene Ereignisse, die nicht ankamen
detector-measure-users = nachgewiesene Benutzer
detector-measure-measured = gemessene Zeit
detector-measure-waited = aufgehaltene Ankünfte
detector-measure-run-delay = Warten eines Workers auf eine CPU
detector-measure-bytes = Bytes im Netzwerk

## Was aus jedem Detektor wurde.

detector-list = Detektoren
detector-id = Detektor
detector-state = Was aus ihm wurde
detector-across-runs = Über Läufe hinweg
detector-fired = { $n ->
    [one] {$n} Befund
   *[other] {$n} Befunde
}
detector-silent = nichts gefunden
detector-not-applicable = nicht anwendbar: {$why}
detector-suppressed = abgeschaltet
detector-changed = {$said}; geändert: {$changed}
detector-missing-steps = { $found ->
    [one] {$found} Stufe, mindestens {$needed} sind nötig
   *[other] {$found} Stufen, mindestens {$needed} sind nötig
}
detector-missing-loads = { $found ->
    [one] {$found} gültige Last, mindestens {$needed} sind nötig
   *[other] {$found} gültige Lasten, mindestens {$needed} sind nötig
}
detector-missing-watched = nicht überwacht: {$signals}
detector-missing-peers = keine zwei Server mit gleicher Aufgabe sind bekannt
detector-missing-runs = { $found ->
    [one] {$found} Lauf, mindestens {$needed} sind nötig
   *[other] {$found} Läufe, mindestens {$needed} sind nötig
}
detector-missing-variants = { $found ->
    [one] {$found} Variante, mindestens {$needed} sind nötig
   *[other] {$found} Varianten, mindestens {$needed} sind nötig
}
detector-missing-requirements = es gibt keine Anforderungen
detector-missing-completions = keine Ereignisse wurden bis zu ihrer Ankunft verfolgt
detector-missing-errors = die Tabelle sagt nichts über Fehler
detector-missing-jobs = es wurden weder lange Jobs ausgeführt noch importiert
detector-missing-long-step = keine Stufe wurde {$length} lang gemessen
detector-missing-seconds = es wurden nur Mittelwerte längerer Zeiten aufgezeichnet
detector-missing-own = der Lauf wurde importiert, und dies ist nicht im Importierten
detector-missing-capacity-search = es gab keine Suche nach der Kapazität über Raten
detector-missing-successes = keine Anfrage war erfolgreich
detector-missing-script-checks = Prüfungen, die zu keiner Anfrage gehören, wurden nicht importiert (k6 hat solche)
detector-missing-same-mix = die Stufen haben verschiedene Mischungen von Transaktionen
detector-missing-steady = die Last blieb auf keiner Höhe stehen
detector-missing-steady-times = die Antwortzeiten stiegen in fast jeder Stufe bei gleichbleibender Last
detector-missing-users = wie viele Benutzer es waren, wurde nicht angegeben
detector-missing-imported-servers = keine Tabelle der Aufrufe nach Server wurde importiert
detector-missing-imported-summaries = keine Tabelle der Perzentile nach Lauf wurde importiert
detector-missing-imported-means = keine Tabelle mittlerer Zeiten nach Transaktion und Konfiguration wurde importiert
detector-signal-host-cpu = CPU eines Hosts
detector-signal-container-cpu = CPU eines Containers
detector-signal-steal = vom Hypervisor entzogene CPU-Zeit
detector-signal-io-wait = CPU-Zeit, die auf Datenträger wartet
detector-signal-paging = Paging
detector-signal-old-heap = Old Generation eines Heaps
detector-signal-collections = Garbage Collections (JVM)
detector-signal-heap-after = Heap nach Garbage Collection
detector-signal-pools = Verbindungspools
detector-signal-threads = Threads eines Prozesses
detector-signal-process-memory = Speicher eines Prozesses oder Containers
detector-signal-rows-read = Zähler der Zeilen einer Datenbank
detector-signal-tcp = Zähler von TCP
detector-signal-lag = Rückstand von Consumern
detector-signal-consumers = Mitglieder von Consumer-Gruppen
detector-signal-throttling = Drosselung von Containern
