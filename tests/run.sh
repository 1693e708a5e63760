#!/usr/bin/env bash
# Runs every test of the workspace and ends with the sum of the runner's own counts.
set -uo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
# The same random cases in every run; PROPTEST_RNG_SEED=N tries others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
trap 'rm -f "$log"' EXIT
"${CARGO:-cargo}" test --workspace --no-fail-fast 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
awk '/^test result:/ { for (i = 1; i < NF; i++) { if ($(i+1) == "passed;") p += $i; if ($(i+1) == "failed;") f += $i; if ($(i+1) == "ignored;") s += $i } }
     END { printf "\n%d passed, %d failed, %d skipped\n", p, f, s }' "$log"
exit "$status"
