### Eine Kapazitätssuche: was sie fand, durch welche Fenster.

search-figure-not-reachable = nicht erreichbar
search-kind-found = Kapazität: gefunden
search-kind-not-reachable = Kapazität: nicht erreichbar
search-kind-inconclusive = Kapazität: nicht entschieden

search-found = {$holds}; {$fails}: Die Kapazität liegt dazwischen.
search-not-reachable = Nicht erreichbar: Bei keiner versuchten Rate sind die Anforderungen erfüllt
search-inconclusive = Nicht entschieden: {$why}.
search-inconclusive-known = Nicht entschieden: {$why}. Bekannt ist: {$known}.
search-nothing-decided = es wurde nichts entschieden
search-at-least = {$known}. So hoch ist die Kapazität mindestens.
search-at-least-why = {$known}. So hoch ist die Kapazität mindestens: {$why}.
search-between = {$holds}; {$fails}: Die Kapazität liegt dazwischen; wo, ist nicht bekannt.
search-between-why = {$holds}; {$fails}: Die Kapazität liegt dazwischen; wo, ist nicht bekannt: {$why}.
search-no-rate-holds = für keine Rate ist nachgewiesen, dass sie die Anforderungen erfüllt
search-holding = {$rate} erfüllt jede Anforderung ({$windows})
search-holding-but = {$rate} erfüllt jede Anforderung außer {$requirements} ({$windows})
search-failing = {$rate} nicht ({$why})
search-only-window = im einzigen Fenster
search-together = durch {$n} Fenster zusammen, von denen {$passed} es allein zeigen und keines das Gegenteil zeigt
search-failed-before = { $n ->
    [one] ein früheres Fenster bei dieser Rate schlug fehl
   *[other] {$n} frühere Fenster bei dieser Rate schlugen fehl
}
search-superseded = neue Fenster entscheiden über diese Rate
search-confirmed = bestätigt in {$passed} von { $n ->
    [one] {$n} Fenster
   *[other] {$n} Fenstern
}

## Warum ein Fenster so beurteilt wurde.

search-every-requirement-holds = jede Anforderung ist erfüllt
search-falls-behind = die Antworten bleiben hinter den Ankünften zurück: {$users} sind am Ende beschäftigt, und es werden mehr
search-began = nur {$share} der Ankünfte starteten
search-dropped = {$n} verworfen
search-waiting = {$n} am Ende wartend
search-invalid = ungültig: {$why}
search-nothing-to-judge = es gab nichts zu beurteilen

## Warum die Suche so endete.

search-highest-tried = eine höhere Rate war nicht zu versuchen
search-higher-invalid = bei höheren Raten ({$steps}) sind die Fenster ungültig
search-higher-undecided = höhere Raten ({$steps}) waren nicht zu entscheiden
search-undecided = für keine Rate ist nachgewiesen, dass sie die Anforderungen erfüllt, und für keine, dass sie sie verletzt

search-note = Jedes Fenster wird für sich beurteilt und alle gültigen Fenster einer Rate zusammen; das Ergebnis beruht auf Letzterem. Ein Perzentil oder die Fehler gelten nur dann als erfüllt oder verletzt, wenn das Intervall aller Anfragen (Wilson) und das der Sekunden (Bootstrap) dasselbe sagen und kein Fenster für sich das Gegenteil: Langsame Anfragen treten gehäuft auf. Auch dann gelten die Anforderungen bei einer Rate als verletzt, wenn weniger als 99 % ihrer Ankünfte starten oder immer mehr Benutzer beschäftigt sind. Eine verworfene Ankunft zählt als fehlgeschlagene Anfrage. Eine Forderung an den Durchsatz entscheidet nicht; sie wird bei der gefundenen Rate beurteilt. Ankünfte kommen gleichmäßig, wenn nicht `spacing: poisson` verlangt wird: Von Benutzern, die unabhängig voneinander kommen, warten manche schon bei niedrigeren Raten; dann den Wert damit bestätigen.
search-parts-differ = {$said}; seine Teile sind zu verschieden für ein Urteil
