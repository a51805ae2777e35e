#!/usr/bin/env bash
# Measures the protocols for clients of others in full, and prints the figures of docs/reports/protocols.md:
#
#   scripts/protocols-figures.sh race      five clients of npm decide on 2,000 gates at once
#   scripts/protocols-figures.sh pressure  1,000 clients leave at each protocol; readers stop for a minute
#   scripts/protocols-figures.sh cost      the cost of an event at each protocol, beside the library's own stream
#   scripts/protocols-figures.sh           all three
#
# The race needs "npm ci --prefix test-tools".
# ADK_PROTOCOLS_MAVEN has more arguments for Maven, such as -o.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run() {
  # shellcheck disable=SC2086
  mvn ${ADK_PROTOCOLS_MAVEN:-} -B -ntp -pl adk-spring-boot-starter -am test -Dadk.test.excluded-tags=soak -Dsurefire.failIfNoSpecifiedTests=false "$@" |
    grep -E '^(race |\||[A-Z0-9_]+: [0-9]+ |flushes )|ERROR|Tests run'
}

what=${1:-all}
case $what in
  race | all) run -Dtest=FiveProtocolsRaceTests -Dadk.protocols.race=2000 ;;&
  pressure | all) run -Dtest=FiveProtocolsUnderPressureTests -Dadk.protocols.clients=1000 -Dadk.protocols.stall=60 ;;&
  cost | all) run -Dtest=ProtocolCostTests -Dadk.protocols.rounds=21 ;;&
  race | pressure | cost | all) ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
