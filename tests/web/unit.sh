#!/usr/bin/env bash
# unit.sh SOURCE: the unit tests of the workbench's page. 77: it was not built here, so that there is nothing to test.
set -euo pipefail
command -v node >/dev/null || { echo "skipped: there is no Node"; exit 77; }
[[ -f $1/web/node_modules/.installed ]] || { echo "skipped: the packages of the page are not installed"; exit 77; }
cd "$1/web"
exec node test.mjs
