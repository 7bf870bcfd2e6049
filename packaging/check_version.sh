#!/usr/bin/env bash
# `packaging/check_version.sh vX.Y.Z`: the tag is the version of Cargo.toml, and CHANGELOG.md has a section of it, which is
# printed.
set -euo pipefail
cd "$(dirname "$0")/.."
tag=$1
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
[ "$tag" = "v$version" ] || { echo "the tag is $tag, the version $version" >&2; exit 1; }
section=$(awk -v head="## [$version]" 'index($0, head) == 1 { on = 1; next } on && /^## \[/ { exit } on' CHANGELOG.md)
[ -n "$section" ] || { echo "CHANGELOG.md has no section [$version]" >&2; exit 1; }
printf '%s\n' "$section"
