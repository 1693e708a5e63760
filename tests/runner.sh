#!/usr/bin/env bash
# Runs a test program with so many tests at a time; RUST_TEST_THREADS=N decides for all. Tests of the program itself share the cores with
# servers, loads and browsers: those that mostly wait run beside the others, so that neither the cores nor the threads are idle meanwhile.
# The tests of libraries are short.
set -uo pipefail
cores=$(nproc)
if [ -n "${RUST_TEST_THREADS:-}" ]; then exec "$@"; fi
export RUST_TEST_THREADS=$((cores * 4))
case "${CARGO_PKG_NAME:-} ${1##*/} $#" in
    "plimsoll suite-"*" 1") ;;
    *) exec "$@" ;;
esac

waiting=(experiment:: exporting:: fleet:: generators:: tool_runs:: watch::)
log=$(mktemp)
RUST_TEST_THREADS=$cores "$1" "${waiting[@]}" > "$log" 2>&1 &
beside=$!
trap 'kill "$beside" 2> /dev/null; rm -f "$log"' EXIT
trap 'exit 130' INT TERM
RUST_TEST_THREADS=$((cores * 3 / 2)) "$1" "${waiting[@]/#/--skip=}"
status=$?
wait "$beside" || status=$?
cat "$log"
exit "$status"
