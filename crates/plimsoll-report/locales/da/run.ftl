### Kørslen: navn, forsøgsplan, afslutning og fejl.

run-variant = variant {$name}
run-repeat = gentagelse {$n}
run-unnamed = uden navn

run-design-single = planens egen belastning, ét trin
run-design-fixed = givne belastninger i den givne rækkefølge
run-design-capacity = søgning efter den højeste rate, der opfylder kravene, med en nøjagtighed på {$precision}
run-design-climb = stigning: belastningen hæves, indtil et trin ikke længere giver {$goal} af den belastning, det lægger til i forhold til det hidtil bedste trin

## Hvordan den sluttede.

run-has-no-end = har ingen afslutning: den blev afbrudt eller er stadig i gang; det, der er her, er registreret indtil nu
run-ended = efter {$after}: {$reason}
run-search-converged = en rate, der holder, blev bekræftet tæt under en, der ikke gør
run-search-exhausted = den højeste rate, der skulle prøves, holder
run-completed = alt, hvad der blev bedt om, er udført
run-converged = mere belastning nåede ikke længere sit mål
run-load-exhausted = der var ikke mere belastning at lægge på
run-inconclusive = sluttede uden svar ({$message})
run-impossible = kunne ikke fortsætte ({$message})
run-interrupted = afbrudt (Ctrl-C eller et signal)
run-stopped-by-plan = stoppet af planen
run-failed = fejlede ({$message})

run-nothing-abandoned = ingen
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
run-error-closed-early = lukket midt i et svar
run-error-response-timeout = timeout på svar
run-error-bad-http = ikke et HTTP-svar
run-error-status = status
run-error-assertion = kontrol fejlede
run-error-redirects = for mange omdirigeringer
run-error-bad-request = kaldet kunne ikke dannes
run-error-generator = lastgeneratoren mangler ressourcer
run-error-bad-message = meddelelsen bryder protokollen
run-error-child = et kald i den fejlede
run-of-generator = lastgenerator
run-of-system = system

## Hvem der lagde belastningen på.

run-by-engine = Plimsolls egen motor; tider i mikrosekunder
run-by-jmeter = JMeter {$version}; tider i hele millisekunder fra dens resultatfil. Dens kald har ingen planlagt start: svartid er servicetid. En arbejdstråd er en kerne med sin del af JMeters CPU-tid; ventetid på en kerne og forsinkede timere kendes ikke.
run-certificates-verified = kontrolleret
run-certificates-not-verified = ikke kontrolleret
run-request = kald
run-group = gruppe
run-completion = fra afsendelse til ankomst
run-note = note
run-warning = advarsel
run-decision = beslutning

run-closed-load = Lukket belastning: hver bruger venter på sit svar, før den går videre. Svartiden løber fra et kalds faktiske start til dets sidste byte; der er ingen planlagt start at måle fra, så en server, der går i stå, holder også de brugere tilbage, som ellers ville være kommet.
run-open-load = Åben belastning: ankomster kommer i deres egen takt, uanset om systemet kan følge med. Svartiden løber fra en ankomsts planlagte start til sidste byte af svaret, så ventetid på en ledig bruger og en sen start er med; servicetiden løber fra den faktiske start. Begge vises; krav bedømmes på svartiden. Andet og senere kald i et gennemløb har ingen egen planlagt start og regnes fra deres start.
run-jmeters-open-load = Åben belastning: ankomster kommer i deres egen takt, hver i en tråd, som JMeter starter til den. Hvornår den skulle begynde, står ikke i JMeters resultater: svartiden løber fra den faktiske start, og en tråd, der begyndte for sent, ser ud, som om den kom i tide. Det kontrolleres, om JMeter startede færre, end der blev bedt om.
run-paced-load = Lukket belastning med takt: en brugers gennemløb har planlagte starter. Svartiden løber fra den planlagte start til sidste byte af svaret, så det ses, når et gennemløb begynder for sent, fordi det forrige tog for lang tid; servicetiden løber fra den faktiske start. Begge vises; krav bedømmes på svartiden.
run-totals = Totaler tæller kald på nettet; en gruppe måles ved siden af dem og lægges aldrig til.

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
run-said-workers = arbejdere, der laver belastning
run-said-seed = frø (seed)
run-said-stamped = stemplet ved aflæsningen
run-said-closed-silent = serveren lukkede forbindelsen uden at svare
run-said-closed-early = serveren lukkede forbindelsen midt i et svar
run-said-closed = serveren lukkede forbindelsen
run-said-at-most = {$now} (højst {$most})
