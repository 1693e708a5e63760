### Afgørelser og deres eftervisning.

verdict-pass = OPFYLDT
verdict-fail = IKKE OPFYLDT
verdict-inconclusive = UAFKLARET
verdict-needed = {$n} kald i {$step} i stedet for {$had} ville afgøre det, hvis andelen forbliver den samme: med den rate cirka {$time}
verdict-open-without-interval = throughput uden interval afgør det kun, hvor det er det dobbelte af grænsen eller det halve: trin på 10 s eller mere, eller resultater for hvert kald, ville vise, hvor meget det varierer
verdict-open-by-lateness = lastgeneratoren var op til {$late} forsinket, og uden det kunne det være anderledes
verdict-open-by-requests-under-way = kald, der var undervejs, da vinduet sluttede, kunne ændre det
## Hvad der blev målt, før statistikken.

verdict-measure-mean = gennemsnittet
verdict-measure-max = den længste tid
verdict-measure-errors = andelen af fejl
verdict-measure-throughput = throughput
verdict-measure-of = {$measure} for {$name}
verdict-measure-failed-slowest = {$measure} (fejlede kald regnet som de langsomste)
verdict-measure-unanswered-slowest = {$measure} (kald uden svar regnet som de langsomste)
verdict-measure-both-slowest = {$measure} (fejlede kald og kald uden svar regnet som de langsomste)
verdict-limit = grænse {$limit}
verdict-limit-least = mindst {$limit}
verdict-was = {$measure} var {$value} ({$limit})
verdict-was-at = {$measure} var {$value} ved {$rate} ({$limit})
verdict-rate-behind = {$rate}, hvor ankomster på {$asked} var ønsket
verdict-was-step = {$measure} var {$value} ved {$rate} i trin {$step} ({$limit})
verdict-was-together = {$measure} var {$value} i {$steps} under ét ({$limit})
verdict-was-unanswered = {$measure} ligger blandt de {$share} af kaldene, der var uden svar, da vinduet sluttede, og tog længere end grænsen ({$limit})
verdict-was-nothing-answered = {$measure}: { $n ->
    [one] det eneste kald
   *[other] ingen af de {$n} kald
} i trin {$step} blev { $n ->
    [one] ikke besvaret
   *[other] besvaret
} i målevinduet ({$limit})
verdict-value-among-failed = blandt de fejlede kald
verdict-with-failures = {$sentence}; { $kinds ->
    [one] fejl: {$error}
    [tied] fejl, blandt andet: {$error}
   *[several] fejl, mest: {$error}
}
verdict-was-failed = {$measure} ligger blandt de {$share} af kaldene, der fejlede; de regnes for over enhver grænse ({$limit})
verdict-judged = {$sentence}: {$judgement}
verdict-expected = Forventet {$expected}: {$figures} ved {$rate} i trin {$step}, { $judged ->
    [met] opfyldt
    [failed] ikke opfyldt
   *[open] ikke afgjort
}; {$limit}.
verdict-expected-limit = grænsen er {$rate}, {$factor} gange den forventede brug
verdict-expected-at-least = det højeste målte er {$rate}, {$factor} gange den forventede brug
verdict-expected-about = det højeste målte, {$rate}, er omtrent lige så meget
verdict-expected-met = kravene til tider og fejl er opfyldt op til {$met}, {$factor} gange den forventede brug, og ikke alle ved det højeste throughput, {$rate}
verdict-expected-fails = ikke alle krav til tider og fejl er opfyldt ved det højeste throughput, {$rate}
verdict-expected-no-limit = ingen grænse kendes
verdict-expected-not-judged = Forventet {$expected}: {$limit}; der var intet krav til tider eller fejl.
verdict-expected-not-reached = Forventet {$expected}: intet gyldigt trin bar det; {$limit}.

## Overskriften.

