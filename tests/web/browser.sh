#!/usr/bin/env bash
# browser.sh SOURCE PROGRAM: the workbench in a real browser. 77: there is no browser, or the page was not built here.
set -euo pipefail
command -v node >/dev/null || { echo "skipped: there is no Node"; exit 77; }
[[ -f $1/web/node_modules/.installed ]] || { echo "skipped: the packages of the page are not installed"; exit 77; }
cd "$1/web"
exec node e2e/run.mjs --dashpot "$2"
