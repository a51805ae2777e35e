#!/usr/bin/env bash
# Measures how well searches find, for docs/reports/retrieval-quality.md, and prints its tables.
#
#   scripts/retrieval-quality.sh [--passages N] [--questions N]
#
#   --passages   fewest passages of manual pages; 5000 unless told
#   --questions  questions about them; 500 unless told
#
# The known items are manual pages of Debian packages, which are downloaded into target/retrieval and not installed. With
# ADK_TEST_PGVECTOR_URL, the JDBC URL of a PostgreSQL with pgvector, everything is measured there too, and so is Spring AI's advisor;
# the tables retrieval_quality* of that database are replaced. The vectors of passages are kept in target/retrieval/vectors, so that
# a second run is quicker. Needs a JDK 21 or newer, Maven, and apt-get and dpkg-deb of Debian.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passages=5000 questions=500
while [[ $# -gt 0 ]]; do
  case $1 in
    --passages) passages=$2; shift 2 ;;
    --questions) questions=$2; shift 2 ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done

packages=(coreutils git-man iproute2 manpages manpages-dev openssl procps systemd util-linux)
work=$PWD/target/retrieval
mkdir -p "$work/packages"
if [[ ! -d $work/usr/share/man/man1 ]]; then
  download() { (cd "$work/packages" && apt-get -q -o APT::Sandbox::User=root download "${packages[@]}"); }
  download || { apt-get update -q && download; }
  for package in "$work/packages"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work" --wildcards './usr/share/man/man[1-8]/*' || [[ ${PIPESTATUS[0]} == 0 ]]
  done
fi

mvn -B -ntp -q -Dspotless.check.skip -pl benchmarks -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=runtime -Dmdep.outputFile=target/retrieval.classpath
(cd "$work/packages" && printf '%s\n' *.deb)
echo "at the start: $(nproc) processors, $(uptime | sed 's/.*load/load/')"
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx5g --enable-native-access=ALL-UNNAMED \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/retrieval.classpath)" \
  dev.adk4j.benchmarks.retrieval.RetrievalQuality \
  "$work/usr/share/man" "$passages" "$questions" docs "$work/vectors"
echo "at the end: $(uptime | sed 's/.*load/load/')"
