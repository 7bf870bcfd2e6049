#!/usr/bin/env bash
# Tries what packaging/build.sh has made, in roots that have nothing else (needs the right to chroot): the tarball alone;
# the .deb, which dpkg installs into an empty root. `packaging/try.sh [OUT]`.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-${CARGO_TARGET_DIR:-$PWD/target}/package}
work=$(mktemp -d)
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
# What runs in the roots leaves files of root there.
trap '$sudo rm -rf "$work"' EXIT

# Runs minigo, which lies at $2 of the root $1, as programs do: from sources, from the cache, as a file of its own.
try() {
    local root=$1 minigo=$2
    mkdir -p "$root"/{tmp,proc,work}
    cp examples/prime_sieve.go examples/lock_order.go "$root/work"
    printf 'package main\n\nimport "net/http"\n\nfunc main() { _, err := http.Get("http://127.0.0.1:1/"); println(err != nil) }\n' >"$root/work/get.go"
    run() { $sudo env -i HOME=/tmp PATH=/usr/bin /usr/sbin/chroot "$root" "$@"; }
    # What a command prints has such a line; both streams. (It must not be cut short by a pipe that closes.)
    has() { local text status=0; text=$(run "${@:2}" 2>&1) || status=$?; grep -q "$1" <<<"$text" || { printf '%s\nstatus %s: %s\n' "$text" "$status" "$*" >&2; return 1; }; }
    run "$minigo" version
    has '^2 3 5 7 11 13 ' "$minigo" run /work/prime_sieve.go
    has '^2 3 5 7 11 13 ' "$minigo" run /work/prime_sieve.go # from the cache
    has '^cycle: goroutine' "$minigo" run /work/lock_order.go
    has '^true$' "$minigo" run /work/get.go
    run "$minigo" build -o /work/app /work/prime_sieve.go
    has '^2 3 5 7 11 13 ' /work/app
}

(cd "$out" && sha256sum --check --quiet --strict "SHA256SUMS-$(uname -m)")
mkdir "$work/tar"
tar -xzf "$out"/minigo-*-"$(uname -m)"-linux.tar.gz -C "$work/tar" --strip-components=1
try "$work/tar" /bin/minigo
page=$(zcat "$work/tar/share/man/man1/minigo-run.1.gz")
grep -q 'max\\-memory' <<<"$page"
bash -n "$work/tar/share/bash-completion/completions/minigo"
echo "the tarball works in an empty root"

deb=$(ls "$out"/*.deb 2>/dev/null || true)
if [ -z "$deb" ]; then echo "there is no .deb to try"; exit 0; fi
mkdir -p "$work/deb/var/lib/dpkg"/{info,updates,triggers}
touch "$work/deb/var/lib/dpkg"/{status,available}
$sudo dpkg --root="$work/deb" --force-script-chrootless --install "$deb" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
try "$work/deb" /usr/bin/minigo
$sudo dpkg --root="$work/deb" --remove minigo >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
[ ! -e "$work/deb/usr/bin/minigo" ]
echo "the .deb is installed, works in a root that has nothing else, and is removed"
