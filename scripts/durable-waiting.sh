#!/usr/bin/env bash
# Measures very many durable turns that wait at gates, for docs/reports/durable-waiting.md, on a PostgreSQL of its own whose commits
# wait for the disk.
#
#   scripts/durable-waiting.sh [turns]
#
#   turns   how many wait; 100000 unless told
#
# ADK_WAITING_MAVEN has more arguments for Maven, such as -o. Needs a JDK 21 or newer and Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# shellcheck disable=SC2086
mvn ${ADK_WAITING_MAVEN:-} -B -ntp -q -Dspotless.check.skip -pl adk-durable -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile=target/durable-waiting.classpath
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx512m -XX:+UseZGC --enable-native-access=ALL-UNNAMED \
  -cp "adk-durable/target/test-classes:adk-durable/target/classes:$(cat adk-durable/target/durable-waiting.classpath)" \
  dev.adk4j.durable.gates.WaitingAtGates "${1:-100000}"
