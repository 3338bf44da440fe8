#!/usr/bin/env bash
# Writes docs/gallery/README.md, the picture of the front page and the sheet of symbols: every machine of examples/ with what to look at, its command line and a plot.
#
#   docs/gallery/generate.sh PROGRAM    PROGRAM: path of dashpot
#
# What is said comes from the machine's own file: the comment at its top, with a sentence that begins with "Look at", and an
# optional line "// plot a, b.c" in the model; without it the variables named after that are plotted.
set -euo pipefail

program=$(readlink -f "${1:?"usage: $0 PROGRAM"}")
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$here/../.."

# The comment at the top of a file, without slashes.
header() { awk '/^\/\//{sub(/^\/\/ ?/, ""); print; next} {exit}' "$1"; }
# Its first paragraph, and the one that says what to look at, where that is another.
first_paragraph() { header "$1" | awk 'BEGIN {RS = ""} NR == 1'; }
look_at() { header "$1" | awk 'BEGIN {RS = ""} NR > 1 && /Look at/'; }

# The model that runs by default is the last one; its description.
description() { grep -E '^model ' "$1" | tail -n 1 | sed -nE 's/^model [A-Za-z0-9_]+ "(.*)"$/\1/p'; }

variables() {
  local given
  given=$(sed -nE 's/^ *\/\/ plot (.*)$/\1/p' "$1" | tail -n 1 | tr -d ' ')
  [[ -n $given ]] || given=$(header "$1" | awk '/Look at/{on = 1} on && NF == 0 {exit} on' | grep -oE '[A-Za-z_][A-Za-z0-9_]*((\.[A-Za-z_][A-Za-z0-9_]*)+(\[[0-9]+\])?|\[[0-9]+\])' | awk '!seen[$0]++' | head -n 4 | paste -sd,)
  echo "$given"
}

# Runs a machine and draws the variables named, of all that it has.
draw() {
  local file=$1 picture=$2 names=$3
  "$program" simulate "$file" --plot "$picture" ${names:+--vars "$names"} >/dev/null
}

# A machine that connects components has a circuit, shown beside its plot.
has_circuit() { grep -qE '^ *connect\(' "$1"; }
draw_circuit() { "$program" draw "$1" -o "$2" >/dev/null; }

page=$(mktemp)
trap 'rm -f "$page"' EXIT
{
  echo "# Machines"
  echo
  echo "Every file of \`examples/\`, run as it stands; \`./dev gallery\` writes this page. What the values must be, and where they come from, stands in the files, and the tests check it."
  for file in examples/*.mo; do
    name=$(basename "$file" .mo)
    names=$(variables "$file")
    draw "$file" "$here/$name.svg" "$names"
    title=${name//_/ }
    echo
    echo "## ${title^}"
    what=$(description "$file")
    for text in "${what:+*$what*}" "$(first_paragraph "$file")" "$(look_at "$file")"; do
      [[ -z $text ]] || printf '\n%s\n' "$text"
    done
    echo
    echo "    dashpot simulate $file${names:+ --vars $names} --plot $name.svg"
    echo
    if has_circuit "$file"; then
      draw_circuit "$file" "$here/${name}_schematic.svg"
      echo "| ![circuit of $name](${name}_schematic.svg) | ![$name]($name.svg) |"
      echo "|---|---|"
    else
      echo "![$name]($name.svg)"
    fi
  done
} >"$page"
cat "$page" >"$here/README.md"
draw_circuit examples/press_cycle.mo docs/press_schematic.svg

# The picture of the front page.
draw examples/press_cycle.mo docs/press.svg ram.x,ram.p_a,workpiece.F

# The symbols of hydraulic components, for docs/library.md.
"$program" draw Dashpot.Hydraulics --sheet --library library -o "$here/symbols.svg" >/dev/null
