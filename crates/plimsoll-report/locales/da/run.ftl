### Kørslen: navn, forsøgsplan, afslutning og fejl.

run-variant = variant {$name}
run-repeat = gentagelse {$n}
run-unnamed = uden navn

run-design-single = planens egen belastning, ét trin
run-design-imported-no-loads = en tabel uden belastninger
run-design-imported-single = én belastning, som den blev importeret
run-design-imported-fixed = de importerede belastninger i deres rækkefølge
run-design-fixed = givne belastninger i den givne rækkefølge
run-design-capacity = søgning efter den højeste rate, der opfylder kravene, med en nøjagtighed på {$precision}
run-design-climb = stigning: belastningen hæves, indtil et trin ikke længere giver {$goal} af den belastning, det lægger til i forhold til det hidtil bedste trin
run-design-ramp = en rampe mellem {$from} og {$to} brugere, der ikke stod stille på noget niveau; trinnene er stykker af den

## Hvordan den sluttede.

run-has-no-end = har ingen afslutning: den blev afbrudt eller er stadig i gang; det, der er her, er registreret indtil nu
run-ended = efter {$after}: {$reason}
run-imported-end = det importerede slutter efter {$after}; hvorfor, vides ikke
run-imported-end-unknown = ukendt: tabellen angiver ingen tider
run-search-converged = en rate, der opfylder kravene, blev bekræftet; den laveste, der ikke gør det, ligger {$above} over den{ $between ->
    [0] {""}
   *[other] , og rater imellem dem kunne ikke afgøres
}
run-search-exhausted = den højeste rate, der skulle prøves, opfylder kravene
run-completed = alt, hvad der blev bedt om, er udført
run-converged = mere belastning nåede ikke længere sit mål
run-load-exhausted = der var ikke mere belastning at lægge på
run-inconclusive = sluttede uden svar ({$message})
run-impossible = kunne ikke fortsætte ({$message})
run-interrupted = afbrudt (Ctrl-C eller et signal)
run-stopped-by-plan = stoppet af planen
run-failed = fejlede ({$message})

run-nothing-abandoned = ingen
run-whole = Hele kørslen
run-whole-all = Alle kald
run-whole-lead = Med ramper, pauser og alt andet uden for de målte vinduer, til at stille op mod det, som andre værktøjer skriver ved testens slutning. Kald pr. sekund tæller også de fejlede, fra det første sekund, hvor et kald sluttede, til det sidste.
run-imported-figures = De importerede tal
run-outside-none = ingen: hvert registreret kald hører til et trin
run-outside = { $requests } af { $of } kald{ $errors ->
    [0] {""}
   *[other] , {$errors} af {$of_errors} fejl
}, som ikke indgår i noget trins tal: mens belastningen steg eller faldt, mellem trin, før det første eller efter det sidste
run-abandoned = { $n ->
    [one] {$n} kald undervejs; indgår ikke i noget tal
   *[other] {$n} kald undervejs; indgår ikke i noget tal
}

## Fejl.

run-error-name-resolution = navnet har ingen adresse
run-error-connect-refused = forbindelsen blev afvist
run-error-connect-timeout = timeout ved opkobling
run-error-connect-failed = opkobling mislykkedes
run-error-tls = TLS
run-error-reset = forbindelsen blev nulstillet
run-error-closed-early = lukket, før svaret var helt
run-error-response-timeout = timeout på svar
run-error-bad-http = ikke et HTTP-svar
run-error-status = status
run-error-not-said = arten kendes ikke
run-error-assertion = kontrol fejlede
run-error-redirects = for mange omdirigeringer
run-error-bad-request = kaldet kunne ikke dannes
run-error-generator = lastgeneratoren mangler ressourcer
run-error-bad-message = meddelelsen bryder protokollen
run-error-answer-limit = svaret kræver for meget at undersøge
run-error-other-host = omdirigeret til en vært, som planen ikke nævner
run-error-child = et kald i den fejlede
run-of-generator = lastgenerator
run-of-system = system

## Hvem der lagde belastningen på.

run-by-engine = Plimsolls egen motor; tider i mikrosekunder
run-by-jmeter = JMeter {$version}; tider i hele millisekunder fra dens resultatfil. Dens kald har ingen planlagt start: svartid er servicetid. En arbejdstråd er en kerne med sin del af JMeters CPU-tid; ventetid på en kerne og forsinkede timere kendes ikke.
run-by-tool = {$name}; tider, som den skriver dem. Hvornår dens kald skulle begynde, står ikke i dens resultater: svartid er servicetid. En arbejdstråd er en kerne med sin del af CPU-tiden for {$name}; ventetid på en kerne og forsinkede timere kendes ikke.
run-by-tool-summed-up = {$name}; den skriver kun en opsummering til sidst. Hvert trin er ét interval med den rate, de fejl og de percentiler, den skrev: der er intet forløb inden for et trin, og mellem to percentiler bruges den højeste. Hvornår dens kald skulle begynde, vides ikke: svartid er servicetid.
run-imported-load = resultater fra {$tools}, importeret
run-imported-logs = servernes egne logge, importeret: hvert kald, som dets server så det, uden vejen gennem netværket
run-imported-table = en tabel, importeret: tal, som andre har beregnet
run-imported-table-of = en tabel fra {$tools}, importeret: tal, som andre har beregnet
run-imported-ms = {$by}; tider i hele millisekunder
run-imported-us = {$by}; tider i mikrosekunder
run-imported-health = {$by}. Intet vides om lastgeneratorens tilstand: om den var begrænsningen, og hvor forsinket den var.
run-certificates-not-known = ukendt
run-not-known = ukendt
run-certificates-verified = kontrolleret
run-certificates-verified-where = kontrolleret, hvor et kald gik over TLS
run-certificates-not-verified = ikke kontrolleret
run-certificates-none = ingen: ingen kald gik over TLS
run-request = kald
run-group = gruppe
run-completion = fra afsendelse til ankomst
run-note = note
run-warning = advarsel
run-decision = beslutning

