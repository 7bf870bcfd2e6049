//! Checks the natives that access the program's memory beyond their arguments' types: by raw pointers or atomically.
//! Only a native itself can report its accesses by raw pointers or atomics to the race detector and to exploration.

use crate::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};

/// The calls by which a native reports its accesses.
const RACE_REPORTING_CALLS: &[&str] = &[
    "TransferReporter",
    "FullyReadSlice",
    "acquire_key",
    "add_ignored_sync",
    "after_atomic",
    "after_finalizer",
    "before_atomic",
    "before_finalizer",
    "finds_races",
    "on_channels",
    "race_acquire",
    "race_lock",
    "race_read",
    "race_read_file",
    "race_release",
    "race_set_finalizer",
    "race_unlock",
    "race_unlock_if_held",
    "race_write",
    "race_write_file",
    "release_key",
    "report_accesses_to_race_detector",
];

/// The natives that report nothing, by file, and the reasons.
const NATIVES_WITHOUT_RACE_REPORTS: &[(&str, &[&str], &str)] = &[
    (
        "runtime/vm/src/natives/embed.rs",
        &["takeValue"],
        "memory that Rust's end has made for the goroutine that passes the value",
    ),
    (
        "runtime/vm/src/natives/poll.rs",
        &["bind", "name", "setOption"],
        "an address that package net has made for the call",
    ),
    (
        "runtime/vm/src/natives/reflect.rs",
        &["call"],
        "the called function's instructions report their accesses",
    ),
    (
        "runtime/vm/src/natives/runtime.rs",
        &["Stack", "gcStats", "readStats"],
        "as in Go, whose detector does not see the runtime's accesses",
    ),
    (
        "runtime/vm/src/natives/sync.rs",
        &["GroupIsDone", "ReaderLeft", "WriterLeft"],
        "the Go callers release and acquire by atomic operations",
    ),
    (
        "runtime/vm/src/natives/time.rs",
        &["stopAlarm"],
        "a timer's memory is the machine's, and its lock guards it",
    ),
    (
        "runtime/vm/src/report/profile.rs",
        &["cpuStacks", "goroutineStacks"],
        "as in Go, whose detector does not see the runtime's accesses",
    ),
    (
        "stdlib/src/bytes/mod.rs",
        &[
            "Compare",
            "Index",
            "IndexAny",
            "IndexByte",
            "IndexRune",
            "LastIndex",
            "LastIndexAny",
            "LastIndexByte",
        ],
        "as in Go, whose assembly the detector does not see; how far they read is not known to their callers",
    ),
    (
        "stdlib/src/compress/flate/mod.rs",
        &["begin", "compress", "inflate"],
        "buffers of the stream, into which the Go code copies; a dictionary that it has copied",
    ),
    (
        "stdlib/src/crypto/cipher/mod.rs",
        &["ghash", "xorBytes"],
        "as in Go, whose assembly the detector does not see",
    ),
    ("stdlib/src/crypto/des/mod.rs", &["decrypt", "encrypt"], "the Go code copies the block"),
    (
        "stdlib/src/crypto/dsa/mod.rs",
        &["newKey", "newParameters", "sign", "verify"],
        "bytes of numbers that the Go caller has just written",
    ),
    (
        "stdlib/src/crypto/ed25519/mod.rs",
        &["isPoint", "multiplyAdd", "multiplyBase", "recoverPoint", "reduce"],
        "keys, and digests that the Go code has computed",
    ),
    (
        "stdlib/src/crypto/hpke/mod.rs",
        &["chaChaOpen", "chaChaSeal"],
        "keys that the Go code has made; messages, as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/crypto/hpke/mod.rs",
        &["chaChaOpen", "chaChaSeal"],
        "keys that the Go code has made; messages, as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/crypto/mldsa/mod.rs",
        &["publicKey", "representative", "sign", "verify"],
        "keys, and digests that the Go code has computed",
    ),
    (
        "stdlib/src/crypto/mlkem/mod.rs",
        &["decapsulate", "encapsulate", "isKey", "publicKey"],
        "keys that the Go code has copied; a ciphertext, as in Go, where it is hashed by assembly",
    ),
    (
        "stdlib/src/crypto/rc4/mod.rs",
        &["apply", "begin"],
        "what the Go code has copied to the destination; a key; the state, which only they use",
    ),
    (
        "stdlib/src/crypto/sha3/mod.rs",
        &["absorb", "squeeze"],
        "as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/crypto/rsa/mod.rs",
        &[
            "decrypt",
            "encrypt",
            "encryptPKCS1",
            "generate",
            "isKey",
            "signPKCS1",
            "signPSS",
            "verifyPKCS1",
            "verifyPSS",
        ],
        "copies of the numbers that a key consists of; messages are short and seldom shared",
    ),
    (
        "stdlib/src/crypto/tls/mod.rs",
        &[
            "accept",
            "acceptQUIC",
            "answer",
            "export",
            "feed",
            "newClient",
            "readPlain",
            "seal",
            "signRSA",
        ],
        "buffers of the connection, under its locks",
    ),
    (
        "stdlib/src/encoding/json/mod.rs",
        &[
            "beginAt",
            "compacted",
            "escaped",
            "floatAt",
            "indented",
            "integerAt",
            "nameAt",
            "nextAt",
            "quoted",
            "stringAt",
            "unquote",
        ],
        "the text was read by `scan`, which reports its accesses, or is the encoder's own",
    ),
    (
        "stdlib/src/encoding/json/internal/wire/mod.rs",
        &[
            "FloatAt",
            "MemberAt",
            "StringAt",
            "Unquoted",
            "UnsignedAt",
            "escaped",
            "literalEnd",
            "quote",
            "quoteShort",
            "valueEnd",
        ],
        "the text was read by `verify`, which reports its accesses, or is the encoder's or decoder's own",
    ),
    (
        "stdlib/src/fmt/mod.rs",
        &["appendComplex", "appendFloat", "appendInt", "appendPadded", "appendRune", "keyOrder"],
        "the printer's own buffer and flags",
    ),
    ("stdlib/src/index/suffixarray/mod.rs", &["sortSuffixes"], "the index that is being made"),
    (
        "stdlib/src/internal/aes/mod.rs",
        &["counterStream", "decryptBlocks", "decryptChain", "encryptBlocks", "encryptChain"],
        "as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/internal/blocks/mod.rs",
        &["MixMD5", "MixSHA1", "MixSHA256", "MixSHA512"],
        "as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/internal/ec/mod.rs",
        &["Add", "Multiply", "Sign", "Uncompressed", "Verify", "X25519"],
        "copies of the numbers that a key consists of",
    ),
    ("stdlib/src/internal/regex/mod.rs", &["clean", "digest"], "programs that are being compiled"),
    (
        "stdlib/src/internal/rt/mod.rs",
        &["NextRandom"],
        "states of the library's own generators, whose updates create no happens-before order",
    ),
    ("stdlib/src/internal/rtype/mod.rs", &["Add"], "the native only computes an address"),
    (
        "stdlib/src/internal/words/mod.rs",
        &["AddMul"],
        "as in Go, whose assembly the detector does not see",
    ),
    (
        "stdlib/src/math/big/mod.rs",
        &["fromDigits"],
        "a copy of the text, which the Go caller has made",
    ),
    (
        "stdlib/src/strconv/mod.rs",
        &["appendFloat", "appendInt", "appendUint"],
        "`append` writes the destination",
    ),
    ("stdlib/src/syscall/mod.rs", &["fileStat"], "memory that package os has made for the call"),
    (
        "stdlib/src/syscall/process.rs",
        &["forkExec", "wait4"],
        "memory that the library has made for the call",
    ),
    (
        "stdlib/src/time/mod.rs",
        &["parseZone"],
        "the contents of a file, which the Go caller has read for the native",
    ),
];

