### Hvad flere kørsler siger tilsammen.

conclusion-title = Konklusion
conclusion-critical = Kritiske fund
conclusion-requirements = Krav overholdt
conclusion-repeats = { $n ->
    [one] gentagelse
   *[other] gentagelser
}
conclusion-held = overholdt i {$n} af {$of} kørsler
conclusion-failed = { $of ->
    [1] {$requirement}: ikke opfyldt
   *[other] {$requirement}: ikke opfyldt i {$n}
}
conclusion-undecided = { $of ->
    [1] {$requirement}: uafklaret
   *[other] {$requirement}: uafklaret i {$n}
}
conclusion-range = {$low}–{$high} over {$n} kørsler
conclusion-in-of = i {$n} af {$of} kørsler
conclusion-until-lost-in = indtil en server gik tabt i {$n} af {$of} kørsler
conclusion-one-load = throughput ved den eneste gyldige belastning, ikke kapaciteten
conclusion-headroom = {$factor} gange den forventede brug
conclusion-share = {$rate} {$unit} i timen til hver af {$count} ({$name})
conclusion-share-of = {$said}: hver af dem kunne bruge {$percent} af det, der forventes af alle tilsammen
conclusion-lowest = det laveste af {$n} kørsler
conclusion-computed = beregnet, ikke målt
conclusion-needs-restarts = kan ikke opretholdes uden genstarter
conclusion-none-in = intet i {$n} af {$of} kørsler
conclusion-no-limit = Ingen nået
conclusion-no-limit-why = throughput steg med hver belastning
conclusion-no-limit-in = ingen nået i {$n} af {$of} kørsler
conclusion-not-known-in = ukendt i {$n} af {$of} kørsler
conclusion-cause-in = {$grade}, i {$n} af {$of} kørsler
conclusion-cause-further = {$cause}: {$grade}, i {$n} af {$of} kørsler
conclusion-cause-too = {$cause}: {$grade}

## Hvad der skiller varianterne.

conclusion-differences = Hvad der skiller varianterne
conclusion-table = Alt, der er sammenlignet
conclusion-pair = Sammenlignet
conclusion-capacity = Kapacitet
conclusion-result = Resultat
conclusion-result-apart = forskellige
conclusion-result-slightly = forskellige, måske med mindre end margenen
conclusion-result-equal = ens inden for margenen
conclusion-result-not = kan ikke skelnes
conclusion-result-between-runs = forskellen er måske kun en forskel mellem to kørsler
conclusion-result-untested = ikke testet
conclusion-result-not-comparable = kan ikke sammenlignes
conclusion-all-loads = { $n ->
    [2] Ved begge belastninger
   *[other] Ved alle {$n} belastninger
}
conclusion-some-loads = Ved {$n} belastninger
conclusion-all-parts = {$with}, i alle {$n} dele af kørslen
conclusion-some-parts = {$with}, i {$n} dele af kørslen
conclusion-up-to = Op til {$load}
conclusion-from-to = Fra {$from} til {$to}
conclusion-figure = {$metric} {$change}
conclusion-figure-ci = {$metric} {$change} (KI {$bounds})
conclusion-hull = {$metric} KI {$change}
conclusion-change-ci = {$change} (KI {$bounds})
conclusion-values = {$figure}, {$before} → {$after}
conclusion-with-note = {$figure} ({$note})
conclusion-servers = {$variant}: {$servers}
conclusion-equal = {$place}: ens inden for {$margin}; {$figures}.
conclusion-not = {$place}: kan ikke skelnes; {$figures}.
conclusion-apart = {$place}: {$figures}.
conclusion-slightly = {$place}: {$figures}. Der er en forskel, men den kan være mindre end de {$margin}, der ville betyde noget.
conclusion-between-runs = {$place}: {$figures}. To kørsler af samme system kan være lige så forskellige.
conclusion-untested = {$place}: {$figures}. Ikke testet: disse kørsler giver intet interval; tre eller flere gentagelser af hver variant ville give et.
conclusion-not-comparable = {$place}: kan ikke sammenlignes, for { $why ->
    [windows] målevinduerne har forskellig længde
    [invalid] et trin er ugyldigt
   *[either] nogle steder har målevinduerne forskellig længde, andre steder er et trin ugyldigt
}.
conclusion-further-loads = Flere forskelle står i tabellen.
conclusion-no-loads = De har ingen belastning til fælles.
conclusion-further-pairs = { $n ->
    [one] Endnu et par står i tabellen; { $apart ->
        [0] der er ikke vist nogen forskel.
       *[other] ved en belastning er der forskel.
    }
   *[other] Yderligere {$n} par står i tabellen; { $apart ->
        [0] for ingen af dem er der vist en forskel.
       *[other] ved en belastning er der forskel for {$apart} af dem.
    }
}
conclusion-unit-runs = Intervaller er 95 % og kommer af, hvordan en variants gentagelser varierer.
conclusion-unit-pairs = Intervaller er 95 % og kommer af, hvordan par af kørsler, der er lavet lige efter hinanden, varierer.
conclusion-unit-single = Hvor en variant kun har én kørsel, antages den at variere som den andens gentagelser.
conclusion-unit-seconds = Intervaller er 95 % og kommer af, hvordan sekunderne varierer inden for kørslerne, for der er én kørsel af hver variant: hvordan kørsler varierer, er ukendt. Kun det, der med sikkerhed er forskelligt med mere end margenen, kaldes forskelligt. Tre eller flere gentagelser af hver, på skift, ville sige mere.
conclusion-unit-jobs = Intervaller er 95 % og kommer af, hvordan jobbenes forskelle varierer.
conclusion-unit-mixed = Intervaller er 95 % og kommer af, hvordan gentagelser varierer; hvor begge varianter kun har én kørsel, af hvordan sekunderne varierer i den, og kun det, der med sikkerhed er forskelligt med mere end margenen, kaldes dér forskelligt.
conclusion-margin = En ændring på op til {$margin} (for fejl {$points} procentpoint) regnes for uden betydning. Det, der kaldes forskelligt, er det blandt alle {$n} tal, der er sammenlignet (Benjamini og Hochberg, 5 %). Svartider omfatter kald, der fejlede. Kommandoen compare viser også transaktioner.

## Hvad der går igen.

conclusion-recurs = Hvad der går igen
conclusion-limit = begrænsende faktor: {$cause} ({$grade})
conclusion-finding-of = {$id} ({$host})
conclusion-everywhere = i hver kørsel, {$n} af {$n}
conclusion-always = i hver kørsel af {$variants}
conclusion-always-one = { $n ->
    [one] i kørslen af {$variants}
   *[other] i {$n} af {$n} kørsler af {$variants}
}
conclusion-sometimes = i nogle kørsler af {$variants}
conclusion-never = i ingen af {$variants}
conclusion-never-others = i ingen af de andre
conclusion-name = »{$name}«
conclusion-others = { $n ->
    [one] en anden
   *[other] {$n} andre
}
conclusion-further-recurrences = { $n ->
    [one] Endnu en gruppe fund går igen i andre kørsler tilsammen.
   *[other] Endnu {$n} grupper af fund går igen i andre kørsler tilsammen.
}
