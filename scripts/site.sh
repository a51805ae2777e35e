#!/usr/bin/env bash
# Makes the site of docs/ in site/.vitepress/dist, checks its spelling and tests it.
# --javadoc makes the Javadoc of all modules first, for the site to hold; --build leaves the checks out.
# SITE_BASE is the path it will be served under (/ without it); SITE_REPOSITORY the address at which files of the tree can be seen.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

javadoc=false
checks=true
for argument in "$@"; do
  case "$argument" in
    --javadoc) javadoc=true ;;
    --build) checks=false ;;
    *)
      echo "$0 knows --javadoc and --build, and not $argument" >&2
      exit 2
      ;;
  esac
done

if ! command -v node >/dev/null; then
  echo "The site is made with Node 20.18 or newer, and there is none: install it." >&2
  exit 1
fi
if [[ ! -d site/node_modules || site/package-lock.json -nt site/node_modules/.package-lock.json ]]; then
  npm ci --prefix site --ignore-scripts --no-audit --no-fund
fi
if [[ "$javadoc" == true ]]; then
  # one run of the tool over the sources of all published modules, without their internal packages
  mapfile -t modules < <(sed -n 's/.*<module>\(adk-[a-z-]*\)<.*/\1/p' pom.xml)
  mvn -B -ntp -q -Dspotless.check.skip -pl "$(IFS=,; echo "${modules[*]}")" \
    test-compile dependency:build-classpath -Dmdep.includeScope=compile -Dmdep.outputFile=target/javadoc.classpath
  sources=$(printf '%s\n' "${modules[@]/%//src/main/java}" | xargs -n1 sh -c 'test ! -d "$0" || echo "$0"' | paste -sd:)
  internal=$(find */src/main/java -type d -name internal | sed 's,.*/src/main/java/,,; s,/,.,g' | sort -u | paste -sd:)
  rm -rf site/target/javadoc
  "${JAVA_HOME:+$JAVA_HOME/bin/}javadoc" -quiet -Xdoclint:none -notimestamp -windowtitle 'ADK for Java' -d site/target/javadoc \
    -sourcepath "$sources" -subpackages dev.adk4j -exclude "$internal" \
    -classpath "$(cat adk-*/target/javadoc.classpath | tr ':' '\n' | sort -u | paste -sd:)"
fi
if [[ "$checks" == true ]]; then
  site/node_modules/.bin/cspell lint --no-progress --no-summary --config site/cspell.json 'docs/**/*.md' '*.md'
fi
cd site
node_modules/.bin/vitepress build .
if [[ "$checks" == true ]]; then
  node --test --test-reporter=spec test.mjs
fi