verdict-nothing-measured = Der blev ikke målt noget
verdict-valid-without-requirements = Målingen er gyldig; der er ikke stillet krav
verdict-imported-without-requirements = Importeret; der er ikke stillet krav, og intet vides om lastgeneratoren
verdict-imported-table = En importeret tabel; der er ikke stillet krav
verdict-imported-no-steps = Importeret, uden en belastning med dens throughput: ingen kapacitet kan vises; det, der følger af tallene, står under Fund
verdict-requests-failed = {$share} af kaldene fejlede ({$failed} af {$all}, { $kinds ->
    [one] {$error}
    [tied] blandt andet {$error}
   *[several] oftest {$error}
}), og intet krav siger, hvor mange der må fejle
verdict-requests-failed-in-table = Efter tabellen fejlede {$share} af kaldene i {$step}, og intet krav siger, hvor mange der må fejle
verdict-requests-failed-from = Fra {$step} fejlede {$share} af kaldene ({$failed} af {$all}, { $kinds ->
    [one] {$error}
    [tied] blandt andet {$error}
   *[several] oftest {$error}
}); før det { $before ->
    [none] ingen
   *[few] under 1 %
}, og intet krav siger, hvor mange der må fejle
verdict-hung = Systemet hang: fra {$from} efter kørslens start sluttede intet kald i trin {$step} mere, mens {$users} brugere ventede
verdict-failed-to-the-end = Fra {$from} efter kørslens start til slutningen af målevinduet i trin {$step} fejlede hvert kald, alle {$failed}, { $kinds ->
    [one] {$error}
    [tied] blandt andet {$error}
   *[several] oftest {$error}
}
verdict-all-failed = { $n ->
    [one] Det eneste kald fejlede: {$error}
   *[other] Alle {$n} kald fejlede{ $kinds ->
        [several] , oftest med
        [tied] , blandt andet med
       *[one] :
    } {$error}
}
verdict-all-failed-steps = Hvert kald i {$steps} fejlede{ $kinds ->
    [several] , oftest med
    [tied] , blandt andet med
   *[one] :
} {$error}
verdict-with-cause = {$verdict}. {$cause}
verdict-with-figure = {$verdict}: {$figure}
verdict-rate-holds = {$rate} opfylder alle krav
verdict-rate-holds-at-least = Mindst {$rate} opfylder alle krav
verdict-holds-one = Kravet er opfyldt
verdict-holds-all = { $all ->
    [2] Begge krav er opfyldt
   *[other] Alle {$all} krav er opfyldt
}
verdict-but-critical = {$verdict}, men der er { $n ->
    [one] {$n} kritisk fund
   *[other] {$n} kritiske fund
}
verdict-critical-count = { $n ->
    [one] {$n} kritisk fund
   *[other] {$n} kritiske fund
}
verdict-critical = { $n ->
    [one] {$n} kritisk fund om systemet:
   *[other] {$n} kritiske fund om systemet:
}
verdict-fails-at-every-rate = Kravene er ikke opfyldt ved nogen af de afprøvede rater
verdict-fails-one = Kravet er ikke opfyldt
verdict-fails-some = {$failed} af {$all} krav er ikke opfyldt
verdict-unusable = Ufuldstændig eller ugyldig: læs hvorfor, før tallene bruges
verdict-search-without-answer = Søgningen endte uden svar
verdict-none-failed-but-invalid = Ingen krav er brudt, men kørslen er ufuldstændig eller ugyldig
verdict-undecided-one = Kravet kunne ikke afgøres
verdict-undecided-some = {$open} af {$all} krav kunne ikke afgøres

## Hvad afgørelsen hviler på.

verdict-judged-every-step = bedømt over alle trin
verdict-judged-every-load = bedømt over alle belastninger, hver med sine gyldige trin under ét
verdict-judged-load-line = bedømt ved {$steps} under ét, lastelinjen
verdict-judged-best = bedømt ved trin {$step}, lastelinjen
verdict-judged-rate = bedømt ved {$rate}, {$steps}
verdict-judged-rate-together = bedømt ved {$rate}, {$steps} under ét
verdict-judged-nowhere = der er intet gyldigt trin at bedømme det ved
verdict-unreadable = kan ikke bedømmes ({$error})

## Eftervisning. Delene forbindes med semikolon.

