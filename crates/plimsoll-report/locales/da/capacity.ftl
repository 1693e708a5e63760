### Kapacitet, anbefalet driftspunkt og fremskrivninger.

capacity-figure-at-least = ≥ {$rate}
capacity-figure-unknown = ukendt
capacity-kind = Kapacitet
capacity-kind-maximum = Kapacitet: maksimum fundet
capacity-kind-lower-bound = Kapacitet: nedre grænse
capacity-kind-until-lost = Kapacitet: indtil en server gik tabt
capacity-until-lost = indtil en server gik tabt
capacity-kind-one-load = Throughput ved én belastning
capacity-kind-ramp = Højest på rampen
capacity-kind-rising = Højeste throughput ved stigende svartider
capacity-kind-too-little = Kapacitet: for lidt blev målt
capacity-steps = {$n} trin

capacity-maximum = Kapaciteten er {$throughput}, nået i {$place}: {$why}.
capacity-maximum-until-lost = Indtil en server gik tabt, var kapaciteten {$throughput}, nået i {$place}: {$why}.
capacity-reached-from = Næsten lige så meget, {$throughput}, blev nået i {$place}.
capacity-below-asked = Kapaciteten er {$throughput}, nået i {$place}: ankomsterne kom hurtigere, end de blev besvaret, og flere og flere brugere var optaget.
capacity-unfinished = Gennemløb, der begyndte og ikke blev færdige, er ikke talt med.
capacity-below-asked-pool = Kapaciteten er mindst {$throughput}, nået i {$place}: ankomsterne kom hurtigere, end de blev besvaret. Alle brugere var optaget: en større brugerpulje ville vise, om systemet eller puljen var begrænsningen.
capacity-below-asked-system = Kapaciteten er {$throughput}, nået i {$place}: ankomsterne kom hurtigere, end de blev besvaret. Alle brugere var optaget, fordi systemet blev langsommere: mediankaldet tog {$full} mod {$free} i {$step}. Flere brugere ville kun vente længere.
capacity-refused = Kapaciteten er {$throughput}, nået i {$place}: {$failed} af kaldene fejlede dér og {$below} ved den nærmest lavere rate. Den ønskede rate blev ikke båret.
capacity-lower-bound = Kapaciteten er mindst {$throughput}, nået i {$place}; maksimum blev ikke fundet: {$why}.
capacity-lower-bound-wide = {$throughput} blev båret i {$place}, i et så bredt interval, at det om kapaciteten kun vides, at den er mindst {$low}; maksimum blev ikke fundet: {$why}.
capacity-one-load = {$throughput} {$with}. Det er kun én belastning: hverken maksimum eller en søgning efter det.
capacity-one-load-differs = {$said} Det er gennemsnittet af trin, der er forskellige: {$why}.
capacity-with-failures = I trin {$step} fejlede {$share} af kaldene.
capacity-other-answers = Svarene i trin {$step} er andre end ved den laveste belastning, langt mindre og hurtigere: det er ikke kapaciteten for det arbejde, der blev bedt om.
capacity-other-answers-within = Inden for trin {$step} blev svarene andre, langt mindre og hurtigere: det er ikke kapaciteten for det arbejde, der blev bedt om.
capacity-ramp = Der påstås ingen kapacitet: belastningen var en rampe mellem {$from} og {$to} brugere og stod ikke stille på noget niveau. Højest var {$throughput} i stykke {$place}; trin med fast belastning, minutter hver, ville vise, hvad der kan holdes.
capacity-rising = Der angives ingen kapacitet: svartiderne steg {$how_many}, mens belastningen var den samme, så systemet blev langsommere, mens det blev målt. Højest var {$throughput} i {$place}.
capacity-rising-in-one = Der angives ingen kapacitet: svartiderne steg, mens belastningen var den samme, så systemet blev langsommere, mens det blev målt. I gennemsnit blev {$throughput} båret i {$place}.
capacity-too-little = Der påstås ingen kapacitet: af {$steps} rummer intet nok til det. Højest er {$throughput} i {$place}, hvor {$succeeded} kald lykkedes på {$measured}; en påstand kræver {$needed}, ved denne rate {$long}.
capacity-one-rate = Af den ønskede rate {$rate} lykkedes {$throughput}. Det er kun én belastning: hverken maksimum eller en søgning efter det.
capacity-unknown = Kapaciteten er ukendt: der er intet gyldigt trin, hvor de fleste kald lykkedes.
capacity-unknown-invalid = Kapaciteten er ukendt: intet trin blev målt gyldigt.
capacity-unknown-no-steps = Kapaciteten er ukendt: der blev ikke importeret nogen belastning med sit throughput.

