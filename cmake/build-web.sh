#!/usr/bin/env bash
# build-web.sh WEB OUT MODE: builds the page of the workbench (WEB/dist) if it is out of date, and makes of it what the program
# embeds:
#
#   OUT/page.bin    all files, one after the other, each as it is and compressed
#   OUT/page.S      that file as a symbol of the program
#   OUT/page.cpp    the table: names, types, tags, places
#
# MODE AUTO: where there is no Node, or its packages cannot be had, the table is empty and the program says so. ON: that is an
# error. Node is needed for building only.
set -euo pipefail

web=$1
out=$2
mode=$3

# One build tree at a time: all of them share WEB/dist.
exec 9>"$web/.build.lock"
flock 9

is_up_to_date() {
  [[ -f $web/dist/index.html ]] || return 1
  [[ -z $(find "$web" \( -name node_modules -o -name dist -o -name test -o -name e2e \) -prune -o -type f ! -name '.build.lock' \
    -newer "$web/dist/index.html" -print -quit) ]]
}

# The packages are those of the lock file: they are installed when it has changed.
install_packages() {
  if cmp -s "$web/package-lock.json" "$web/node_modules/.installed"; then return; fi
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --prefix "$web" || return 1
  cp "$web/package-lock.json" "$web/node_modules/.installed"
}

has_node() { command -v node >/dev/null && command -v npm >/dev/null; }

build() {
  if is_up_to_date; then return; fi
  if ! has_node; then
    echo "nodejs and npm are missing: './dev build' installs them" >&2
    return 1
  fi
  install_packages && npm run --silent build --prefix "$web" >&2 && touch "$web/dist/index.html"
}

type_of() {
  case $1 in
    *.html) echo "text/html; charset=utf-8" ;;
    *.js) echo "text/javascript; charset=utf-8" ;;
    *.css) echo "text/css; charset=utf-8" ;;
    *.svg) echo "image/svg+xml" ;;
    *.png) echo "image/png" ;;
    *.json) echo "application/json" ;;
    *.woff2) echo "font/woff2" ;;
    *.ico) echo "image/x-icon" ;;
    *.txt) echo "text/plain; charset=utf-8" ;;
    *) echo "application/octet-stream" ;;
  esac
}

files() { (cd "$web/dist" && find . -type f ! -name '*.map' | LC_ALL=C sort); }

embed() {
  local file path tag plain compressed offset=0
  : >"$out/page.bin"
  {
    echo '// Made by cmake/build-web.sh.'
    echo '#include "server/http/assets.hpp"'
    echo
    echo 'extern "C" const char dashpot_page[];'
    echo
    echo 'namespace dashpot::server {'
    echo
    echo 'std::span<const Asset> embeddedAssets() {'
    echo '  static const Asset all[] = {'
    while read -r file; do
      path=$web/dist/$file
      tag=$(sha256sum <"$path" | cut -c1-16)
      plain=$(stat -c %s "$path")
      gzip -9 -n <"$path" >"$out/compressed"
      compressed=$(stat -c %s "$out/compressed")
      cat "$path" "$out/compressed" >>"$out/page.bin"
      echo "      {\"${file#.}\", \"$(type_of "$file")\", \"$tag\", {dashpot_page + $offset, $plain}," \
        "{dashpot_page + $((offset + plain)), $compressed}},"
      offset=$((offset + plain + compressed))
    done
    echo '  };'
    echo '  return all;'
    echo '}'
    echo
    echo '}  // namespace dashpot::server'
  } >"$out/page.cpp"
  rm -f "$out/compressed"
}

embed_nothing() {
  printf '\0' >"$out/page.bin"
  {
    echo '// Made by cmake/build-web.sh: the page could not be built.'
    echo '#include "server/http/assets.hpp"'
    echo 'std::span<const dashpot::server::Asset> dashpot::server::embeddedAssets() { return {}; }'
  } >"$out/page.cpp"
}

mkdir -p "$out"
if build; then
  files | embed
elif [[ $mode == AUTO ]]; then
  echo "warning: the page of the workbench is not part of this build: 'dashpot serve' will say so" >&2
  embed_nothing
else
  exit 1
fi
cat >"$out/page.S" <<'END'
    .section .rodata, "a"
    .global dashpot_page
    .balign 16
dashpot_page:
    .incbin "page.bin"
    .section .note.GNU-stack, "", %progbits
END
# Once there is a Node, the next build tries again.
if [[ ! -f $web/dist/index.html ]] && ! has_node; then touch -d @0 "$out/page.bin" "$out/page.cpp" "$out/page.S"; fi
