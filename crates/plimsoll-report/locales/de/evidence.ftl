### Verweise von einem Satz auf das, worauf er beruht.

evidence-evidence = Belege:
evidence-requirement = Nachweis der Anforderung {$n}
evidence-figure = Diagramm „{$name}“
evidence-validity = Gültigkeit des Versuchs
evidence-setup = Versuchsaufbau
evidence-search = versuchte Raten
evidence-steps = Stufentabelle
evidence-errors = Fehlertabelle
evidence-errors-by-transaction = Fehler nach Transaktion
evidence-transactions = Tabelle der Transaktionen
evidence-generator = Lastgenerator
evidence-findings = Befunde
evidence-servers = Server
evidence-limit = Engpass
evidence-panel = Diagramm „{$name}“ von {$source}
