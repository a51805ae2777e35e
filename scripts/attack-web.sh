#!/usr/bin/env bash
# Attacks the library's HTTP endpoints at a URL and says what held: bodies, ids, headers, races, floods, foreign tenants.
#
#   scripts/attack-web.sh --gates URL [--actuator URL] --approver HEADER [--other HEADER]... [--floods N]
#   scripts/attack-web.sh --stream URL [--reader HEADER] [--other HEADER]... [--floods N]
#   scripts/attack-web.sh --sample URL [--floods N]
#
#   --gates     where the gates are, such as http://localhost:8080/adk/gates
#   --actuator  where the actuator's gates are, such as http://localhost:8080/actuator/adkgates, with write access
#   --approver  the header of somebody who may settle gates, such as 'Authorization: Bearer ...'
#   --other     the header of somebody who may neither see nor settle them; more than once for more of them,
#               one of another tenant among them
#   --stream    where the events of a turn that has ended are read, such as http://localhost:8080/conversations/c/turns/ID
#   --reader    the header of somebody who may read them
#   --sample    where the sample application is, such as http://localhost:8080
#   --floods    how many requests a flood has; 200 unless told
#
# Two gates have to be open for the approver: nothing settles the first, and the race at the end settles the second.
# Prints one line for each attack; exits with 1 where one of them did something. Needs bash and curl.
set -uo pipefail

gates="" actuator="" approver="" stream="" reader="X-Nobody: 1" sample="" others=() floods=200
while [[ $# -gt 0 ]]; do
  case $1 in
    --gates) gates=${2%/}; shift 2 ;;
    --actuator) actuator=${2%/}; shift 2 ;;
    --approver) approver=$2; shift 2 ;;
    --other) others+=("$2"); shift 2 ;;
    --stream) stream=${2%/}; shift 2 ;;
    --reader) reader=$2; shift 2 ;;
    --sample) sample=${2%/}; shift 2 ;;
    --floods) floods=$2; shift 2 ;;
    *) sed -n '2,21s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
if [[ -z $gates$stream$sample || ( -n $gates && -z $approver ) ]]; then
  sed -n '2,21s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
held=0 broke=0
json='Content-Type: application/json'

# Sends; the status goes to $status, the body to $work/body. A server that hangs up while it is written to has status 000.
send() {
  status=$(curl -sS -o "$work/body" -D "$work/head" -w '%{http_code}' --path-as-is --max-time 30 "$@" 2>"$work/err") || true
}

# check NAME EXPECTED-STATUSES curl-arguments...: the status is one of these, and the answer tells of nothing inside.
check() {
  local name=$1 expected=$2
  shift 2
  : >"$work/body"
  send "$@"
  if [[ ! $status =~ ^($expected)$ ]]; then
    bad "$name" "status $status, expected $expected"
  elif grep -qaE 'Exception|^[[:space:]]+at [a-z]|OutOfMemory|jdbc:' "$work/body"; then
    bad "$name" "the answer shows internals"
  elif [[ $status == 401 ]] && ! grep -qi '^WWW-Authenticate:' "$work/head"; then
    bad "$name" "401 without WWW-Authenticate"
  else
    held=$((held + 1))
    printf 'held   %-4s %s\n' "$status" "$name"
  fi
}

bad() {
  broke=$((broke + 1))
  printf 'BROKEN      %s: %s\n' "$1" "$2"
}

good() {
  held=$((held + 1))
  printf 'held        %s\n' "$1"
}

finish() {
  echo
  echo "$held held, $broke broken"
  [[ $broke == 0 ]]
  exit
}

