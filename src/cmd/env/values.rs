//! The variables and their values: from the environment, from the file of `go env -w`, or the defaults.

use crate::load::fs_view::{FsView, working_directory};
use crate::load::go_env::{env_file, go_env};
use crate::load::goroot::Goroot;
use crate::load::modules::RELEASE;
use minigo_syntax::small_sort::SmallSort as _;
use std::path::{Path, PathBuf};

/// A variable.
pub(super) struct Variable {
    pub(super) name: &'static str,
    pub(super) value: String,
    /// The variable's value if nothing sets it.
    pub(super) default: String,
}

/// Variables that can be set, with their constant defaults.
const DEFAULT_VALUES: &[(&str, &str)] = &[
    ("AR", "ar"),
    ("CC", "gcc"),
    ("CGO_CFLAGS", "-O2 -g"),
    ("CGO_CPPFLAGS", ""),
    ("CGO_CXXFLAGS", "-O2 -g"),
    ("CGO_FFLAGS", "-O2 -g"),
    ("CGO_LDFLAGS", "-O2 -g"),
    ("CXX", "g++"),
    ("GCCGO", "gccgo"),
    ("GO111MODULE", ""),
    ("GOAUTH", "netrc"),
    ("GOCACHEPROG", ""),
    ("GODEBUG", ""),
    ("GOEXPERIMENT", ""),
    ("GOFIPS140", "off"),
    ("GOFLAGS", ""),
    ("GOINSECURE", ""),
    ("GOPACKAGESDRIVER", ""),
    ("GOPRIVATE", ""),
    ("GOPROXY", "https://proxy.golang.org,direct"),
    ("GOSUMDB", "sum.golang.org"),
    ("GOTMPDIR", ""),
    ("GOVCS", ""),
    ("PKG_CONFIG", "pkg-config"),
];

/// Variables that cannot be set, with their values in minigo.
const FIXED_VALUES: &[(&str, &str)] = &[
    ("CGO_ENABLED", "0"),
    ("GOAMD64", "v1"),
    ("GOARCH", "amd64"),
    ("GOEXE", ""),
    ("GOGCCFLAGS", ""),
    ("GOHOSTARCH", "amd64"),
    ("GOHOSTOS", "linux"),
    ("GOOS", "linux"),
    ("GOTELEMETRY", "off"),
    ("GOTOOLCHAIN", "local"),
];

/// All variables, sorted by name.
///
/// # Errors
/// Fails if there is no working directory.
pub(super) fn all_variables(fs: &FsView) -> Result<Vec<Variable>, String> {
    let here = working_directory().map_err(|error| format!("go: {error}"))?;
    let mut all: Vec<Variable> = Vec::new();
    let mut add = |name, value: Option<String>, default: String| {
        all.push(Variable { name, value: value.unwrap_or_else(|| default.clone()), default });
    };
    for &(name, default) in DEFAULT_VALUES {
        add(name, go_env(fs, name), default.to_owned());
    }
    for &(name, value) in FIXED_VALUES {
        add(name, None, value.to_owned());
    }
    let text = |path: PathBuf| path.display().to_string();
    let home =
        |rest: &str| fs.env("HOME").map_or_else(String::new, |home| format!("{home}/{rest}"));
    let path = go_env(fs, "GOPATH").unwrap_or_else(|| home("go"));
    let first = std::env::split_paths(&path).next().unwrap_or_default();
    add("GOPATH", Some(path), home("go"));
    add("GOBIN", go_env(fs, "GOBIN"), text(first.join("bin")));
    add("GOMODCACHE", go_env(fs, "GOMODCACHE"), text(first.join("pkg/mod")));
    let cache = fs.env("XDG_CACHE_HOME").unwrap_or_else(|| home(".cache"));
    let cache = if cache.is_empty() { cache } else { format!("{cache}/go-build") };
    add("GOCACHE", go_env(fs, "GOCACHE"), cache);
    let file = match fs.env("GOENV") {
        Some(off) if off == "off" => off,
        _ => env_file(fs).map(text).unwrap_or_default(),
    };
    let telemetry = fs.env("XDG_CONFIG_HOME").unwrap_or_else(|| home(".config"));
    let usual = if telemetry.is_empty() { String::new() } else { format!("{telemetry}/go/env") };
    add("GOENV", Some(file), usual);
    add("GOTELEMETRYDIR", None, format!("{telemetry}/go/telemetry"));
    let private = go_env(fs, "GOPRIVATE").unwrap_or_default();
    add("GONOPROXY", go_env(fs, "GONOPROXY"), private.clone());
    add("GONOSUMDB", go_env(fs, "GONOSUMDB"), private);
    let root = Goroot::find(fs).ok();
    let root = root.and_then(|root| root.src().parent().map(Path::to_path_buf));
    add(
        "GOTOOLDIR",
        None,
        root.as_ref().map_or_else(String::new, |r| text(r.join("pkg/tool/linux_amd64"))),
    );
    add("GOROOT", None, root.map(text).unwrap_or_default());
    add("GOVERSION", None, format!("go{RELEASE}"));
    let module = find_upwards(&here, "go.mod").map_or_else(|| "/dev/null".to_owned(), text);
    add("GOMOD", Some(module.clone()), module);
    let work = match fs.env("GOWORK") {
        Some(named) => named,
        None => find_upwards(&here, "go.work").map(text).unwrap_or_default(),
    };
    add("GOWORK", Some(work.clone()), work);
    all.small_sort_by_key(|variable| variable.name);
    Ok(all)
}

/// The file with this name in a directory or in the nearest directory above it.
fn find_upwards(dir: &Path, name: &str) -> Option<PathBuf> {
    dir.ancestors().map(|dir| dir.join(name)).find(|file| file.is_file())
}
