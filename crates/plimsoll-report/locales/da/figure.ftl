### Figurer: titler, der siger, hvad en figur viser, akser, signaturer og noter.

figure-throughput-by-load = Throughput mod belastning
figure-response-by-load = Svartid mod belastning
figure-throughput-over-time = Throughput over tid
figure-rate-search = Hvad hvert vindue i søgningen målte ved sin rate
figure-service-over-time = Servicetid over tid, fra den faktiske start
figure-arrivals-over-time = Ankomster over tid
figure-response-over-time = Svartid over tid
figure-response-over-time-intended = Svartid over tid, fra den planlagte start
figure-latency-heat = Hvordan svartiderne fordeler sig over tid: jo mørkere, desto flere kald
figure-latency-heat-intended = Hvordan svartiderne (fra den planlagte start) fordeler sig over tid: jo mørkere, desto flere kald
figure-errors-over-time = Fejl over tid
figure-generator-cpu = CPU i lastgeneratorens arbejdstråde
figure-node-throughput = Throughput for hver node
figure-node-response = Svartider (p95) for hver node
figure-node-throughput-shares = Throughput for hver node: andele af et trin fra {$low} til {$high}
figure-users-over-time = Brugere i gang
figure-percentile-curves = Alle percentiler af svartiden, pr. trin
figure-percentile-curves-both = Alle percentiler af svartid (fra den planlagte start) og servicetid (fra den faktiske)
figure-variant-throughput = Throughput mod belastning, pr. variant
figure-variant-mean = Gennemsnitlig svartid mod belastning, pr. variant
figure-variant-p95 = 95-percentil af svartiden mod belastning, pr. variant
figure-part-named = {$what}: {$name}
figure-part-numbered = {$what} ({$number} af {$of})
figure-comparison-forest = Ændringer med deres intervaller, række for række; stiplet: margenen

## Titler, der siger et resultat.

figure-users-waiting = Optagne brugere og ankomster, der ventede på en ledig: op til {$n}
figure-arrivals-none-dropped = Ankomster over tid; i målevinduerne blev ingen droppet
figure-arrivals-dropped = Ankomster over tid; i målevinduerne blev {$n} droppet
figure-share-of-proportional = Ved {$load} er throughput {$rate}: {$share} af proportional vækst fra første trin
figure-p95 = p95 er {$first} ved {$first_load} og {$last} ved {$last_load}
figure-p95-response = p95 af svartiden er {$first} ved {$first_load} og {$last} ved {$last_load}
figure-throughput-mean = Throughput over tid: {$rate} i gennemsnit
figure-throughput-best = Throughput over tid; højest i trin {$step}: {$rate}
figure-errors-counted = Fejl over tid: {$n} i målevinduerne
figure-generator-cpu-max = CPU i lastgeneratorens arbejdstråde: højst {$share} af en kerne i et sekund
figure-search-between = {$measured}: krav opfyldt ved {$holds}, ikke opfyldt ved {$fails}
figure-search-holds = {$measured}: krav opfyldt op til {$holds}
figure-search-fails = {$measured}: krav ikke opfyldt, allerede ved {$fails}
figure-search-undecided = {$measured}: ikke afgjort ved nogen rate

## Hvordan figuren læses.

figure-note-intervals = Lodrette streger: 95 %-interval, hvor det er bredere end mærket. Stiplet: proportionalt med belastningen, gennem første trin.
figure-note-repeats = Gennemsnit over gentagelser; lodrette streger: mindste og største.
figure-note-merged = Fra de sammenlagte histogrammer for alle gentagelser. Hvor mere end 10 % af brugernes tid gik med kald, der stadig var undervejs, da et vindue sluttede, er gennemsnittet N/X − Z, og percentiler er udeladt.
figure-note-windows = Et mærke er ét vindue i søgningen; linjen forbinder alle gyldige vinduer for en rate under ét.
figure-note-nines = Hvert skridt mod højre betyder, at ti gange færre kald er langsommere.
figure-note-chosen = { $n ->
    [one] Ét trin er ikke tegnet; det første, det sidste og det bedste er.
   *[other] {$n} trin er ikke tegnet; det første, det sidste, det bedste og nogle imellem er.
}
figure-note-busiest = { $n ->
    [one] Én linje mere er ikke tegnet: kun de travleste er.
   *[other] {$n} linjer mere er ikke tegnet: kun de travleste er.
}
figure-note-thick-and-thin = Tyk: svartid; tynd: servicetid, skjult, hvor den er den samme.
figure-note-solid-and-dashed = Fuldt optrukket: svartid, fra den planlagte start. Stiplet med hule mærker: servicetid, fra den faktiske start. Hvor de skilles, ventede ankomster.
figure-note-point = Ét punkt er {$seconds} s.
figure-note-steps = Skygget: hvert trins målevindue med dets nummer.
figure-note-shades = Farveskalaen er logaritmisk: ét langsomt kald ses ved siden af tusinder af hurtige.
figure-note-limits = Langt over denne figur: grænsen for {$limits}.

## Akser.

figure-axis-time = tid siden start
figure-axis-users = brugere
figure-axis-target = ønskede ankomster pr. sekund
figure-axis-arrivals = ankomster pr. sekund
figure-axis-throughput = vellykkede kald pr. sekund
figure-axis-response = svartid
figure-axis-service = servicetid
figure-axis-response-and-service = svartid og servicetid
figure-axis-errors-percent = fejl, % af kald
figure-axis-errors = fejl pr. sekund
figure-axis-cpu = % af én kerne
figure-axis-all-cpus = % af alle CPU'er
figure-axis-percent-of-time = % af tiden
figure-axis-processes = processer
figure-axis-threads = tråde
figure-axis-seconds = sekunder
figure-axis-mib-per-s = MiB pr. sekund
figure-axis-mib = MiB
figure-axis-collections = garbage collections pr. minut
figure-axis-pause = pausens længde
figure-axis-connections = forbindelser
figure-axis-per-s = pr. sekund
figure-axis-messages = meddelelser bagud
figure-axis-calls = kald pr. minut
figure-axis-server-time = tid logget af serveren
figure-axis-percentile = percentil
figure-axis-rows = række
figure-axis-change = ændring, %
figure-axis-logarithmic = {$name}, logaritmisk

## Serier.

figure-series-measured = målt
figure-series-ideal = proportionalt med belastningen
figure-series-service = p{$percent} service
figure-series-pooled = alle vinduer for en rate
figure-series-due = forventet
figure-series-started = startet
figure-series-dropped = droppet
figure-series-waiting = ventende ankomster
figure-series-mean = gennemsnit
figure-series-errors = fejl
figure-series-failed = fejlede pr. sekund
figure-series-worker = arbejdstråd {$worker}
figure-series-users = brugere
figure-series-step = trin {$step} ({$load})
figure-series-step-service = trin {$step} ({$load}), service
figure-window-pass = vindue, krav opfyldt
figure-window-fail = vindue, krav ikke opfyldt
figure-window-undecided = vindue uafklaret
figure-window-invalid = vindue ugyldigt

## For læsere, der ikke ser billedet.

figure-description = {$y} mod {$x}. {$series}
figure-range = {$series} fra {$low} til {$high}
figure-response-by-throughput = Svartid mod throughput
figure-note-by-throughput = I belastningens rækkefølge: hvor mere belastning ikke giver mere throughput, går linjerne op eller tilbage.