# attack_stream URL HEADER: the events of a turn that has ended, asked for in every wrong way.
attack_stream() {
  local url=$1 header=$2 last id other n=0
  echo "# $url"
  check "reads the turn" "200" -H "$header" "$url"
  if grep -qi '^Cache-Control: no-cache, no-transform' "$work/head" && grep -qi '^X-Accel-Buffering: no' "$work/head"; then
    good "nothing on the way keeps or changes the stream"
  else
    bad "the stream" "may be kept or changed on its way"
  fi
  last=$(grep -a '^id:' "$work/body" | tail -1 | cut -d: -f2 | tr -d '\r')
  check "has seen everything" "204" -H "$header" -H "Last-Event-ID: $last" "$url"
  for id in "$((last + 1))" "+1" "-1" "1e0" "0x1" "x" "1,2" "9223372036854775808" "$(repeated 9 4000)" "$(printf '\xd9\xa3')"; do
    check "the last event id ${id:0:30}" "400" -H "$header" -H "Last-Event-ID: $id" "$url"
  done
  for id in 00000000-0000-6000-8000-000000000000 "%0d%0aX-Injected:%201" "%1b%5b2J" "$(repeated a 4000)" "%27%20or%201=1--" \
    "%e2%80%ae" "%00"; do
    check "the turn ${id:0:40}" "400|404" -H "$header" "${url/\/turns\/*([^\/])/\/turns\/$id}"
    if grep -qi '^X-Injected' "$work/head"; then
      bad "the turn ${id:0:40}" "injected a header"
    fi
  done
  for other in "${others[@]}"; do
    n=$((n + 1))
    check "somebody else, $n, reads it" "401|403|404" -H "$other" "$url"
  done
  seq "$floods" | xargs -P 16 -I{} curl -s -o /dev/null -w '%{http_code}\n' --max-time 30 -H "$header" "$url" >"$work/flood"
  if grep -qvE '^(200|429|503)$' "$work/flood"; then
    bad "a flood of readers" "answered $(sort -u "$work/flood" | tr '\n' ' ')"
  else
    good "a flood of readers"
  fi
}

