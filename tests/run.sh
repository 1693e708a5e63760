#!/usr/bin/env bash
# Runs every test of the workspace, names those that did not take place, and ends with the sum.
set -uo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
# Tests that can't take place add a line here: program, crate, test, reason (see plimsoll-testkit's `skip`).
PLIMSOLL_TEST_SKIPPED=$(mktemp)
export PLIMSOLL_TEST_SKIPPED
# The same random cases in every run; PROPTEST_RNG_SEED=N tries others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
trap 'rm -f "$log" "$PLIMSOLL_TEST_SKIPPED"' EXIT

# Each program's failures before the list of its tests: who reads a log meets the reasons first.
reasons_first() {
    # What is left when the next one begins is of a program that ended without a result.
    awk 'function show() { printf "%s%s", reasons, list; list = reasons = ""; is_list = is_reason = 0 }
         /^running [0-9]+ tests?$/ { show(); is_list = 1 }
         is_list && /^failures:$/ { is_reason = 1 }
         is_list && /^test result:/ { show() }
         is_reason { reasons = reasons $0 "\n"; next }
         is_list { list = list $0 "\n"; next }
         { print; fflush() }
         END { show() }'
}
show=reasons_first
[ -t 1 ] && show=cat
# What the tests need is fetched while they are compiled.
./tests/install-tools.sh &
tools=$!
# No comment holds an example that runs, so that rustdoc need not look for any.
targets=(--workspace --lib --bins --tests)
# LINT=1 (make check): the compiler is clippy's, which lints what it compiles; `cargo clippy` would compile everything once more.
if [ -n "${LINT:-}" ]; then
    export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings
    # How clippy gets its arguments is its own affair: a lint that nobody hears of must not pass.
    said=$(printf 'pub fn f(x: &Vec<u8>) -> usize { x.len() }' | clippy-driver --crate-type lib --emit=metadata -o "$log" - 2>&1)
    if [[ $said != *"error: writing"* ]]; then
        kill "$tools" 2>/dev/null
        echo "error: clippy-driver refuses nothing; hint: rustup component add clippy, or has CLIPPY_ARGS another form?" >&2
        exit 1
    fi
fi
"${CARGO:-cargo}" test "${targets[@]}" ${LINT:+--examples} --no-run || { kill "$tools" 2>/dev/null; exit 1; }
wait "$tools"
"${CARGO:-cargo}" test --config "target.'cfg(all())'.runner='$PWD/tests/threads.sh'" "${targets[@]}" --no-fail-fast 2>&1 | tee "$log" | $show
status=${PIPESTATUS[0]}

# What was skipped counts as passed with the runner, what is ignored as ignored: both did not take place.
awk -F '\t' '
    FILENAME == ARGV[1] {
        if (match($0, /^ +Running .*\(.*\)$/)) { program = $0; sub(/.*\//, "", program); sub(/\)$/, "", program) }
        else if (match($0, /^test .* \.\.\. FAILED$/)) { name = substr($0, 6, length($0) - 16); has_failed[program, name] = 1 }
        else if (match($0, /^test .* \.\.\. ignored/)) {
            name = substr($0, 6); why = name; sub(/ \.\.\. ignored.*/, "", name); sub(/.* \.\.\. ignored(, )?/, "", why)
            skipped[++n] = name ": " why
        } else if (match($0, /^running [0-9]+ tests?$/)) {
            if (is_open) broken[++b] = was
            is_open = 1; was = program
        } else if (match($0, /^test result:/)) {
            is_open = 0
            words = split($0, word, " ")
            for (i = 1; i < words; i++) {
                if (word[i + 1] == "passed;") p += word[i]
                if (word[i + 1] == "failed;") f += word[i]
            }
        }
        next
    }
    has_failed[$1, $3] || is_known[$1, $3]++ { next }
    { skipped[++n] = $2 " " $3 ": " $4; p-- }
    END {
        if (is_open) broken[++b] = was
        # Each counts as a failure: which of its tests did is not known.
        for (i = 1; i <= b; i++) { print "\nended without a result: " broken[i]; f++ }
        if (n) print "\nskipped:"
        for (i = 1; i <= n; i++) print "    " skipped[i]
        printf "\n%d passed, %d failed, %d skipped\n", p, f, n
    }' "$log" "$PLIMSOLL_TEST_SKIPPED"
exit "$status"
