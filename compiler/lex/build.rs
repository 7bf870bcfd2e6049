//! Generates the enum of error codes from their descriptions in `codes/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=codes");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("codes.rs");
    fs::write(out, generate_code_enum(&read_code_descriptions(Path::new("codes"))))
        .expect("the directory can be written");
}

/// A section of the descriptions.
struct CodeDescription {
    subject: String,
    name: String,
    rule: String,
    example: String,
    remedy: String,
}

/// Reads all sections, file by file.
fn read_code_descriptions(dir: &Path) -> Vec<CodeDescription> {
    let entries = fs::read_dir(dir).expect("the descriptions of the codes are there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "md"));
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a readable file"));
    texts.flat_map(|text| parse_code_descriptions(&text)).collect()
}

/// The sections of a file. The first line of a file is `# Subject`; a section consists of `## Name`, the rule in a
/// paragraph, an optional example between fences, and the remedy.
fn parse_code_descriptions(text: &str) -> Vec<CodeDescription> {
    let mut parts = text.split("\n## ");
    let subject = parts.next().and_then(|head| head.strip_prefix("# ")).expect("a subject");
    let section = |part: &str| {
        let (name, body) = part.split_once('\n').unwrap_or((part, ""));
        let (rule, rest) = body.trim_start().split_once("\n\n").unwrap_or((body, ""));
        let code = rest.trim_start().strip_prefix("```go\n");
        let (example, remedy) =
            code.and_then(|code| code.split_once("```\n")).unwrap_or(("", rest));
        let text = |text: &str| text.trim().to_owned();
        CodeDescription {
            subject: text(subject),
            name: text(name),
            rule: text(rule),
            example: example.to_owned(),
            remedy: text(remedy),
        }
    };
    parts.map(section).collect()
}

/// Generates the enum and the table of its explanations.
fn generate_code_enum(sections: &[CodeDescription]) -> String {
    let mut variants = String::new();
    let mut explanations = String::new();
    for CodeDescription { subject, name, rule, example, remedy } in sections {
        let _ = writeln!(variants, "    #[doc = {rule:?}]\n    {name},");
        let _ = writeln!(
            explanations,
            "    (Code::{name}, Explanation {{ subject: {subject:?}, name: {name:?}, rule: {rule:?}, \
             example: {example:?}, remedy: {remedy:?} }}),"
        );
    }
    let n = sections.len();
    format!(
        "/// The kind of a finding: one for each rule that a program can break.\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n\
         pub enum Code {{\n{variants}}}\n\n\
         static EXPLANATIONS: [(Code, Explanation); {n}] = [\n{explanations}];\n"
    )
}