verdict-unreadable-proof = Kravet kan ikke bedømmes: {$error}.
verdict-in-steps = {$judgement} i {$steps}
verdict-together = {$judgement} for {$steps} under ét: {$evidence}
verdict-each-alone = hver for sig: {$judged}
verdict-at-rate = ved den ønskede rate {$rate}: {$evidence}
verdict-at-step = trin {$step}: {$evidence}
verdict-nearest-step = nærmest grænsen trin {$step}: {$evidence}
verdict-worst-step = dårligste trin {$step}: {$evidence}
verdict-no-valid-step = intet trin er målt gyldigt
verdict-nothing-over = intet kald var over grænsen i { $which ->
    [valid] noget gyldigt trin
   *[every] noget trin
}
verdict-nothing-over-longest = intet kald var over grænsen i { $which ->
    [valid] noget gyldigt trin
   *[every] noget trin
}; det længste tog {$longest} (trin {$step})
verdict-nothing-failed = intet kald fejlede i { $which ->
    [valid] noget gyldigt trin
   *[every] noget trin
}

## Belæg fra ét trin.

verdict-unanswered = {""}, heraf {$n} uden svar, da vinduet sluttede
verdict-share = {$over} af {$of} { $what ->
    [failed] fejlede
    [over] over grænsen
    [failed-as-over] fejlede, hvilket tæller som over grænsen
   *[failed-or-over] fejlede eller var over grænsen
}{ $dropped ->
    [0] {""}
    [one] , heraf {$dropped} droppet ankomst
   *[other] , heraf {$dropped} droppede ankomster
}{$waiting} ({$share}; tilladt {$allowed})
verdict-max = længste {$longest}; {$over} af {$of} { $what ->
    [failed] fejlede
    [over] over
    [failed-as-over] fejlede, hvilket tæller som over
   *[failed-or-over] fejlede eller var over
} {$limit}{ $dropped ->
    [0] {""}
    [one] , heraf {$dropped} droppet ankomst
   *[other] , heraf {$dropped} droppede ankomster
}
verdict-max-late = {$said}; et kald, der begyndte i målevinduet, sluttede efter det og tog {$late}
verdict-mean = gennemsnit {$mean} (95 % KI {$bounds}) mod {$limit}
verdict-mean-without-bounds = gennemsnit {$mean} (for få sekunder til et interval) mod {$limit}
verdict-throughput = {$throughput} mod {$limit}
verdict-all-served = {$said}: hver ankomst blev betjent, og de giver {$served}
verdict-nothing-succeeded = alle {$requests} kald fejlede, så der er intet gennemsnit
verdict-nothing-answered = { $n ->
    [one] det eneste kald var stadig ubesvaret
   *[other] alle {$n} kald var stadig ubesvarede
}, da trinnets {$measured} var gået
verdict-unknown-transaction = intet kald hedder {$name}; der { $known ->
    [one] findes kun
   *[other] findes
} {$names}
verdict-more-names = {$n} flere
verdict-invalid-step = trinnet er ugyldigt og kan ikke bære en afgørelse
verdict-no-requests = intet sådant kald sluttede i trinnet
verdict-no-times = trinnets svartider er ikke registreret
verdict-iterations-dropped = { $n ->
    [one] {$n} iteration i kørslen begyndte aldrig, for ingen bruger var ledig: hvordan dens kald var endt, vides ikke
   *[other] {$n} iterationer i kørslen begyndte aldrig, for ingen bruger var ledig: hvordan deres kald var endt, vides ikke
}
verdict-from-table = tabellen siger {$value}; af hvor mange kald vides ikke
verdict-mean-from-table = tabellen siger {$value}; hvor meget tiderne varierede, vides ikke
verdict-longest-written = den længste tid er {$time}, af { $of ->
    [one] ét kald
   *[other] {$of} kald
}, { $failed ->
    [0] som alle lykkedes
    [one] hvoraf ét fejlede og tæller som over grænsen
   *[other] hvoraf {$failed} fejlede og tæller som over grænsen
}
verdict-longest-from-table = tabellens længste tid er {$time}; af hvor mange kald vides ikke (en kolonne minutes eller seconds ville sige det)
verdict-longest-of-unknown = den længste tid er {$time}, af {$of} kald; hvor mange af dem der fejlede, vides ikke
verdict-percentile-of-unknown = tabellens {$percentile} er {$time}, af {$of} kald; hvor mange af dem der fejlede, vides ikke
verdict-percentile-from-table = tabellens {$percentile} er {$time}; af hvor mange kald vides ikke (en kolonne minutes eller seconds ville sige det)
verdict-from-percentiles = rapportens {$percentile} er {$time}, af { $of ->
    [one] ét kald
   *[other] {$of} kald
}, { $failed ->
    [0] som alle lykkedes
    [one] hvoraf ét fejlede
   *[other] hvoraf {$failed} fejlede
}
verdict-not-in-table = tabellen har intet tal for det her; en kolonne med tider skulle have sin enhed, i sit navn eller i hver celle

