#!/usr/bin/env bash
# A Spring Boot service with actuator, and the agents of the JMX exporter and of Jolokia, into target/test-tools/jvm, from Maven
# Central.
set -euo pipefail
for tool in mvn javac; do
    command -v "$tool" >/dev/null || { echo "install-jvm: please install Maven and a JDK: $tool is missing" >&2; exit 1; }
done
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/target/test-tools/jvm
if ! compgen -G "$folder/agents/jolokia-*.jar" >/dev/null; then
    mkdir -p "$folder"
    cat > "$folder/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>test</groupId><artifactId>jvm</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId><version>3.5.7</version></dependency>
    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-actuator</artifactId><version>3.5.7</version></dependency>
    <dependency><groupId>io.micrometer</groupId><artifactId>micrometer-registry-prometheus</artifactId><version>1.15.5</version></dependency>
  </dependencies>
</project>
POM
    mvn -q -f "$folder/pom.xml" dependency:copy-dependencies -DoutputDirectory="$folder/libs"
    for agent in io.prometheus.jmx:jmx_prometheus_javaagent:1.0.1 org.jolokia:jolokia-agent-jvm:2.4.1:jar:javaagent; do
        mvn -q -f "$folder/pom.xml" dependency:copy -Dartifact="$agent" -DoutputDirectory="$folder/agents"
    done
fi
javac -cp "$folder/libs/*" -d "$folder/classes" "$root/crates/plimsoll/tests/suite/watch/Shop.java"
