### En kapacitetssøgning: hvad den fandt, og ved hvilke vinduer.

search-figure-not-reachable = ikke opnåelig
search-kind-found = Kapacitet: fundet
search-kind-not-reachable = Kapacitet: ikke opnåelig
search-kind-inconclusive = Kapacitet: uafklaret

search-found = {$holds}; {$fails}: kapaciteten ligger imellem.
search-not-reachable = Ikke opnåelig: kravene er ikke opfyldt ved nogen af de afprøvede rater
search-inconclusive = Uafklaret: {$why}.
search-inconclusive-known = Uafklaret: {$why}. Det vides: {$known}.
search-nothing-decided = intet blev afgjort
search-at-least = {$known}. Kapaciteten er mindst det.
search-at-least-why = {$known}. Kapaciteten er mindst det: {$why}.
search-between = {$holds}; {$fails}: kapaciteten ligger derimellem; hvor, vides ikke.
search-between-why = {$holds}; {$fails}: kapaciteten ligger derimellem; hvor, vides ikke: {$why}.
search-no-rate-holds = ingen rate er vist at opfylde kravene
search-holding = {$rate} opfylder alle krav ({$windows})
search-holding-but = {$rate} opfylder alle krav undtagen {$requirements} ({$windows})
search-failing = {$rate} gør det ikke ({$why})
search-only-window = i det eneste vindue
search-together = af {$n} vinduer tilsammen, hvoraf {$passed} viser det alene, og intet viser det modsatte
search-failed-before = { $n ->
    [one] et tidligere vindue ved denne rate fejlede
   *[other] {$n} tidligere vinduer ved denne rate fejlede
}
search-superseded = nye vinduer afgør denne rate
search-confirmed = bekræftet i {$passed} af { $n ->
    [one] {$n} vindue
   *[other] {$n} vinduer
}

## Hvorfor et vindue blev bedømt, som det blev.

search-every-requirement-holds = alle krav er opfyldt
search-falls-behind = svarene kommer bagud for ankomsterne: {$users} er optaget til sidst, og de bliver flere
search-began = kun {$share} af ankomsterne begyndte
search-dropped = {$n} droppet
search-waiting = {$n} venter til sidst
search-invalid = ugyldigt: {$why}
search-nothing-to-judge = der var intet at bedømme

## Hvorfor søgningen endte, som den gjorde.

search-highest-tried = der skulle ikke prøves en højere rate
search-higher-invalid = ved højere rater ({$steps}) er vinduerne ugyldige
search-higher-undecided = højere rater ({$steps}) kunne ikke afgøres
search-undecided = ingen rate er vist at opfylde kravene, og ingen at bryde dem

search-note = Hvert vindue bedømmes for sig og alle gyldige vinduer for en rate under ét; svaret hviler på det sidste. Et krav til en percentil eller til fejl er kun opfyldt eller brudt, hvis intervallet for alle kald (Wilson) og intervallet for sekunderne (bootstrap) siger det samme, og intet vindue alene siger det modsatte: langsomme kald kommer i klynger. En rate opfylder heller ikke kravene, hvis færre end 99 % af dens ankomster begynder, eller hvis flere og flere brugere er optaget. En droppet ankomst tæller som et fejlet kald. Et krav til throughput er ikke afgørende; det bedømmes ved den fundne rate. Ankomster kommer jævnt, medmindre der bedes om `spacing: poisson`: af brugere, der kommer uafhængigt af hinanden, venter nogle allerede ved lavere rater; bekræft da tallet med det.
search-parts-differ = {$said}; dets dele er for forskellige til en afgørelse
