#!/usr/bin/env bash
# Runs every test of the workspace and ends with the sum of the runner's own counts.
set -uo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
# The same random cases in every run; PROPTEST_RNG_SEED=N tries others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
trap 'rm -f "$log"' EXIT

# Each program's failures before the list of its tests: who reads a log meets the reasons first.
reasons_first() {
    awk '/^running [0-9]+ tests?$/ { is_list = 1; list = reasons = "" }
         is_list && /^failures:$/ { is_reason = 1 }
         is_list && /^test result:/ { printf "%s%s", reasons, list; is_list = is_reason = 0 }
         is_reason { reasons = reasons $0 "\n"; next }
         is_list { list = list $0 "\n"; next }
         { print; fflush() }
         END { printf "%s%s", reasons, list }'
}
show=reasons_first
[ -t 1 ] && show=cat
"${CARGO:-cargo}" test --workspace --no-fail-fast 2>&1 | tee "$log" | $show
status=${PIPESTATUS[0]}
awk '/^test result:/ { for (i = 1; i < NF; i++) { if ($(i+1) == "passed;") p += $i; if ($(i+1) == "failed;") f += $i; if ($(i+1) == "ignored;") s += $i } }
     END { printf "\n%d passed, %d failed, %d skipped\n", p, f, s }' "$log"
exit "$status"
