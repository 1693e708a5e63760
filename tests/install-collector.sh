#!/usr/bin/env bash
# Builds a small OpenTelemetry Collector from the Go module proxy (needs go): OTLP in, printed out.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
target=$root/target/test-tools/collector
if [ -x "$target/collector" ]; then exit 0; fi
if ! command -v go >/dev/null; then
    echo "install-collector: please install Go; without it the test with a collector is skipped" >&2
    exit 0
fi
mkdir -p "$target"
cd "$root/tests/collector"
GOFLAGS=-buildvcs=false nice -n 19 go build -trimpath -ldflags '-s -w' -o "$target/collector" .
