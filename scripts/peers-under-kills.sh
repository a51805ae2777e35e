#!/usr/bin/env bash
# Runs turns of five charges on three processes, one of which is killed every 2 s, with this library and with others, for
# docs/reports/turns-under-kills.md, and prints its tables.
#
#   scripts/peers-under-kills.sh [--turns N] [--every SECONDS] [ARM…]
#
#   --turns  turns of each arm; 400 unless told
#   --every  seconds between two kills; 2 unless told
#   ARM      ADK, SPRING_AI, SPRING_AI_BY_HAND, LANGCHAIN4J, LANGCHAIN4J_BY_HAND, GOOGLE_ADK, GOOGLE_ADK_BY_HAND; all unless told
#
# Needs a JDK 21 or newer and Maven; PostgreSQL comes from Maven Central and waits for the disk at each commit. Takes some ten minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

turns=400 every=2 arms=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --turns) turns=$2; shift 2 ;;
    --every) every=$2; shift 2 ;;
    -*) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) arms+=("$1"); shift ;;
  esac
done

mvn -B -ntp -q -Dspotless.check.skip -pl benchmarks -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=runtime -Dmdep.outputFile=target/kills.classpath
echo "at the start: $(nproc) processors, $(uptime | sed 's/.*load/load/')"
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx1g --enable-native-access=ALL-UNNAMED \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/kills.classpath)" \
  dev.adk4j.benchmarks.kill.KillRun "$turns" "$every" "${arms[@]}"
echo "at the end: $(uptime | sed 's/.*load/load/')"
