//! Checks two invariants of `docs/inside/architecture.md`: there is no process-wide mutable state, and programs reach
//! the outside world only through the VM's `Host`.

use crate::rust_files;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

/// All statics whose type can contain mutable state, and the reasons why each belongs to the process and not to a
/// machine. (Other process-wide state: the allocator's options, `memory/footprint.rs`, and, for the command, its
/// working directory.)
const PROCESS_WIDE_STATICS: &[(&str, &str, &str)] = &[
    // Signals belong to the process: the kernel has one handler for each.
    (
        "runtime/vm/src/access/fault_handler.rs",
        "PREVIOUS_ACTIONS",
        "the actions of the two signals before this handler",
    ),
    ("runtime/vm/src/access/fault_handler.rs", "INSTALLED", "whether the handler is installed"),
    (
        "runtime/vm/src/access/fault_handler.rs",
        "HANDLER_THREAD",
        "the context of the slice that the thread runs, for the signal handler",
    ),
    (
        "runtime/vm/src/access/signal_stack.rs",
        "HANDLER_STACK",
        "the thread's stack for signal handlers, which is registered with the kernel",
    ),
    (
        "runtime/vm/src/host/signal_parker.rs",
        "LISTENING_THREAD",
        "the thread that receives the process's signals",
    ),
    (
        "runtime/vm/src/host/signal_parker.rs",
        "THREAD_PARKER",
        "the parker of the listening thread, to which the handler posts signals",
    ),
    (
        "src/cmd/repl/interrupt.rs",
        "CURRENT_SESSION",
        "the command's session, which Ctrl-C interrupts",
    ),
    (
        "src/app/mod.rs",
        "OWN_SEAL",
        "a constant of the executable, which `minigo build` overwrites in copies",
    ),
    ("stdlib/src/time/tzdata/mod.rs", "ZONES", "a constant, unpacked when it is first needed"),
    // The allocator belongs to the process.
    ("src/main.rs", "ALLOCATOR", "a value without fields"),
    (
        "runtime/heap/src/ledger.rs",
        "THREAD_ACCOUNT",
        "the account of the machine that the thread works for",
    ),
    (
        "runtime/vm/src/memory/footprint.rs",
        "SET_ARENA_RESERVE",
        "a function that the C library calls before main",
    ),
    // State of threads that belong to one machine, or to one call.
    (
        "runtime/vm/src/memory/recorded_accesses.rs",
        "IS_RECORDING_ACCESSES",
        "whether the race detector checks the instruction that the thread runs",
    ),
    (
        "runtime/vm/src/memory/recorded_accesses.rs",
        "LAST_ACCESSES",
        "the accesses of the thread's last instruction",
    ),
    (
        "runtime/vm/src/shared/cpu_profile.rs",
        "LAST_SAMPLE",
        "the CPU time of the thread at its last sample",
    ),
    (
        "stdlib/src/crypto/tls/questions_to_go.rs",
        "CURRENT_CHANNELS",
        "the channels from a handshake's thread to its goroutine",
    ),
    (
        "compiler/syntax/src/parser.rs",
        "PARSER",
        "the parser's tables, which are the same for each thread",
    ),
    (
        "src/cmd/test/mod.rs",
        "PRINT_LOCK",
        "the lock by which the command prints the output of one package at a time",
    ),
    // Values that are the same in every process: they are made when they are first needed, or their types do not show
    // that they never change.
    ("runtime/vm/src/types/equality.rs", "ZERO_BYTES", "zeros"),
    ("runtime/vm/src/interp/helpers.rs", "HELPERS", "addresses of functions"),
    ("runtime/vm/src/interp/dispatch.rs", "HANDLERS", "addresses of functions"),
    ("runtime/vm/src/interp/race_handlers.rs", "RACE_HANDLERS", "addresses of functions"),
    ("stdlib/src/crypto/mlkem/mod.rs", "ML_KEM_768", "a table of functions"),
    ("stdlib/src/crypto/mlkem/mod.rs", "ML_KEM_1024", "a table of functions"),
    (
        "stdlib/src/crypto/tls/questions_to_go.rs",
        "CLIENT_VERIFIER",
        "without fields: rustls compares its address",
    ),
    (
        "stdlib/src/crypto/tls/questions_to_go.rs",
        "CLIENT_CERTIFICATE_RESOLVER",
        "without fields: rustls compares its address",
    ),
    ("stdlib/src/crypto/tls/config.rs", "PROVIDER", "tables of algorithms"),
    ("stdlib/src/crypto/tls/ech.rs", "SUITES", "a table of algorithms"),
    ("stdlib/src/crypto/tls/hybrid.rs", "GROUPS", "a table of algorithms"),
    ("stdlib/src/unicode/tables.rs", "CATEGORY_RANGES", "a table of Unicode"),
    ("stdlib/src/unicode/tables.rs", "CASE_RANGES", "a table of Unicode"),
    ("stdlib/src/unicode/tables.rs", "LATIN1_CATEGORIES", "a table of Unicode"),
    ("stdlib/src/unicode/tables.rs", "FOLDING", "a table of Unicode"),
    ("stdlib/src/unicode/tables.rs", "ORBIT", "a table of Unicode"),
];

