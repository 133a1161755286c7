#!/bin/bash
# Replays legal but extreme workloads as a user would, with all reports, and prints real seconds and
# the peak memory of the whole process as a Markdown table.
#
#   benchmarks/pathological.sh [WORKLOAD...]
#
# Needs GNU time and about 3 GB of temporary space and memory.
set -euo pipefail
cd "$(dirname "$0")/.."
policies='round-robin kv global-lb thunderagent'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

generate() { # profile sessions
  ./sim generate --profile "benchmarks/profiles/$1.yaml" --sessions "$2" -o "$work/$1.jsonl.gz" >/dev/null
}

row() { # label, trace, options...
  local label=$1 trace=$2 cells='' policy
  shift 2
  for policy in $policies; do
    rm -rf "$work/out"
    if /usr/bin/time -o "$work/time" -f '%e s, %M' ./sim replay "$work/$trace.jsonl.gz" \
      --policy "$policy" -o "$work/out" --html "$work/out.html" --quiet "$@" >/dev/null 2>"$work/err"; then
      cells+=" $(awk '{ printf "%s %s %d MiB", $1, $2, $3 / 1024 }' "$work/time") |"
    else
      cells+=" failed: $(head -n 1 "$work/err") |"
    fi
  done
  echo "| $label |$cells"
}

workload() {
  case $1 in
    long-session)
      generate long-session 1
      row 'one session of 100,000 turns, open' long-session --kv-blocks 100000
      row 'the same, closed loop of 1' long-session --concurrency 1 --workers 2
      ;;
    one-prefix)
      generate one-prefix 1000000
      row '1,000,000 sessions with one prefix, open' one-prefix --workers 4
      row 'the same, closed loop of 256' one-prefix --concurrency 256 --workers 4
      ;;
    long-context)
      generate long-context 8
      row '8 sessions with contexts of 10 M tokens, open' long-context --workers 2 --kv-blocks 1000000
      row 'the same, closed loop of 4' long-context --concurrency 4 --workers 2 --kv-blocks 1000000
      ;;
    many-workers)
      generate many-workers 10000
      row '100,000 requests on 10,000 workers, open' many-workers --workers 10000
      row 'the same, closed loop of 5,000' many-workers --concurrency 5000 --workers 10000
      ;;
    long-output)
      generate long-output 16
      row '32 outputs of 1 M tokens, open' long-output --workers 2 --kv-blocks 1000000
      row 'the same, closed loop of 8' long-output --concurrency 8 --workers 2 --kv-blocks 1000000
      ;;
    long-gap)
      generate long-gap 100
      row 'gaps of ten days, open' long-gap
      row 'the same, closed loop of 50' long-gap --concurrency 50
      ;;
    *)
      echo "unknown workload $1" >&2
      exit 2
      ;;
  esac
}

echo "| workload | ${policies// / | } |"
echo '|---|---:|---:|---:|---:|'
[ $# -gt 0 ] || set -- long-session one-prefix long-context many-workers long-output long-gap
for name in "$@"; do
  workload "$name"
done
