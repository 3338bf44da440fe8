#!/usr/bin/env bash
# Integrates a stiff problem with several methods, prints a table, and draws the solution.
#
#   examples/demo.sh PROGRAM [ARGUMENT...]    PROGRAM: path of dashpot; arguments: see `dashpot demo --help`
set -euo pipefail

program=${1:?"usage: $0 PROGRAM [ARGUMENT...]"}
shift

"$program" demo --output "$(dirname "$program")/demo" "$@"
