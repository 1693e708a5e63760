#!/bin/sh
# How many tests of a program run at a time: those of the program itself share the cores with servers, loads and browsers, the others mostly
# wait. RUST_TEST_THREADS=N decides for all.
cores=$(nproc)
case "${CARGO_PKG_NAME:-}" in
    plimsoll) threads=$((cores * 5 / 2)) ;;
    *) threads=$((cores * 4)) ;;
esac
RUST_TEST_THREADS=${RUST_TEST_THREADS:-$threads} exec "$@"
