#!/usr/bin/env bash
# package.sh SOURCE TREE: makes the Debian package of the build TREE, unpacks it and runs the program from there. Skipped (77)
# where the tools of Debian are missing.
set -euo pipefail

source=$1
tree=$2
for tool in cpack dpkg-deb dpkg-shlibdeps file; do command -v "$tool" >/dev/null || exit 77; done
place=$(mktemp -d "${TMPDIR:-/tmp}/dashpot-package.XXXXXX")
trap 'rm -rf "$place"' EXIT

fail() {
  echo "failed: $*" >&2
  exit 1
}

cpack --config "$tree/CPackConfig.cmake" -B "$place/package" >"$place/cpack.log" 2>&1 || { cat "$place/cpack.log"; fail "cpack"; }
package=$(echo "$place"/package/*.deb)
needed=$(dpkg-deb --field "$package" Depends)
for library in libc6 libfmt libklu; do [[ $needed == *$library* ]] || fail "$library is missing in: $needed"; done
dpkg-deb --extract "$package" "$place/root"

program=$place/root/usr/bin/dashpot
(cd "$place" && env -i PATH=/usr/bin:/bin "$program" simulate "$place/root/usr/share/dashpot/examples/press_cycle.mo" --stop 1s) |
  grep -q finished || fail "the program does not run"
for file in man/man1/dashpot.1 bash-completion/completions/dashpot doc/dashpot/copyright; do
  [[ -s $place/root/usr/share/$file ]] || fail "$file is missing"
done
bash -n "$place/root/usr/share/bash-completion/completions/dashpot"
