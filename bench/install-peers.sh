#!/usr/bin/env bash
# Puts the load generators that peers.py compares with into the folder PEERS (default ~/.cache/peers), from package
# registries only. Each is optional: what can't be had is said and left out, and peers.py uses what is there.
#
#   bench/install-peers.sh                all that are missing (about 15 minutes on two cores)
#   bench/install-peers.sh own k6         only these parts
#   FORCE=1 bench/install-peers.sh k6     again, although it is there
#
# Parts: packages (wrk, h2load, nginx), own (the floor, the launcher, the arrival server), wrk2, oha, goose, k6, jmeter,
# gatling, hyperfoil, locust, vegeta, ghz.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/peers" && pwd)
peers=${PEERS:-$HOME/.cache/peers}
bin=$peers/bin logs=$peers/logs src=$peers/src
mkdir -p "$bin" "$logs" "$src" "$peers/classes"

K6=${K6:-v2.2.0} OHA=${OHA:-1.16.0} JMETER=${JMETER:-5.6.3} GATLING=${GATLING:-3.15.1} HYPERFOIL=${HYPERFOIL:-0.25.2}
LOCUST=${LOCUST:-2.47.0} VEGETA=${VEGETA:-v12.13.0} GHZ=${GHZ:-v0.93.0}

needs() { # says which of these commands is missing
    local command
    for command in "$@"; do command -v "$command" > /dev/null || { echo "needs $command"; return 1; }; done
}

there_packages() { needs wrk h2load openssl gcc && { command -v nginx || [ -x /usr/sbin/nginx ]; }; }
do_packages() {
    local list=(wrk nghttp2-client nginx-light openssl gcc libc6-dev)
    needs apt-get || { echo "please install ${list[*]}"; return 1; }
    [ "$(id -u)" -eq 0 ] || { echo "not root: please install ${list[*]}"; return 1; }
    # A server package must not start its server here.
    if [ ! -e /usr/sbin/policy-rc.d ]; then
        printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
    fi
    export DEBIAN_FRONTEND=noninteractive
    timeout 600 sh -c "apt-get update -q && apt-get install -qy --no-install-recommends ${list[*]}"
}

there_own() { local name; for name in floor launch arrivals; do [ "$bin/$name" -nt "$here/src/$name.c" ] || return 1; done; }
do_own() {
    needs gcc || return 1
    local name
    for name in floor launch arrivals; do gcc -O2 -Wall -Wextra -o "$bin/$name" "$here/src/$name.c" || return 1; done
}

# wrk2 is in no registry: build it from its own repository and put it into the PATH or into $PEERS/bin.
there_wrk2() { command -v wrk2 > /dev/null || [ -x "$bin/wrk2" ]; }
do_wrk2() { echo "no package registry has wrk2: build it and put it into $bin"; return 1; }

there_k6() { [ -x "$bin/k6" ]; }
do_k6() { # a small module of its own pins the version
    needs go || return 1
    mkdir -p "$src/k6" && cd "$src/k6" || return 1
    printf 'module peers/k6\n\ngo 1.25.0\n\nrequire go.k6.io/k6/v2 %s\n' "$K6" > go.mod
    printf '//go:build tools\n\npackage tools\n\nimport _ "go.k6.io/k6/v2"\n' > tools.go
    timeout 600 go mod tidy -e
    timeout 1800 go build -trimpath -o "$bin/k6" go.k6.io/k6/v2
}

go_tool() { # NAME MODULE@VERSION
    needs go && GOBIN="$bin" timeout 1200 go install "$2" && [ -x "$bin/$1" ]
}
there_vegeta() { [ -x "$bin/vegeta" ]; }
do_vegeta() { go_tool vegeta "github.com/tsenart/vegeta/v12@$VEGETA"; }
there_ghz() { [ -x "$bin/ghz" ]; }
do_ghz() { go_tool ghz "github.com/bojand/ghz/cmd/ghz@$GHZ"; }

there_oha() { [ -x "$bin/oha" ]; }
do_oha() {
    needs cargo || return 1
    CARGO_TARGET_DIR=$peers/build/oha timeout 1800 cargo install oha --version "$OHA" --locked --root "$peers/oha" &&
        cp "$peers/oha/bin/oha" "$bin/" && rm -rf "$peers/build/oha"
}

