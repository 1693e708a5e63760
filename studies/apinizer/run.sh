#!/usr/bin/env bash
# Starts nginx in a temporary folder, runs the grid against it, stops nginx.
#   ./run.sh [options of plimsoll run]        e.g. ./run.sh -o /tmp/grid
# PLIMSOLL and NGINX name other programs; STUDY another study file.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin:/usr/local/sbin
plimsoll=${PLIMSOLL:-$here/../../target/release/plimsoll}
nginx=${NGINX:-nginx}
port=30080

if (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; then
    echo "error: port $port is taken" >&2
    exit 1
fi
folder=$(mktemp -d)
# Ctrl-C is for plimsoll, which ends in order: nginx must outlive it, and this script too.
trap : INT
setsid "$nginx" -p "$folder" -e error.log -c "$here/nginx.conf" -g 'daemon off;' &
pid=$!
stop() {
    kill -QUIT "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
    rm -rf "$folder"
}
trap stop EXIT
for _ in $(seq 50); do
    if (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; then ready=yes; break; fi
    sleep 0.1
done
if [ -z "${ready:-}" ]; then
    echo "error: nginx does not answer on port $port" >&2
    cat "$folder/error.log" >&2 || true
    exit 1
fi
status=0
"$plimsoll" run "${STUDY:-$here/grid.yaml}" "$@" || status=$?
exit $status
