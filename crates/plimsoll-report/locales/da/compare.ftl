### Kørsler stillet op mod kørsler.

compare-title = Sammenligning
compare-no-regression = INGEN FORRINGELSE
compare-undecided = UAFKLARET
compare-regression = FORRINGELSE
compare-worse = ringere
compare-better = bedre
compare-equivalent = ens
compare-unproven = ikke påvist
compare-not-comparable = kan ikke sammenlignes
compare-throughput = throughput
compare-mean = gennemsnitlig svartid
compare-p95 = p95 af svartiden
compare-errors = fejl
compare-all = alle kald
compare-what = {$metric} for {$requests}, {$load}
compare-points = {$value} procentpoint
compare-bounds = {$low} til {$high}
compare-with-servers = {$value} ({$servers})
compare-down-to-servers = {$value} (ned til {$servers})
compare-heading = {$after} mod {$before}
compare-nothing = Intet blev sammenlignet: kørslerne har ingen belastning til fælles.
compare-counts = {$worse} tal er ringere, {$better} bedre, {$equivalent} ens inden for {$margin}, {$unproven} ikke påvist, {$excluded} kan ikke sammenlignes.
compare-unit-runs = Enheden er kørslen: {$before} før, {$after} efter. Intervaller er 95 % og gælder forholdet mellem kørslernes gennemsnit.
compare-unit-pairs = Enheden er parret af kørsler, der er lavet lige efter hinanden: {$n} par. Intervaller er 95 %.
compare-unit-seconds = En kørsel på hver side: intervaller er 95 % og kommer af, hvordan sekunderne varierer inden for en kørsel.
compare-single-runs = Variationen fra kørsel til kørsel er ukendt, hvor der kun er én kørsel. Det, der skiller to kørsler af samme system, ligner en effekt her; tre eller flere kørsler på hver side, på skift, ville vise det.
compare-is-worse = {$what}: ringere, {$before} → {$after}, {$change} (KI {$bounds}).
compare-is-better = {$what}: bedre, {$before} → {$after}, {$change} (KI {$bounds}).
compare-too-uncertain = {$what}: vi kan ikke skelne {$b} fra {$a}: forskel {$change}, KI {$bounds}.
compare-about-the-margin = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Der er en forskel, men den kan være mindre end margenen.
compare-one-of-many = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Alene ville det være en forskel; blandt så mange sammenligninger er nogle tilfældige.
compare-more-failures = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Siden med de bedre tider har langt flere fejl, og deres tider er med i dem: om de kald, der lykkes, siger det intet.
compare-other-mix = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Siderne har forskellige blandinger af kald, og en transaktions throughput følger blandingen.
compare-between-runs = {$what}: {$before} → {$after}, {$change} (KI {$bounds}). Det kan være mindre end margenen, og hvor meget enkelte kørsler af et system afviger, viser intet her: tre eller flere kørsler på hver side ville vise det.
compare-no-interval = {$what}: {$before} → {$after}, {$change}, uden interval: der er for få sekunder, kald eller kørsler til et, eller kun gennemsnit af dem.
compare-smallest = Med så mange kørsler, der varierer så meget, ville en ændring på {$percent} blive set i fire ud af fem tilfælde.
compare-p-min = Alene efter rang er intet p under {$p} muligt med så få kørsler.
compare-windows-differ = Kan ikke sammenlignes ved {$load}: målevinduerne er {$before} og {$after} lange.
compare-load-missing-after = Kan ikke sammenlignes ved {$load}: kun siden før har den belastning.
compare-load-missing-before = Kan ikke sammenlignes ved {$load}: kun siden efter har den belastning.
compare-invalid-steps = Kan ikke sammenlignes: i {$run} er målingen ikke gyldig i {$steps}; se kørslens rapport.
compare-times-lower-bounds = Tider sammenlignes ikke: i {$steps} i {$run} var mange kald stadig undervejs, da målevinduet sluttede, så tiderne er nedre grænser.
compare-lateness-added = I {$steps} i {$run} var lastgeneratoren forsinket, for tider med op til {$time}: intervallerne for tider og throughput rummer også det.
compare-lateness-added-runs = I {$n} kørsler var lastgeneratoren forsinket, tider med op til {$time}: det er med i intervallerne for tider og throughput.
compare-servers-lost = En server gik tabt i {$run}: {$steps} havde {$servers}. Det er et andet system, ikke kun en anden belastning.
compare-nodes-absent = I {$run} blev belastningen lavet af {$nodes} af flådens {$of} noder: {$steps}.
compare-incomplete = {$run} sluttede ikke af sig selv.
compare-environment-differs = Lastgeneratorernes maskiner er forskellige: {$names}.
compare-failures-differ = {$before} af kaldene fejlede før og {$after} efter: svartider for alle kald indeholder de fejlede, som ofte er hurtige, så de sammenligner forskelligt arbejde.
compare-mixes-differ = {$share} af kaldene hører til andre transaktioner på den ene side end på den anden: tal for alle kald sammenligner forskelligt arbejde, og en transaktions throughput følger blandingen. Sammenlign svartiderne for hver transaktion.
compare-plan-differs = Planerne er forskellige.
compare-generator-differs = Belastningen kom fra et andet program eller en anden version af det.
compare-order-confounded = Alle kørsler på den ene side er lavet før alle på den anden: hvad der ændrer sig med tiden, ligner en effekt. Kørsler på skift ville skille dem ad.
compare-drift = {$metric} med {$load} ændrer sig med kørslernes rækkefølge, uanset side: {$change} pr. kørsel (Mann–Kendall, p {$p}).
compare-job-failed = {$job} i {$run} har ingen varighed at sammenligne: jobbet {$verdict}.
compare-job-running = sluttede aldrig
compare-job-done = har ingen slutning
compare-job-did-fail = fejlede
compare-job-timed-out = løb tør for tid
compare-job-interrupted = blev afbrudt
compare-job-missing-after = {$job} kørte kun før.
compare-job-missing-before = {$job} kørte kun efter.
compare-setting-variant = variant
compare-setting-property = egenskab
compare-setting-configuration = konfiguration
compare-setting-about = systemet under test
compare-setting-plan = plan
compare-setting-generator = lastgenerator
compare-setting-environment = dens maskine
compare-setting-requirements = krav
compare-configuration = Hvad der var sat anderledes op
compare-configuration-same = Intet af den registrerede konfiguration er forskelligt.
compare-caveats = Hvad der ikke kan sammenlignes eller er usikkert
compare-rows = Tal
compare-jobs = Jobs
compare-job = Job
compare-before = Før
compare-after = Efter
compare-delta = Forskel
compare-change = Ændring
compare-interval = 95 % KI
compare-load = Belastning
compare-requests = Kald
compare-metric = Tal
compare-judgement = Vurdering
compare-setting = Indstilling
compare-name = Navn
compare-job-warm-up = {$job} (opvarmning)
compare-job-after-restart = {$job} (efter en genstart)
compare-jobs-failed = Af jobbene i {$b} fejlede {$failed_b} af {$of_b} mod {$failed_a} af {$of_a} i {$a}.
compare-jobs-unproven = Vi kan ikke skelne {$b} fra {$a} på de {$n} jobs, der endte godt i begge: forskel {$difference}, KI {$bounds}.
compare-jobs-outlier = Det skyldes alene {$job} ({$own}): uden dette job er forskellen {$difference}, KI {$bounds}. Se på, hvad der skete i det.
compare-jobs-worse = De {$n} jobs i {$b} tager længere tid end i {$a}: forskel {$difference}, KI {$bounds}.
compare-jobs-better = De {$n} jobs i {$b} tager kortere tid end i {$a}: forskel {$difference}, KI {$bounds}.
compare-jobs-equivalent = De {$n} jobs i {$b} og {$a} tager lige lang tid inden for margenen: forskel {$difference}, KI {$bounds}.
compare-jobs-warm-up = Det første job er udeladt som opvarmning; med det er forskellen {$difference}, KI {$bounds}.
compare-jobs-after-restart = { $n ->
    [one] Ét job er udeladt: kun på den ene side var en server genstartet før det.
   *[other] {$n} job er udeladt: kun på den ene side var en server genstartet før dem.
}
compare-jobs-single = Enheden er jobbet, for der er én kørsel på hver side: hvordan kørsler varierer, vides ikke.
compare-job-trend = {$run} bliver langsommere eller hurtigere job for job: {$seconds} ({$change}) pr. job over {$n} jobs, uden det første (Mann–Kendall, p {$p}).
compare-history-title = Historik
compare-history-summary = { $changes ->
    [0] {$runs} kørsler, {$figures} tal: intet niveauskift.
    [one] {$runs} kørsler, {$figures} tal: ét niveauskift.
   *[other] {$runs} kørsler, {$figures} tal: {$changes} niveauskift.
}
compare-history-change = {$what}: {$effect} fra og med {$run}, {$before} → {$after}, {$percent}, i {$n} kørsler (p {$p}).
compare-history-few = Færre end seks kørsler har ingen niveauer at sammenligne.
compare-history-note = Skift er fundet med E-Divisive og en t-test (p under 0,001).
compare-history-run = Første kørsel på det nye niveau
compare-series-summary = { $changes ->
    [0] {$points} værdier, {$series} serier: intet niveauskift.
    [one] {$points} værdier, {$series} serier: ét niveauskift.
   *[other] {$points} værdier, {$series} serier: {$changes} niveauskift.
}
compare-series-change = {$name}: {$effect} fra og med {$point}, {$before} → {$after} ({$percent}), i {$n} værdier (p {$p})
compare-series-changed = et andet niveau
compare-series-within = et andet niveau, inden for margenen
compare-series-few = {$name}: {$n} værdier; færre end seks har ingen niveauer at sammenligne.
compare-series-sense = For {$names} er det ikke sagt, hvilken vej der er god, så et skift er hverken bedre eller ringere og får intet til at fejle: --better NAVN=higher eller NAVN=lower siger det.
compare-series-name = Serie
compare-series-point = Første værdi på det nye niveau