there_goose() { [ -x "$bin/goose-peer" ]; }
do_goose() {
    needs cargo || return 1
    mkdir -p "$src/goose" && cp -r "$here/plans/goose/." "$src/goose/" && cd "$src/goose" &&
        CARGO_TARGET_DIR=$peers/build/goose timeout 1800 cargo build --release &&
        cp "$peers/build/goose/release/goose-peer" "$bin/" && rm -rf "$peers/build/goose"
}

jars() { # FOLDER group:artifact:version ...
    needs mvn java || return 1
    local to=$1 pom=$src/maven-$(basename "$(dirname "$1")") group artifact version item
    shift
    mkdir -p "$pom" "$to"
    {
        echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>bench</groupId><artifactId>peers</artifactId><version>1</version><packaging>pom</packaging><dependencies>'
        for item in "$@"; do
            IFS=: read -r group artifact version <<< "$item"
            echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
        done
        echo '</dependencies></project>'
    } > "$pom/pom.xml"
    timeout 600 mvn -q -B -f "$pom/pom.xml" dependency:copy-dependencies -DoutputDirectory="$to"
}

there_jmeter() { [ -e "$peers/jmeter/bin/ApacheJMeter.jar" ]; }
do_jmeter() { # a JMeter home from its Maven artifacts
    local home=$peers/jmeter artifact items=()
    for artifact in '' _core _http _components _functions _java _config; do
        items+=("org.apache.jmeter:ApacheJMeter$artifact:$JMETER")
    done
    rm -rf "$home" && mkdir -p "$home/lib/ext" "$home/lib/junit" && jars "$home/lib" "${items[@]}" || return 1
    mv "$home"/lib/ApacheJMeter_*.jar "$home/lib/ext/"
    # The jar holds bin/ with the properties that JMeter starts from; a jar is a zip file.
    python3 -m zipfile -e "$home/lib/ext/ApacheJMeter_config-$JMETER.jar" "$src/jmeter-config" &&
        cp -r "$src/jmeter-config/bin" "$home/" && cp "$home/lib/ApacheJMeter-$JMETER.jar" "$home/bin/ApacheJMeter.jar"
}

there_gatling() { [ -e "$peers/classes/gatling/GatlingPeer.class" ]; }
do_gatling() {
    rm -rf "$peers/gatling"
    local group=io.gatling
    jars "$peers/gatling/lib" $group:gatling-app:"$GATLING" $group:gatling-core-java:"$GATLING" \
        $group:gatling-http-java:"$GATLING" $group.highcharts:gatling-charts-highcharts:"$GATLING" &&
        javac -cp "$peers/gatling/lib/*" -d "$peers/classes/gatling" "$here/plans/gatling/GatlingPeer.java"
}

there_hyperfoil() { [ -e "$peers/classes/hyperfoil/HyperfoilPeer.class" ]; }
do_hyperfoil() {
    rm -rf "$peers/hyperfoil"
    jars "$peers/hyperfoil/lib" io.hyperfoil:hyperfoil-core:"$HYPERFOIL" io.hyperfoil:hyperfoil-http:"$HYPERFOIL" &&
        javac -cp "$peers/hyperfoil/lib/*" -d "$peers/classes/hyperfoil" "$here/plans/hyperfoil/HyperfoilPeer.java"
}

there_locust() { [ -x "$bin/locust" ]; }
do_locust() { needs python3 && python3 -m venv "$peers/venv" && timeout 600 "$peers/venv/bin/pip" install -q "locust==$LOCUST" && ln -sf ../venv/bin/locust "$bin/locust"; }

all=(packages own wrk2 k6 oha goose jmeter gatling hyperfoil locust vegeta ghz)
for part in "${@:-${all[@]}}"; do
    declare -F "do_$part" > /dev/null || { echo "no such part: $part (parts: ${all[*]})"; exit 2; }
    if [ -z "${FORCE:-}" ] && "there_$part" > /dev/null; then
        echo "there     $part"
        continue
    fi
    before=$SECONDS
    if (cd / && "do_$part") > "$logs/$part.log" 2>&1; then
        echo "ok        $part ($((SECONDS - before)) s)"
    else
        echo "left out  $part: $(tail -n 1 "$logs/$part.log") (see $logs/$part.log)"
    fi
done
exit 0
