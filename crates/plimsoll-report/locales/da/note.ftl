### En kørsels noter: søgningens beslutninger, hvad der blev gjort med hånden, hvad der gik tabt.

note-step-chosen = trin {$step}: {$why}
note-search-ended = søgningen sluttede: {$why}
note-run-ended-by-hand = kørslen blev afsluttet manuelt
note-step-ended-by-hand = trinnet blev afsluttet manuelt
note-load-paused = belastningen blev sat på pause manuelt
note-load-resumed = belastningen fortsatte efter en pause
note-load-scaled = belastningen blev manuelt sat til {$share} af det planlagte
note-overloaded = en ankomst fandt ingen ledig bruger, og så afslutter planen testen (overload: abort)
note-log-slow = sampleloggen var langsommere end belastningen: arbejdstrådene ventede {$time} på den
note-log-lost = { $n ->
    [one] {$n} sample mangler i sampleloggen
   *[other] {$n} samples mangler i sampleloggen
}
note-checks-failed = {$failed} af {$of} kontroller »{$check}« fejlede; de indgår ikke i kaldenes tal
note-iterations-dropped = { $n ->
    [one] ét gennemløb
   *[other] {$n} gennemløb
} startede ikke, for ingen bruger var ledig: belastningen var mindre, end der blev bedt om
note-data-ran-out = {$file} har { $rows ->
    [one] {$rows} række
   *[other] {$rows} rækker
}, som blev brugt op: en bruger bad { $asked ->
    [one] én gang
   *[other] {$asked} gange
} om en til og { $ended ->
    [yes] sluttede
   *[no] fortsatte med <EOF> i stedet for værdierne
}
note-sent-again = { $n ->
    [one] {$n} kald blev sendt igen, fordi serveren havde lukket forbindelsen eller afvist kaldet ubehandlet; serveren kan have talt det to gange
   *[other] {$n} kald blev sendt igen, fordi serveren havde lukket forbindelserne eller afvist kaldene ubehandlet; serveren kan have talt dem to gange
}
note-texts-left-out = der var flere navne og meddelelser, end en kørselsfil rummer: {$requests} kald tælles under "(other names)", {$errors} fejl uden deres meddelelse
note-unreached = siden sekund {$second} har intet kald nået systemet under test
note-reached-again = kald når igen systemet under test, siden sekund {$second}
note-system-ended = processen for systemet under test sluttede: {$how}
note-system-unhealthy = systemet under test består ikke sit sundhedstjek: {$why}
note-system-healthy = systemet under test består igen sit sundhedstjek
note-node-lost = node {$node} ({$name}) har ikke givet lyd fra sig siden sekund {$second}
note-node-absent = node {$node} ({$name}) var der ikke, da trinnet begyndte; de andre overtager dens andel
note-node-found = node {$node} ({$name}) svarer igen
note-coordinator-resumed = ingen styrede flåden fra sekund {$from} til sekund {$to}; dens noder fortsatte selv, og det, de målte, blev hentet bagefter
note-job-watched-again = ingen spurgte til jobbet "{$job}" fra sekund {$from} til sekund {$to}, mens ingen styrede flåden; det kørte videre derefter
note-job-end-unseen = jobbet "{$job}" sluttede, mens ingen styrede flåden, mellem sekund {$from} og sekund {$to}: dets varighed kan være så meget for lang, og det, der blev målt imellem, tæller hverken med jobbet eller uden
note-job-cut-off = jobbet "{$job}" kørte, da koordinatoren blev afbrudt, og kunne ikke fortsættes: om det nåede sin slutning, vides ikke, og det blev ikke startet igen
note-node-failed = node {$node} ({$name}) afsluttede sin del før tid: {$why}
note-nodes-arrived = de første ankomster på {$n} noder begyndte inden for {$late} efter deres planlagte tidspunkter
note-nodes-started = de første brugere på {$n} noder begyndte inden for {$spread}
note-watched-after = serverne overvåges i {$time} efter belastningen
note-results-unreadable = nogle af JMeters resultater kunne ikke læses: linje {$line}: {$problem}
note-sink-clock = hændelsesmodtagerens ur stemmer med vores (± {$uncertainty})
note-sink-clock-ahead = hændelsesmodtagerens ur er {$by} foran vores; det er trukket fra (± {$uncertainty})
note-sink-clock-behind = hændelsesmodtagerens ur er {$by} bagud for vores; det er trukket fra (± {$uncertainty})
note-sink-forgot = { $n ->
    [one] hændelsesmodtageren havde glemt {$n} ankomst, da den blev aflæst
   *[other] hændelsesmodtageren havde glemt {$n} ankomster, da den blev aflæst
}
note-sink-silent = { $n ->
    [one] hændelsesmodtageren svarede ikke {$n} gang: {$why}
   *[other] hændelsesmodtageren svarede ikke {$n} gange: {$why}
}
note-arrivals-untimed = { $n ->
    [one] {$n} ankomst sagde ikke, hvornår den blev sendt: den er ikke talt med
   *[other] {$n} ankomster sagde ikke, hvornår de blev sendt: de er ikke talt med
}
note-arrivals-foreign = { $n ->
    [one] {$n} ankomst blev sendt før det første trin: den er ikke talt med
   *[other] {$n} ankomster blev sendt før det første trin: de er ikke talt med
}
note-arrivals-negative = { $n ->
    [one] {$n} ankomst synes at være kommet, før den blev sendt: den tæller som 0
   *[other] {$n} ankomster synes at være kommet, før de blev sendt: de tæller som 0
}
note-failed-system-ended = systemet under test er væk: dets proces sluttede med {$how}
note-failed-unreachable = systemet under test er væk: intet kald når det, og {$why}

