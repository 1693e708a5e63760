### Fund ud fra det, der blev overvåget på serverne, og på tværs af kørsler; og hvad der blev af hver detektor.

detector-cpu-of-machine = maskinen bag {$source}
detector-cpu-saturated = CPU'en på {$source} var fuldt udnyttet i {$steps}: op til {$share} i gennemsnit.
detector-cpu-saturated-waiting = CPU'en på {$source} var fuldt udnyttet i {$steps}: op til {$share} i gennemsnit, med {$waiting} processer i gang eller klar til at køre.
detector-thread-saturated = Én tråd i {$source} brugte hele sin kerne i {$steps}: op til {$share} af den i gennemsnit. En tråd kan bruge én kerne, uanset hvor mange der er.
detector-memory-grows = Hukommelsen i {$source} voksede gennem trin {$step}, fra {$first} til {$last}, med {$rate}, og fladede ikke ud.
detector-memory-full = Med den fart er den brugt op om {$time}.
detector-other-work = I {$steps} var CPU'en på {$source} fuldt udnyttet (op til {$share}), men ikke af denne belastning: det, der er overvåget af systemet, og lastgeneratoren brugte {$own} af den, og { $before ->
    [0] resten voksede ikke med throughput
   *[other] omtrent lige så meget som resten var i brug, før belastningen begyndte
}. Andet arbejde havde maskinen; på en ledig maskine kan systemet måske klare mere og svare hurtigere.
detector-heap-exhausted = Heapen på {$source} var opbrugt i trin {$step}: den ældre hukommelse var fyldt {$used}, der kom {$full} full garbage collections, og garbage collection tog {$time} af {$of}.
detector-heap-exhausted-against = Heapen på {$source} var opbrugt i trin {$step}: den ældre hukommelse var fyldt {$used}, der kom {$full} full garbage collections (i trinnet før {$before}), og garbage collection tog {$time} af {$of}.
detector-out-of-memory = Heapen på {$source} var opbrugt i trin {$step}: den ældre hukommelse var fyldt {$used}, der kom {$full} full garbage collections i det trin, og garbage collection tog {$time} af {$of}. JVM'en løb tør for hukommelse {$moment} efter kørslens start.
detector-gc-overhead = I {$steps} stod trådene på {$source} stille for garbage collection i {$n ->
    [one] {$share}
   *[other] op til {$share}
} af tiden.
detector-leak = Der er mistanke om et hukommelseslæk i {$source}: det, som garbage collection efterlader i { $pool ->
    [old] den ældre hukommelse
   *[heap] heapen
}, voksede fra {$first} til {$last}, med {$growth} i { $per ->
    [minute] minuttet
    [hour] timen
   *[day] døgnet
} (KI {$low} til {$high}; {$floors} bundniveauer, p = {$p}) ud af en kapacitet på {$capacity}. { $full ->
    [yes] Den er fuld.
    [levels] Den er næsten fuld og voksede til sidst næsten ikke mere.
   *[no] Med den hast er den fuld om {$full_in}.
}
detector-leak-only-rose = Der er mistanke om et hukommelseslæk i {$source}: den ældre hukommelse steg kun, fra {$first} til {$last} af {$capacity}, med {$growth} i { $per ->
    [minute] minuttet
    [hour] timen
   *[day] døgnet
} (KI {$low} til {$high}; {$floors} aflæsninger, hver over dem før), og full garbage collections til sidst frigjorde intet af den.
detector-instance-lost = {$source} besvarede ikke flere kald fra {$from} efter kørslens start, mens andre gjorde det; med sin hidtidige andel skulle den have haft {$expected}. Det, der er målt derefter, er systemet med { $left ->
    [one] {$left} server.
   *[other] {$left} servere.
}
detector-servers-at-work = {$n} af {$of} servere
detector-instance-away = {$source} besvarede ingen kald fra {$from} til {$to} efter kørslens start, mens andre gjorde det; med sin hidtidige andel skulle den have haft {$expected}.
detector-nothing-succeeds = Fra {$from} efter kørslens start til belastningens slutning lykkedes intet kald: {$requests} fejlede. Det, der blev målt dér, er et system, der var væk eller ikke lukkede nogen ind.
detector-nothing-succeeds-in-step = Fra {$from} efter kørslens start til slutningen af trin {$step} lykkedes intet kald: {$requests} fejlede. Trinnets gennemsnit skjuler det.
detector-hung = Fra {$from} efter kørslens start sluttede intet kald i trin {$step} mere, i {$lasted}, mens {$users} brugere ventede: systemet hænger. Trinnets gennemsnit skjuler det.
detector-instance-restarted = {$source} genstartede i trin {$step}, {$moment} efter kørslens start.
detector-service-away = {$source} kunne ikke spørges fra {$from} til {$to} efter kørslens start ({$reason}), og i {$seconds} af den tid lykkedes langt færre kald end før: {$failed} fejlede. Tjenesten var væk, uden for rækkevidde eller hang.
detector-service-gone = {$source} kunne ikke længere spørges fra {$from} efter kørslens start ({$reason}), og i {$seconds} derefter lykkedes langt færre kald end før: {$failed} fejlede. Tjenesten var væk, uden for rækkevidde eller hang.
detector-peer-skew = I {$steps} lavede servere med samme opgave ikke lige meget: {$measure} var {$most} på {$high} og {$least} på {$low}.
detector-peer-skew-equal = I {$steps} besvarede servere med samme opgave lige mange kald, men ikke med samme forbrug: {$measure} var {$most} på {$high} og {$least} på {$low}.
detector-peer-skew-pool = I {$steps} blev poolen {$name} ikke brugt lige meget; mest i trin {$worst_step}: {$most} på {$high} og {$least} på {$low}. Begge udstiller de samme metrikker: skal de udføre det samme arbejde, er det ikke ligeligt fordelt.
detector-share-of-requests = andelen af kaldene
detector-share-of-cpu = forbruget af CPU
detector-share-of-container-cpu = forbruget af en kerne
detector-share-of-collections = tiden i garbage collection
detector-share-of-pool = forbruget af en pool
detector-unequal-peers = Servere med samme opgave er ikke ens. {$metric}: {$values}.
detector-unequal-peer = {$source} {$value}
detector-queue-grows = I {$steps} kunne consumerne af {$queue} ikke følge med: { $n ->
    [one] først ventede {$from} meddelelser, til sidst {$to}.
   *[other] i trin {$worst}, det værste, ventede først {$from} meddelelser, til sidst {$to}.
}
detector-queue-grows-rates = I {$steps} kunne consumerne af {$queue} ikke følge med: { $n ->
    [one] først ventede {$from} meddelelser, til sidst {$to}; der kom {$produced}, og {$consumed} blev taget.
   *[other] i trin {$worst}, det værste, ventede først {$from} meddelelser, til sidst {$to}; der kom {$produced}, og {$consumed} blev taget.
}
detector-queue-drained = Da belastningen sluttede, ventede {$waiting} meddelelser i {$queue}; efter {$drain} var de væk. Højst ventede {$peak}, {$at} efter kørslens start.
detector-queue-not-drained = Da belastningen sluttede, ventede {$waiting} meddelelser i {$queue}; {$watched} senere, da overvågningen sluttede, ventede der stadig {$left}. Højst ventede {$peak}, {$at} efter kørslens start.
detector-carry-over-queue = { $n ->
    [one] Trin {$step} begyndte, mens {$waiting} meddelelser stadig ventede i {$queue}: trinnets tal indeholder arbejde fra trinnet før.
   *[other] {$steps} begyndte, mens meddelelser stadig ventede i {$queue}, flest ({$waiting}), da trin {$step} begyndte: deres tal indeholder arbejde fra trinnene før.
}
detector-carry-over-queue-drain = { $n ->
    [one] Trin {$step} begyndte, mens {$waiting} meddelelser stadig ventede i {$queue}, arbejde til {$drain}: trinnets tal indeholder arbejde fra trinnet før.
   *[other] {$steps} begyndte, mens meddelelser stadig ventede i {$queue}, flest da trin {$step} begyndte ({$waiting}, arbejde til {$drain}): deres tal indeholder arbejde fra trinnene før.
}
detector-carry-over-cpu = Trin {$step} begyndte, mens {$source} stadig arbejdede med trinnet før: {$busy} af CPU'en mod {$idle} før belastningen.
detector-idle-consumers = Gruppen {$group} har {$members} medlemmer, men {$topic} har kun {$partitions} { $partitions ->
    [one] partition
   *[other] partitioner
}: nogle consumers laver ingenting.
detector-uneven-hosts = Consumers på {$holder} har {$assigned} af de {$partitions} partitioner i {$topic} i gruppen {$group}: de andre værter har kun lidt at lave.
detector-uneven-clients = Consumerne {$holder} har {$assigned} af de {$partitions} partitioner i {$topic} i gruppen {$group}: de andre har kun lidt at lave.
detector-partition-skew = I {$step} fik partition {$partition} af {$topic} {$percent} af meddelelserne, selv om der er {$partitions} partitioner: den, der læser den, har så meget af arbejdet.
detector-partition-behind = I {$step} fik partition {$partition} af {$topic} {$percent} af meddelelserne, selv om der er {$partitions} partitioner, og dér kunne gruppen {$group} ikke følge med: ved trinnets slutning venter der {$grown} flere meddelelser i den og {$elsewhere} flere i alle andre. En partition læses kun af én consumer i gruppen, så flere hjælper ikke.
detector-rebalances = Partitionerne i gruppen {$group} skiftede consumer {$times} gange, fra {$from} til {$to} efter kørslens start: medlemmer forlod gruppen og kom igen, eller nye kom til. Så længe det varer, læser ingen dem, og det, der ikke var committet, læses en gang til.
detector-events-lost = {$name}, {$steps}: af {$sent} accepterede hændelser kom {$lost} ikke frem, og {$doubled} kom frem mere end én gang.
detector-no-recovery = {$source} faldt ikke til ro efter belastningen: CPU'en var brugt {$after} indtil {$watched} efter slutningen og {$before} før belastningen.
detector-pool = forbindelsespuljen i {$source}
detector-pool-named = forbindelsespuljen {$name} i {$source}
detector-pool-of-database = de forbindelser, som {$source} lukker ind
detector-pool-of-threads = trådpuljen {$name} på {$source}
detector-pool-of-threads-unnamed = trådpuljen på {$source}
detector-pool-of-descriptors = de åbne filer og forbindelser, som {$source} må have
detector-pool-of-its-own = puljen {$name} i {$source}
detector-pool-queue = køen {$name} i {$source}
detector-pool-limit = grænsen {$name} i {$source}
detector-pool-exhausted = I {$steps} slap {$name} op: { $size ->
    [1] den eneste var i brug
   *[other] alle {$size} var i brug
} i { $n ->
    [one] {$full}
   *[other] op til {$full}
} af aflæsningerne, og {$waiting}.
detector-waiting-not-recorded = hvor mange der ventede, er ikke registreret
detector-waiting-nobody = ingen ventede i nogen aflæsning
detector-waiting-most = højst {$n} ventede
detector-pool-too-small = I trin {$step} må {$name} være sluppet op, selv om ingen aflæsning så det: efter brugstiderne (X · R) var der brug for {$needed} i gennemsnit, og der er {$size}.
detector-throttled = I {$steps} blev {$source} stoppet ved sin CPU-grænse i op til {$share} af perioderne: kernerne kan se ledige ud, mens svarene venter.
detector-transaction-change = {$transaction} ({$from} → {$to})
detector-transactions-slow-down = Fra {$from} til {$to} steg medianen af svartiden for nogle transaktioner: {$slowed}; for andre næsten ikke: {$unchanged}. Det, de første venter på, bruger de andre ikke eller langt mindre.
detector-rows-read = I {$steps} læste {$source} op til {$rows} rækker for hvert kald uden at slå dem op i et indeks: et indeks mangler, eller en forespørgsel læser hele tabeller eller store dele af et indeks og tager længere tid, efterhånden som de vokser.
detector-steal = I {$steps} gav hypervisoren op til {$share} af CPU-tiden på {$source} til andre (gennemsnit for et trin): den er langsommere, end dens kerner tilsiger.
detector-swap = I {$steps} swappede {$source} hukommelse til disk og tilbage: {$rate} i gennemsnit.
detector-tcp-retransmissions = I {$steps} sendte TCP på {$source} op til {$share} af sine segmenter igen: pakker gik tabt undervejs eller kom sent. Hver af dem lader et svar vente, oftest nogle millisekunder, somme tider 200 ms eller mere.
detector-accept-queue-full = I {$steps} fandt forsøg på at forbinde til {$source} køen på en lyttende socket fuld, op til {$count} i et trin: serveren tog ikke imod dem så hurtigt, som de kom, og klientens system prøver igen efter 1 s.
detector-io-wait = I {$steps} ventede CPU'en på {$source} på diske i op til {$share} af tiden.
detector-io-wait-blocked = I {$steps} ventede CPU'en på {$source} på diske i op til {$share} af tiden, med {$blocked} blokerede processer.
detector-io-wait-outside = I trin {$step} var dens enheder højst optaget {$busy} af tiden: det meste af ventetiden ligger uden for dem.
detector-warm-up = Trin {$step} var ingen stabil tilstand: svartiderne ændrede sig stadig i anden halvdel af vinduet.
detector-cold-start = Trin {$step} begynder med en opvarmning: svartiderne var i gennemsnit {$first} i de første {$lasted}, og {$later} derefter. Trinnets tal og afgørelser indeholder den.
detector-slowed-down = Trin {$step} var ingen stabil tilstand: {$first} lykkedes i begyndelsen, og kun {$later} fra {$from} efter kørslens start, mens belastningen var den samme.
detector-slowed-down-gradual = Trin {$step} var ingen stabil tilstand: throughput faldt hele tiden, fra i gennemsnit {$first} i de første {$after} af dets vindue til {$later} i resten, mens belastningen var den samme.
detector-slowed-down-times = Den gennemsnitlige svartid var {$first} før, og {$later} derefter.
detector-slowed-down-failing = Den gennemsnitlige svartid var {$first} før, og {$later} derefter; {$before} af kaldene fejlede før, og {$failed} derefter.
detector-fails-later = I det, der kom senere, holder dette ikke: {$requirements}.
detector-load-moved = Belastningen i trin {$step} ændrede sig: lige så mange brugere lavede {$least} kald i en periode og {$most} i en anden, og svarene tog ikke længere tid ved den lave rate. Tallene blander begge; en timer, en fast takt eller tænketider bestemte raten.
detector-mix-moved = Blandingen i trin {$step} ændrede sig: {$share} af kaldene i anden halvdel er af andre transaktioner end i første. Svartiderne var i gennemsnit først {$first} og så {$second}.
detector-mix-moved-same = Transaktioner, der er i begge halvdele, tog omtrent lige så lang tid som før (inden for 25 %), så årsagen er sandsynligvis den ændrede blanding.
detector-mix-moved-none = Ingen transaktion er i begge halvdele, så intet viser, om selve systemet ændrede sig.
detector-shift = Trin {$step} var ingen stabil tilstand: svartiden var i gennemsnit først {$first} og senere {$second} ({$change}).
detector-shift-at = Trin {$step} var ingen stabil tilstand: svartiden var i gennemsnit først {$first} og fra {$from} efter kørslens start {$second} ({$change}).
detector-jobs = Jobbet »{$name}«
detector-steps-of-equal-load = Den samme belastning
detector-runs-of-equal-load = Den samme belastning i kørsel efter kørsel
detector-runs-of-variant = Den samme belastning i kørsel efter kørsel af {$variant}
detector-degrades = {$what} tog efterhånden længere tid: fra {$first} til {$last} over {$n} gange (p = {$p}).
detector-degrades-until-restart = {$what} tog efterhånden længere tid: fra {$first} til {$last} over {$n} gange (p = {$p}). Genstart af en server nulstillede stigningen: næste gang tog det {$after}.
detector-degrades-beyond-restart = {$what} tog efterhånden længere tid: fra {$first} til {$last} over {$n} gange (p = {$p}). Genstart af en server nulstillede ikke stigningen: næste gang tog det {$after}.
detector-degrades-first-left-out = Den første gang ({$time}) er udeladt: det, der lige er startet, er langsomt én gang.
detector-shared-ceiling = Af {$resource} har »{$large}« {$times} gange så meget som »{$small}«, men den bærer ikke mere: {$high} mod {$low}. Det, der begrænser dem, er sandsynligvis noget, de deler.
detector-shared-network = {$bits} gik over netværket: næsten alt på et af {$speed}.
detector-shared-no-network = {$bits} gik over netværket.
detector-shared-network-by-name = Hvis hver besked er så stor, som navnene siger, gik der {$bits} over netværket: næsten alt på et med {$speed}.
detector-shared-no-network-by-name = Hvis hver besked er så stor, som navnene siger, gik der {$bits} over netværket.
detector-not-proportional = {$large} har {$times} gange så meget {$resource} som {$small}, og ved samme belastning var throughput {$change}: {$high} mod {$low}. Det alene var ikke det, der begrænsede ved denne belastning.
detector-implied-response = De gennemsnitlige svartider kendes ikke, men brugerne brugte {$before} på et kald i trin {$from_step} og {$after} i trin {$to_step}, regnet ud fra brugere og throughput (Littles lov): {$change}. Eventuel tænketid er med i tallet.
detector-per-node-flat = Fra {$least} til {$most} noder med lige mange tråde gav hver node det samme, {$low} til {$high}: systemet holdt ikke flere noder tilbage; hvad det højst kan bære, er ikke vist.
detector-over-limit = I trin {$step} tog {$over} af {$calls} kald {$limit} eller længere: {$most} (KI {$low} til {$high}), den højeste andel af alle trin; den laveste var {$fewest}, i trin {$least_step}. Flere end {$allowed} tog så lang tid i {$steps}.
detector-count-as-share = De {$count} fejl, som {$file} oplyser, kan ikke være en procentdel: af {$requests} kald er de {$share}.
detector-percentiles-of-percentiles = {$columns} i {$file} er gennemsnit og maksima af percentiler over kortere tid. Percentiler for hele kørsler kan ikke beregnes af dem, og ingen krav kan bedømmes efter dem.
detector-imported-pool-too-small = {$rate} à {$time} holder i gennemsnit {$needed} forbindelser i brug (X · R); en pulje på {$size} løber tør.
detector-repeats-differ = Gentagelser af det samme ({$condition}) afviger med en faktor {$times}: {$column} var {$values}. Ingen af dem kan alene stå for systemet.
detector-configuration = konfiguration {$name}
detector-means-differ = {$what}: {$first} med {$baseline}; {$others}. Hvor mange kald gennemsnittene dækker, og hvor meget de spreder, er ikke oplyst: tilfældigheder kan ikke udelukkes.
detector-mean-of = {$time} med {$name} ({$change})
detector-windows-differ = Kørslerne blev målt i forskellig tid ved {$load}: {$shortest} ({$short_run}) og {$longest} ({$long_run}).
detector-environment-differs = Kørslerne blev lavet i forskellige omgivelser. {$name}: {$values}.
detector-mixes-differ = {$share} af kaldene i {$other} hører til andre transaktioner end dem i {$first}: det er ikke den samme test, og de er ikke gentagelser af hinanden; det, der siges om dem alle tilsammen, gælder ingen af dem.
detector-failures-differ = Ved {$load} fejlede {$worst} af kaldene i den ene kørsel ({$worst_run}) og {$best} i den anden ({$best_run}): throughput og tider gælder ikke det samme arbejde.
detector-other-work-differs = Ved {$load} havde andet arbejde CPU'en i {$busy} af trinnene i den ene kørsel ({$busy_run}) og i {$idle} i den anden ({$idle_run}): det, der skiller dem, kan skyldes det.
detector-order-confounded = Alle kørsler af {$first} blev lavet før dem af {$then}: en ændring over tid ligner en forskel mellem dem.

