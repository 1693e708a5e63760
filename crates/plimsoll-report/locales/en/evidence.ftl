### Links from a sentence to what it rests on.

evidence-evidence = Evidence:
evidence-requirement = proof of requirement {$n}
evidence-figure = figure “{$name}”
evidence-validity = validity of the experiment
evidence-setup = setup
evidence-search = rates that were tried
evidence-steps = step table
evidence-errors = table of errors
evidence-errors-by-transaction = table of errors by transaction
evidence-transactions = table of transactions
evidence-generator = load generator
evidence-findings = findings
evidence-servers = servers
evidence-limit = limiting factor
evidence-panel = figure “{$name}” of {$source}