## Hvorfor et trin blev valgt.

note-first-step = det første trin
note-comparison-step = et trin at sammenligne med
note-goal-reached = forbedring {$gain}, mål {$goal} nået
note-goal-missed = forbedring {$gain}, mål {$goal} ikke nået
note-no-more-load = der er hverken flere tråde eller noder at lægge til
note-gain-again = forbedring {$gain} (KI {$low} til {$high}) lader det stå åbent, om målet på {$goal} er nået; en belastning måles en gang til (gentagelse {$n} af højst {$of})
note-no-more-threads = der er ikke flere tråde at lægge til
note-nodes-raised = { $n ->
    [one] antallet af noder øges ved {$n} tråd
   *[other] antallet af noder øges ved {$n} tråde
}
note-again = igen: {$problem}
note-not-decided-yet = vindue {$window} af {$of}: endnu ikke afgjort, {$figures}
note-so-far = vindue {$window} af {$of}: indtil nu {$figures}
note-half = {$finding}, så det halve
note-double = {$finding}, så det dobbelte
note-between = {$finding}, så mellem {$low} og {$high}
note-between-widest = {$finding}; derefter det bredeste hul, der er tilbage: mellem {$low} og {$high}
note-lowest-again = {$finding}; det er den laveste rate, så en gang til
note-fail-again = en gang til, før kapaciteten siges at ligge under: {$finding}
note-confirm = { $n ->
    [one] for at bekræfte det, {$n} vindue: {$finding}
   *[other] for at bekræfte det, {$n} vinduer: {$finding}
}

## Hvorfor en søgning sluttede.

note-nothing-succeeded = intet kald sluttede med succes inden for det første trins målevindue; hvor kald tager så lang tid, skal trinnene være længere
note-too-many-steps = søgningen sluttede ikke inden for {$n} trin
note-found = { $n ->
    [one] kapaciteten ligger mellem {$low} og {$high}: {$holds}, bekræftet i {$n} vindue; {$fails}
   *[other] kapaciteten ligger mellem {$low} og {$high}: {$holds}, bekræftet i {$n} vinduer; {$fails}
}
note-highest-holds = {$finding}, den højeste rate, der skulle prøves: kapaciteten er mindst det
note-lowest-fails = ikke opnåelig: allerede ved den laveste rate: {$finding}
note-at-rate = ved {$rate}: {$problem}
note-not-judged = intet vindue blev bedømt
note-revised = den samme rate giver ikke det samme svar, {$revisions} af {$decisions} beslutninger blev taget tilbage
note-windows-used-up = der er intet svar efter {$n} vinduer
note-undecided-at-lowest = ved de laveste rater, der blev prøvet, slutter for få kald i tiden til en afgørelse: længere trin afgør det
note-nothing-fails = op til den højeste rate er intet krav med sikkerhed brudt
note-undecided-between = det, der ligger imellem, kan ikke afgøres
note-more-decides = længere trin eller flere gentagelser afgør mere

## Hvad vinduer ved en rate viser.

note-rate-holds = kravene er opfyldt ved {$rate} ({$figures})
note-rate-fails = kravene er ikke opfyldt ved {$rate} ({$figures})
note-rate-open = det er uafklaret, om kravene er opfyldt ved {$rate} ({$figures})
note-share-over = {$share} over grænsen ({$bounds})
note-longest = {$longest}, {$over} over grænsen
note-no-success = intet lykkedes
note-unknown-transaction = der er ingen »{$name}«
note-no-such-request = intet kald med det navn sluttede
note-arrivals-started = alle ankomster blev startet
note-no-arrival-due = ingen ankomst skulle starte
note-no-request-ended = intet kald sluttede
note-interfered = nogen greb ind i vinduet
note-window-cut = vinduet blev afbrudt efter {$time}
note-window-invalid = vinduet er ugyldigt ({$why})