## Hvad der ville afgøre det.

detector-next-highest = trinnet med den højeste belastning
detector-next-cores = Gentag {$step} med flere kerner til {$host}, eller med færre: følger throughput med, er CPU'en begrænsningen.
detector-next-cores-of-rate = Gentag {$step} med flere kerner til {$host}, eller med færre: følger svartiderne med, er det på grund af CPU.
detector-next-cpu-limit = Hæv CPU-grænsen på {$host}, og gentag {$step}.
detector-next-heap = Fordobl heapen på {$host}, og gentag {$step}: garbage collection skal tage mindre af tiden.
detector-next-soak = Hold belastningen fra {$step} i {$length}, og tag et heap dump i begyndelsen og i slutningen: det, der er vokset, er lækket.
detector-next-soak-soon = Gentag belastningen fra {$step}, og tag et heap dump kort efter starten og et, før alt er fuldt: det, der er vokset, er lækket.
detector-next-soak-jobs = Gentag jobbene under samme belastning, med et heap dump før det første og et, før alt er fuldt: det, der er vokset, er lækket. Derefter belastningen uden job: vokser det også der?
detector-next-all-servers = Find ud af, hvorfor {$host} stoppede, og kør igen med alle servere.
detector-next-out-of-memory = Ret det, der bruger heapen på {$host} op: dens JVM løb tør for hukommelse, lige før den stoppede. Kør så igen med alle servere.
detector-next-heap-before-stop = Se først på heapen på {$host}: i trin {$step}, lige før den stoppede, var den fuld, eller garbage collections tog meget af tiden. Kør så igen med alle servere.
detector-next-balance = Fordel belastningen ligeligt, eller find ud af, hvorfor én server har mere at lave, og kør igen.
detector-next-equalise = Gør serverne ens, og kør igen.
detector-next-node = Giv {$name} flere kerner eller mindre andet arbejde, eller tilføj en node, og kør igen.
detector-next-path = Sammenlign netværksvejen fra {$node} med de andre noders (rundtur, hop, tab), eller udelad den, og kør igen.
detector-next-consumers = Gentag {$step} med flere consumers, og flere partitioner, hvis der er færre: consumer lag må ikke længere stige.
detector-next-consumers-of = Gentag {$step} med flere consumers af {$queue}, og flere partitioner, hvis der er færre: dens consumer lag må ikke længere stige.
detector-next-more-partitions = Gentag {$step} med flere partitioner og en consumer til hver: hver partition har allerede en consumer, så flere consumers alene får intet at lave. Consumer lag må ikke længere stige.
detector-next-partitions = Giv topic'et lige så mange partitioner, som gruppen har medlemmer, eller kør færre medlemmer.
detector-next-partitions-of = Giv topic'et {$topic} lige så mange partitioner, som gruppen {$group} har medlemmer, eller kør færre af dem.
detector-next-partitions-behind = Giv topic'et {$topic} lige så mange partitioner, som gruppen {$group} har medlemmer: dens consumer lag stiger, mens medlemmer uden partition intet laver.
detector-next-spread = Kør færre consumers i hver proces, så hver vært får lige mange partitioner, og gentag {$step}.
detector-next-keys = Find den nøgle, som de fleste meddelelser har (den kan være tom eller altid den samme), spred den (en del mere i nøglen, ingen nøgle, hvor rækkefølgen er ligegyldig), og gentag {$step}.
detector-next-members = Find ud af, hvorfor medlemmer forlader gruppen (en batch, der varer længere end `max.poll.interval.ms`, genstarter, pauser længere end sessionens timeout), gør batches mindre eller den tid længere, giv medlemmerne et `group.instance.id`, og gentag {$step}.
detector-next-events = Gentag {$step}, og tæl hændelserne ved hvert led (accepteret, i kø, hentet, gemt): hvor tallene skilles, bliver de væk eller fordoblet.
detector-next-pause = Gentag med en pause på {$length} mellem trinnene, eller indtil alt er ledigt.
detector-next-profile = Tag en profil af {$host} et minut efter belastningen: hvad arbejder der stadig?
detector-next-pool = Gentag med en pulje på {$size}: følger throughput med, var puljen begrænsningen; ellers ligger begrænsningen bagved, i det, puljen fører til.
detector-next-pool-named = Gentag med størrelse {$size} ({$name}): følger throughput med, var det begrænsningen; ellers ligger den bagved.
detector-next-queue = Find ud af, hvorfor {$name} ikke bliver afviklet hurtigere: en længere kø holder kun kaldene længere.
detector-next-connections = Gentag med {$size} tilladte forbindelser (max_connections) eller med mindre puljer hos klienterne: følger throughput med, var det begrænsningen.
detector-next-descriptors = Gentag med en grænse på {$size} åbne filer eller mere (ulimit -n): følger throughput med, var det begrænsningen.
detector-next-cpu-not-of-load = Find ud af, hvad der bruger CPU på {$host}: throughput voksede til {$times} gange så meget, mens den var i brug, så den er ingen begrænsning ved disse belastninger.
detector-next-network = Se først i tjenestens egen log, om den selv var så længe om det; var den ikke det, så se efter tabte og gensendte pakker, køer af forbindelser, der ikke tages imod (`nstat`, `ss -lnt`), og navneservere i {$step}.
detector-next-accept-queue = Lad serveren på {$host} tage hurtigere imod (flere workers eller tråde), eller lad flere forbindelser vente (dens backlog og `net.core.somaxconn`), og gentag {$step}.
detector-next-period = Find ud af, hvad der sker hver {$period}: et job, et checkpoint, en garbage collection, en cache, der tømmes.
detector-next-width-one = Find det, der betjener ét kald ad gangen (en lås, en enkelt worker, én forbindelse), og forkort det, eller gentag med mere af det: throughput skal følge med; ellers er raten selv begrænset.
detector-next-width = Find det, der betjener {$width} eller færre ad gangen (en pulje, worker-tråde, tilladelser, en lås), og gentag med mere af det: throughput skal følge med; ellers er raten selv begrænset.
detector-next-named = Gentag med mere af det, der er nævnt som begrænsningen ({$name}): throughput skal følge med.
detector-next-locks = Find, hvilke sætninger der venter på hvilke ({$name}), og forkort det, der holder låsen: throughput skal følge med.
detector-next-processes = Gentag {$step} med endnu en proces eller tråd på {$host}: følger throughput med, var én tråd begrænsningen.
detector-next-host = Gentag, mens intet andet bruger CPU'en på {$host}.
detector-next-memory = Giv {$host} mere hukommelse, eller dens processer mindre, og gentag.
detector-next-disk = Find ud af, hvad {$host} læser og skriver i {$step}, eller giv den en hurtigere disk, og gentag.
detector-next-disk-limit = Se efter en grænse for operationer eller bytes pr. sekund på {$host} (io.max eller blkio.throttle for dens control groups, grænser for en volume eller cloud-disk), efter tvungne skrivninger og efter et netværksfilsystem (await i iostat -x); hæv grænsen, og gentag {$step}.
detector-next-restart = Gentag med en genstart af serverne før hver gang: forbliver det så hurtigt som den første, bliver serverne langsommere, mens de kører.
detector-next-restart-warm = Gentag med en genstart af serverne før hver gang, og udfør arbejdet én gang, før der måles, for den første gang efter en start er langsom i sig selv: forbliver det lige så hurtigt som de tidlige gange, bliver serverne langsommere, mens de kører.
detector-next-what-they-use = Overvåg det, som de langsommere transaktioner bruger og de andre ikke (en pulje, en forespørgsel, en lås, en anden tjeneste), og mål igen.
detector-next-queries = Se på de langsomme forespørgsler på {$host} og deres planer (`EXPLAIN`; `slow_query_log`, `pg_stat_statements`), tilføj det indeks, de mangler, og mål igen.
detector-next-shared = Se ved den højeste belastning på det, varianterne deler: først det, hver af dem nævner som sin begrænsning, så resten (netværk, lastfordeler, database, en signeringstjeneste).
detector-next-equal = Gentag kørslerne under ens forhold: samme servere, data og belastning, på skift.
detector-next-raw = Importér selve resultaterne (JTL, adgangslogge): af dem kan svartider, percentiler og andele beregnes.
detector-next-order = Gentag med varianterne på skift.
detector-next-failures = Udbedr fejlene først; mål så igen.
detector-next-slower-with-time = Find det, der vokser med tiden ved samme belastning (data, en liste, en cache, en log), og mål {$step} længere for at se hvor langt.
detector-next-slower-with-time-at-rate = Mål {$step} længere: bliver svartiderne ved med at stige, er denne rate måske mere, end systemet kan svare på, så kald står i kø. Bliver lavere rater også langsommere, så find det, der vokser med tiden (data, en liste, en cache, en log).
detector-next-longer = Mål {$step} i længere tid, eller forlæng rampen, så kun den stabile del tæller.

