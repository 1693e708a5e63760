#!/usr/bin/env bash
# Installs the real servers and clients that the tests use and that are not there yet: nginx, Apache httpd,
# MariaDB, PostgreSQL, openssl, vmstat, iostat, node_exporter, sshd, Podman with runc, Chromium, JMeter, and for Node the WebSocket server `ws` and the gRPC
# server of the tests.
# Where they can't be installed, the tests that need them say that they were skipped.
set -u
tools=$(dirname "$0")/../target/test-tools
node_tests="$(dirname "$0")/../crates/plimsoll/tests/engine/node"
if command -v npm >/dev/null; then
    [ -d "$tools/node_modules/ws" ] || { mkdir -p "$tools" &&
        npm install --silent --no-audit --no-fund --prefix "$tools" ws@8 > /tmp/install-ws.log 2>&1; } ||
        echo "install-tools: ws could not be installed (see /tmp/install-ws.log); some tests are skipped" >&2
    [ -d "$node_tests/node_modules/@grpc/grpc-js" ] ||
        npm ci --prefix "$node_tests" --ignore-scripts --no-audit --no-fund > /tmp/install-npm.log 2>&1 ||
        echo "install-tools: npm could not install grpc-js (see /tmp/install-npm.log); some tests are skipped" >&2
else
    echo "install-tools: please install Node and npm; without them some tests are skipped" >&2
fi
# JMeter for the differential tests, a home put together from its Maven artifacts.
jmeter=$tools/jmeter
if [ ! -e "$jmeter/bin/ApacheJMeter.jar" ] && [ ! -e "${JMETER_HOME:-$HOME/.cache/peers/jmeter}/bin/ApacheJMeter.jar" ]; then
    if command -v mvn >/dev/null && command -v javac >/dev/null && command -v python3 >/dev/null; then
        PEERS="$tools" "$(dirname "$0")/../bench/install-peers.sh" jmeter > /tmp/install-jmeter.log 2>&1 ||
            echo "install-tools: JMeter could not be installed (see /tmp/install-jmeter.log); it is not compared with" >&2
    else
        echo "install-tools: please install Maven and a JDK; without them nothing is compared with JMeter itself" >&2
    fi
fi
missing=()
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
[ -x /usr/sbin/apache2 ] || missing+=(apache2-bin)
command -v openssl >/dev/null || missing+=(openssl)
command -v mariadbd >/dev/null || [ -x /usr/sbin/mariadbd ] || missing+=(mariadb-server)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
command -v vmstat >/dev/null || missing+=(procps)
command -v iostat >/dev/null || missing+=(sysstat)
command -v prometheus-node-exporter >/dev/null || missing+=(prometheus-node-exporter)
command -v ss >/dev/null || missing+=(iproute2)
[ -x /usr/sbin/sshd ] || missing+=(openssh-server)
command -v ssh >/dev/null || missing+=(openssh-client)
command -v podman >/dev/null || missing+=(podman)
command -v runc >/dev/null || [ -x /usr/sbin/runc ] || missing+=(runc)
command -v chromium >/dev/null || missing+=(chromium)
[ -x /bin/busybox ] || [ -x /usr/bin/busybox ] || missing+=(busybox-static)
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo "install-tools: please install ${missing[*]}; without them some tests are skipped" >&2
    exit 0
fi
# A server package must not start its server here.
if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -q && apt-get install -qy --no-install-recommends "${missing[@]}"; } > /tmp/install-tools.log 2>&1 ||
    echo "install-tools: ${missing[*]} could not be installed (see /tmp/install-tools.log); some tests are skipped" >&2
exit 0
