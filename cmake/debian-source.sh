#!/usr/bin/env bash
# debian-source.sh PACKAGE DIR: unpacks Debian's source package PACKAGE into DIR.
#
# apt runs with a private configuration. Its sources are the deb-src form of the system's own Debian entries, its lists
# and its cache lie beside DIR, and the system's hooks are not run: nothing outside the parent of DIR changes, and no
# root is needed. apt checks the archive's signature, dpkg-source the checksums.
set -euo pipefail

package=$1
mkdir -p "$(dirname "$2")"
dir=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
state=$(dirname "$dir")/apt
log=$state/$package.log

main() {
  mkdir -p "$state/sources.list.d" "$state/lists/partial" "$state/cache/archives/partial"
  : >"$log"
  write_sources
  write_configuration
  download
  unpack
}

# ---- which archive -------------------------------------------------------------------------------------------------

write_sources() {
  local list parts
  eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
  shopt -s nullglob
  local one_line=("$list" "$parts"/*.list) deb822=("$parts"/*.sources)
  rm -f "$state/sources.list.d"/*
  from_one_line "${one_line[@]}" >"$state/sources.list.d/debian.list"
  from_deb822 "${deb822[@]}" >"$state/sources.list.d/debian.sources"
  [[ -s $state/sources.list.d/debian.list || -s $state/sources.list.d/debian.sources ]] ||
    fail "no entry of the Debian archive in the system's apt sources"
}

# The suites of this release; other suites (backports, other publishers' archives) are left out.
suite_pattern() {
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
  echo "^(${codename}|stable|oldstable)(-updates|-security|/updates)?/?$"
}

# deb [options] URI SUITE COMPONENT...
from_one_line() {
  read_files "$@" | awk -v wanted="$(suite_pattern)" '
    /^[ \t]*deb(-src)?[ \t]/ {
      options = ""
      if (match($0, /\[[^]]*\]/)) {
        options = substr($0, RSTART, RLENGTH) " "
        $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
      }
      sub(/#.*/, "")
      hasMain = 0
      for (i = 4; i <= NF; ++i) if ($i == "main") hasMain = 1
      if (hasMain && $3 ~ wanted && $2 !~ /^cdrom:/) print "deb-src " options $2 " " $3 " main"
    }' | sort -u
}

# Paragraphs of "Field: value"; a line that starts with a blank continues the field before it.
from_deb822() {
  read_files "$@" | sed '/^#/d' | awk -v RS= -v wanted="$(suite_pattern)" '
    {
      split("", value)
      kept = ""
      count = split($0, line, "\n")
      for (i = 1; i <= count; ++i) {
        if (line[i] ~ /^[^ \t]/) {
          field = tolower(line[i])
          sub(/:.*/, "", field)
          sub(/^[^:]*:/, "", line[i])
          if (field !~ /^(types|suites|components|enabled)$/) kept = kept field ":" line[i] "\n"
        } else if (field !~ /^(types|suites|components|enabled)$/) {
          kept = kept line[i] "\n"
        }
        value[field] = value[field] " " line[i]
      }
      if (value["enabled"] ~ /no|false/ || value["uris"] ~ /cdrom:/) next
      if ((value["components"] " ") !~ /[ \t]main[ \t]/) next
      suites = ""
      count = split(value["suites"], suite, /[ \t]+/)
      for (i = 1; i <= count; ++i) if (suite[i] ~ wanted) suites = suites " " suite[i]
      if (suites != "") printf "Types: deb-src\nSuites:%s\nComponents: main\n%s\n", suites, kept
    }'
}

read_files() {
  local file
  for file in "$@"; do
    if [[ -r $file ]]; then cat "$file" && echo; fi
  done
}

# ---- how apt is run ------------------------------------------------------------------------------------------------

write_configuration() {
  cat >"$state/apt.conf" <<EOF
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$state/sources.list.d";
Dir::State::lists "$state/lists";
Dir::Cache "$state/cache";
EOF
}

private_apt() { apt-get -c "$state/apt.conf" -q "$@" >>"$log" 2>&1; }

download() {
  private_apt update || fail "apt cannot read the source index"
  rm -rf "$state/$package"
  mkdir "$state/$package"
  (cd "$state/$package" && private_apt source --download-only --only-source "$package") ||
    fail "apt cannot fetch the source of $package"
}

unpack() {
  rm -rf "$dir.partial" "$dir"
  dpkg-source -q --no-copy --extract "$state/$package"/*.dsc "$dir.partial" >>"$log" 2>&1 ||
    fail "dpkg-source rejects the source of $package"
  mv "$dir.partial" "$dir"
  rm -rf "${state:?}/$package"
}

fail() {
  echo "debian-source: $*" >&2
  tail -n 5 "$log" | sed 's/^/  /' >&2
  exit 1
}

main
