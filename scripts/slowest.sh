#!/usr/bin/env bash
# Prints modules and test classes by time, from the reports of the last run: scripts/slowest.sh [classes, default 30]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
most=${1:-30}

# "seconds tests module class" of each report
reports() {
  find . -path '*/target/surefire-reports/TEST-*.xml' -not -path '*/node_modules/*' |
    while IFS= read -r report; do
      module=${report#./}
      grep -hm1 '<testsuite ' "$report" | awk -v module="${module%%/target/*}" '
        function attribute(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
        { time = attribute("time"); gsub(",", "", time); print time, attribute("tests"), module, attribute("name") }'
    done
}

all=$(reports)
if [[ -z "$all" ]]; then
  echo "There are no reports: run mvn verify first." >&2
  exit 1
fi
echo "seconds   tests classes module"
awk '{ s[$3] += $1; t[$3] += $2; c[$3]++; S += $1; T += $2; C++ }
  END { for (m in s) printf "%7.1f %7d %7d %s\n", s[m], t[m], c[m], m; printf "%7.1f %7d %7d %s\n", S, T, C, "all" }' <<<"$all" | sort -rn
echo
echo "seconds   tests class"
sort -rn <<<"$all" | head -n "$most" | awk '{ printf "%7.1f %7d %s (%s)\n", $1, $2, $4, $3 }'
