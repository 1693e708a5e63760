### Hvordan throughput vokser med belastningen. N er antallet af brugere, X er throughput pr. sekund.

scalability-title = Skalerbarhed
scalability-from = Fra brugere
scalability-to = Til brugere
scalability-per-s = Throughput /s
scalability-efficiency = Marginal effektivitet
scalability-law-linear = X = λN
scalability-law-amdahl = X = λN/(1 + α(N−1))
scalability-law-universal = X = λN/(1 + α(N−1) + βN(N−1))
scalability-series = tilpasset: {$law}
scalability-series-inadequate = tilpasset, utilstrækkelig: {$law}
scalability-with-bounds = {$value} (KI {$bounds})
scalability-at-least = {$value} (KI fra {$low}, uden øvre grænse)
scalability-fit-linear = Throughput vokser proportionalt med belastningen: {$law} med λ = {$lambda} pr. sekund, R² {$r_squared} over {$n} trin.
scalability-fit-linear-above = Over den laveste belastning vokser throughput proportionalt med belastningen: {$law} med λ = {$lambda} pr. sekund, R² {$r_squared} over {$n} trin.
scalability-fit-nearly-linear = Throughput vokser næsten proportionalt med belastningen; ved den højeste belastning er {$left} af den vækst tilbage: {$law} med λ = {$lambda} pr. sekund, R² {$r_squared} over {$n} trin.
scalability-fit-amdahl = Throughput flader ud: {$law} med λ = {$lambda} pr. sekund og kamp om ressourcer α = {$alpha}, R² {$r_squared} over {$n} trin.
scalability-fit-universal = Throughput har et maksimum: {$law} med λ = {$lambda} pr. sekund, kamp om ressourcer α = {$alpha} og kohærens β = {$beta}, R² {$r_squared} over {$n} trin.
scalability-fit-universal-open = Throughput flader ud; om det falder ved endnu mere belastning, er ikke vist, for β kan være 0: {$law} med λ = {$lambda} pr. sekund, α = {$alpha} og β = {$beta}, R² {$r_squared} over {$n} trin.
scalability-fit-universal-level = Throughput flader ud; at det falder ved endnu mere belastning, er ikke målt: {$law} med λ = {$lambda} pr. sekund, α = {$alpha} og β = {$beta}, R² {$r_squared} over {$n} trin.
scalability-fit-universal-fall = Throughput flader ud og falder ved højere belastninger, længere end denne lov viser: {$law} med λ = {$lambda} pr. sekund, α = {$alpha} og β = {$beta}, R² {$r_squared} over {$n} trin.
scalability-fit-no-knee = Throughput vokser endnu med belastningen ved den højeste, der blev prøvet, og hvor det knækker, er ikke målt: {$law} med λ = {$lambda} pr. sekund, R² {$r_squared} over {$n} trin.
scalability-off-at-lowest = Ved den laveste belastning, N = {$load}, når den {$law}, og {$measured} blev målt: så små belastninger beskriver den ikke.
scalability-fit-inadequate = Ingen lov beskriver det målte. Den nærmeste er {$law} med λ = {$lambda} pr. sekund, R² {$r_squared} over {$n} trin.
scalability-too-few-loads = Tilpasningen er utilstrækkelig: {$loads} forskellige belastninger viser ingen form; der skal {$min} til.
scalability-systematic = Tilpasningen er utilstrækkelig: afvigelserne følger hinanden på samme side af kurven (runs-test, p = {$p}). Der aflæses intet af den.
scalability-large = Tilpasningen er utilstrækkelig: afvigelserne er {$off} af throughput. Der aflæses intet af den.
scalability-lack = Tilpasningen er utilstrækkelig: afvigelserne, {$off} af throughput, er større end trinnenes støj. Der aflæses intet af den.
scalability-no-growth = Tilpasningen er utilstrækkelig: throughput vokser ikke længere ved den mindste belastning, så det, der ligger før knækket, er ikke målt. Mindre belastninger ville vise det.
scalability-below-measured = Tilpasningen er utilstrækkelig: den kommer aldrig over {$law}, og {$measured} blev målt. Der aflæses intet af den.
scalability-plateau-missed = Tilpasningen er utilstrækkelig: throughput steg ikke længere ved de højeste belastninger, højst {$measured}, og kurven fortsætter til {$law}. Der aflæses intet af den.
scalability-peak = Efter tilpasningen er throughput højest med {$load} brugere: {$per_s}.
scalability-peak-beyond = Efter tilpasningen ville throughput være højest med {$load} brugere: {$per_s}. Det ligger ud over det målte.
scalability-no-peak = Der er intet maksimum i sigte: der siges intet om belastninger over det dobbelte af den højeste ({$load_max} brugere).
scalability-knee = Throughput følger belastningen op til {$load} brugere; derefter tilføjer hver ny bruger mindre end 60 % af sin andel.
scalability-knee-between = Hver ny bruger tilføjer med sikkerhed mere end 60 % af sin andel op til {$after} brugere, og med sikkerhed mindre fra {$before} brugere.
scalability-knee-before = Senest ved {$before} brugere tilføjer en ny bruger med sikkerhed mindre end 60 % af sin andel.
scalability-knee-after = Op til {$after} brugere tilføjer hver ny bruger med sikkerhed mere end 60 % af sin andel.
scalability-bounds = Efter de operationelle love kan ingen højere belastning give mere end N/{$cycle}, den korteste målte cyklus for en bruger; med det højeste målte throughput, {$per_s}, må brugere begynde at vente ved {$load} brugere eller før.
scalability-bounds-open = Efter de operationelle love kan ingen højere belastning give mere end N/{$cycle}, den korteste målte cyklus for en bruger. Fra hvor mange brugere nogle må vente, kan ikke siges, for det højeste throughput blev ikke fundet.
scalability-note = Marginal effektivitet er (ΔX/X)/(ΔN/N): 1 ved proportional vækst, 0, hvor throughput er fladet ud. Intervaller er 95 %; tilpasningens kommer af, at dens afvigelser trækkes igen.
scalability-left-out = { $n ->
    [one] {$steps} havde færre servere end de andre og er udeladt her: det er et andet system.
   *[other] {$steps} havde færre servere end de andre og er udeladt her: det er et andet system.
}
scalability-demands = Ressourceforbrug pr. transaktion
scalability-host = Vært
scalability-demand = CPU-tid for ét kald
scalability-highest = Højeste /s alene
scalability-mix-constant = Blandingen af kald ændrer sig næsten ikke i denne kørsel, så hvad hvert af dem koster, kan ikke skilles ad. Trin med andre blandinger ville vise det.
scalability-demands-note = CPU-tid for hele værten, alle kerner tilsammen, efter udnyttelsesloven U = Σ X·D: ikke-negative mindste kvadrater over stræk på 10 s (på én aflæsning, hvor de ligger længere fra hinanden), 95 %-intervaller ved at trække dem igen i blokke. Højeste: 1/D, hvor værten ville være optaget af det kald alene.
