#!/usr/bin/env bash
# Tries a Rust release on minigo: `tests/keeping_up/rust.sh 1.97.0`, or `beta`. It installs the toolchain beside the others,
# builds into a directory of its own, and prints new warnings and lints, the results of the tests that depend on how
# rustc compiles, and the size and start-up time of the binary. Takes half an hour on two cores.
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
# Formatting by the release's rustfmt.
step cargo "+$release" fmt --all --check
# Handlers must end in jumps, not calls, or each instruction would use stack; and Rust panics must unwind through them.
step cargo "+$release" test --release -p minigo-vm --test depth --test basics
# Native code and the interpreter must give the same results.
step cargo "+$release" test --release -p minigo-vm --test tiers
step cargo "+$release" test --release --test programs
ls -l "$CARGO_TARGET_DIR/release/minigo" target/release/minigo
# Starts from the cache, with the two builds in turn.
bench/run.py --only '^(hello|fib|sieve|pingpong)$' --runs 9 --tools "minigo" --minigo "$CARGO_TARGET_DIR/release/minigo" || true
exit "$failed"
