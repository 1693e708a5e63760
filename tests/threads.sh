#!/bin/sh
# How many tests of a program run at a time: those of the program itself share the cores with servers, loads and browsers, the others mostly
# wait. A machine of CI may be shared with others: fewer there. RUST_TEST_THREADS=N decides for all.
cores=$(nproc)
case "${CARGO_PKG_NAME:-}${CI:+ in CI}" in
    plimsoll) threads=$((cores * 5 / 2)) ;;
    "plimsoll in CI") threads=$((cores * 2)) ;;
    *) threads=$((cores * 4)) ;;
esac
RUST_TEST_THREADS=${RUST_TEST_THREADS:-$threads} exec "$@"
