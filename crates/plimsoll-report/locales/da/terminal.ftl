### Resumé til en terminal: kolonnehoveder er korte.

terminal-step = trin
terminal-users = brugere
terminal-at-work = undervejs
terminal-target = mål
terminal-started = startet
terminal-per-s = pr. s
terminal-dropped = droppet
terminal-waiting = venter
terminal-gain = forb.
terminal-goal = mål
terminal-errors = fejl %
terminal-both = Tider: svartid (fra den planlagte start) | servicetid (fra den faktiske).
