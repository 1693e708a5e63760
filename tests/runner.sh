#!/usr/bin/env bash
# Runs a test program with so many tests at a time; RUST_TEST_THREADS=N decides for all. Tests of the program itself share the cores with
# servers, loads and browsers: those that mostly wait run beside the others, so that neither the cores nor the threads are idle meanwhile.
# The tests of libraries mostly wait.
set -uo pipefail
cores=$(nproc)
if [ -n "${RUST_TEST_THREADS:-}" ]; then exec "$@"; fi
case "${CARGO_PKG_NAME:-} ${1##*/} $#" in
    "plimsoll suite-"*" 1") ;;
    "plimsoll "*) RUST_TEST_THREADS=$((cores * 5 / 2)) exec "$@" ;;
    *) RUST_TEST_THREADS=$((cores * 4)) exec "$@" ;;
esac

waiting=(experiment:: exporting:: fleet:: generators:: tool_runs:: watch::)
log=$(mktemp)
# A program in the background would ignore what ends this one, and so would all that it starts.
(trap - INT QUIT; RUST_TEST_THREADS=$cores exec "$1" "${waiting[@]}") > "$log" 2>&1 &
first=$!
(trap - INT QUIT; RUST_TEST_THREADS=$((cores * 3 / 2)) exec "$1" "${waiting[@]/#/--skip=}") &
second=$!
trap 'kill "$first" "$second" 2> /dev/null; rm -f "$log"; exit 130' INT
trap 'kill "$first" "$second" 2> /dev/null; rm -f "$log"; exit 143' TERM
wait "$second"
status=$?
wait "$first" || status=$?
cat "$log"
rm -f "$log"
exit "$status"
