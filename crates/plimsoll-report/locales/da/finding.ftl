### Fund: hvad der blev set, og hvad der nu bør gøres.

finding-critical = kritisk
finding-warning = advarsel
finding-information = oplysning

finding-generator-limited = Trin {$step} er ugyldigt: {$problem}.
finding-also = {$sentence} Desuden: {$further}.
finding-maximum-not-found = Kapaciteten er mindst {$rate}; maksimum blev ikke fundet: {$why}.
finding-knee-below-range = Allerede den mindste belastning mætter systemet: trin {$step} {$with} giver {$rate}, {$share} af det højeste ({$highest}). Hvor knækket ligger, blev ikke målt: mindre belastninger giver måske lige så meget, med kortere svartider.
finding-knee-below-range-one = Allerede den mindste belastning mætter: trin {$step} {$with} giver {$rate}, {$share} af det højeste ({$highest}).
finding-knee = Throughput når sit knæk {$between}.
finding-knee-passed = Throughput når sit knæk senest i trin {$from_step}: {$between}.
finding-plateau = Throughput flader ud {$between}.
finding-retrograde = Throughput falder {$between}.
finding-retrograde-further = I {$step} er det {$rate}, {$percent} mindre end før faldet.
finding-station-width = Throughput flader ud i {$steps}, med omkring {$width} i systemet ad gangen, når ingen venter (X · R: {$rate} × {$alone}, tiden for et kald, der ikke venter): så mange, eller færre, betjenes ad gangen.
finding-station-width-of = Throughput flader ud i {$steps}, hvor {$transactions} venter og andre ikke gør: omkring {$width} kald deraf i systemet ad gangen, når ingen venter (X · R: {$rate} × {$alone}, tiden for et kald, der ikke venter): så mange, eller færre, betjenes ad gangen.
finding-transaction-saturated = Fra {$from} til {$to} nåede { $n ->
    [one] én transaktion sit maksimum
   *[other] {$n} transaktioner deres maksimum
}: {$transactions}. De andre gav {$others} mere, så summen stadig vokser og ikke viser det.
finding-saturated-transaction = {$transaction} ({$before} og {$after}, gennemsnitlig svartid {$first} og {$later})
finding-transaction-saturated-width = Omkring {$width} kald af {$transaction} er i systemet ad gangen, når ingen venter (X · R): så mange, eller færre, betjenes ad gangen.
finding-retrograde-fewer = Throughput falder {$between}. Trin {$to} havde {$servers}: det er et andet system, ikke kun mere belastning.
finding-between = mellem trin {$from} ({$from_load}, {$from_rate}) og trin {$to} ({$to_load}, {$to_rate}): {$change} throughput for hver 1 % flere { $of ->
    [arrivals] ankomster
   *[users] brugere
}
finding-between-bounds = {$between}, KI for ændringen {$low} til {$high}
finding-little-mismatch = I {$steps} gør de registrerede tider rede for {$share} af brugerne.
finding-requests-in-flight = I {$steps} var op til {$requests} kald stadig undervejs, da målevinduet sluttede{ $throughout ->
    [0] {""}
   *[other] ; i trin {$at} varede {$throughout} af dem længere end dets {$length}: lige så mange brugere fik næsten intet svar i det
}. De, der nåede at blive færdige, er de hurtige, så deres tider er nedre grænser: i trin {$step} {$mean} i gennemsnit, hvor N/X − Z er {$whole}. Sådanne tider er ikke med i sammenligninger og viser kun, at et krav til tider er opfyldt, hvis det også ville være det med alle disse kald over grænsen.
finding-jobs-failed = {$failed} af de {$jobs} job ved siden af belastningen endte ikke godt. Det første: {$first} {$how} ({$said}).
finding-job-failed = fejlede
finding-job-timed-out = tog for lang tid
finding-generator-delayed = I {$steps} var lastgeneratorens timing forringet: {$parts}.
finding-node-skew = Node {$node} ({$name}) ser andre svartider end resten af flåden i {$steps}: median {$own}, de andre højst {$others}. De samme servere svarer alle noder, så se på dens netværksvej.
finding-node-limited = Node {$node} ({$name}) var selv begrænsningen i {$steps}: dens arbejdstråde brugte op til {$cpu} af deres kerner, dens timere var op til {$late} forsinkede (p99).
finding-node-lost = Node {$node} ({$name}) i flåden var væk i {$seconds} s af {$steps}: belastningen var ikke den, der var bedt om.
finding-node-absent = Kørt uden node {$node} ({$name}): {$steps}. De andre noder overtog dens andel.
finding-delayed-cores = en arbejdstråd, der var klar til at køre, ventede op til {$share} af tiden på en CPU
finding-delayed-timers = dens timere var op til {$time} forsinkede (p99)
finding-delayed-turns = omgange af dens løkke tog op til {$time} (p90)
finding-throughput-inversion = Throughput steg mere end belastningen fra trin {$from} ({$from_load}) til trin {$to} ({$to_load}): fra {$before} til {$after}. Som regel var systemet ikke varmt fra begyndelsen, eller trinnene udførte ikke det samme arbejde.
finding-response-inversion = Svarene blev hurtigere ved mere belastning fra trin {$from} ({$from_load}) til trin {$to} ({$to_load}): p50 fra {$before} til {$after}. Som regel var systemet ikke varmt fra begyndelsen, eller trinnene udførte ikke det samme arbejde.
finding-fast-failures = I {$steps} fejlede {$share} af kaldene, og de fejlede hurtigt: på {$failed} i gennemsnit mod {$succeeded} for de samme kald, når de lykkes. Svartiderne ser bedre ud, end de var.
finding-nagle-delay = I {$steps} tog {$n ->
    [one] {$share}
   *[other] op til {$share}
} af kaldene til {$transaction} omkring {$delayed}, adskilt fra de øvrige ved {$fast}. Sådan går det med meddelelser, der skrives i to stykker: Nagles algoritme holder det andet tilbage, til en forsinket kvittering kommer (40 ms på Linux).
finding-latency-cluster = I {$steps} tog {$n ->
    [one] {$share}
   *[other] op til {$share}
} af kaldene til {$transaction} omkring {$at}, adskilt fra de øvrige. {$why}
finding-short-stalls = I {$steps} står hele systemet igen og igen: i {$step} ventede alle brugere på én gang i {$n} af {$of} sekunder, omkring {$length} hver gang; de andre kald tog {$others}. Det er {$share} af alle kalds tid; percentiler viser det næsten ikke, for brugere, der venter, sender ikke mere.
finding-short-stalls-one = I {$step} står hele systemet igen og igen: i {$n} af {$of} sekunder ventede alle brugere på én gang, omkring {$length} hver gang; de andre kald tog {$others}. Det er {$share} af alle kalds tid; percentiler viser det næsten ikke, for brugere, der venter, sender ikke mere.
finding-short-stalls-some = I {$steps} står hele systemet igen og igen: i {$step} stod det {$n} gange i løbet af {$of} sekunder, omkring {$length} ad gangen; kald, der kom imens, ventede på resten af det (median af alle: {$others}). Det er {$share} af tiden.
finding-short-stalls-some-one = I {$step} står hele systemet igen og igen: {$n} gange i løbet af {$of} sekunder, omkring {$length} ad gangen. Kald, der kom imens, ventede på resten af det (median af alle: {$others}). Det er {$share} af tiden.
finding-short-stalls-hidden = I en større del af tiden, end {$requirements} tillader af kaldene, ville et kald have ventet længere end grænsen.
finding-next-short-stalls = Find ud af, hvad der standser hele systemet i omkring {$length} ad gangen (garbage collections, en lås, som hvert kald tager, ét langsomt kald, som alle andre venter på, et checkpoint, en log, der skrives, en CPU-kvote): målinger med en opløsning på et sekund eller mindre og servernes logge kan sige det.
finding-slow-minority = I hver del af trinnet er nogle kald langt langsommere end de andre i deres transaktion: {$named}.
finding-slow-minority-transaction = {$share} af {$transaction} ({$slow} af {$requests} i {$step}) tog omkring {$at}, de andre {$others} og næsten ingen noget derimellem; det er {$time_share} af alle kalds tid
finding-slow-minority-failing = {$share} af {$transaction} ({$slow} af {$requests} i {$step}) tog omkring {$at} og fejlede for det meste, de andre {$others} og næsten ingen noget derimellem; det er {$time_share} af alle kalds tid
finding-slow-minority-more = { $n ->
    [one] Sådan er det også med {$n} transaktion mere.
   *[other] Sådan er det også med {$n} transaktioner mere.
}
finding-next-slow-minority = Find ud af, hvad de langsomme kald af {$transactions} har til fælles (en række i deres data, en cache, der ikke rammer, en lås, et nyt forsøg, en timeout, én af flere servere): sammenlign langsomme svar med hurtige, også i servernes logge.
finding-answer-sizes-other = Svarene er andre i {$steps} end ved den laveste belastning: langt mindre, hurtigere, og næsten ingen af dem tæller som fejlet. Et system under belastning kan svare med en side, der siger det, eller udelade dele; dets throughput dér er ikke det af det arbejde, der blev bedt om. {$named}.
finding-answer-sizes-smaller = Svarene bliver mindre med belastningen, og næsten ingen af dem tæller som fejlet: {$named}. Et system under belastning kan svare med en side, der siger det, eller udelade dele; eller flere af dem kommer fra en cache.
finding-answer-sizes-larger = Svarene bliver større med belastningen: {$named}. En del af de længere svartider kan skyldes det.
finding-answer-sizes-transaction = {$transaction}: i gennemsnit {$from} i {$from_step}, {$to} i {$to_step}
finding-answer-sizes-other-within = Svarene blev andre inden for {$steps}: langt mindre, hurtigere, og næsten ingen af dem tæller som fejlet. En session, der udløb, eller et system, der ikke længere gør sit arbejde, kan svare med en side, der siger det; throughput og svartider er ikke dem af det arbejde, der blev bedt om. {$named}.
finding-answer-sizes-smaller-within = Svarene blev mindre, mens belastningen var den samme, og næsten ingen af dem tæller som fejlet: {$named}. En session, der udløb, et system, der udelader dele, eller en cache, der rammes oftere, kan være grunden.
finding-answer-sizes-larger-within = Svarene blev større, mens belastningen var den samme: {$named}. En del af de længere svartider kan skyldes det.
finding-answer-sizes-in-step = { $n ->
    [0] {$transaction}: i {$from_step} i gennemsnit {$from} i den første tredjedel, {$to} i den sidste
   *[other] {$transaction}: i {$from_step} i gennemsnit først {$from}, fra {$at} efter kørslens start {$to}
}
finding-next-answers-changed = Se på svar fra {$transactions} før og efter ændringen (en loginside, en fejlside, dele, der mangler), tjek deres indhold i planen (en tekst, som et rigtigt svar har), og gentag: hvad der besvares forkert, tæller så som fejlet.
finding-next-answers-smaller = Se på svar fra {$transactions} under belastning, tjek deres indhold i planen (en tekst, som et rigtigt svar har), og gentag belastningerne: hvad der besvares forkert, tæller så som fejlet.
finding-next-answers-larger = Find ud af, hvad der gør svar fra {$transactions} større (data, som belastningen opretter, lister uden grænse), og gentag belastningerne på de samme data hver gang.
finding-timer-own = En tjeneste, der selv er så længe om det, ser ud på samme måde.
finding-timer-retransmission = Så længe venter TCP på Linux, før det, der gik tabt, sendes igen.
finding-timer-connecting = Så længe går der, før en forbindelses første pakke sendes igen: den gik tabt, eller køen af forbindelser, som ingen endnu havde taget imod, var fuld.
finding-timer-names = Så længe venter en navneopløser på en navneserver, før den spørger igen.
finding-interruption = I trin {$step} lykkedes fra {$from} efter kørslens start næsten intet kald i {$duration}; før og efter mindst halvt så mange som sædvanligt.
finding-interruption-waited = Ingen kald fejlede i den tid: de ventede.
finding-interruption-nobody-waited = Intet kald var undervejs i den tid: der blev intet sendt, så det var lastgeneratoren, dens netværk eller dens plan, der holdt pause.
finding-interruption-hidden = Brugerne ventede i den tid og sendte ikke mere, så kun få kald viser det: målt i tid var {$share} af vinduet uden svar, mere end {$requirements} tillader.
finding-interruption-failed = { $n ->
    [one] {$shown} kald fejlede i den tid.
   *[other] {$shown} kald fejlede i den tid.
}
finding-interruption-again = Det skete {$n} gange; dette er den længste.
finding-interruption-slow-after = I {$duration} derefter lykkedes {$share} færre kald end før den.
finding-interruption-slow-to-end = Derefter, til trinnets slutning, lykkedes {$share} færre kald end før den.
finding-users-stuck = I trin {$step} ventede op til {$users} af {$of} brugere samtidig på et svar, der tog langt længere tid end sædvanligt, fra {$from} til {$to} efter kørslens start, længst i {$longest}; halvdelen af alle kald, der lykkedes, blev besvaret inden for {$usual}. Denne venten udgør {$share} af brugernes tid i vinduet.
finding-users-stuck-hidden = Den, der venter, sender ikke mere, så kun få kald viser det: målt i brugernes tid ville {$requirements} ikke være opfyldt.
finding-degraded-period = I trin {$step} tog svar fra {$from} efter kørslens start i gennemsnit {$mean} i {$duration}; i resten af vinduet {$usual}.
finding-degraded-period-failing-on = I trin {$step} fejlede {$failed} af kaldene fra {$from} efter kørslens start og til målevinduets slutning; før det {$before}.
finding-degraded-period-times-on = Den gennemsnitlige svartid var {$mean} fra da af og {$usual} før.
finding-degraded-period-failing = I trin {$step} fejlede fra {$from} efter kørslens start {$failed} af kaldene i {$duration}; i resten af vinduet {$before}.
finding-degraded-period-times = Den gennemsnitlige svartid var {$mean} i den tid og {$usual} i resten.
finding-degraded-period-requirements = I den tid var {$requirements} ikke opfyldt, selv om det er opfyldt eller uafgjort over hele trinnet.
finding-unequal-repeats = Trin {$first} og {$last} er af samme belastning ({$under}) og er forskellige: {$first_rate} med en median af svartiden på {$first_time}, derefter {$last_rate} med {$last_time}. Systemet ændrede sig imellem dem, eller et af dem begyndte koldt; tal for denne belastning blander begge.
finding-unequal-repeats-overload = Trin {$first} og {$last} er af samme belastning ({$under}) og er forskellige: {$first_rate} med en median af svartiden på {$first_time}, derefter {$last_rate} med {$last_time}; tal for denne belastning blander begge.
finding-unequal-repeats-not-recovered = Imellem dem kom en højere belastning (trin {$step}), som systemet måske ikke er kommet sig efter.
finding-unequal-repeats-failed = Af kaldene fejlede {$before}, og derefter {$after}.
finding-periodic-stalls = I trin {$step} gik throughput i stå {$n} gange, hver {$period}, ned til {$left} af det sædvanlige; tilsammen koster de {$missing} af tiden.
finding-periodic-waits = I trin {$step} ventede kald igen og igen op til {$longest}: {$n} gange, hver {$period}. De kom alligevel og blev besvaret bagefter: throughput viser kun lidt af det.
finding-errors-share = I {$steps} fejlede {$share} af kaldene, siger tabellen; hvor mange det var, siger den ikke.
finding-errors = I {$steps} fejlede {$errors} af {$requests} kald ({$share}): {$causes}.
finding-errors-outage = Næsten alle kom, mens næsten intet lykkedes: {$when}.
finding-outage-when = i {$step} fra {$from} efter kørslens start og omkring {$length} frem
finding-outage-at-start = i {$step} fra kørslens start og omkring {$length} frem
finding-outage-again = fra {$from} og omkring {$length} frem
finding-outage-then = i {$step} fra {$from} og omkring {$length} frem
finding-errors-outside = Uden for målevinduerne fejlede {$errors} af {$requests} kald ({$there}: {$causes}), {$share} af alle registrerede: intet tal for et trin viser dem.
finding-errors-outside-of = {$transaction}: {$errors} af {$requests}
finding-errors-outside-by = Der efter transaktion: {$transactions}.
finding-transaction-errors = I {$steps} fejlede {$errors} af {$requests} kald til {$transaction} ({$share} mod {$of_all} af alle kald under ét): {$causes}.
finding-transaction-errors-hidden = Blandt alle kald under ét ses det næppe.
finding-cause = {$cause} ({$n})
finding-causes-most = de fleste med {$causes}
finding-extractor-misses = Udtrækket til {$variable} fandt intet i {$missed} af {$uses} svar på {$transaction}: variablen havde sin standardværdi eller den tidligere, så det, der blev spurgt om med den, er ikke det, planen mener.
finding-requirement-failed = {$requirement} er ikke opfyldt i {$steps}.
finding-requirement-failed-but-holds = {$requirement} er ikke opfyldt i {$steps}; det er opfyldt ved lastelinjen.
finding-requirement-failed-undecided = {$requirement} er ikke opfyldt i {$steps}; ved lastelinjen kunne det ikke afgøres.
finding-cut-off-nothing = Der blev ikke målt noget, og kørslen har ingen afslutning: den blev afbrudt eller er stadig i gang (mangler -wal-filen?).
finding-cut-off = Kørslen har ingen afslutning: den blev afbrudt eller er stadig i gang. Der er registreret {$recorded}, til og med trin {$step}.
finding-stopped = Kørslen sluttede før tid: {$reason} efter {$after}.
finding-window-too-short = {$steps} blev kun målt i {$measured} (mindst {$least} er nødvendigt).
finding-range = {$from} til {$to}
finding-certificates = Servernes certifikater blev ikke kontrolleret; intet beviser, hvilken server der svarede.
finding-checks-failed = {$failed} af {$of} kontroller i lastgeneratorens script fejlede ({$checks}). De hører ikke til noget kald: ingen fejlprocent og ingen afgørelse medregner dem.
finding-check = “{$name}” {$failed} gange
finding-next-checks = Se på, hvad disse kald blev besvaret med: en kontrol, der fejlede, kan være et forkert svar, som her tæller som vellykket.
finding-data-ran-out = {$said}.
finding-sent-again = {$n} af {$of} kald ({$share}) blev sendt en gang til, fordi serveren lukkede deres forbindelse, før den svarede, eller afviste dem. Det er udfaldet af anden gang, der tælles; en klient, der ikke gentager dem, har lige så mange flere fejl.
finding-alternating-levels = I {$step} er svar skiftevis hurtige og langsomme: {$fast} (median) i {$fast_for} ad gangen i gennemsnit, og {$slow} i {$slow_for}, {$n} gange; {$share} af tiden er de langsomme. Tal for et helt trin blander begge dele, og hvor brugere venter på svar, foretages der færre kald i de langsomme dele.
finding-alternating-levels-requirements = I den længste langsomme del af et trin var {$requirements} ikke opfyldt, selv om det er opfyldt eller uafgjort over hele trinnet.
finding-next-alternating-levels = Find ud af, hvad der i {$step} kommer og går i {$slow_for} ad gangen: et planlagt job, garbage collections, en CPU-kvote, en cache, der udløber, én af flere servere, der er langsommere; servernes logge, og hvad der ellers kører dér, kan sige det.
finding-rising-times = Svartiderne steg {$how_many}, mens belastningen var den samme: {$named} (gennemsnit af den første og den sidste fjerdedel af målevinduet; p {$p}).
finding-rising-times-slower = Systemet blev langsommere med tiden eller med hvert kald; trinnene adskiller sig ved mere end deres belastning.
finding-rising-times-in-one = I {$step} steg svartiderne fra {$first} til {$last}, mens belastningen var den samme (gennemsnit af den første og den sidste fjerdedel af målevinduet; p {$p}). Systemet blev langsommere med tiden eller med hvert kald.
finding-rising-times-in-one-slight = I {$step} steg svartiderne fra {$first} til {$last}, mens belastningen var den samme (gennemsnit af den første og den sidste fjerdedel af målevinduet; p {$p}).
finding-rising-times-step = i {$step} fra {$first} til {$last}
finding-rising-times-requirements = I den sidste fjerdedel af et trin var {$requirements} ikke opfyldt, selv om det er opfyldt eller uafgjort over hele trinnet.
finding-rising-times-recovers = Hvert trin begyndte omtrent lige så hurtigt som det forrige: det, der gør systemet langsommere, går over mellem trinnene (en kø, burst-kreditter, en cache).
finding-next-rising-times = Find ud af, hvad der vokser med tiden eller med hvert kald (data eller svar, der bliver større, en liste eller en tabel uden indeks, hukommelse, en cache uden grænse), og læg én belastning på i flere minutter: så længe svartiderne stiger, er der intet tal at planlægge med.
finding-next-rising-times-long = Find ud af, hvad der vokser med tiden eller med hvert kald (data eller svar, der bliver større, en liste eller en tabel uden indeks, hukommelse, en cache uden grænse), og gentag belastningen, når det er rettet: så længe svartiderne stiger, er der intet tal at planlægge med.
finding-next-rising-times-slight = Læg én belastning på i en halv time eller længere: det viser, om svartiderne bliver ved med at stige. Årsagen kan være noget, der vokser med tiden eller med hvert kald (data eller svar, der bliver større, en liste eller en tabel uden indeks, hukommelse, en cache uden grænse).
finding-rising-times-in-all = i hvert af de {$n} trin
finding-rising-times-in-most = i {$n} af {$of} trin
finding-next-sent-again = Find ud af, hvorfor serveren eller en proxy foran den lukker forbindelser, hvor kald er undervejs: en proces, der dør, en tidsgrænse for ubenyttede forbindelser, en grænse for kald pr. forbindelse, en af flere servere, der afbryder.
finding-iterations-dropped = { $n ->
    [one] Ét gennemløb
   *[other] {$n} gennemløb
} i lastgeneratoren startede ikke, for ingen bruger var ledig på det planlagte tidspunkt. Belastningen var mindre, end scenariet bad om; ingen fejlprocent medregner dem, et krav, der er opfyldt uden dem, er uafgjort, hvor de er flere, end det tillader, og i svartiderne mangler det, de ville have ventet.
finding-next-more-data = Giv filen flere rækker, eller lad den begynde forfra ved slutningen (`recycle: true`).
finding-next-iterations = Giv scenariet flere brugere (maxVUs), hvis der er plads på lastgeneratorens maskine; voksede svartiderne forinden, fulgte systemet ikke med.
finding-elements-skipped = { $n ->
    [one] {$n} element i planen er udeladt: belastningen afviger fra planens.
   *[other] {$n} elementer i planen er udeladt: belastningen afviger fra planens.
}
finding-elements-approximated = { $n ->
    [one] {$n} element i planen er udført med en angivet afvigelse.
   *[other] {$n} elementer i planen er udført med en angivet afvigelse.
}

