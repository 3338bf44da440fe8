#!/usr/bin/env bash
# Simulates a hydraulic cylinder circuit from its model text, prints a summary and draws it.
#
#   examples/demo.sh PROGRAM                   PROGRAM: path of dashpot
#   examples/demo.sh PROGRAM PROBLEM [...]     a built-in problem with several methods instead: see `dashpot demo --help`
set -euo pipefail

program=${1:?"usage: $0 PROGRAM [ARGUMENT...]"}
shift
output=$(dirname "$program")/demo

if (($# > 0)); then
  exec "$program" demo --output "$output" "$@"
fi

mkdir -p "$output"
"$program" simulate "$(dirname "$0")/cylinder_lines.mo" -o "$output/cylinder.mat" \
  --vars 'cylinder.p?,pipeA.p1,pipeB.p1,volume.p,cylinder.x,cylinder.v,pipe?.Q' \
  --plot "$output/cylinder.svg" --plot "$output/cylinder.png" --plot -
echo
echo "plot: $output/cylinder.svg, .png; result: $output/cylinder.mat"
echo "the circuit, to draw on and to run in the browser: $program serve $(dirname "$0")/cylinder_lines.mo"
