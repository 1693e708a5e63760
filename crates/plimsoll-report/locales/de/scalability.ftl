### Wie der Durchsatz mit der Last wächst. N ist die Anzahl der Benutzer, X der Durchsatz pro Sekunde.

scalability-title = Skalierbarkeit
scalability-from = Von Benutzern
scalability-to = Bis Benutzer
scalability-per-s = Durchsatz /s
scalability-efficiency = Grenzeffizienz
scalability-law-linear = X = λN
scalability-law-amdahl = X = λN/(1 + α(N−1))
scalability-law-universal = X = λN/(1 + α(N−1) + βN(N−1))
scalability-series = angepasst: {$law}
scalability-series-inadequate = angepasst, unzureichend: {$law}
scalability-with-bounds = {$value} (KI {$bounds})
scalability-at-least = {$value} (KI ab {$low}, ohne obere Grenze)
scalability-fit-linear = Der Durchsatz wächst proportional zur Last: {$law} mit λ = {$lambda} pro Sekunde, R² {$r_squared} über {$n} Stufen.
scalability-fit-linear-above = Über der kleinsten Last wächst der Durchsatz proportional zur Last: {$law} mit λ = {$lambda} pro Sekunde, R² {$r_squared} über {$n} Stufen.
scalability-fit-nearly-linear = Der Durchsatz wächst fast proportional zur Last; bei der höchsten Last sind {$left} dieses Wachstums übrig: {$law} mit λ = {$lambda} pro Sekunde, R² {$r_squared} über {$n} Stufen.
scalability-fit-amdahl = Der Durchsatz flacht ab: {$law} mit λ = {$lambda} pro Sekunde und Contention α = {$alpha}, R² {$r_squared} über {$n} Stufen.
scalability-fit-universal = Der Durchsatz hat ein Maximum: {$law} mit λ = {$lambda} pro Sekunde, Contention α = {$alpha} und Kohärenz β = {$beta}, R² {$r_squared} über {$n} Stufen.
scalability-fit-universal-open = Der Durchsatz flacht ab; ob er bei noch mehr Last sinkt, ist nicht gezeigt, denn β kann 0 sein: {$law} mit λ = {$lambda} pro Sekunde, α = {$alpha} und β = {$beta}, R² {$r_squared} über {$n} Stufen.
scalability-fit-universal-level = Der Durchsatz flacht ab; dass er bei noch mehr Last sinkt, wurde nicht gemessen: {$law} mit λ = {$lambda} pro Sekunde, α = {$alpha} und β = {$beta}, R² {$r_squared} über {$n} Stufen.
scalability-fit-universal-fall = Der Durchsatz flacht ab und sinkt bei höheren Lasten, weiter als dieses Gesetz zeigt: {$law} mit λ = {$lambda} pro Sekunde, α = {$alpha} und β = {$beta}, R² {$r_squared} über {$n} Stufen.
scalability-fit-no-knee = Der Durchsatz wächst bei der höchsten versuchten Last noch mit der Last, und wo er abknickt, wurde nicht gemessen: {$law} mit λ = {$lambda} pro Sekunde, R² {$r_squared} über {$n} Stufen.
scalability-off-at-lowest = Bei der kleinsten Last, N = {$load}, kommt sie auf {$law}, gemessen sind {$measured}: So kleine Lasten beschreibt sie nicht.
scalability-fit-inadequate = Kein Gesetz beschreibt, was gemessen wurde. Am nächsten kommt {$law} mit λ = {$lambda} pro Sekunde, R² {$r_squared} über {$n} Stufen.
scalability-too-few-loads = Diese Anpassung ist unzureichend: {$loads} verschiedene Lasten zeigen keinen Verlauf; nötig sind {$min}.
scalability-systematic = Diese Anpassung ist unzureichend: Ihre Residuen liegen hintereinander auf einer Seite der Kurve (Runs-Test, p = {$p}). Ihr wird nichts entnommen.
scalability-large = Diese Anpassung ist unzureichend: Ihre Residuen betragen {$off} des Durchsatzes. Ihr wird nichts entnommen.
scalability-lack = Diese Anpassung ist unzureichend: Ihre Residuen, {$off} des Durchsatzes, sind größer als das Rauschen der Stufen. Ihr wird nichts entnommen.
scalability-no-growth = Diese Anpassung ist unzureichend: Schon bei der kleinsten Last wächst der Durchsatz nicht mehr, was vor dem Knick liegt, wurde also nicht gemessen. Kleinere Lasten würden es zeigen.
scalability-below-measured = Diese Anpassung ist unzureichend: Sie kommt nie über {$law}, gemessen wurden aber {$measured}. Ihr wird nichts entnommen.
scalability-plateau-missed = Diese Anpassung ist unzureichend: Der Durchsatz wuchs bei den höchsten Lasten nicht mehr, höchstens {$measured}, und die Kurve steigt weiter bis {$law}. Ihr wird nichts entnommen.
scalability-peak = Nach dieser Anpassung ist der Durchsatz mit {$load} Benutzern am höchsten: {$per_s}.
scalability-peak-beyond = Nach dieser Anpassung wäre der Durchsatz mit {$load} Benutzern am höchsten: {$per_s}. Das liegt jenseits des Gemessenen.
scalability-no-peak = Ein Maximum ist nicht in Sicht: Über Lasten jenseits des Doppelten der höchsten ({$load_max} Benutzer) wird nichts ausgesagt.
scalability-knee = Bis {$load} Benutzer folgt der Durchsatz der Last; darüber bringt jeder weitere Benutzer weniger als 60 % des Anteils.
scalability-knee-between = Bis {$after} Benutzer bringt jeder weitere sicher mehr als 60 % des Anteils, ab {$before} Benutzern sicher weniger.
scalability-knee-before = Spätestens bei {$before} Benutzern bringt ein weiterer sicher weniger als 60 % seines proportionalen Anteils.
scalability-knee-after = Bis {$after} Benutzer bringt jeder weitere sicher mehr als 60 % des Anteils.
scalability-bounds = Nach den operationalen Gesetzen kann keine höhere Last mehr bringen als N/{$cycle}, den kürzesten gemessenen Zyklus eines Benutzers; beim höchsten gemessenen Durchsatz, {$per_s}, müssen Benutzer bei {$load} Benutzern oder früher zu warten beginnen.
scalability-bounds-open = Nach den operationalen Gesetzen kann keine höhere Last mehr bringen als N/{$cycle}, den kürzesten gemessenen Zyklus eines Benutzers. Ab wie vielen Benutzern einige warten müssen, lässt sich nicht sagen, denn der höchste Durchsatz wurde nicht gefunden.
scalability-note = Die Grenzeffizienz ist (ΔX/X)/(ΔN/N): 1 proportional zur Last, 0, wo der Durchsatz stagniert. Die Intervalle sind 95-%-Intervalle; die der Anpassung entstehen durch erneutes Ziehen ihrer Residuen.
scalability-left-out = { $n ->
    [one] {$steps} hatte weniger Server als die übrigen und bleibt hier außer Betracht: Das ist ein anderes System.
   *[other] {$steps} hatten weniger Server als die übrigen und bleiben hier außer Betracht: Das ist ein anderes System.
}
scalability-demands = Bedienbedarf der Transaktionen
scalability-host = Host
scalability-demand = CPU-Zeit einer Anfrage
scalability-highest = Höchstens /s, wenn allein
scalability-mix-constant = Die Mischung der Anfragen ändert sich in diesem Lauf kaum, daher lässt sich nicht trennen, was jede kostet. Stufen mit anderen Mischungen würden es zeigen.
scalability-demands-note = CPU-Zeit des ganzen Hosts, alle Kerne zusammen, nach dem Auslastungsgesetz U = Σ X·D: nichtnegative kleinste Quadrate über Abschnitte von 10 s (von einer Ablesung, wo diese weiter auseinander liegen), 95-%-Intervalle durch erneutes Ziehen in Blöcken. Höchstens: 1/D, womit der Host allein durch diese Anfrage ausgelastet wäre.