## Kapacitet, som en søgning ikke fandt. {$why} fuldender sætningen.

finding-holds-at-no-rate = Kravene er ikke opfyldt ved nogen af de afprøvede rater, helt ned til {$rate}.
finding-holds-at-no-rate-why = Kravene er ikke opfyldt ved nogen af de afprøvede rater, helt ned til {$rate}: {$why}.
finding-capacity-at-least = Kapaciteten er mindst {$rate}.
finding-capacity-at-least-why = Kapaciteten er mindst {$rate}: {$why}.
finding-search-without-answer = Søgningen efter kapacitet endte uden svar.
finding-search-without-answer-why = Søgningen efter kapacitet endte uden svar: {$why}.

## Ankomster, der ikke begyndte i tide.

finding-arrivals = I {$steps}: af {$due} ankomster {$parts}.
finding-arrivals-dropped = blev {$n} droppet
finding-arrivals-waited = begyndte {$n} først efter at have ventet på en ledig bruger
finding-arrivals-waiting = højst {$n} samtidig
finding-arrivals-longest = den længste i {$time}
finding-arrivals-pool = Alle {$users} brugere var optaget: systemet eller puljens størrelse var begrænsningen.
finding-arrivals-system = Alle {$users} brugere var optaget, fordi systemet blev langsommere: mediankaldet tog {$full} mod {$free} i {$step}. Deres antal var ikke begrænsningen.
finding-arrivals-moments = Ved slutningen af et sekund var højst {$busy} af {$users} brugere optaget: de slap kun op kortvarigt.
finding-arrivals-times = Ventetiden er med i svartiderne.
finding-arrivals-lost = Droppede ankomster er ikke med i de viste percentiler; krav tæller hver af dem som et fejlet kald.

