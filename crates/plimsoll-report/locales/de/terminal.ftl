### Die Zusammenfassung für ein Terminal: Spaltenköpfe sind kurz.

terminal-step = Stufe
terminal-users = Benutzer
terminal-target = Ziel
terminal-started = gestartet
terminal-per-s = pro s
terminal-dropped = verworfen
terminal-waiting = wartend
terminal-gain = Zuwachs
terminal-goal = Zielzuwachs
terminal-errors = Fehler %
terminal-both = Zeiten: Antwortzeit (ab dem vorgesehenen Start) | Bedienzeit (ab dem tatsächlichen).