/// The functions that access the outside world, but not by the program's host: natives must not call them.
const FUNCTIONS_BYPASSING_HOST: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "SystemTime::now",
    "Instant::now",
    "getrandom",
    "SysRng",
    "OsRng",
    "SystemRandom",
    "thread::spawn",
    "thread::Builder::new().spawn",
];

#[test]
fn process_wide_state_has_a_reason() {
    let (mut wrong, mut found) = (Vec::new(), Vec::new());
    for path in rust_files() {
        let name = path.to_str().unwrap();
        if name.contains("/tests/") || name.starts_with("tests/") || name.ends_with("build.rs") {
            continue;
        }
        for (line, item) in statics(&path) {
            match PROCESS_WIDE_STATICS
                .iter()
                .find(|(file, known, _)| *file == name && *known == item)
            {
                Some(entry) => found.push(entry),
                None => wrong.push(format!("{name}:{line}: {item}")),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "statics that must belong to a machine, or be on the list with a reason: {wrong:#?}"
    );
    for entry in PROCESS_WIDE_STATICS {
        assert!(found.contains(&entry), "{entry:?} is not there any more");
    }
}

#[test]
fn natives_ask_the_host() {
    let mut wrong = Vec::new();
    for path in rust_files() {
        if !path.starts_with("stdlib/src") || path.ends_with("text_test.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (n, line) in code.lines().enumerate() {
            let line = line.trim_start();
            if !line.starts_with("//")
                && FUNCTIONS_BYPASSING_HOST.iter().any(|call| line.contains(call))
            {
                wrong.push(format!("{}:{}: {line}", path.display(), n + 1));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "natives that reach the outside world without the machine's `Host`: {wrong:#?}"
    );
}

/// Returns the statics of a file, except those whose types show that they never change: lines and names.
fn statics(path: &Path) -> Vec<(usize, String)> {
    let file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
    let mut statics = Statics(Vec::new());
    statics.visit_file(&file);
    statics.0
}

struct Statics(Vec<(usize, String)>);

impl<'ast> Visit<'ast> for Statics {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        if !matches!(item.mutability, syn::StaticMutability::None) || !is_constant(&item.ty) {
            self.0.push((item.ident.span().start().line, item.ident.to_string()));
        }
    }

    /// Handles `thread_local!`, and macros that make statics.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string();
        let words: Vec<&str> = text.split([' ', '\n']).filter(|word| !word.is_empty()).collect();
        for two in words.windows(2) {
            if two[0] == "static" && two[1] != "mut" {
                let name = two[1].trim_end_matches(':');
                let line = mac.path.segments[0].ident.span().start().line;
                self.0.push((line, name.to_owned()));
            }
        }
    }
}

/// Reports whether a type shows that its values never change.
fn is_constant(ty: &syn::Type) -> bool {
    const IMMUTABLE_PRIMITIVE_TYPES: [&str; 14] = [
        "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f64", "bool",
        "char", "str",
    ];
    match ty {
        syn::Type::Reference(to) => to.mutability.is_none() && is_constant(&to.elem),
        syn::Type::Slice(of) => is_constant(&of.elem),
        syn::Type::Array(of) => is_constant(&of.elem),
        syn::Type::Tuple(of) => of.elems.iter().all(is_constant),
        syn::Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| IMMUTABLE_PRIMITIVE_TYPES.iter().any(|plain| name == plain)),
        _ => false,
    }
}