## Hvad der taler imod.

detector-against = Imod taler:
detector-caveat-generator = lastgeneratorens timing var forringet i {$steps}
detector-caveat-few = { $n ->
    [one] der er kun {$n} aflæsning af {$source}
   *[other] der er kun {$n} aflæsninger af {$source}
}
detector-caveat-gaps = {$source} kunne ikke aflæses hele tiden
detector-caveat-clock = uret på {$host} kan gå {$unsure} forkert
detector-caveat-higher-load = {$steps} viser det ikke, selv om belastningen var højere
detector-caveat-still-measured = {$source} arbejdede videre som før: det kan være loggen, der holdt op
detector-caveat-pause-not-seen = trådene stod stille i {$pause}, men intet svar i trin {$step} tog længere end {$longest}: log og belastning er måske ikke fra samme server eller samme tid
detector-caveat-used-before = før belastningen begyndte, brugte andet arbejde {$share} af kernerne på {$host}
detector-caveat-not-watched = {$metric} blev ikke overvåget

## Hvad det bygger på.

detector-item-metric = {$metric} for {$source}
detector-item-run = {$measure} ({$run})
detector-item-imported = {$column} i {$file}
detector-item-step = {$what}, trin {$step}: {$value}
detector-item = {$what}: {$value}
detector-item-n = {$item} (n = {$n})
detector-item-bounds = {$item} (KI {$low} til {$high})
detector-item-bounds-n = {$item} (KI {$low} til {$high}, n = {$n})
detector-per-day = {$value} i døgnet
detector-measure-throughput = throughput
detector-measure-mean = gennemsnitlig svartid
detector-measure-median = median af svartiden
detector-measure-answer-size = gennemsnitlig størrelse af et svar
detector-measure-max = længste svartid
detector-measure-over-limit = andel over grænsen eller fejlet
detector-measure-job = varighed af et job
detector-measure-failed-mean = gennemsnitlig tid for fejlede kald
detector-measure-errors = fejlede kald
detector-measure-events-lost = accepterede hændelser, der ikke kom frem
detector-measure-users = brugere, der er gjort rede for
detector-measure-measured = målt tid
detector-measure-waited = forsinkede ankomster
detector-measure-run-delay = en arbejdstråds ventetid på sin kerne
detector-measure-bytes = byte på netværket

