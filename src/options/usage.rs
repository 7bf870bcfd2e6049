//! The usage text of commands that read their lines as the go command does. The usage is printed after an error and for
//! `-h`.

use super::is_invoked_as_go;

/// The usage lines of the go command: command and arguments.
const GO_USAGES: &[(&str, &str)] = &[
    ("build", "[-o output] [build flags] [packages]"),
    ("clean", "[-i] [-r] [-cache] [-testcache] [-modcache] [-fuzzcache] [build flags] [packages]"),
    ("env", "[-json] [-changed] [-u] [-w] [var ...]"),
    ("fmt", "[-n] [-x] [packages]"),
    ("generate", "[-run regexp] [-n] [-v] [-x] [build flags] [file.go... | packages]"),
    ("get", "[-t] [-u] [-tool] [build flags] [packages]"),
    ("install", "[build flags] [packages]"),
    ("list", "[-f format] [-json] [-m] [list flags] [build flags] [packages]"),
    ("mod download", "[-x] [-json] [-reuse=old.json] [modules]"),
    ("mod edit", "[editing flags] [-fmt|-print|-json] [go.mod]"),
    ("mod graph", "[-go=version] [-x]"),
    ("mod init", "[module-path]"),
    ("mod tidy", "[-e] [-v] [-x] [-diff] [-go=version] [-compat=version]"),
    ("mod vendor", "[-e] [-v] [-o outdir]"),
    ("mod verify", ""),
    ("mod why", "[-m] [-vendor] packages..."),
    ("run", "[build flags] [-exec xprog] package [arguments...]"),
    ("version", "[-m] [-v] [-json] [file ...]"),
    ("vet", "[build flags] [-vettool prog] [vet flags] [packages]"),
    ("work edit", "[editing flags] [go.work]"),
    ("work init", "[moddirs]"),
    ("work sync", ""),
    ("work use", "[-r] [moddirs]"),
    ("work vendor", "[-e] [-v] [-o outdir]"),
];

/// The usage of a command in the go command's words; `None` if minigo was not called as `go`.
#[must_use]
pub fn go_usage(command: &str) -> Option<String> {
    let (_, form) = GO_USAGES.iter().find(|(name, _)| is_invoked_as_go() && *name == command)?;
    let line = format!("usage: go {command} {form}");
    let more = match command {
        "vet" => {
            "\nRun 'go tool vet help' for a full list of flags and analyzers.\nRun 'go tool vet -help' for an overview."
        }
        _ => "",
    };
    Some(format!("{}\nRun 'go help {command}' for details.{more}", line.trim_end()))
}

/// The usage of a command.
#[must_use]
pub fn usage_of(command: &str) -> String {
    let own = || format!("usage: minigo {command}; `minigo help {command}` has the flags");
    go_usage(command).unwrap_or_else(own)
}
