#!/usr/bin/env bash
# install.sh SOURCE TREE: installs the build TREE into a folder, moves that folder, and uses what is in it: the program, and
# both libraries from a project that knows nothing but find_package(Dashpot).
set -euo pipefail

source=$1
tree=$2
place=$(mktemp -d "${TMPDIR:-/tmp}/dashpot-install.XXXXXX")
trap 'rm -rf "$place"' EXIT
prefix=$place/moved

fail() {
  echo "failed: $*" >&2
  exit 1
}

cmake --install "$tree" --prefix "$place/installed" >"$place/install.log" || fail "cmake --install"
mv "$place/installed" "$prefix"
if grep -rlF "$tree" "$prefix"; then fail "these files name the tree they were built in"; fi

# Nothing of the tree is at hand: another working folder, an empty environment.
program() { (cd "$place" && env -i PATH=/usr/bin:/bin "$prefix/bin/dashpot" "$@"); }

program --version
program library Dashpot.Electrical.Capacitor >/dev/null || fail "the program does not find its component library"
program new Press >/dev/null
program simulate Press.mo >/dev/null || fail "the starter circuit does not run"
# A function with a loop is what native code by LLVM is made of first.
cat >"$place/Root.mo" <<'MODEL'
function root
  input Real x;
  output Real y;
algorithm
  y := 1;
  while abs(y*y - x) > 1e-9 loop
    y := (y + x/y)/2;
  end while;
end root;
model Root
  Real x(start = 0, fixed = true);
equation
  der(x) = root(2 + sin(time)) - x;
end Root;
MODEL
program simulate Root.mo --method rk4 --step 10us --stop 10s --interval 1 --cache "$place/code" >/dev/null
[[ ! -e $prefix/lib/dashpot || -n $(ls "$place/code") ]] || fail "the program does not find what makes native code"

# The workbench answers, and knows its examples.
(cd "$place" && exec env -i PATH=/usr/bin:/bin timeout 60 "$prefix/bin/dashpot" serve "$place" --no-browser >"$place/serve.log") &
server=$!
for ((i = 0; i < 300; ++i)); do grep -q 'token=' "$place/serve.log" 2>/dev/null && break || sleep 0.1; done
address=$(grep -o 'http://[^ ]*' "$place/serve.log") || fail "dashpot serve prints no address"
exec 3<>"/dev/tcp/127.0.0.1/$(sed 's|.*:\([0-9]*\)/.*|\1|' <<<"$address")"
printf 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
grep -q '"ok":true' <&3 || fail "dashpot serve does not answer"
exec 3>&-
kill "$server"
wait "$server" || true
[[ -s $prefix/share/dashpot/examples/cylinder_circuit.mo ]] || fail "the examples are missing"

cmake -S "$source/tests/install/project" -B "$place/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$place/configure.log" ||
  fail "find_package(Dashpot)"
cmake --build "$place/build" >"$place/build.log" || { cat "$place/build.log"; fail "the project does not compile"; }
"$place/build/decay" || fail "dashpot::integrators"
"$place/build/charge" "$place/charge" || fail "dashpot::dashpot"
[[ ! -e $prefix/lib/dashpot || -n $(ls "$place/charge") ]] || fail "libdashpot does not find what makes native code"
if readelf -d "$place/build/decay" | grep -q 'libdashpot\.so'; then fail "the integrators need the whole of Dashpot"; fi
