### What if: predictions from a queueing network.

predict-kind = Vorhersage
predict-title = Was wäre, wenn
predict-fit-title = Wie gut sie Gemessenes vorhersagt
predict-load = Last
predict-throughput = Durchsatz
predict-response = Mittlere Antwortzeit
predict-used = Am meisten ausgelastet
predict-at-most = Höchstens
predict-at-least = Dauert mindestens
predict-measured = Gemessen
predict-predicted = Vorhergesagt
predict-measured-time = Zeit gemessen
predict-predicted-time = Zeit vorhergesagt
predict-error = Fehler
predict-inferred = eine Station, die nur der Durchsatz zeigt
predict-station = {$name} ({$n} gleichzeitig bedient, je {$time})
predict-network = Das Modell: {$stations}; {$delay} einer Anfrage liegen außerhalb aller Warteschlangen.
predict-think = Benutzer denken {$time} zwischen einer Antwort und der nächsten Anfrage.
predict-fit = Jede von {$n} gemessenen Stufen, aus den anderen vorhergesagt, liegt im Mittel um {$mean} und höchstens um {$most} daneben.
predict-few-loads = Nicht vorhersagbar: Jede Last muss aus den anderen vorhergesagt werden, und dazu sind {$min} verschiedene gültige Lasten mit Antwortzeiten nötig; hier gültig: {$n}. Es folgen nur Schranken.
predict-mixes-differ = Nicht vorhersagbar: {$share} der Anfragen in Stufe {$step} gehören zu anderen Transaktionen als die in Stufe {$other}; mehr Last war also auch eine andere Last. Mehrere Lasten mit derselben Mischung von Anfragen messen.
predict-times-rise = Nicht vorherzusagen: Die Antwortzeiten stiegen bei gleichbleibender Last; jede Stufe ist also von einem langsameren System. Klären, was wächst, und erneut messen.
predict-no-station = Nicht vorhersagbar: Der Durchsatz wuchs im Verhältnis zur Last, und keine Ressource wurde überwacht, deren Auslastung ihm folgt; wo das endet, ist nicht bekannt. Höhere Lasten messen, oder CPU und Pools überwachen. Es folgen nur Schranken.
predict-does-not-fit = Nicht vorhersagbar: Kein Warteschlangennetz passt. Gemessene Stufen, aus den anderen vorhergesagt, liegen im Mittel um {$error} daneben (höchstens {$most} wären brauchbar). Es folgen nur Schranken.
predict-even = Die Ankünfte kommen gleichmäßig: Danach, wie die Bedienzeiten bei der kleinsten Last schwanken, warten sie das {$factor}-Fache von zufälligen.
predict-limit = {$name}, höchstens {$rate}
predict-limits = Die Grenze: {$first}.
predict-limits-next = Die nächste: {$next}.
predict-mix = Die Mischung: Eine Anfrage dauert allein das {$factor}-Fache dessen, was sie im Mittel dauerte. Das wird von jeder Ressource angenommen.
predict-mix-by-growth = Die Mischung: Eine Anfrage dauert allein das {$factor}-Fache dessen, was sie im Mittel dauerte. Danach, wie die Antwortzeiten ihrer Transaktionen mit der Last wuchsen, braucht sie das {$shared}-Fache einer geteilten CPU und das {$line}-Fache dessen, wofür Anfragen anstehen. Wo Anfragen in einer Schlange stehen, warten alle gleich lange, und das Wachstum zeigt nicht, wer wie viel davon braucht: Bei einer solchen Grenze kann eine andere Mischung weit mehr oder weniger bringen, und die Schranken sind nicht besser.
predict-beyond = Die fernste Last ist das {$times}-Fache der höchsten gemessenen: Nichts zeigt, dass das System dort dasselbe bleibt.
predict-below = { $n ->
    [one] {$loads} ist
   *[other] {$loads} sind
} weniger als die kleinste gemessene Last. Wie lange eine Anfrage dauert, wo weniger warten, ist nicht bekannt: Der Durchsatz kann höher und die Zeit kürzer sein als vorhergesagt.
predict-not-carried = { $n ->
    [one] {$loads} ist
   *[other] {$loads} sind
} mehr, als das Modell trägt: Anfragen würden immer länger warten.
predict-note = Bei einem Wert steht sein 95-%-Intervall: 200 Wiederholungen der Anpassung an Durchsätze, die aus den Intervallen der Stufen gezogen sind, jede mit dem Fehler einer ausgelassenen Stufe. Höchstens und dauert mindestens: asymptotische Schranken, die für jede Reihenfolge der Bedienung gelten. Das Modell nimmt Bedienzeiten an, die wie zufällig schwanken, und eine Klasse von Anfragen.
predict-note-bounds = Asymptotische Schranken: Der Durchsatz kann N/(R + Z) mit der kürzesten gemessenen mittleren Antwortzeit R nicht übersteigen, und auch nicht, was die engste bekannte Ressource trägt.
