#!/usr/bin/env bash
# Tries a Rust release on minigo: `tests/keeping_up/rust.sh 1.97.0`, or `beta`. It installs the toolchain beside the others,
# builds into a directory of its own, and prints what is new: warnings and lints, the tests that stand on how rustc
# compiles, size and start of the binary. Half an hour on two cores.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
release=$1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/rust-$release"
failed=0
step() { printf '\n== %s\n' "$*"; "$@" || failed=1; }

rustup toolchain install "$release" --profile minimal --component clippy --component rustfmt || exit 1
printf '\n'
rustc "+$release" --version

# Lints that are new, and names that are deprecated.
step cargo "+$release" clippy --workspace --all-targets -- -D warnings
# The form of rustfmt.
step cargo "+$release" fmt --all --check
# Handlers must end in jumps, not calls, else each instruction takes stack; and Rust's panics must pass as they do.
step cargo "+$release" test --release -p minigo-vm --test depth --test basics
# Native code and interpreter do the same.
step cargo "+$release" test --release -p minigo-vm --test tiers
step cargo "+$release" test --release --test programs
ls -l "$CARGO_TARGET_DIR/release/minigo" target/release/minigo
# A start from the cache, with both builds in turns.
bench/run.py --only '^(hello|fib|sieve|pingpong)$' --runs 9 --tools "minigo" --minigo "$CARGO_TARGET_DIR/release/minigo" || true
exit "$failed"
