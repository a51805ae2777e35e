#!/usr/bin/env bash
# Builds and tests the modules that differ from a commit, and those that depend on them.
#   scripts/check.sh [--slow] [commit, default: where this branch left origin/main, else HEAD]
# A change outside of all modules (the root's POM, scripts) concerns every module; one in docs/ the tests of the documentation.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

profile=() threads=2
if [[ "${1:-}" == --slow ]]; then
  profile=(-Pslow) threads=1
  shift
fi
base=${1:-$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)}

mapfile -t changed < <({ git diff --name-only "$base"; git ls-files --others --exclude-standard; } | sort -u)
if [[ ${#changed[@]} == 0 ]]; then
  echo "Nothing differs from $base."
  exit 0
fi
modules=$(sed -n 's,.*<module>\(.*\)</module>.*,\1,p' pom.xml | grep -v '^release-bundle$')
concerned=()
for file in "${changed[@]}"; do
  module=${file%%/*}
  if grep -qx "$module" <<<"$modules" && [[ "$file" == */* ]]; then
    concerned+=("$module")
  elif [[ "$file" == docs/* || "$file" == *.md || "$file" == templates/* ]]; then
    concerned+=(docs-tests build-checks)
  elif [[ "$file" == test-tools/* ]]; then
    concerned+=(adk-jdbc-storage adk-tokenizers adk-spring-ai adk-spring-boot-starter)
  elif [[ "$file" == site/* || "$file" == .github/* || "$file" == scripts/* || "$file" == .ci/* ]]; then
    concerned+=(build-checks)
  else
    echo "$file concerns every module."
    concerned=($modules)
    break
  fi
done
list=$(printf '%s\n' "${concerned[@]}" | sort -u | paste -sd,)
echo "Differ from $base: $list"

# What is not formatted is told before minutes of tests, not after them.
mvn -B -ntp -q -pl "$list" validate
# Everything is compiled, so that no module is tested with what another one was; then only these are tested.
mvn -B -ntp -q -T2 -DskipTests -Dspotless.check.skip install
mvn -B -ntp -T$threads -fae -Dmaven.test.redirectTestOutputToFile=true -Dspotless.check.skip ${profile[@]+"${profile[@]}"} -pl "$list" -amd verify
