#!/usr/bin/env bash
# Measures what durable turns cost, for docs/reports/durable-cost.md, and prints its tables. Some three minutes; ends with 1 if a
# bound is missed.
#
#   scripts/durable-cost.sh [turns] [streams] [nodes]
#
# Without a name all parts. Starts a PostgreSQL of its own that waits for the disk, and three JVMs. Needs a JDK 21 or newer and Maven;
# ADK_COST_MAVEN has more arguments for Maven, such as -o. The figures are of use on a machine that does nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# shellcheck disable=SC2086
mvn ${ADK_COST_MAVEN:-} -B -ntp -q -Dspotless.check.skip -pl adk-durable -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile=target/durable-cost.classpath
echo "at the start: $(nproc) processors, $(uptime | sed 's/.*load/load/')"
status=0
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx1g --enable-native-access=ALL-UNNAMED \
  -cp "adk-durable/target/test-classes:adk-durable/target/classes:$(cat adk-durable/target/durable-cost.classpath)" \
  dev.adk4j.durable.cost.DurableCost "$@" || status=$?
echo "at the end: $(uptime | sed 's/.*load/load/')"
exit $status
