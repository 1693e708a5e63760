#!/usr/bin/env bash
# Kafka's jars into target/test-tools/kafka, from Maven Central.
set -euo pipefail
for tool in mvn javac; do
    command -v "$tool" >/dev/null || { echo "install-kafka: please install Maven and a JDK: $tool is missing" >&2; exit 1; }
done
folder=$(cd "$(dirname "$0")/.." && pwd)/target/test-tools/kafka
compgen -G "$folder/kafka_2.13-*.jar" >/dev/null && exit 0
mkdir -p "$folder"
cat > "$folder/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>test</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-tools</artifactId><version>4.3.1</version></dependency>
  </dependencies>
</project>
POM
mvn -q -f "$folder/pom.xml" dependency:copy-dependencies -DoutputDirectory="$folder"