## Hvad der blev af hver detektor.

detector-list = Detektorer
detector-id = Detektor
detector-state = Resultat
detector-across-runs = På tværs af kørsler
detector-fired = { $n ->
    [one] {$n} fund
   *[other] {$n} fund
}
detector-silent = fandt intet
detector-not-applicable = ikke relevant: {$why}
detector-suppressed = slået fra
detector-changed = {$said}; ændret: {$changed}
detector-missing-steps = {$found} trin, der kræves mindst {$needed}
detector-missing-loads = { $found ->
    [one] {$found} gyldig belastning, der kræves mindst {$needed}
   *[other] {$found} gyldige belastninger, der kræves mindst {$needed}
}
detector-missing-watched = ikke overvåget: {$signals}
detector-missing-peers = der kendes ikke to servere med samme opgave
detector-missing-runs = { $found ->
    [one] {$found} kørsel, der kræves mindst {$needed}
   *[other] {$found} kørsler, der kræves mindst {$needed}
}
detector-missing-variants = { $found ->
    [one] {$found} variant, der kræves mindst {$needed}
   *[other] {$found} varianter, der kræves mindst {$needed}
}
detector-missing-requirements = der er ingen krav
detector-missing-completions = ingen hændelser blev fulgt til det sted, hvor de kommer frem
detector-missing-errors = tabellen siger intet om fejl
detector-missing-jobs = der blev hverken kørt eller importeret længerevarende job
detector-missing-long-step = intet trin blev målt i {$length}
detector-missing-seconds = kun gennemsnit over længere tid blev registreret
detector-missing-own = kørslen er importeret, og dette er ikke med i det importerede
detector-missing-capacity-search = der blev ikke søgt efter kapacitet ud fra rater
detector-missing-successes = intet kald lykkedes
detector-missing-script-checks = der er ikke importeret kontroller, som ikke hører til et kald (k6 har sådanne)
detector-missing-same-mix = trinnene har forskellige blandinger af transaktioner
detector-missing-steady = belastningen stod ikke stille på noget niveau
detector-missing-steady-times = svartiderne steg i næsten hvert trin, mens belastningen var den samme
detector-missing-users = hvor mange brugere der var, er ikke oplyst
detector-missing-imported-servers = der er ikke importeret en tabel over kald pr. server
detector-missing-imported-summaries = der er ikke importeret en tabel over percentiler pr. kørsel
detector-missing-imported-means = der er ikke importeret en tabel over gennemsnitstider pr. transaktion og konfiguration
detector-signal-host-cpu = CPU på en vært
detector-signal-container-cpu = CPU i en container
detector-signal-steal = CPU-tid, som hypervisoren tog
detector-signal-io-wait = CPU-tid med ventetid på diske
detector-signal-paging = paging
detector-signal-old-heap = den ældre hukommelse i en heap
detector-signal-collections = garbage collection
detector-signal-heap-after = heap efter garbage collection
detector-signal-pools = forbindelsespuljer
detector-signal-threads = tråde i en proces
detector-signal-process-memory = hukommelse i en proces eller container
detector-signal-rows-read = tællere af rækker i en database
detector-signal-tcp = tællere af TCP
detector-signal-lag = consumer lag
detector-signal-consumers = medlemmer af consumer-grupper
detector-signal-throttling = begrænsning af containeres CPU