## Hvad der kan vise mere eller rette det.

finding-next-larger-pool = Kør den igen med en større brugerpulje: forbliver svartiderne lige så lange, er systemet begrænsningen; falder de, var puljen.
finding-next-arrivals = Se på figuren over ankomster over tid, hvornår de blev holdt tilbage, og på serverne på det tidspunkt.
finding-next-arrivals-system = Find med telemetri fra systemet ud af, hvad kaldene venter på i {$steps}: flere brugere ville kun vente længere.
finding-next-higher-rates = Søg igen op til højere rater.
finding-next-rates-between = Søg igen mellem {$holds}, hvor kravene er opfyldt, og {$fails}, hvor de ikke er det.
finding-next-lower-rates = Søg igen fra lavere rater, eller undersøg, hvad der tager så lang tid med en enkelt bruger.
finding-next-longer-windows = Søg igen med længere eller flere vinduer; hvor lastgeneratoren var begrænsningen, skal det rettes først.
finding-next-longer-steps = Gentag {$steps} i længere tid, til intervallet for forbedringen ikke længere indeholder målet.
finding-next-higher-loads = Gentag med højere belastning, til throughput ikke længere stiger.
finding-next-put-loads-on = For at finde kapaciteten, læg belastninger på i trin med en lastgenerator: en log over det, der kom, viser ikke mere end det.
finding-next-test-limit = Afprøv det, der er nævnt som begrænsning: med mere af det skal throughput stige, også ved højere belastninger.
finding-next-mend-then-higher = Udbedr først det, der fejler eller er kritisk i {$step}; gentag så med højere belastning, til throughput ikke længere stiger.
finding-next-smaller-loads = Gentag med mindre belastning, helt ned til én bruger, for at se, hvor throughput knækker.
finding-next-one-user = Én bruger giver næsten det hele: kun et kortere kald, eller mere af det, kaldet behøver, giver mere.
finding-next-between = Mål belastninger mellem {$from} og {$to}, med gentagelser, og hold øje med servernes CPU, puljer og låse der.
finding-next-below = Mål belastninger under {$from} for at se, hvor knækket ligger.
finding-next-plateau = Hold ved belastningerne fra {$from} øje med det, der endnu ikke blev overvåget (puljer, låse, tråde, serverne bagved): noget er brugt op der, eller en hastighedsgrænse (rate limit) gælder.
finding-next-plateau-unwatched = Overvåg serverne (CPU, hukommelse, diske, puljer, låse, tråde) ved belastningerne fra {$from}: noget er brugt op der, eller en hastighedsgrænse (rate limit) gælder.
finding-next-plateau-unwatched-generator = Overvåg serverne (CPU, hukommelse, diske, puljer, låse, tråde), netværket og lastgeneratoren ved belastningerne fra {$from}: noget er brugt op der, eller en hastighedsgrænse (rate limit) gælder.
finding-next-other-time = Importér igen, hvad der blev optaget af serverne, på belastningens tid: angiv dets tidszone (--timezone), hvis den afviger, eller hvor meget dets ur går forkert (clock_ahead i import.yaml). Fra {$from} er noget brugt op.
finding-next-plateau-known = Giv mere af det, der begrænser, eller lad kaldene bruge mindre af det: {$cause} ({$grade}).
finding-next-contention = { $n ->
    [0] Hold driften under belastningen i {$to}
   *[other] Hold driften på det anbefalede driftspunkt eller derunder, {$rate}
}, og led efter kamp om ressourcer: låse, garbage collection, forbindelsespuljer.
finding-next-known-limit = { $n ->
    [0] Hold driften under belastningen i {$to}
   *[other] Hold driften på det anbefalede driftspunkt eller derunder, {$rate}
}. Det, der sandsynligvis begrænser: {$cause} ({$grade}); se den begrænsende faktor.
finding-next-servers = Find ud af, hvorfor en server gik tabt, afhjælp det, og gentag {$from} og {$to} med alle servere.
finding-next-little = Kontrollér, at brugere ikke sluttede for tidligt, og at der ikke bruges tid uden for kald og tænketider.
finding-next-in-flight = Mål meget længere, end de langsomste kald varer.
finding-next-jobs = Se, hvad jobbene meldte, ret det, der fik dem til at fejle, og kør dem igen: deres arbejde blev ikke gjort, så belastningen var mindre end ment.
finding-next-other-order = Varm systemet op, gentag belastningerne i {$from} og {$to} i omvendt rækkefølge, og kontrollér, at begge udførte det samme arbejde.
finding-next-send-at-once = Sæt TCP_NODELAY i begge ender (eller skriv hver meddelelse i ét stykke), gentag samme belastning, og kontrollér, at disse tider er væk.
finding-next-errors-logged = Find hvorfor: i loggen fra applikationen bagved på disse tidspunkter, og hvem der beder om disse stier.
finding-next-time-outs = Find det, disse kald ventede på: serverne på disse tidspunkter, og om timeouten er lang nok.
finding-next-errors = Find disse fejl i servernes logge: rapporten viser dem efter art og, hvor det er kendt, hvornår de opstod.
finding-next-check = Se på et svar, som kontrollen afviste (plimsoll examples eller rapportens eksempler): enten svarer systemet forkert, eller planens kontrol passer ikke til svarene.
finding-next-check-imported = Se på et svar, som kontrollen afviste, i resultaterne fra det værktøj, der lagde belastningen (navn, tid og meddelelse står blandt fejlene pr. transaktion): enten svarer systemet forkert, eller testens kontrol passer ikke til svarene.
finding-next-log-in = Se, hvordan planen logger ind, og hvad den tager fra tidligere svar: dens kald afvises som uautoriserede (et login eller token, der mangler eller udløber under kørslen, eller en værdi som en nonce, som hvert svar giver på ny).
finding-next-too-many = Find ud af, hvilken grænse der svarer med 429: en begrænser i tjenesten eller i en gateway foran den afviser det, der kommer ud over dens rate. Få den hævet til testen, eller hold dig under den.
finding-next-undecided = {$requirement} er ikke afgjort: {$needed}.
finding-next-no-times-logged = Lad serveren logge, hvor længe hvert kald tog (%D i httpd og Tomcat, $request_time i nginx); står det der allerede, så angiv med --pattern, hvilken kolonne det er, og importér loggen igen: uden svartider kan kravet ikke afgøres.
finding-next-no-times = Importér resultater, der indeholder svartider: uden dem kan kravet ikke afgøres.
finding-next-not-found = Se efter, om stierne og adressen i planen er rigtige: serveren svarer og har ingen af dem. `plimsoll try` viser, hvad der sendes, og hvad der kommer tilbage.
finding-next-hung = Find ud af, hvad kaldene venter på: et thread dump i det øjeblik, låse, en fuld pulje, tjenestens log.
finding-next-connect-some = Find ud af, hvorfor nogle forbindelser ikke kom i stand, mens andre gjorde: om serveren genstartede da, og hvad der begrænser forbindelser (en fuld accept-kø, en firewall, deskriptorer, porte).
finding-next-connect-limit = Find ud af, hvad der begrænser forbindelser: i {$without} blev ingen afbrudt, i {$with} blev nogle (det højeste antal forbindelser, som serveren eller en proxy foran den tager, en fuld accept-kø, en firewall).
finding-next-connect-gone = Find ud af, hvorfor intet svarede mere fra {$from} efter kørslens start til slutningen (tjenestens log, dens afslutningskode, hvad der stoppede den), start den igen, og gentag.
finding-next-connect-outage = Find ud af, hvad der skete med serveren {$when}: næsten intet lykkedes, og der kom næsten ingen forbindelser i stand (en genstart, et nedbrud, en udrulning); tjenestens log kan sige det.
finding-next-errors-outage = Find ud af, hvad der skete med serveren {$when}: næsten intet lykkedes (en genstart, et nedbrud, en udrulning, en tjeneste, som den afhænger af, var væk); servernes logge fra den tid kan sige det.
finding-next-connect-restarted = Se fundet om serveren, der stoppede: forbindelser kom ikke i stand, mens den var væk.
finding-next-errors-while-away = Se fundet om serveren, der stoppede: disse fejl kom, da den stoppede, eller mens den var væk.
finding-next-errors-pool = Se fundet om puljen, der var brugt op: disse fejl kom kun i trin, hvor den var det.
finding-next-connect = Kontrollér, at serveren kører, at vært og port er rigtige, og at der ikke er en firewall eller en grænse for forbindelser imellem: der kom ingen forbindelse i stand.
finding-next-transaction-errors = Find ud af, hvorfor {$transaction} fejler: rapporten viser fejlene efter art og meddelelse; søg efter dem i servernes logge.
finding-next-transaction-errors-hidden = Ret fejlen i {$transaction}, og giv den sit eget krav, så de andre ikke skjuler den.
finding-next-extractor = Se på et svar, ret udtrækket, og kør igen: indtil da er belastningen en anden end den planlagte.
finding-next-requirement-lower = Find den begrænsende ressource med telemetri ved {$steps}, eller mål andre belastninger: ved ingen af de målte er alle krav vist opfyldt.
finding-next-requirement = Find den begrænsende ressource med telemetri i {$steps}, eller sænk belastningen til det anbefalede punkt.
finding-next-requirement-few = Se på de få kald, der tog længere tid ({$over} af {$of}): hvilke det var, hvornår, og hvad serverne og deres logge viser på det tidspunkt. Så få skyldes snarere en pause, en genstart, en lås eller et nyt forsøg end belastningen.
finding-next-requirement-alike = Find ud af, hvad der tager så lang tid i et enkelt kald: ved den laveste belastning ({$lowest}) tager det næsten lige så lang tid som ved den højeste ({$highest}), så mindre belastning hjælper ikke.
finding-next-requirement-alike-in = Find ud af, hvad der tager så lang tid i et enkelt kald, først i {$transaction} (p95 {$time} ved den laveste belastning): ved {$lowest} tager det næsten lige så lang tid som ved {$highest}, så mindre belastning hjælper ikke.
finding-next-table-lengths = Angiv, hvor længe hvert trin i tabellen varede (en kolonne minutes eller seconds), og importér den igen: uden det vides ikke, hvor mange kald dens tal er af, og de afgør ikke et sådant krav.
finding-next-steady-steps = Gentag med belastninger, der hver holdes uændret i et minut eller længere: en rampe viser hverken kapaciteten eller, hvad en belastning giver, når den varer ved.
finding-next-requirement-repeat-same = Find ud af, hvorfor {$steps} ikke opfyldte det, som et andet trin med samme belastning opfyldte (opvarmning, en pause, andet arbejde, data der vokser), og gentag den belastning.
finding-next-requirement-repeat = Gentag {$steps}: alle krav er vist opfyldt ved den anbefalede belastning, som er højere, så noget andet end belastningen var årsagen (opvarmning, en pause, andet arbejde).
finding-next-requirement-known-only = Afhjælp det, der sandsynligvis begrænser systemet, {$cause} ({$grade}), og gentag {$steps}.
finding-next-requirement-known = Afhjælp det, der sandsynligvis begrænser systemet, {$cause} ({$grade}), og gentag {$steps}; eller sænk belastningen til det anbefalede punkt.
finding-next-requirement-known-lower = Afhjælp det, der sandsynligvis begrænser systemet, {$cause} ({$grade}), og gentag {$steps}; eller mål andre belastninger: ved ingen af de målte er alle krav vist opfyldt.
finding-next-interruption = Find ud af, hvad der skete i {$step} fra {$from} efter kørslens start og {$duration} frem: genstart, failover, låse, fulde garbage collections, backup; loggene fra serverne, og fra det, der ellers kører der, kan sige det.
finding-next-generator-paused = Find ud af, hvorfor lastgeneratoren intet sendte i {$step} fra {$from} efter kørslens start og {$duration} frem (en garbage collection, en pause på dens maskine, dens plan), og mål trinnet igen.
finding-next-requirement-mix = Mål belastningerne med den samme blanding af kald: det, der fejler i ét trin og holder i et andet under mere belastning, kan være andre transaktioner.
finding-next-same-mix = Mål flere belastninger med samme blanding af kald: først da viser throughput, hvad mere belastning giver.
finding-next-transaction-saturated = Find ud af, hvad {$transactions} venter på, som de andre ikke bruger (en pulje, en forespørgsel, en lås, en anden tjeneste): mere belastning gør { $n ->
    [one] den
   *[other] dem
} kun langsommere.
finding-next-others-higher = Mål de andre transaktioner med højere belastninger for sig, hvis deres maksimum er af interesse.
finding-next-slowed-down = Find ud af, hvad der ændrede sig i systemet i {$step}, {$from} efter kørslens start (noget, der vokser med tiden, en cache, der ikke længere rummer sine data, en genstart, et andet job), og mål denne belastning igen i længere tid.
finding-next-slowed-down-gradual = Find ud af, hvad der vokser eller bruges op med tiden i {$step} (svar eller data, der bliver større, hukommelse, en tabel uden indeks, en cache, der fyldes), og mål denne belastning igen i længere tid.
finding-next-mix-moved = Mål hver fase af planen som sit eget trin, eller bedøm transaktionerne en for en: tal for alle kald dækker begge blandinger.
finding-next-load-moved = Importér eller mål hver af belastningerne som sit eget trin: planens timer, takt eller tænketider siger, hvornår de skifter.
finding-next-not-recovered = Find ud af, om der er noget tilbage af belastningen i trin {$step} (køer, gentagne forsøg, forbindelser, åbne circuit breakere, en server, der mangler), eller om noget voksede med tiden: servernes logge og tilstand bagefter; gentag så med et længere trin af den lavere belastning bagefter for at se, om og hvornår systemet kommer sig.
finding-next-repeats-differ = Find ud af, hvad der ændrede sig mellem trin med samme belastning (hvad der vokser med tiden: data, en liste, en cache, en log; eller en opvarmning), og gentag belastningerne i en anden rækkefølge.
finding-next-changed-between = Mål {$from} en gang til: er det lige så hurtigt som før, er det belastningen i {$to}, der ændrer systemet; hvis ikke, ændrede det sig med tiden (noget, der vokser, en cache, der ikke længere rummer sine data, en genstart, et andet job).
finding-next-users-stuck = Find ud af, hvad disse brugere venter på i {$step} fra {$from} efter kørslens start: låse, forbindelser, der er tabt eller aldrig givet tilbage, en server, der holdt op med at svare; en tidsgrænse i planen viser det tidligere.
finding-next-users-idle = Tag planens throughput-timer eller pacing ud, eller hæv dens rate, og undersøg, om lastgeneratoren havde CPU tilbage; gentag derefter belastningerne.
finding-next-lower = Find den begrænsende ressource med telemetri, eller mål mindre belastninger.
finding-next-over-limit = Find ud af, hvad der var anderledes i {$step} end i {$least}: dér blev mindst lige så mange kald besvaret, og hurtigere.
finding-next-requirement-against = Find den begrænsende ressource med telemetri, eller udbedr det, der taler imod de mindre belastninger, hvor kravene er opfyldt.
finding-next-correct = Ret kravet, og lav rapporten igen; kørslen behøver ikke gentages.
finding-next-minutes = Mål hvert trin i flere minutter: garbage collection og batchjob tager deres tid.
finding-next-certificates = Kontrollér certifikater mindst én gang for at vide, at det rigtige system blev målt.
finding-next-elements = Læs listen under Opsætning, og afgør, om det har betydning.

