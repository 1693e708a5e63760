#!/usr/bin/env bash
# Puts a JMeter home together from its Maven artifacts: install-jmeter.sh FOLDER
set -euo pipefail
home=${1:?usage: install-jmeter.sh FOLDER}
version=${JMETER_VERSION:-5.6.3}
pom=$(mktemp -d)
trap 'rm -rf "$pom"' EXIT
{
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>bench</groupId><artifactId>jmeter</artifactId><version>1</version><packaging>pom</packaging><dependencies>'
    for artifact in ApacheJMeter ApacheJMeter_core ApacheJMeter_http ApacheJMeter_components ApacheJMeter_functions ApacheJMeter_java ApacheJMeter_config; do
        echo "<dependency><groupId>org.apache.jmeter</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
} > "$pom/pom.xml"
rm -rf "$home" && mkdir -p "$home/lib/ext" "$home/lib/junit"
timeout 600 mvn -q -B -f "$pom/pom.xml" dependency:copy-dependencies -DoutputDirectory="$home/lib"
mv "$home"/lib/ApacheJMeter_*.jar "$home/lib/ext/"
# The jar holds bin/ with the properties that JMeter starts from; a jar is a zip file.
python3 -m zipfile -e "$home/lib/ext/ApacheJMeter_config-$version.jar" "$pom/config"
cp -r "$pom/config/bin" "$home/"
cp "$home/lib/ApacheJMeter-$version.jar" "$home/bin/ApacheJMeter.jar"
