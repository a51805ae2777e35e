#!/usr/bin/env bash
# Kills nodes that run durable turns, and says what became of the turns, for docs/reports/durable-kills.md: three JVMs, a PostgreSQL
# with fsync, and a tool that charges a ledger in another one. Prints a row for each way to kill.
#
#   scripts/durable-kills.sh [--turns N] [WAY]...
#
#   --turns   turns of five iterations; 1000 unless told
#   WAY       nodes     SIGKILL every 2 s to one of the nodes; the first one unless told, and all of them with "all"
#             tool, approved, flush, answer, stream, gate
#                       the same when all turns of the node are within a call, within one that was approved, before the commit of an
#                       iteration, before their answer is stored, between two pieces of it, before a gate is stored
#             database  SIGKILL every 5 s to a process of PostgreSQL, sixteen times
#             pause     SIGSTOP for longer than the lease, and SIGCONT, until 50 turns were stopped
#             rolling   SIGTERM to each of the nodes, five times
#             clocks    nothing is killed; clocks are six seconds apart
#             alone     SIGKILL every 9 s to one node with a file of H2
#             With :several behind it, an iteration has three calls at once, and one of the five a fourth that waits for an approval.
#
# Exits with 1 where something is lost, doubled, out of order or too slow. ADK_KILLS_MAVEN has more arguments for Maven, such as -o.
# Needs a JDK 21 or newer and Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

turns=1000 ways=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --turns) turns=$2; shift 2 ;;
    all) ways+=(nodes nodes:several tool approved flush answer stream gate database pause rolling clocks alone); shift ;;
    -*) sed -n '2,22s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) ways+=("$1"); shift ;;
  esac
done

# shellcheck disable=SC2086
mvn ${ADK_KILLS_MAVEN:-} -B -ntp -q -Dspotless.check.skip -pl adk-durable -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile=target/kills.classpath
echo "at the start: $(nproc) processors, $(uptime | sed 's/.*load/load/')"
status=0
"${JAVA_HOME:+$JAVA_HOME/bin/}java" --enable-native-access=ALL-UNNAMED \
  -cp "adk-durable/target/test-classes:adk-durable/target/classes:$(cat adk-durable/target/kills.classpath)" \
  dev.adk4j.durable.kill.DurableKills "$turns" "${ways[@]:-nodes}" || status=$?
echo "at the end: $(uptime | sed 's/.*load/load/')"
exit $status
