#!/usr/bin/env bash
# Runs the packaged sample, talks to it with curl, kills it without warning, starts it again, and writes what was seen into
# docs/sample.md between its two transcript marks. Needs curl and the jar that "mvn verify" leaves; with --check it writes nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jar=$(ls sample-app/target/sample-app-*.jar | head -n 1)
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
work=$(mktemp -d)
server=
trap 'if [[ -n "$server" ]]; then kill -9 "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

port=8080
# Another port for the server than the transcript shows, where 8080 is taken.
if (exec 3<>/dev/tcp/127.0.0.1/8080) 2>/dev/null; then port=18080; fi

start() {
  "$java" -jar "$jar" --server.port=$port --sample.data-dir="$work/data" --sample.agent.delta-pause=0 --adk.memory.search-timeout=2m >>"$work/log" 2>&1 &
  server=$!
  for _ in $(seq 600); do
    curl -sf "localhost:$port/actuator/health" >/dev/null && return
    kill -0 "$server" 2>/dev/null || { tail -n 40 "$work/log"; exit 1; }
    sleep 0.5
  done
  echo "the sample did not start" >&2
  exit 1
}

# Shows a command and what it prints. Where it ends in a pipe, the last command must read to the end: curl fails otherwise.
show() {
  printf '$ %s\n' "$1"
  bash -c "set -o pipefail; ${1//localhost:8080/localhost:$port}"
  echo
}

talk() {
  show "curl -sN localhost:8080/api/conversations/demo/messages -H 'content-type: application/json' -d '{\"text\":\"2 * (3 + 4)\"}' | sed -n '/toolCall/,\$p'"
  show "curl -sN localhost:8080/api/conversations/demo/messages -H 'content-type: application/json' -d '{\"text\":\"remember that my dog is called Rex\"}' | tail -n 6"
  show "curl -sN localhost:8080/api/conversations/demo/messages -H 'content-type: application/json' -d '{\"text\":\"my boat is called Ada\"}' | tail -n 6"
  curl -s "localhost:$port/api/conversations/demo" >"$work/before"
  echo "\$ kill -9 $server   # and start it again"
  { kill -9 "$server"; wait "$server"; } 2>/dev/null || true
  start
  echo
  show "curl -s localhost:8080/api/conversations/demo"
  curl -s "localhost:$port/api/conversations/demo" >"$work/after"
  cmp "$work/before" "$work/after" || { echo "the conversation changed over kill -9" >&2; exit 1; }
  show "curl -sN localhost:8080/api/conversations/other/messages -H 'content-type: application/json' -d '{\"text\":\"what is my dog called?\"}' | tail -n 6"
  # Learned in the background, before the kill or after it.
  for _ in $(seq 600); do
    curl -s "localhost:$port/api/memories" | grep Ada >/dev/null && break
    sleep 0.5
  done
  show "curl -s localhost:8080/api/memories"
  show "curl -sN localhost:8080/api/conversations/other/messages -H 'content-type: application/json' -d '{\"text\":\"what is my boat called?\"}' | tail -n 6"
  show "curl -s localhost:8080/api/conversations/demo/messages -H 'content-type: application/json' -d '{\"text\":\" \"}'"
  show "curl -s localhost:8080/actuator/metrics | tr , '\n' | grep -o 'adk[a-z_.]*\|gen_ai[a-z_.]*'"
  show "curl -s localhost:8080/actuator/adk | cut -c1-300"
}

start
talk >"$work/transcript"
grep -q 'event:toolCall' "$work/transcript"
grep -q 'event:end' "$work/transcript"
grep -q '"full":"2 \* (3 + 4) = 14"' "$work/transcript"
grep -q '"full":"I remember: my dog is called Rex"' "$work/transcript"
grep -q '"full":"I remember: my boat is called Ada"' "$work/transcript"
grep -q 'E_TEXT_BLANK' "$work/transcript"
cat "$work/transcript"
if [[ "${1:-}" != --check ]]; then
  {
    sed '/<!-- transcript/q' docs/sample.md
    printf '```console\n'
    cat "$work/transcript"
    printf '```\n'
    sed -n '/<!-- \/transcript/,$p' docs/sample.md
  } >"$work/sample.md"
  cp "$work/sample.md" docs/sample.md
fi
