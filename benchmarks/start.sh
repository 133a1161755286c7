#!/bin/sh
# Prints how long whole processes of ./sim take, the median of 11 each, as a Markdown table.
set -eu
cd "$(dirname "$0")/.."

median() {
  label=$1
  shift
  "$@" >/dev/null 2>&1 # builds if it must, and fills the file cache
  for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    /usr/bin/time -f %e "$@" 2>&1 >/dev/null | tail -n 1
  done | sort -n | sed -n 6p | awk -v label="$label" '{ print "| `" label "` | " $1 " |" }'
}

echo '| command | median s |'
echo '|---|---:|'
median './sim --help' ./sim --help
median './sim replay traces/agents.000000.jsonl.gz' ./sim replay traces/agents.000000.jsonl.gz
median './sim replay traces/tiny.jsonl' ./sim replay traces/tiny.jsonl
