#!/usr/bin/env bash
# How fast result files and access logs are read, on one core: readers.sh [MILLIONS OF ROWS]
# Files are made in a temporary folder and removed. CPU time of the reading thread; peak memory shows that it streams.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=$(awk "BEGIN { print int(${1:-1} * 1000000) }")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

make_file() { # FILE AWK-PROGRAM
    awk -v rows="$rows" "BEGIN { srand(1); $2 }" > "$folder/$1"
}
each='for (i = 0; i < rows; i++) { ms = 1684951191182 + i; e = int(rand() * 900); status = i % 50 ? 200 : 503;'
clock='s = int(i / 600); t = sprintf("21/Nov/2026:%02d:%02d:%02d +0100", 8 + s / 3600, s / 60 % 60, s % 60);'
make_file results.jtl 'print "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect";'"$each"' printf "%.0f,%d,GET /orders/%d,%d,OK,Users 1-%d,text,true,,%d,118,200,200,http://10.0.0.1/orders/%d?id=%d,%d,0,%d\n", ms, e, i % 17, status, i % 200, 5000 + i % 300, i % 17, i, e * 0.9, i % 3 }'
make_file results.xml 'print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">";'"$each"' printf "<httpSample t=\"%d\" it=\"0\" lt=\"%d\" ct=\"%d\" ts=\"%.0f\" s=\"true\" lb=\"GET /orders/%d\" rc=\"%d\" rm=\"OK\" tn=\"Users 1-%d\" dt=\"text\" by=\"%d\" sby=\"118\" ng=\"200\" na=\"200\"/>\n", e, e * 0.9, i % 3, ms, i % 17, status, i % 200, 5000 + i % 300 } print "</testResults>"'
make_file undertow.log "$each$clock"' printf "10.0.%d.%d - - [%s] \"GET /orders/%d/items?id=%d HTTP/1.1\" %d %d \"-\" \"Apache-HttpClient/4.5.14 (Java/17.0.9)\" %d\n", i % 5, i % 250, t, i % 17, i, status, 500 + i % 4000, e }'
make_file nginx.log "$each$clock"' printf "10.0.%d.%d - - [%s] \"GET /orders/%d/items?id=%d HTTP/1.1\" %d %d \"-\" \"curl/8\" rt=0.%03d ut=0.%03d\n", i % 5, i % 250, t, i % 17, i, status, 500 + i % 4000, e, e / 2 }'
make_file access.json "$each"' s = int(i / 600); printf "{\"time\":\"2026-11-21T%02d:%02d:%02d+01:00\",\"method\":\"GET\",\"uri\":\"/orders/%d?id=%d\",\"status\":%d,\"body_bytes_sent\":%d,\"request_time\":0.%03d}\n", 8 + s / 3600, s / 60 % 60, s % 60, i % 17, i, status, 500 + i % 4000, e }'
make_file simulation.log 'print "RUN\tSimulation\t\tsim-1\t1795249329000\t \t3.5.1";'"$each"' printf "REQUEST\t\tGET /orders/%d\t%.0f\t%.0f\tOK\t \n", i % 17, ms, ms + e }'

cargo build --release --quiet -p plimsoll-telemetry --example throughput
throughput=target/release/examples/throughput
"$throughput" "$folder/results.jtl"
"$throughput" "$folder/results.xml"
"$throughput" "$folder/undertow.log" undertow '%h %l %u %t "%r" %s %b "%{i,Referer}" "%{i,User-Agent}" %D'
"$throughput" "$folder/nginx.log" nginx '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" rt=$request_time ut=$upstream_response_time'
"$throughput" "$folder/access.json"
"$throughput" "$folder/simulation.log"
