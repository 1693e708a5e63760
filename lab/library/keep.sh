#!/usr/bin/env bash
# Runs a command again whenever it ends, as a container's restart policy does, until this script is told to end.
trap 'kill "$child" 2>/dev/null; wait "$child"; exit 0' TERM
while true; do
    "$@" &
    child=$!
    wait "$child"
    echo "$(date -Is) ended with $?; started again"
    sleep 1
done
