#!/usr/bin/env bash
# Runs a fuzz target: tests/fuzz/run.sh parser|checker|generator|linked|gomod|tiers|embed [SECONDS] [libFuzzer's options]
# Needs nightly Rust, a C++ compiler and cargo-fuzz. Seeds and findings are kept in target/fuzz, never in the repository.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 seconds=${2:-1800}
shift; shift || true
work=$PWD/target/fuzz
corpus=$work/corpus/$target
case $target in
linked) sanitizer=address ;;  # The reader maps bytes as instructions.
embed) sanitizer=address ;;   # A program of the sandbox must not reach other memory.
*) sanitizer=none ;;          # Safe Rust: twice as fast without.
esac
if [ ! -d "$corpus" ]; then
    case $target in
    parser) files=$(find tests/programs tests/rejects -name '*.go' -size -12k) ;;
    embed) files=$(find tests/programs/std tests/programs/conc -name '*.go' -size -4k) ;;
    checker) files=$(find tests/programs tests/rejects -name '*.go' -size -4k) ;;
    linked) files=$(grep -L '^import' $(find tests/programs -name '*.go') | head -60) ;;
    generator | gomod | tiers) files= ;;
    esac
    # shellcheck disable=SC2086
    cargo run -q --release --manifest-path tests/fuzz/Cargo.toml --target-dir "$work/seeds" --example seeds -- "$target" "$corpus" $files
fi
mkdir -p "$work/found/$target"
exec nice -n 19 cargo +nightly fuzz run --fuzz-dir tests/fuzz --target-dir "$work/$sanitizer" -s "$sanitizer" "$target" "$corpus" -- \
    -max_total_time="$seconds" -artifact_prefix="$work/found/$target/" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 "$@"