## Kritiske fund i afgørelsens ramme, så korte som muligt.

finding-short-heap = heapen på {$source} var opbrugt i trin {$step}
finding-short-out-of-memory = heapen på {$source} var opbrugt i trin {$step}; hukommelsen slap op {$moment} efter kørslens start
finding-short-collections = garbage collection på {$source} tog {$n ->
    [one] {$share}
   *[other] op til {$share}
} af tiden i {$steps}
finding-short-lost = {$source} besvarede ikke flere kald fra {$from} efter kørslens start
finding-short-away = {$source} besvarede ingen kald fra {$from} til {$to} efter kørslens start
finding-short-nothing-succeeds = fra {$from} efter kørslens start lykkedes intet kald
finding-short-nothing-succeeds-in-step = fra {$from} efter kørslens start til slutningen af trin {$step} lykkedes intet kald
finding-short-failing-on = fra {$from} efter kørslens start fejlede {$failed} af kaldene i trin {$step}
finding-short-not-recovered = efter trin {$step} gav samme belastning ({$under}) {$after} i stedet for {$before}
finding-short-mix-moved = blandingen af kald ændrede sig i løbet af trin {$step}
finding-short-load-moved = belastningen ændrede sig i løbet af trin {$step}
finding-short-interruption = { $n ->
    [one] i trin {$step} lykkedes næsten intet kald i {$duration}, fra {$from} efter kørslens start ({$share} af tiden)
   *[other] i trin {$step} lykkedes næsten intet kald i op til {$duration}, {$n} gange ({$share} af tiden)
}
finding-short-periodic-stalls = throughput gik i stå {$n} gange i trin {$step}, hver {$period}, ned til {$left} af det sædvanlige
finding-short-periodic-waits = kald ventede op til {$longest}, {$n} gange i trin {$step}, hver {$period}
finding-short-short-stalls = hele systemet står igen og igen i {$steps} ({$share} af tiden)
finding-short-alternating = svar er skiftevis hurtige og langsomme i {$steps} ({$fast} og {$slow})
finding-short-answer-sizes = svarene i {$steps} er andre end før, langt mindre og hurtigere ({$named})
finding-short-rising-times = svartiderne steg i {$steps}, mens belastningen var den samme
finding-short-hung = fra {$from} efter kørslens start sluttede intet kald i trin {$step} mere, selv om brugere ventede
finding-short-restarted = {$source} genstartede i trin {$step}
finding-short-events = {$name}: {$lost} accepterede hændelser nåede ikke frem i {$steps}
