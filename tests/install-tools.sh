#!/usr/bin/env bash
# Installs the real servers and clients that the tests use and that are not there yet: nginx, Apache httpd,
# MariaDB, PostgreSQL, openssl, vmstat, iostat, node_exporter, Prometheus, InfluxDB, sshd, Podman with runc, Chromium, nats-server, JMeter, mosquitto, an SMTP server, wrk, h2load, sysbench, and for Node the WebSocket server `ws`, the gRPC
# server of the tests and a YAML language server.
# Where they can't be installed, the tests that need them say that they were skipped.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
tools=$root/target/test-tools
node_tests=$root/crates/plimsoll-engine/tests/suite/node
logs=$tools/logs
mkdir -p "$logs"
# The same command up to three times: registries and networks have their moments.
patiently() {
    "$@" && return
    sleep 5; "$@" && return
    sleep 20; "$@"
}
if command -v npm >/dev/null; then
    # npm writes these files last: a folder without them is half of an installation.
    [ -e "$tools/node_modules/.package-lock.json" ] ||
        patiently npm install --silent --no-audit --no-fund --prefix "$tools" ws@8 > "$logs/ws.log" 2>&1 ||
        echo "install-tools: ws could not be installed (see $logs/ws.log); some tests are skipped" >&2
    [ -e "$tools/node_modules/yaml-language-server/package.json" ] ||
        patiently npm install --silent --no-audit --no-fund --prefix "$tools" yaml-language-server@1 > "$logs/yaml.log" 2>&1 ||
        echo "install-tools: yaml-language-server could not be installed (see $logs/yaml.log); some tests are skipped" >&2
    [ -e "$root/ui/node_modules/.package-lock.json" ] ||
        patiently npm ci --prefix "$root/ui" --ignore-scripts --no-audit --no-fund > "$logs/ui.log" 2>&1 ||
        echo "install-tools: npm could not install what the pages are built and tested with (see $logs/ui.log); some tests are skipped" >&2
    [ -e "$node_tests/node_modules/.package-lock.json" ] ||
        patiently npm ci --prefix "$node_tests" --ignore-scripts --no-audit --no-fund > "$logs/npm.log" 2>&1 ||
        echo "install-tools: npm could not install grpc-js (see $logs/npm.log); some tests are skipped" >&2
else
    echo "install-tools: please install Node and npm; without them some tests are skipped" >&2
fi
# JMeter for the differential tests, a home put together from its Maven artifacts.
jmeter=$tools/jmeter
if [ ! -e "$jmeter/bin/ApacheJMeter.jar" ] && [ ! -e "${JMETER_HOME:-$HOME/.cache/peers/jmeter}/bin/ApacheJMeter.jar" ]; then
    if command -v mvn >/dev/null && command -v javac >/dev/null && command -v python3 >/dev/null; then
        install_jmeter() {
            PEERS="$tools" "$root/bench/install-peers.sh" jmeter && [ -e "$jmeter/bin/ApacheJMeter.jar" ]
        }
        patiently install_jmeter > "$logs/jmeter.log" 2>&1 ||
            echo "install-tools: JMeter could not be installed (see $logs/jmeter.log); it is not compared with" >&2
    else
        echo "install-tools: please install Maven and a JDK; without them nothing is compared with JMeter itself" >&2
    fi
fi
missing=()
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
[ -x /usr/sbin/apache2 ] || missing+=(apache2-bin)
command -v openssl >/dev/null || missing+=(openssl)
command -v curl >/dev/null || missing+=(curl)
command -v mariadbd >/dev/null || [ -x /usr/sbin/mariadbd ] || missing+=(mariadb-server)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
command -v vmstat >/dev/null || missing+=(procps)
command -v iostat >/dev/null || missing+=(sysstat)
command -v prometheus >/dev/null || missing+=(prometheus)
command -v influxd >/dev/null || [ -x /usr/sbin/influxd ] || missing+=(influxdb)
command -v prometheus-node-exporter >/dev/null || missing+=(prometheus-node-exporter)
command -v ss >/dev/null || missing+=(iproute2)
[ -x /usr/sbin/sshd ] || missing+=(openssh-server)
command -v ssh >/dev/null || missing+=(openssh-client)
command -v podman >/dev/null || missing+=(podman)
command -v runc >/dev/null || [ -x /usr/sbin/runc ] || missing+=(runc)
command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ] || missing+=(nats-server)
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing+=(faketime)
command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
[ -x /usr/sbin/mosquitto ] || missing+=(mosquitto)
command -v mosquitto_sub >/dev/null || missing+=(mosquitto-clients)
command -v wrk >/dev/null || missing+=(wrk)
/usr/bin/python3 -c "import aiosmtpd" 2>/dev/null || missing+=(python3-aiosmtpd)
command -v h2load >/dev/null || missing+=(nghttp2-client)
command -v sysbench >/dev/null || missing+=(sysbench)
command -v curl >/dev/null || missing+=(curl)
[ -e /usr/share/zoneinfo/Europe/Copenhagen ] || missing+=(tzdata)
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
install() {
    apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=5 install -qy --no-install-recommends "$@"
}
install_missing() {
    local package failed=0
    apt-get -o Acquire::Retries=5 update -q
    install "${missing[@]}" && return
    # One that this machine does not know must not keep the others away.
    for package in "${missing[@]}"; do install "$package" || { echo "$package failed" >&2; failed=1; }; done
    return "$failed"
}
patiently install_missing > "$logs/packages.log" 2>&1 ||
    echo "install-tools: not all of ${missing[*]} could be installed (see $logs/packages.log); some tests are skipped" >&2
exit 0
