### Die Zusammenfassung für ein Terminal: Spaltenköpfe sind kurz.

terminal-step = Stufe
terminal-users = Benutzer
terminal-at-work = in Arbeit
terminal-target = Ziel
terminal-started = gestartet
terminal-per-s = pro s
terminal-dropped = verworfen
terminal-waiting = wartend
terminal-gain = Zuwachs
terminal-goal = Ziel
terminal-errors = Fehler %
terminal-both = Zeiten: Antwort (ab vorgesehenem Start) | Bedienung (ab tatsächlichem).