#[test]
fn natives_report_their_accesses() {
    let (mut wrong, mut found) = (Vec::new(), BTreeSet::new());
    for path in rust_files() {
        let file = path.to_str().unwrap();
        if !["stdlib/src", "runtime/vm/src"].iter().any(|folder| file.starts_with(folder)) {
            continue;
        }
        for (native, told) in natives(&path) {
            let listed = NATIVES_WITHOUT_RACE_REPORTS
                .iter()
                .any(|(at, names, _)| *at == file && names.contains(&&*native));
            match (told.is_empty(), listed) {
                (true, false) => wrong.push(format!("{file}: {native} tells nothing")),
                (false, true) => wrong.push(format!("{file}: {native} tells {told:?}")),
                _ => {}
            }
            found.insert((file.to_owned(), native));
        }
    }
    for (file, names, _) in NATIVES_WITHOUT_RACE_REPORTS {
        for name in *names {
            if !found.contains(&((*file).to_owned(), (*name).to_owned())) {
                wrong.push(format!("{file}: there is no such {name} any more"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "these natives must report their accesses, or be on the list with a reason: {wrong:#?}"
    );
}

/// Returns the natives of a file that have raw pointers or use atomics, each with the calls by which it reports its
/// accesses.
fn natives(path: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
    let mut all = Functions::default();
    all.visit_file(&file);
    let mut found = BTreeMap::new();
    for (name, native) in &all.natives {
        let mut reached = BTreeSet::new();
        native
            .idents
            .iter()
            .for_each(|ident| collect_reachable(ident, &all.functions, &mut reached));
        let parts = || reached.iter().map(|name| &all.functions[name]).chain([native]);
        // Pointers count only in the native itself and the functions that it calls directly: those receive the
        // program's pointers.
        let direct =
            || native.idents.iter().filter_map(|name| all.functions.get(name)).chain([native]);
        if direct().any(|f| f.has_pointers) || parts().any(|f| f.has_atomics) {
            let told = parts().flat_map(|function| &function.idents);
            let told = told
                .filter(|ident| RACE_REPORTING_CALLS.contains(&ident.as_str()))
                .cloned()
                .collect();
            found.insert(name.clone(), told);
        }
    }
    found
}

fn collect_reachable(
    name: &str,
    functions: &BTreeMap<String, Function>,
    reached: &mut BTreeSet<String>,
) {
    let Some(function) = functions.get(name) else { return };
    if reached.insert(name.to_owned()) {
        function.idents.iter().for_each(|ident| collect_reachable(ident, functions, reached));
    }
}

/// The relevant content of a function.
#[derive(Default)]
struct Function {
    has_pointers: bool,
    has_atomics: bool,
    /// All names in the function.
    idents: BTreeSet<String>,
}

/// The functions of a file, and the natives that it registers.
#[derive(Default)]
struct Functions {
    functions: BTreeMap<String, Function>,
    natives: BTreeMap<String, Function>,
}

impl Functions {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let mut function = Function::default();
        signature.inputs.iter().for_each(|input| function.visit_fn_arg(input));
        // A pointer type within the body is not a parameter.
        let has_pointers = function.has_pointers;
        function.visit_block(block);
        self.functions.insert(signature.ident.to_string(), Function { has_pointers, ..function });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && path.path.segments.first().is_some_and(|first| first.ident == "Native")
            && let Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(name), .. })) =
                call.args.first()
        {
            let mut native = Function::default();
            for arg in call.args.iter().skip(1) {
                native.visit_expr(arg);
            }
            self.natives.insert(name.value(), native);
        }
        visit::visit_expr_call(self, call);
    }

    /// Natives are listed in `vec![…]`.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        for expr in mac.parse_body_with(list).into_iter().flatten() {
            <Self as Visit<'_>>::visit_expr(self, &expr);
        }
    }
}

impl<'ast> Visit<'ast> for Function {
    fn visit_type_ptr(&mut self, ty: &'ast syn::TypePtr) {
        self.has_pointers = true;
        visit::visit_type_ptr(self, ty);
    }

    fn visit_ident(&mut self, ident: &'ast syn::Ident) {
        let name = ident.to_string();
        self.has_pointers |= ["Word", "GoSlice", "Bytes"].contains(&name.as_str());
        self.has_atomics |= name.starts_with("Atomic") && name != "AtomicAccess";
        self.idents.insert(name);
    }
}