## Hvordan der bedømmes.

verdict-more-findings = Og {$n} mere under Fund.
verdict-rule-search = En kapacitetssøgning hæver raten, indtil et krav brydes. Hvert krav bedømmes derfor ved den højeste rate, hvor kravene er opfyldt, ud fra alle dens vinduer under ét. Et fejlet kald og en droppet ankomst tæller som over enhver grænse for svartid; gennemsnit er af de vellykkede kald alene.
verdict-rule-climb = En stigning fortsætter, til systemet ikke længere yder mere ved øget belastning, så de sidste trin kan meget vel bryde et krav. Hvert krav bedømmes derfor ved det bedste trin, den lastelinje, som rapporten hævder; de trin, hvor kravet er opfyldt, er nævnt. Et fejlet kald tæller som over enhver grænse for svartid; gennemsnit er af de vellykkede kald alene.
verdict-rule-loads = Trin med samme belastning bedømmes under ét, hvor intet adskiller dem: et krav er opfyldt, hvis det er opfyldt ved alle belastninger, brudt, hvis det er brudt ved nogen, og ellers uafklaret; throughput bedømmes ved det bedste trin, lastelinjen, for mindre belastninger yder mindre. Et fejlet kald tæller som over enhver grænse for svartid; et gennemsnit er det for de vellykkede kald.
verdict-rule-given = Et krav er opfyldt, hvis det er opfyldt i alle trin, brudt, hvis det er brudt i noget trin, og ellers uafklaret; throughput bedømmes ved det bedste trin, lastelinjen, for mindre belastning giver mindre af det. Et fejlet kald tæller som over enhver grænse for svartid; gennemsnit er af de vellykkede kald alene.
verdict-method = Et krav til en percentil bedømmes på andelen af kald over grænsen: p95 tillader 5 %. Over grænsen er alle kald, der fejlede, uanset hvor hurtigt, og de vellykkede over grænsen; den målte percentil regner fejlede kald som langsommere end alle andre. Kravet er brudt, hvis hele 95 %-intervallet for andelen (Wilson) ligger over det tilladte, opfyldt, hvis det ligger helt under, og ellers uafklaret. Fejl bedømmes på samme måde, et maksimum ved blot ét kald, der fejlede eller var over det, throughput ved et bootstrap-interval over sekunder (op til raten af ankomster er det opfyldt, hvor hver af dem blev betjent), et gennemsnit ved et tilsvarende interval over de vellykkede kald. For åben belastning bedømmes svartider, regnet fra den planlagte start. Lastgeneratorens egne fejl tæller aldrig mod systemet; flere end 0,1 % af dem gør et trin ugyldigt; et ugyldigt trin kan ikke bære en afgørelse, medmindre det kun er ugyldigt, fordi alle kald fejlede, eller den manglende belastning ikke kunne ændre afgørelsen.
verdict-method-dropped = En droppet ankomst fik intet svar: den tæller som ét fejlet kald.
verdict-method-search = Søgningens vinduer bedømmes strengere: som der står ved tabellen over dens rater.
