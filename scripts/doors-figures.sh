#!/usr/bin/env bash
# Measures the doors for clients of others in full, and prints the figures of docs/reports/doors.md:
#
#   scripts/doors-figures.sh race      five clients of npm decide on 2,000 gates at once
#   scripts/doors-figures.sh pressure  1,000 clients leave at each door; readers stop for a minute
#   scripts/doors-figures.sh cost      the cost of an event at each door, beside the library's own stream
#   scripts/doors-figures.sh           all three
#
# The race needs "npm ci --prefix test-tools".
# ADK_DOORS_MAVEN has more arguments for Maven, such as -o.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run() {
  # shellcheck disable=SC2086
  mvn ${ADK_DOORS_MAVEN:-} -B -ntp -pl adk-spring-boot-starter -am test -Dsurefire.failIfNoSpecifiedTests=false "$@" |
    grep -E '^(race |\||[A-Z0-9_]+: [0-9]+ |flushes )|ERROR|Tests run'
}

what=${1:-all}
case $what in
  race | all) run -Dtest=FiveDoorsRaceTests -Dadk.doors.race=2000 ;;&
  pressure | all) run -Dtest=FiveDoorsUnderPressureTests -Dadk.doors.clients=1000 -Dadk.doors.stall=60 ;;&
  cost | all) run -Dtest=DoorCostTests -Dadk.doors.rounds=21 ;;&
  race | pressure | cost | all) ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
