### evidence
