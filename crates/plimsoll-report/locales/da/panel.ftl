### Hvad serverne gjorde.

panel-servers = Hvad serverne gjorde
panel-same-axis = Alle figurer i dette afsnit har samme tidsakse; skygget er hvert trins målevindue. En linje er afbrudt, hvor intet blev aflæst. Prikkede linjer med numre er værtens hændelser, som er nævnt under dens figurer. Hvor et punkt står for flere aflæsninger, er linjen deres gennemsnit, fladen omkring den går fra den laveste til den højeste, og titlen nævner den højeste.
panel-requests-of-servers = Hvad hver server loggede, pr. trin
panel-requests-note = Fra servernes egne logge: kald, der efter servernes ure og i deres tidsenheder sluttede i målevinduerne; antallet kan afvige fra lastgeneratorens med dem ved vinduernes ender. Tiderne er servernes egne: uden netværk og køer før serveren.
panel-recorded = Alle registrerede serier
panel-recorded-show = Hver serie; først dem, der følger belastningen
panel-recorded-note = Gennemsnit i trinnene med den laveste og den højeste belastning; for totaler væksten pr. sekund.
panel-recorded-course = Forløb
panel-recorded-left-out = { $n ->
    [one] Én serie mere, som følger belastningen mindst, står ikke her, men i kørselsfilen.
   *[other] {$n} serier mere, som følger belastningen mindst, står ikke her, men i kørselsfilen.
}
panel-averaged = Der er for mange målinger til at se på hver enkelt: servernes serier ses her og af fundene som gennemsnit over {$seconds} s, og hvad der var kortere, er udjævnet. Garbage collections vises enkeltvis, og kørselsfilen indeholder hver måling.
panel-recorded-metric = Serie
panel-recorded-unit = Enhed
panel-recorded-lowest = Laveste belastning
panel-recorded-highest = Højeste belastning
panel-recorded-max = Højeste gennemsnit
panel-hosts-by-step = Hver vært pr. trin: gennemsnit (og højeste aflæsning) i målevinduet

panel-cpu = CPU
panel-run-queue = Kørende eller blokerede processer
panel-load-average = Load average
panel-disk-traffic = Disktrafik
panel-disk-busy = Optagne diske
panel-paging = Swapning
panel-host-memory = Hukommelse
panel-host-network = Netværk
panel-host-tcp = Segmenter sendt igen og fulde køer af forbindelser
panel-container-cpu = Containerens CPU
panel-container-memory = Containerens hukommelse
panel-container-network = Containerens netværk
panel-process-cpu = Processens CPU
panel-process-cpu-time = Processens CPU
panel-young-heap = Yngre hukommelse (young generation)
panel-old-heap = Ældre hukommelse (old generation)
panel-heap = Heap
panel-heap-after-collection = Heap efter garbage collection
panel-collections = Antal garbage collections
panel-collection-share = Tid i garbage collection
panel-collection-pauses = Pauser ved garbage collection
panel-non-heap = Hukommelse uden for heap
panel-threads = Tråde
panel-uptime = Oppetid
panel-requests-served = Besvarede kald
panel-request-times = Gennemsnitlig tid pr. kald
panel-connection-pool = Forbindelsespulje
panel-database-threads = Databaseforbindelser
panel-database-queries = Databaseforespørgsler
panel-lag-total = Consumer lag, alle partitioner
panel-lag = Consumer lag pr. partition
panel-backlog = Ventende i tjenestens egne køer
panel-calls = Loggede kald
panel-server-times = Svartid logget af serveren

## Titler: {$panel} er en af de ovenstående, {$instance} en container, proces eller tjeneste.

panel-title = {$panel}: op til {$value}
panel-title-line = {$panel}: {$line} op til {$value}
panel-of = {$panel}, {$instance}

## Linjer i et panel: tilstande fra OpenTelemetry.

panel-line-user = bruger
panel-line-system = system
panel-line-idle = ledig
panel-line-iowait = I/O-ventetid
panel-line-steal = stjålet (steal)
panel-line-nice = nice
panel-line-read = læst
panel-line-write = skrevet
panel-line-receive = modtaget
panel-line-transmit = sendt
panel-line-in = ind
panel-line-out = ud
panel-line-used = brugt
panel-line-free = ledig
panel-line-connected = forbundet
panel-line-cached = cachet
panel-line-buffers = buffere
panel-line-running = kørende
panel-line-blocked = blokeret
panel-line-limit = grænse
panel-line-capacity = kapacitet
panel-line-pending = ventende
panel-line-after-collection = efter garbage collection
panel-line-queries = forespørgsler
panel-line-commits = commits
panel-line-rollbacks = rollbacks
panel-line-process = proces
panel-line-machine = maskine
panel-line-threads = tråde
panel-line-mean = gennemsnit

## Værdier med enhed.

panel-percent-of-core = {$value} % af en kerne
panel-percent-of-time = {$value} % af tiden
panel-mib-per-s = {$value} MiB/s
panel-mib = {$value} MiB
panel-seconds = {$value} s
panel-per-minute = {$value} pr. minut

## Hændelser.

panel-restart = genstart
panel-jvm-start = JVM startet
panel-oom-kill = dræbt af hukommelsesmangel
panel-out-of-memory = heap opbrugt
panel-long-pause = pause på et sekund eller mere
panel-rebalance = partitioner skiftede consumer
panel-clock-jump = spring i uret

## `2 værter, 84 serier og 12.400 kald logget af serverne`

panel-hosts = { $n ->
    [one] {$n} vært
   *[other] {$n} værter
}
panel-series = { $n ->
    [one] {$n} serie
   *[other] {$n} serier
}
panel-logged = {$n} kald logget af serverne
