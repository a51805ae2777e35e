#!/usr/bin/env bash
# Starts applications with all protocols open on free ports, which play the scenes of the clients in
# test-tools/protocols. A bearer token is the name of its user.
#
#   scripts/protocols.sh                    prints the addresses and serves until it is stopped
#   scripts/protocols.sh node vercel.mjs    runs a command among the clients, with the addresses in CHAT_URL, AGUI_URL, OPENAI_URL, A2A_URL, MCP_URL
#
# ADK_PROTOCOLS_MAVEN has more arguments for Maven, such as -o.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

module=adk-spring-boot-starter
work=$(mktemp -d)
server=""
trap 'rm -rf "$work"; [[ -z $server ]] || wait "$server" || true' EXIT

# shellcheck disable=SC2086
mvn ${ADK_PROTOCOLS_MAVEN:-} -q -B -ntp -pl $module -am test -Dtest=ProtocolsServerTests -Dsurefire.failIfNoSpecifiedTests=false \
  "-Dadk.protocols.serve=$work/addresses" >"$work/log" 2>&1 &
server=$!
until [[ -f $work/addresses ]]; do
  kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done

cat "$work/addresses"
if [[ $# == 0 ]]; then
  wait "$server"
else
  set -a
  # shellcheck disable=SC1091
  source "$work/addresses"
  set +a
  (cd test-tools/protocols && "$@")
fi