attack_sample() {
  local api=$1/api/conversations url id host port origin
  id=attack-$$
  url=$api/$id/messages
  host=${1#*://}
  port=${host##*:}
  echo "# $1"
  for host in evil.example localhost.evil.example "127.0.0.1.evil.example:$port" 0.0.0.0 '[::2]'; do
    for path in / /api/agent /api/conversations /actuator/adkgates; do
      check "the host $host at $path" "403" -H "Host: $host" "$1$path"
    done
  done
  check "no host" "400|403" -H 'Host:' "$1/api/agent"
  for origin in null http://evil.example "http://localhost:1" "https://localhost:$port.evil.example"; do
    check "a page of $origin" "403" -H "Origin: $origin" -H "$json" -d '{"text":"hello"}' "$url"
    check "a form of $origin" "403" -H "Origin: $origin" -F text=hello -F 'file=@/dev/null;filename=a.txt' "$url"
  done
  check "a page of another site" "403" -H 'Sec-Fetch-Site: cross-site' -H "$json" -d '{"text":"hello"}' "$url"
  check "a cross-site form of text" "415" -H 'Content-Type: text/plain' -d '{"text":"hello"}' "$url"
  head -c 2000000 /dev/zero | tr '\0' 'v' >"$work/raw"
  printf '{"text":"%s"}' "$(head -c 70000 /dev/zero | tr '\0' 'v')" >"$work/text"
  head -c 5300000 /dev/zero | tr '\0' 'v' >"$work/5mb"
  head -c 8000000 /dev/zero | tr '\0' 'v' >"$work/8mb"
  echo hello >"$work/a.txt"
  check "2 MB" "413|000" -H "$json" --data-binary @"$work/raw" "$url"
  check "2 MB in chunks" "400|413|000" -H "$json" -H 'Transfer-Encoding: chunked' -T "$work/raw" -X POST "$url"
  check "a text of 70 KB" "413" -H "$json" --data-binary @"$work/text" "$url"
  for path in 5mb 8mb; do
    check "a file of $path" "413|000" -F "file=@$work/$path;filename=a.txt" "$url"
  done
  for body in '' '[]' '{"text":' '{"text":1}' '{"text":" "}' '{"text":"a","x":1}' '{}' 'null'; do
    check "the body '$body'" "400" -H "$json" -d "$body" "$url"
    check "the decision '$body'" "400" -H "$json" -d "$body" "$api/$id/turns/t/gates/g"
  done
  check "two files" "400" -F "file=@$work/a.txt" -F "file=@$work/a.txt" "$url"
  check "a file of another name" "400" -F "other=@$work/a.txt" "$url"
  check "two texts" "400" -F text=a -F text=b -F "file=@$work/a.txt" "$url"
  check "no file" "400" -F text=a "$url"
  check "no boundary" "400" -H 'Content-Type: multipart/form-data' --data-binary @"$work/a.txt" "$url"
  check "an empty boundary" "400" -H 'Content-Type: multipart/form-data; boundary=' --data-binary @"$work/a.txt" "$url"
  printf -- '--b\r\nContent-Disposition: form-data; name="file"; filename="a\001.txt"\r\n\r\nx\r\n--b--\r\n' >"$work/control"
  check "a control character in a name" "400" -H 'Content-Type: multipart/form-data; boundary=b' --data-binary @"$work/control" "$url"
  for path in '%2e%2e' '%00' '%0d%0aX-Injected:%201' "$(repeated a 4000)" '%e2%80%ae' '%27'; do
    check "the conversation ${path:0:30}" "400|404" "$api/$path"
    check "the page ${path:0:30}" "400|404" "$1/api/documents/$path"
  done
  check "nothing of this began a conversation" "404" "$api/$id"
  check "a turn" "200" -H "$json" -d '{"text":"1 + 1"}' "$url"
  turn=$(grep -ao '"turnId":"[^"]*"' "$work/body" | head -1 | cut -d'"' -f4)
  attack_stream "$api/$id/turns/$turn/events" "$json"
  check "the turn in another conversation" "404" "$api/other-$id/turns/$turn/events"
  check "erases the conversation" "204" -X DELETE "$api/$id"
  check "reads the erased conversation" "404" "$api/$id"
  check "reads the erased turn" "404" "$api/$id/turns/$turn/events"
}

# The references of the gates that are open for the approver.
open_gates() {
  send -H "$approver" "$gates?limit=1000"
  grep -ao '"ref":"[^"]*"' "$work/body" | cut -d'"' -f4
}

# A JSON body of about $1 bytes that would resolve a gate.
large() {
  printf '{"decision":"resolve","value":"'
  head -c "$1" /dev/zero | tr '\0' 'v'
  printf '"}'
}

repeated() { # text times
  local all
  printf -v all "%*s" "$2" ""
  printf '%s' "${all// /$1}"
}

shopt -s extglob
[[ -z $stream ]] || attack_stream "$stream" "$reader"
[[ -z $sample ]] || attack_sample "$sample"
[[ -n $gates ]] || finish

mapfile -t refs < <(open_gates)
if [[ ${#refs[@]} -lt 2 ]]; then
  echo "The approver sees ${#refs[@]} open gates at $gates; two are needed." >&2
  exit 2
fi
victim=${refs[0]} raced=${refs[1]}
unknown=00000000-0000-6000-8000-000000000000
large 2000000 >"$work/2mb"
large 67108864 >"$work/64mb"
large 400000 >"$work/value"
large 200000 >"$work/fits"
printf '{"decision":"resolve","value":%s%s}' "$(repeated '[' 5000)" "$(repeated ']' 5000)" >"$work/deep"
printf '{"decision":"resolve","value":%s}' "$(repeated 9 20000)" >"$work/digits"
printf '{"decision":"resolve","value":[%s0]}' "$(repeated '0,' 200000)" >"$work/wide"
printf '{"decision":"abort","decision":"resolve","value":true}' >"$work/twice"
printf '{"decision":"resolve","value":{"to":"a","to":"b"}}' >"$work/twice-inside"
printf '{"decision":"resolve","value":1e999999999999}' >"$work/exponent"
printf '{"decision":"abort"} {"decision":"abort"}' >"$work/two"
printf '{"decision":"abort","comment":"\xff\xfe"}' >"$work/utf8"
printf '[{"decision":"abort"}]' >"$work/list"
: >"$work/empty"

doors=("$gates/$victim")
[[ -z $actuator ]] || doors+=("$actuator/$victim")

for door in "${doors[@]}"; do
  echo "# $door"
  check "nobody settles" "401" -H "$json" -d '{"decision":"abort"}' "$door"
  check "nobody sends 64 MiB" "401|000" -H "$json" --data-binary @"$work/64mb" "$door"
  check "nobody sends 64 MiB in chunks" "401|000" -H "$json" -H 'Transfer-Encoding: chunked' -H 'Expect:' -T "$work/64mb" -X POST "$door"
  check "64 MiB" "413|000" -H "$approver" -H "$json" --data-binary @"$work/64mb" "$door"
  check "2 MB" "413|000" -H "$approver" -H "$json" --data-binary @"$work/2mb" "$door"
  check "2 MB in chunks" "413|000" -H "$approver" -H "$json" -H 'Transfer-Encoding: chunked' -T "$work/2mb" -X POST "$door"
  check "a value of 400 KB" "413" -H "$approver" -H "$json" --data-binary @"$work/value" "$door"
  for body in deep digits wide twice twice-inside exponent two utf8 list empty; do
    check "a body that is $body" "400" -H "$approver" -H "$json" --data-binary @"$work/$body" "$door"
  done
  check "an unknown decision" "400|422" -H "$approver" -H "$json" -d '{"decision":"approve"}' "$door"
  check "an unknown field" "400|422" -H "$approver" -H "$json" -d '{"decision":"resolve","vaule":true}' "$door"
  check "no decision" "400|422" -H "$approver" -H "$json" -d '{}' "$door"
  check "a cross-site form" "415" -H "$approver" -d 'decision=abort' "$door"
  check "a cross-site form of text" "415" -H "$approver" -H 'Content-Type: text/plain' -d '{"decision":"abort"}' "$door"
  check "two content types" "400|415" -H "$approver" -H 'Content-Type: text/plain' -H "$json" -d '{"decision":"abort"}' "$door"
  check "JSON in UTF-7" "415" -H "$approver" -H 'Content-Type: application/json;charset=utf-7' -d '{"decision":"abort"}' "$door"
  check "a method override" "400|401|403|404|405|415|422" -H "$approver" -H 'X-HTTP-Method-Override: DELETE' -H "$json" -d '{}' "$door"
  for method in PUT DELETE PATCH TRACE; do
    check "the method $method" "400|401|403|404|405|415|422|501" -X "$method" -H "$approver" "$door"
  done
  for path in "${door%/*}//$victim" "${door%/*}/;a=b/$victim" "${door%/*}/%2e%2e/${door##*/}" "$door%00" "$door/../$victim/" \
    "${door%/*}/%252e%252e/$victim" "$door%0d%0aX-Injected:%201" "${door%/*}/$(repeated a 4000)" "${door%/*}/%ff%fe" "${door%/*}/%27%20or%201=1--"; do
    check "nobody, as ${path:${#door}-8:60}" "400|401|403|404|405|414" -H "$json" -d '{"decision":"abort"}' "$path"
  done
  for header in 'X-Forwarded-User: root' 'X-Remote-User: root' 'X-User: root' 'Remote-User: root' 'Authorization: Bearer null' \
    'Authorization: Basic Og==' 'X-Original-URL: /' 'X-Forwarded-For: 127.0.0.1'; do
    check "nobody with $header" "400|401" -H "$header" -H "$json" -d '{"decision":"abort"}' "$door"
  done
  check "a gate that is not there" "404" -H "$approver" -H "$json" -d '{"decision":"abort"}' "${door%/*}/$unknown"
done

echo "# lists"
check "nobody lists" "401" "$gates"
for query in limit=0 limit=-1 limit=99999999999 limit=x undecided=maybe after=x "after=$victim" "after=$(repeated A 6000)"; do
  check "a list with ${query:0:40}" "400|414|422" -H "$approver" "$gates?$query"
done
for query in 'reason=%27%20or%201=1--' 'reason=%00' 'turnId=%ff' 'conversation=%F0%9F%98%80' "reason=$(repeated a 3000)"; do
  check "a list with ${query:0:40}" "200|400|422" -H "$approver" "$gates?$query"
done

n=0
for other in "${others[@]}"; do
  n=$((n + 1))
  echo "# somebody else, $n"
  check "reads the gate" "404" -H "$other" "$gates/$victim"
  sed "s/$victim/REF/g" "$work/body" >"$work/there"
  check "reads a gate that is not there" "404" -H "$other" "$gates/$unknown"
  sed "s/$unknown/REF/g" "$work/body" >"$work/missing"
  for body in '{"decision":"abort"}' '{"decision":"resolve","value":true}' '{"decision":"reject","comment":"left by somebody else"}'; do
    check "settles it with $body" "404" -H "$other" -H "$json" -d "$body" "$gates/$victim"
    sed "s/$victim/REF/g" "$work/body" >>"$work/there"
    check "settles what is not there with $body" "404" -H "$other" -H "$json" -d "$body" "$gates/$unknown"
    sed "s/$unknown/REF/g" "$work/body" >>"$work/missing"
  done
  sed -i 's#"instance":"[^"]*"##' "$work/there" "$work/missing"
  if cmp -s "$work/there" "$work/missing"; then
    held=$((held + 1)); echo "held        the answers for a gate that may not be seen are those for none"
  else
    bad "a gate that may not be seen" "answers differ from those for none"
  fi
  send -H "$other" "$gates?limit=1000"
  if grep -qa "$victim" "$work/body"; then
    bad "a list of somebody else" "names the gate"
  else
    held=$((held + 1)); echo "held        the list does not name the gate"
  fi
  echo "# a flood of $floods refused attempts"
  seq "$floods" | xargs -P 16 -I{} curl -s -o /dev/null -w '%{http_code}\n' --max-time 30 -H "$other" -H "$json" \
    --data-binary @"$work/fits" "$gates/$victim" >"$work/flood"
  if grep -qvE '^(404|429|503)$' "$work/flood"; then
    bad "a flood of refused attempts" "answered $(sort -u "$work/flood" | tr '\n' ' ')"
  else
    held=$((held + 1)); echo "held        a flood of refused attempts"
  fi
done

echo "# a flood of $floods large bodies from nobody"
seq "$floods" | xargs -P 16 -I{} curl -s -o /dev/null -w '%{http_code}\n' --max-time 30 -H "$json" \
  --data-binary @"$work/2mb" "$gates/$victim" >"$work/flood"
if grep -qvE '^(401|000|429|503)$' "$work/flood"; then
  bad "a flood of large bodies" "answered $(sort -u "$work/flood" | tr '\n' ' ')"
else
  held=$((held + 1)); echo "held        a flood of large bodies"
fi

echo "# afterwards"
check "the approver reads the gate" "200" -H "$approver" "$gates/$victim"
if grep -qa '"state":"open"' "$work/body"; then
  held=$((held + 1)); echo "held        the gate is open"
else
  bad "the gate" "is not open any more"
fi
size=$(wc -c <"$work/body")
if [[ $size -gt 100000 ]] || grep -qaE 'vvvvvvvvvv|left by somebody else' "$work/body"; then
  bad "the gate's record" "has $size bytes, or what others sent"
else
  held=$((held + 1)); echo "held        the gate's record has $size bytes and nothing that others sent"
fi

echo "# a race of 32 decisions"
seq 32 | xargs -P 32 -I{} curl -s -o /dev/null -w '%{http_code}\n' --max-time 60 -H "$approver" -H "$json" \
  -d '{"decision":"reject","comment":"race {}"}' "$gates/$raced" >"$work/race"
won=$(grep -cE '^20[02]$' "$work/race")
lost=$(grep -cE '^(409|429|503)$' "$work/race")
if [[ $won == 1 && $((won + lost)) == 32 ]]; then
  held=$((held + 1)); echo "held        one of 32 decisions counts"
else
  bad "a race of decisions" "$won won and $lost were told that they lost"
fi

finish
