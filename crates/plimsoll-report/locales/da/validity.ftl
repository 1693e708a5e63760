### Om tallene er til at stole på.

validity-valid = Gyldig
validity-with-caveat = Gyldig med forbehold
validity-invalid = Ugyldig
validity-partly-invalid = Delvis ugyldig
validity-incomplete = Ufuldstændig

validity-complete = Kørslen er fuldstændig, og lastgeneratoren var ikke begrænsningen i noget trin.
validity-complete-external = Kørslen er fuldstændig. Intet viser, at {$name} var begrænsningen; men af dens tilstand kendes kun dens CPU-tid.
validity-imported = Kørslen er importeret: om lastgeneratoren var begrænsningen, og om den gjorde, hvad der var planlagt, vides ikke.
validity-imported-table = En tabel er importeret: hvordan dens tal blev målt, vides ikke.
validity-imported-logs = Serverlogge er importeret: hvad der lagde belastningen på, og hvor godt, vides ikke.
validity-not-known = Ukendt
validity-other-work = Andet arbejde lagde beslag på CPU'en på {$source} i {$steps}: throughput og tider dér er usikre.
validity-no-step-valid = Intet trin er gyldigt; {$support}.
validity-some-invalid = { $n ->
    [one] {$steps} er ikke gyldigt; {$support}. De øvrige er gyldige.
   *[other] {$steps} er ikke gyldige; {$support}. De øvrige er gyldige.
}
validity-some-invalid-imported = {$steps}: ikke gyldige; {$support}. Om lastgeneratoren var begrænsningen i de øvrige, vides ikke.
validity-nothing-measured = Der blev ikke målt noget.
validity-not-ended = Kørslen sluttede ikke af sig selv. Det, der blev målt inden da, er gyldigt.
validity-not-ended-no-step-valid = Kørslen sluttede ikke af sig selv, og intet trin er gyldigt; {$support}.
validity-not-ended-some-invalid = Kørslen sluttede ikke af sig selv; det, der blev målt i {$steps}, er ikke gyldigt.
validity-all-failed-support = hvor alle kald fejlede, bedømmes kravene, men der er ingen kapacitet
validity-failed-support = {$reasons}; krav bedømmes der alligevel, men der udledes ingen kapacitet
validity-no-support = ugyldige trin kan ikke bære en afgørelse
validity-less-load-support = i et ugyldigt trin bedømmes kun det, som den manglende belastning ikke kunne ændre

## Hvad der var galt med et trin. Fuldender "trinnet er ugyldigt: …".

validity-generator-cpu = lastgeneratorens arbejdstråd {$worker} brugte eller ventede på mere end {$busy} af en kerne i {$share} af tiden (tilladt {$allowed}); den brugte højst {$cpu} og ventede {$waited} af tiden på en CPU, som andet arbejde brugte
validity-generator-delayed = andet arbejde havde kernen for lastgeneratorens arbejdstråd {$worker} i {$waited} af tiden (tilladt {$allowed})
validity-generator-stopped = lastgeneratoren kørte selv ikke i {$stopped} af {$measured} (tilladt {$allowed}): den var standset, og det, der skulle være sket imens, kom senere på én gang
validity-generator-not-sent = lastgeneratoren begyndte ikke {$not_sent} af {$intended} ankomster i tide, selv om der var ledige brugere ({$share}, tilladt {$allowed})
validity-generator-lateness = lastgeneratorens timere var {$late} forsinkede (p99; tilladt {$allowed}) ved en medianservicetid på {$service}, så mere end 10 % af belastningen manglede
validity-generator-turns = svar ventede i lastgeneratoren: i hvert tiende sekund eller oftere tog en omgang af dens løkke {$turn} (tilladt {$allowed}; den længste {$longest}) ved en medianservicetid på {$service}, så mere end 10 % af belastningen manglede
validity-generator-errors = {$failed} af {$requests} kald fejlede i selve lastgeneratoren (tilladt {$allowed})
validity-generator-errors-detail = {$failed} af {$requests} kald fejlede i selve lastgeneratoren (tilladt {$allowed}): {$detail}
validity-requests-not-made = {$failed} af {$requests} kald kunne ikke laves (tilladt {$allowed}): {$detail}
validity-generator-descriptors = { $connections ->
    [one] {$connections} forbindelse var åben
   *[other] {$connections} forbindelser var åbne
} af de {$descriptors} filer, som lastgeneratoren må have åbne
validity-generator-ports = forbindelser og sockets i TIME-WAIT optog {$taken} af lastgeneratorens {$ports} lokale porte
validity-nodes-missing = i {$seconds} af dets sekunder manglede {$nodes} af flådens {$of} noder, så belastningen var ikke den, der var bedt om
validity-cut-short = det sluttede efter kun {$measured} måling
validity-no-requests = intet kald sluttede i dets målevindue
validity-backlog-before = det begyndte med det, som trin {$before} havde efterladt ubesvaret, og indhentede det: dets tal er ikke dem for dets egen belastning
validity-mostly-failed = {$share} af dets kald fejlede
validity-nothing-succeeded = alle dets kald fejlede
validity-hung = fra {$from} efter kørslens start sluttede intet kald mere, i {$lasted}, mens {$users} brugere ventede
validity-failed-to-the-end = fra {$from} efter kørslens start til slutningen af dets målevindue, i {$lasted}, fejlede hvert kald, alle {$failed}
validity-step-problem = Trin {$step}: {$problem}.

