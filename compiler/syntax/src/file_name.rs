//! The constraints in the names of Go files: `x_linux.go`, `x_windows_arm64.go`.

/// The systems that the name of a file can contain.
const OPERATING_SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];

/// The processors that the name of a file can contain.
const ARCHITECTURES: &[&str] = &[
    "386",
    "amd64",
    "amd64p32",
    "arm",
    "armbe",
    "arm64",
    "arm64be",
    "loong64",
    "mips",
    "mipsle",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "sparc",
    "sparc64",
    "wasm",
];

/// The parts of a file's name that can name a system or a processor; linux.go has none.
fn constraining_parts(name: &str) -> Vec<&str> {
    let stem = name.strip_suffix(".go").unwrap_or(name);
    stem.strip_suffix("_test").unwrap_or(stem).split('_').skip(1).collect()
}

/// Reports whether the system and the processor at the end of a Go file's name, if there are any, are among the set
/// tags.
#[must_use]
pub fn matches_file_name(name: &str, is_set: &dyn Fn(&str) -> bool) -> bool {
    match constraining_parts(name)[..] {
        [.., system, processor]
            if OPERATING_SYSTEMS.contains(&system) && ARCHITECTURES.contains(&processor) =>
        {
            is_set(system) && is_set(processor)
        }
        [.., last] if OPERATING_SYSTEMS.contains(&last) || ARCHITECTURES.contains(&last) => {
            is_set(last)
        }
        _ => true,
    }
}

/// Reports whether the name of a Go file ends with a processor.
#[must_use]
pub fn names_architecture(name: &str) -> bool {
    constraining_parts(name).last().is_some_and(|part| ARCHITECTURES.contains(part))
}