capacity-place = trin {$step} med {$users}
capacity-place-nodes = trin {$step} med {$users} ({$threads} × {$nodes} noder)
capacity-place-rate = trin {$step} ved den ønskede rate {$rate}
capacity-place-mean = {$place} (gennemsnit af {$n} trin ved denne belastning)

## Fuldender "maksimum blev ikke fundet: …".

capacity-no-node-left = der var ikke flere noder, mens throughput stadig steg med {$gain} (mål {$goal})
capacity-no-load-left-growing = der var ikke mere belastning at lægge på, mens throughput stadig steg med {$gain} (mål {$goal})
capacity-no-load-left = der var ikke mere belastning at lægge på
capacity-highest-still-grew = ved den højeste belastning, trin {$step}, var throughput stadig {$change} end i trin {$base}
capacity-brought = trin {$step} gav {$change} end trin {$base}; fra {$goal} (målet) tæller det som vækst
capacity-mixes-differ = {$share} af kaldene i trin {$step} hører til andre transaktioner end dem i trin {$other}, så mere belastning var også andet arbejde
capacity-transaction-saturated = {$transactions} giver ikke mere i trin {$to} end i trin {$from}, mens de andre transaktioner stadig giver mere
capacity-slowed-down = i trin {$step} lykkedes {$first} i begyndelsen, og kun {$later} fra {$from} efter kørslens start, mens belastningen var den samme: systemet ændrede sig, mens der blev målt
capacity-slowed-down-gradual = i trin {$step} faldt throughput hele tiden, fra i gennemsnit {$first} i de første {$after} af dets vindue til {$later} i resten, mens belastningen var den samme: systemet ændrede sig, mens der blev målt
capacity-changed-between = fra {$to} tog kald {$times} gange så lang tid som i {$from}, og derfra giver dobbelt så mange brugere dobbelt så meget throughput: belastningen mætter ingen ressource; systemet ændrede sig mellem disse trin, med tiden eller ved den belastning
capacity-repeats-differ = den samme belastning gav {$first} i trin {$step} og {$last} i trin {$later}: systemet ændrede sig, mens der blev målt
capacity-users-stuck = i trin {$step} ventede {$users} af {$of} brugere på et svar, i op til {$longest}: det, det gav, er alene fra de andre
capacity-users-idle = fra trin {$from} til trin {$to} vokser throughput ikke med brugerne, og den gennemsnitlige svartid ({$response_from}, derefter {$response_to}) stiger ikke, som den ville i et mættet system: brugerne ventede længere mellem to kald ({$between_from}, derefter {$between_to} i gennemsnit), så en timer, pacing eller lastgeneratoren bestemte raten
capacity-falls-from-lowest = throughput falder fra den laveste belastning af (trin {$step} gav {$fall}); om mindre belastninger eller belastninger imellem giver mere, blev ikke målt
capacity-gain-uncertain = forbedringen i trin {$step} er {$gain}, målet {$goal}: intervallet indeholder målet, så der skal længere trin til
capacity-higher-invalid = { $n ->
    [one] {$steps}, med mere belastning, er ugyldigt
   *[other] {$steps}, med mere belastning, er ugyldige
}
capacity-interrupted = kørslen blev afbrudt
capacity-cut-off = kørslen blev afbrudt midtvejs eller er stadig i gang
capacity-load-unknown = hvilken belastning der blev lagt på, er ikke med i det importerede
capacity-stopped-by-plan = planen stoppede kørslen
capacity-impossible = stigningen kunne ikke fortsætte ({$message})
capacity-failed = kørslen fejlede ({$message})

## Fuldender "Kapaciteten er …: …". {$change} er som "6,0 % mere".