## Det samme i få ord.

validity-short-cpu = lastgeneratorens kerner var optaget
validity-short-delayed = andet arbejde havde lastgeneratorens kerner
validity-short-stopped = lastgeneratoren var standset
validity-short-not-sent = lastgeneratoren begyndte ikke ankomster i tide
validity-short-lateness = lastgeneratorens timere var forsinkede
validity-short-turns = svar ventede i lastgeneratoren
validity-short-errors = kald fejlede i selve lastgeneratoren
validity-short-not-made = kald kunne ikke laves
validity-short-descriptors = lastgeneratoren havde ikke flere fildeskriptorer
validity-short-ports = lastgeneratoren havde ikke flere lokale porte
validity-short-nodes = der manglede noder i flåden
validity-short-cut = det sluttede for tidligt
validity-short-no-requests = intet kald sluttede
validity-short-all-failed = alle kald fejlede
validity-short-backlog-before = indhentede et efterslæb
validity-reason-backlog-before = et efterslæb blev indhentet
validity-short-mostly-failed = de fleste kald fejlede
validity-short-hung = intet kald sluttede mere, selv om brugere ventede
validity-short-failed-to-the-end = fra et øjeblik af fejlede hvert kald

## I en tabelcelle.

validity-cell-valid = gyldigt
validity-cell-imported = importeret
validity-cell-generator = UGYLDIGT: lastgenerator
validity-cell-nodes = UGYLDIGT: noder manglede
validity-cell-cut = UGYLDIGT: for kort
validity-cell-all-failed = UGYLDIGT: alt fejlede
validity-cell-backlog-before = UGYLDIGT: efterslæb fra trinnet før
validity-cell-mostly-failed = UGYLDIGT: det meste fejlede
validity-cell-hung = UGYLDIGT: hang
validity-cell-failed-to-the-end = UGYLDIGT: fejlede til slutningen
validity-cell-not-made = UGYLDIGT: kald ikke lavet
validity-cell-no-requests = UGYLDIGT: intet sluttede
validity-little-ok = {$share} ok
validity-little-in-flight = {$share} + undervejs
validity-little-off = {$share} afviger

## Hvad der kan gøres ved det.

validity-remedy-cpu = Giv lastgeneratoren flere kerner eller flere noder, og intet andet på dem; udelad det fra planen, der koster den mest (kontrol af hele svar, nye forbindelser for hvert kald).
validity-remedy-delayed = Giv lastgeneratoren sine egne kerner: ikke serverens, og intet andet arbejde på dem.
validity-remedy-stopped = Kør igen på en maskine, der ikke sættes i dvale, og stands ikke processen (Ctrl-Z, en debugger, en frosset container).
validity-remedy-not-sent = Kør denne rate igen med flere kerner eller flere noder til lastgeneratoren, og ændr ikke raten i hånden midt i et trin.
validity-remedy-lateness = Gentag trinnet uden andet på lastgeneratorens maskine eller med flere kerner til den; en takt i planen, der sender ankomster samlet, gør den i sig selv forsinket.
validity-remedy-turns = Brug flere arbejdstråde (kerner) eller noder, så hver har færre forbindelser; store svar og dyre kontroller gør omgangene lange.
validity-remedy-errors = Ret det, fejlene siger: hæv grænsen for åbne filer, genbrug forbindelser, eller ret planens navne og adresser.
validity-remedy-names = Ret planens værtsnavne, eller sørg for, at lastgeneratorens maskine kan slå dem op.
validity-remedy-resources = Hæv grænsen for åbne filer eller lokale porte på lastgeneratorens maskine, eller genbrug forbindelser.
validity-remedy-plan = Ret planen: de kald, som fejlene nævner, kunne ikke laves.
validity-remedy-descriptors = Hæv grænsen for åbne filer (ulimit -n), brug færre brugere eller flere noder.
validity-remedy-ports = Genbrug forbindelser, udvid net.ipv4.ip_local_port_range, eller brug flere noder eller flere af serverens adresser.
validity-remedy-nodes = Find ud af, hvorfor noden gik tabt (se noterne), og kør igen; `on_lost_node: repeat-step` gentager selv et sådant trin.
validity-remedy-again = Kør den igen til ende.
validity-remedy-backlog-before = Lad der gå tid efter en belastning, som systemet ikke bærer, til efterslæbet er besvaret, før den næste måles.
validity-remedy-no-requests = Kontrollér, at planen sender kald, og mål længere, end ét af dem tager.
validity-remedy-failures = Ret fejlene først; mål derefter igen.

