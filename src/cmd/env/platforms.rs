//! The systems, processors and experiments that Go 1.27 has, as `go tool dist list` and package goexperiment list them.

/// The processor that minigo is built for, in Go's words.
pub(super) const OWN_PROCESSOR: &str =
    if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };

/// The pairs of system and processor that Go supports.
pub(super) const PLATFORMS: &str = "\
    aix/ppc64 android/386 android/amd64 android/arm android/arm64 darwin/amd64 darwin/arm64 dragonfly/amd64 \
    freebsd/386 freebsd/amd64 freebsd/arm freebsd/arm64 illumos/amd64 ios/amd64 ios/arm64 js/wasm linux/386 \
    linux/amd64 linux/arm linux/arm64 linux/loong64 linux/mips linux/mips64 linux/mips64le linux/mipsle \
    linux/ppc64 linux/ppc64le linux/riscv64 linux/s390x netbsd/386 netbsd/amd64 netbsd/arm netbsd/arm64 \
    openbsd/386 openbsd/amd64 openbsd/arm openbsd/arm64 openbsd/ppc64 openbsd/riscv64 plan9/386 plan9/amd64 \
    plan9/arm solaris/amd64 wasip1/wasm windows/386 windows/amd64 windows/arm64";

/// The names that may stand in GOEXPERIMENT.
pub(super) const EXPERIMENTS: &str = "\
    arenas boringcrypto cgocheck2 dwarf5 fieldtrack greenteagc heapminimum512kib jsonv2 loopvar mapsplitgroup \
    newinliner preemptibleloops randomizedheapbase64 regabiargs regabiwrappers runtimefreegc runtimesecret simd \
    sizespecializedmalloc staticlockranking";