capacity-brought-with-more-load = trin {$step}, med mere belastning, gav {$change} end trin {$base}
capacity-brought-with-fewer-servers = trin {$step}, med mere belastning, men kun {$servers}, gav {$change} end trin {$base}; hvad alle servere kan bære ud over trin {$base}, er ikke målt
capacity-brought-only = trin {$step} gav kun {$change} end trin {$base}; først fra {$goal} (målet) ville det tælle som vækst
capacity-untried = ingen højere belastning blev prøvet
capacity-of-steps = begge belastninger som gennemsnit af deres i alt {$n} trin
capacity-few-seconds = dette hviler på få sekunder
capacity-means = tabellen angiver gennemsnit, så der er intet interval
capacity-scatter = i trin {$from} til {$to} svinger throughput uden orden mellem {$low} og {$high} (gennemsnit {$mean}, standardafvigelse {$deviation}), så hvilken af de {$n} værdier der er højest, er delvist tilfældigt
capacity-with-bounds = {$value} (KI {$low} til {$high})

## Det anbefalede driftspunkt.

capacity-recommended = {$throughput}, {$place}: det højeste throughput, hvor alle krav er vist opfyldt.
capacity-recommended-one-load = {$throughput} {$with}: alle krav er vist opfyldt ved denne belastning; ingen anden blev målt i gyldige trin.
capacity-recommended-free = {$throughput}, {$place}: der er ingen krav; af de belastninger med under 1 % fejl, der levner mindst {$share} reserve under kapaciteten på {$maximum}, den med mest throughput for sin svartid.
capacity-recommended-free-highest = {$throughput}, {$place}: der er ingen krav; af de målte belastninger, der levner mindst {$share} reserve under kapaciteten på {$maximum}, den mindste, der giver mindst 97 % af det, nogen af dem giver (svartiderne kendes ikke).
capacity-recommended-free-below = {$rate}: {$share} reserve under kapaciteten på {$maximum}. Der er ingen krav, og ingen belastning, der levner denne reserve, blev målt.
capacity-recommended-headroom = {$throughput}, {$place}: af de belastninger, hvor alle krav er vist opfyldt, og som levner mindst {$share} reserve under kapaciteten på {$maximum}, den med mest throughput i forhold til svartiden.
capacity-recommended-headroom-highest = {$throughput}, {$place}: af de belastninger, hvor alle krav er vist opfyldt, og som levner mindst {$share} reserve under kapaciteten på {$maximum}, den mindste, der giver mindst 97 % af det, nogen af dem giver (svartiderne kendes ikke).
capacity-recommended-between = {$rate}: {$share} reserve under kapaciteten på {$maximum}; beregnet og ikke målt: af de belastninger, hvor alle krav er vist opfyldt, giver den højeste under den kun {$lower} ({$below}); i {$place} er de også opfyldt.
capacity-recommended-free-between = {$rate}: {$share} reserve under kapaciteten på {$maximum}; beregnet (den højeste målte belastning under den giver kun {$lower}, {$below}). Der var ingen krav.
capacity-recommended-below = {$rate}: {$share} reserve under kapaciteten på {$maximum}. Alle krav er vist opfyldt i {$place}; at de er det ved en belastning, der levner den reserve, er ikke vist.
capacity-recommended-below-rate = {$rate}: {$share} reserve under kapaciteten på {$maximum}. Alle krav er vist opfyldt i {$place}, hvor raten er højere.
capacity-recommended-rate = {$throughput} ved den ønskede rate {$rate}: den højeste rate, hvor alle krav er vist opfyldt. Der er ingen reserve i den; planlæg under den.
capacity-recommended-sound = {$throughput}, {$place}: det højeste throughput, hvor alle krav er vist opfyldt, og intet andet taler imod.
capacity-recommended-rate-sound = {$throughput} ved den ønskede rate {$rate}: den højeste rate, hvor alle krav er vist opfyldt, og intet andet taler imod. Der er ingen reserve i den; planlæg under den.
capacity-recommended-no-sound-step = I alle trin, hvor samtlige krav er vist opfyldt, taler noget andet imod: {$why}.
capacity-of-its-mix = Mere belastning var også andet arbejde: om et krav er opfyldt ved en belastning, er kun vist for trinnets egen blanding af kald.
capacity-of-busy-machine = Andet arbejde brugte imens CPU'en på {$sources} op: på en ledig maskine kan systemet måske bære mere og svare hurtigere.
capacity-at-its-limit = Det, der sandsynligvis begrænser systemet, {$cause}, er mættet allerede ved denne belastning: det er ikke vist, at mindre belastninger giver mindre; mål nogle.
capacity-recommended-wide = Throughputtet svingede så meget i det, at kun {$low} er sikkert.
capacity-in-iterations = Throughput tæller kald, og den ønskede rate tæller gennemløb, som hver laver {$n} kald: {$rate} svarer til en ønsket rate på {$iterations}.
capacity-not-kept-up = belastningen kan ikke holdes længe, for consumerne af {$queues} kunne ikke følge med
capacity-not-carried = den ønskede rate, {$rate}, blev ikke nået
capacity-unlimited-errors = {$share} af kaldene fejlede, og intet krav siger, hvor mange der må fejle
capacity-sustained = Consumerne af {$queue} tog {$taken}, med {$per_call} meddelelser pr. kald: mere end {$rate} kan ikke holdes.
capacity-sustained-unit = Consumerne af {$queue} tog {$taken}, med {$per_call} {$unit} i et kald: mere end {$rate} kan ikke holdes.
capacity-memory-fills = Den kan ikke holdes uden genstarter: hukommelsen i {$sources} voksede under denne belastning, og i det tempo er den brugt op om {$full_in}.
capacity-memory-grows = Den kan måske ikke holdes i længden: hukommelsen i {$sources} voksede under denne belastning og fladede ikke ud; hvor meget den må bruge, er ikke kendt.
capacity-heap-fills = Det kan ikke holdes uden genstarter: det, som garbage collection efterlader i { $pool ->
    [old] den ældre hukommelse
   *[heap] heapen
} i {$sources}, { $full ->
    [yes] voksede under denne belastning, til den var fuld.
   *[no] voksede under denne belastning, og med den hast er den fuld om {$full_in}.
}
capacity-short-steps = { $n ->
    [one] {$steps} viser mere, men kun i {$longest}: det højeste af korte vinduer kan være tilfældigt.
   *[other] {$steps} viser mere, men højst i {$longest}: det højeste af korte vinduer kan være tilfældigt.
}
capacity-passed-over = { $n ->
    [one] {$steps} gav mere og opfylder også kravene, men er forbigået: {$why}.
   *[other] {$steps} gav mere og opfylder også kravene, men er forbigået: {$why}.
}
capacity-recommended-without-requirements = Der er ingen krav at vælge det efter, og intet maksimum blev fundet at holde sig under.
capacity-recommended-no-rate = Ved ingen rate er alle krav vist opfyldt.
capacity-recommended-ramp = En rampe holder ingen belastning i nogen tid.
capacity-recommended-rising = Svartiderne steg, mens belastningen var den samme: det er ikke vist for nogen belastning, at den kan bæres i længden.
capacity-recommended-fails-again = Hver belastning, hvor alle krav er vist opfyldt, er usikker: den fejlede i et andet trin, mindre belastning fejlede efter den, eller systemet er blevet langsommere siden.
capacity-recommended-no-step = I intet gyldigt trin er alle krav vist opfyldt.
capacity-recommended-computed = {$rate}, beregnet og ikke målt.
capacity-recommended-line = Anbefalet driftspunkt: {$text}
capacity-recommended-line-none = Anbefalet driftspunkt: intet. {$text}

## Fremskrivninger.

capacity-multiplied = {$rate} × {$factor}
capacity-per-hour = ≈ {$value} i timen
capacity-per-day = ≈ {$value} i døgnet
capacity-per-week = ≈ {$value} om ugen
capacity-headroom = {$rate} / forventet brug {$expected} ({$hourly} i timen): faktor {$factor} ({ $enough ->
    [yes] tilstrækkeligt
   *[no] utilstrækkeligt
})
capacity-projection-caveat = Ganget op, ikke målt: tallet siger, hvad raten ville blive til, hvis den blev holdt uden pause.
