#!/usr/bin/env bash
# Prints the formula of a release: `packaging/homebrew/fill.sh VERSION SHA256SUMS`, where the file has the checksums of the
# tarballs of both processors.
set -euo pipefail
version=$1 sums=$2
text=$(sed "s/@VERSION@/$version/g" "$(dirname "$0")/minigo.rb")
for machine in x86_64 aarch64; do
    sum=$(awk -v name="minigo-$version-$machine-linux.tar.gz" '$2 == name { print $1 }' "$sums")
    [ ${#sum} = 64 ] || { echo "$sums has no checksum for $machine" >&2; exit 1; }
    text=${text//@SHA256_$machine@/$sum}
done
printf '%s\n' "$text"
