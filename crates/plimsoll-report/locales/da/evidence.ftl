### Henvisninger fra en sætning til det, den hviler på.

evidence-evidence = Belæg:
evidence-requirement = eftervisning af krav {$n}
evidence-figure = figuren »{$name}«
evidence-validity = forsøgets gyldighed
evidence-setup = opsætning
evidence-search = afprøvede rater
evidence-steps = trintabellen
evidence-errors = fejltabellen
evidence-errors-by-transaction = tabel over fejl pr. transaktion
evidence-transactions = tabel over transaktioner
evidence-generator = lastgeneratoren
evidence-findings = fund
evidence-servers = serverne
evidence-limit = begrænsende faktor
evidence-panel = figuren »{$name}« for {$source}
