#!/bin/sh
# Builds the release bundle of the last commit in two directories and compares them byte by byte.
# Usage: scripts/reproducible.sh [options for Maven]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for copy in one another/much-longer-path; do
  git clone -q "$root" "$work/$copy"
  (cd "$work/$copy" && mvn -B -ntp -q -Prelease -Dgpg.skip -DskipTests "$@" verify)
done
for copy in one another/much-longer-path; do
  (cd "$work/$copy/release-bundle/target" && mkdir unpacked && cd unpacked && unzip -q ../*-bundle.zip &&
    find . -type f | sort | xargs sha256sum) >"$work/sums.$(basename "$copy")"
done
if ! diff "$work/sums.one" "$work/sums.much-longer-path"; then
  echo "The two bundles differ in the files above." >&2
  exit 1
fi
echo "$(wc -l <"$work/sums.one") files, the same in both bundles"
cmp "$work"/one/release-bundle/target/*-bundle.zip "$work"/another/much-longer-path/release-bundle/target/*-bundle.zip &&
  echo "the bundles are the same, byte by byte"