run-closed-load = Lukket belastning: hver bruger venter på sit svar, før den går videre. Svartiden løber fra et kalds faktiske start til dets sidste byte; der er ingen planlagt start at måle fra, så en server, der går i stå, holder også de brugere tilbage, som ellers ville være kommet.
run-imported-times = Importerede resultater: svartiden løber fra det tidspunkt, hvor lastgeneratoren siger, at et kald begyndte, til det, hvor den siger, at det sluttede. Om kald skulle være begyndt før, står ikke i resultaterne; en server, der går i stå, kan altså også have holdt kald tilbage, som skulle være begyndt.
run-imported-log-times = Importerede serverlogge: svartiden er den, serverne loggede. Ventetid, før en server tog imod et kald, og vejen gennem netværket er ikke med.
run-imported-log-no-times = Importerede serverlogge uden svartider: det vides kun, hvornår kald sluttede, og hvordan.
run-imported-table-times = Importeret tabel. Enkelte kald og sekunder kendes ikke, så der er ingen intervaller ud over dem for andele og for det, der er tilpasset dens rækker, og ingen percentiler ud over tabellens. Antal kald og fejl er beregnet af dens throughput, længder og procenter og er ikke mere præcise end disse.
run-open-load = Åben belastning: ankomster kommer i deres egen takt, uanset om systemet kan følge med. Svartiden løber fra en ankomsts planlagte start til sidste byte af svaret, så ventetid på en ledig bruger og en sen start er med; servicetiden løber fra den faktiske start. Begge vises; krav bedømmes på svartiden. Andet og senere kald i et gennemløb har ingen egen planlagt start og regnes fra deres start.
run-jmeters-open-load = Åben belastning: ankomster kommer i deres egen takt, hver i en tråd, som JMeter starter til den. Hvornår den skulle begynde, står ikke i JMeters resultater: svartiden løber fra den faktiske start, og en tråd, der begyndte for sent, ser ud, som om den kom i tide. Det kontrolleres, om JMeter startede færre, end der blev bedt om.
run-tools-open-load = Åben belastning: lastgeneratoren starter kald i deres egen takt. Hvornår de skulle begynde, står ikke i dens resultater: svartiden løber fra den faktiske start, og et kald, der begyndte for sent, ser ud, som om det var i tide.
run-paced-load = Lukket belastning med takt: en brugers gennemløb har planlagte starter. Svartiden løber fra den planlagte start til sidste byte af svaret, så det ses, når et gennemløb begynder for sent, fordi det forrige tog for lang tid; servicetiden løber fra den faktiske start. Begge vises; krav bedømmes på svartiden.
run-totals = I alt tæller kald; en gruppe måles sammen med dem og lægges aldrig til, heller ikke dele af en side, som dens række indeholder.
run-errors-of-known-steps = Af de trin, som tabellen angiver fejl for.

## Hvad en kørselsfil har på engelsk.

run-said-host = vært
run-said-cpu = processor
run-said-cores = kerner
run-said-cores-online = kerner i brug
run-said-cpu-governor = processorens styring
run-said-cpu-limit = CPU-grænse
run-said-memory = hukommelse
run-said-memory-limit = hukommelsesgrænse
run-said-kernel = kerne (kernel)
run-said-system = system
run-said-container = container
run-said-open-files = åbne filer
run-said-local-ports = lokale porte
run-said-backlog = grænse for ventende forbindelser (listen backlog)
run-said-load-average = belastning ved start (load average)
run-said-cpu-before = CPU brugt før belastningen
run-said-workers = arbejdstråde, der laver belastning
run-said-seed = startværdi (seed)
run-said-variant = variant
run-said-file = fil
run-said-text = tekst
run-said-requirements = krav
run-said-imported = importeret
run-said-stamped = stemplet ved aflæsningen
run-said-closed-silent = serveren lukkede forbindelsen uden at svare
run-said-closed-early = serveren lukkede forbindelsen midt i et svar
run-said-closed = serveren lukkede forbindelsen
run-said-at-most = {$now} (højst {$most})
run-error-excerpt = »{$text}«
run-exchanges-note = Nogle fejl af hver art og de langsomste svar, som de gik over forbindelsen (">" sendt, "<" modtaget, "!" hvorfor det fejlede); hemmeligheder er skjult og lange indhold afkortet. »plimsoll examples RUN« viser alt, hvad kørselsfilen rummer.
run-exchanges-left-out = Ikke gemt af pladsmangel: {$n}. Kørselsfilen har {$megabytes} MB til eksempler; et studie ændrer det (`examples`, `megabytes`).
run-exchanges-failed = {$of}: {$error}
run-exchanges-slow = {$of}: de langsomste
run-exchange = {$time}, {$step}, bruger {$user}, gennemløb {$iteration}: {$took}
run-exchange-of-node = {$time}, {$step}, node {$node}, bruger {$user}, gennemløb {$iteration}: {$took}
