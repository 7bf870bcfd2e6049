#!/usr/bin/env bash
# Makes what a release consists of, for the processor that it runs on: a tarball, a .deb, checksums.
#
#     packaging/build.sh [--binary FILE] [OUT]
#
# Without --binary it builds minigo with the profile dist. OUT is target/package. Needed: a C compiler with the C library
# as an archive (libc.a), since the binary is linked statically; Python 3; for the .deb cargo-deb, without which it is
# left out.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"
binary=""
if [ "${1:-}" = --binary ]; then binary=$2; shift 2; fi
out=${1:-$target/package}

if [ -z "$binary" ]; then
    cargo build --locked --profile dist --bin minigo
    binary="$target/dist/minigo"
fi
if file -L "$binary" | grep -q 'dynamically linked'; then
    echo "$binary is linked dynamically: is libc.a installed?" >&2
    exit 1
fi

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
triple="$(uname -m)-linux"
name="minigo-$version-$triple"
# What is in the archives is as old as the commit: the same sources give the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH

rm -rf "$out"
tree="$out/$name"
install -D -m 755 "$binary" "$tree/bin/minigo"
minigo="$tree/bin/minigo"
mkdir -p "$tree/share/man/man1"
"$minigo" man "$tree/share/man/man1"
gzip -9n "$tree"/share/man/man1/*.1
complete() { install -d "$tree/share/$(dirname "$2")"; "$minigo" completions "$1" >"$tree/share/$2"; }
complete bash bash-completion/completions/minigo
complete zsh zsh/site-functions/_minigo
complete fish fish/vendor_completions.d/minigo.fish
install -d "$tree/share/doc/minigo"
cp README.md CHANGELOG.md SECURITY.md NOTICE LICENSE-APACHE LICENSE-MIT "$tree/share/doc/minigo"
python3 packaging/third_party.py --licences "$tree/share/doc/minigo/THIRD-PARTY" --sbom "$out/$name.cdx.json"

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$out" -cf - "$name" |
    gzip -9n >"$out/$name.tar.gz"

# cargo-deb reads the tree (Cargo.toml, package.metadata.deb), which it knows under one name.
rm -rf "$target/package-tree"
cp -a "$tree" "$target/package-tree"
if cargo deb --version >/dev/null 2>&1; then
    cargo deb --no-build --no-strip -q -o "$out/"
else
    echo "no .deb: cargo-deb is not installed" >&2
fi
rm -rf "$tree"
shopt -s nullglob
(cd "$out" && sha256sum -- *.tar.gz *.json *.deb >"SHA256SUMS-$(uname -m)")
ls -l "$out"
