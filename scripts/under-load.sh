#!/usr/bin/env bash
# Runs the default tests several times in a row while other processes keep all cores busy.
# A test that fails, or passes only when it is run again, is a fault: its cause is mended.
#
#   scripts/under-load.sh           ten runs
#   scripts/under-load.sh 3 -o      three runs; further arguments are Maven's
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${1:-10}
shift || true
cores=$(getconf _NPROCESSORS_ONLN)
burners=()
trap 'kill "${burners[@]}" 2>/dev/null || true' EXIT
for ((core = 0; core < cores; core++)); do
  (while :; do :; done) &
  burners+=($!)
done

status=0
for ((run = 1; run <= runs; run++)); do
  log=target/under-load-$run.log
  mkdir -p target
  begun=$SECONDS
  .ci/run "$@" >"$log" 2>&1 || status=1
  echo "run $run: $((SECONDS - begun)) s, $(tail -n 2 "$log" | paste -sd ';')"
done
exit "$status"