## Var lastgeneratoren grænsen?

validity-limit-yes = JA
validity-limit-late = forsinket
validity-limit-no = nej
validity-limit-not-asked = fejlede
validity-generator-no = Nej, ikke i noget trin.
validity-generator-not-seen = Intet viser det. Af tilstanden af {$name} kendes kun dens CPU-tid: om den var forsinket, vides ikke.
validity-generator-unknown = Vides ikke. Kørslen er importeret, og det importerede siger intet om lastgeneratoren: dens CPU, hvor forsinkede dens timere var, hvad den havde tilbage. Se, hvad der blev overvåget på dens maskine dengang; eller gentag den højeste belastning med endnu en lastgenerator: er throughput den samme, var den ikke begrænsningen.
validity-generator-of-logs = Vides ikke. Det importerede er skrevet af servere: det siger intet om, hvem der sendte kaldene.
validity-generator-of-table = Vides ikke. Der blev importeret en tabel: den siger intet om lastgeneratoren.
validity-generator-late = Nej; men i {$late} var den forsinket: dens tal har derfor en usikkerhed{ $verdicts ->
    [0] .
   *[other] , som afgørelserne tager med.
}
validity-generator-not-asked-at-all = Ikke bedømt: i hvert trin fejlede kald, eller ingen sluttede; hvad den gjorde dér, siger intet om den.
validity-generator-not-asked = Ikke bedømt i {$failed}: dér fejlede kald, eller ingen sluttede; hvad den gjorde dér, siger intet om den.
validity-generator-yes = Ja, i {$limited}: ugyldigt; dér bedømmes kun det, som den manglende belastning ikke kunne ændre.
validity-generator-yes-and-late = Ja, i {$limited}: ugyldigt; dér bedømmes kun det, som den manglende belastning ikke kunne ændre. I {$late} var den forsinket: tallene har derfor en usikkerhed{ $verdicts ->
    [0] .
   *[other] , som afgørelserne tager med.
}
validity-generator-times-note = CPU og ventetid er den travleste arbejdstråds, i procent af én kerne; ventetid er tid, hvor den var klar til at køre, men ventede på en CPU. Forsinket: hvor meget senere end planlagt starter, ankomster, tænketider og generatorens egen takt kom. Omgang: hver arbejdstråds længste omgang af sin løkke i et sekund; et svar, der kom imens, blev først set, da den sluttede. »forsinket«: ventetid i mere end 5 % af tiden, eller forsinkelse (p99) eller omgange (p90) over en tiendedel af medianservicetiden og 1 ms. Over 10 %, eller over det halve og 2 ms, er trinnet ugyldigt, hvis der derfor manglede mere end 10 % af belastningen i en lukket model. Derunder kan tider være kortere med forsinkelsen, og krav bedømmes med den.
validity-generator-resources-note = Forbindelser: åbne ved slutningen af et sekund, højst. Porte: egne forbindelser og sockets i TIME-WAIT af de lokale porte, der er til én adresse. Sockets: hele maskinens, også en server på den. Egne fejl: kald, der fejlede i selve lastgeneratoren; de tæller ikke med i nogen fejlandel, noget percentilkrav eller nogen afgørelse, og flere end 0,1 % af dem gør et trin ugyldigt.
