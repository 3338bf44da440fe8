#!/usr/bin/env bash
# build-sundials.sh SOURCE PREFIX: builds the parts of SUNDIALS that Dashpot uses, optimised and static, into PREFIX.
#
# 64-bit indices as in Debian's own library, so that both fit the same sources (KLU then works with klu_l_*).
set -euo pipefail

source=$(cd "$1" && pwd)
mkdir -p "$(dirname "$2")"
prefix=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
tree=$prefix.build
log=$prefix.log

options=(
  -G Ninja
  -DCMAKE_BUILD_TYPE=Release
  "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG"
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON
  -DCMAKE_INSTALL_PREFIX="$prefix.partial"
  -DCMAKE_INSTALL_LIBDIR=lib
  -DBUILD_SHARED_LIBS=OFF -DBUILD_STATIC_LIBS=ON
  -DBUILD_CVODE=ON -DBUILD_IDA=ON -DBUILD_ARKODE=ON
  -DBUILD_CVODES=OFF -DBUILD_IDAS=OFF -DBUILD_KINSOL=OFF
  -DSUNDIALS_PRECISION=double -DSUNDIALS_INDEX_SIZE=64
  -DEXAMPLES_ENABLE_C=OFF -DEXAMPLES_ENABLE_CXX=OFF -DEXAMPLES_INSTALL=OFF
  -DENABLE_KLU=ON
  -DKLU_INCLUDE_DIR="$(dirname "$(find /usr/include -name klu.h -print -quit)")"
  -DKLU_LIBRARY_DIR="$(dirname "$(find /usr/lib -name libklu.so -print -quit)")"
)
if command -v ccache >/dev/null; then options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache); fi

rm -rf "$tree" "$prefix.partial"
if ! {
  cmake -S "$source" -B "$tree" "${options[@]}" &&
    cmake --build "$tree" --parallel "${DASHPOT_JOBS:-$(nproc)}" --target install
} >"$log" 2>&1; then
  echo "build-sundials: failed; the end of $log:" >&2
  tail -n 10 "$log" | sed 's/^/  /' >&2
  exit 1
fi
rm -rf "$prefix" "$tree"
mv "$prefix.partial" "$prefix"
