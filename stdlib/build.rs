//! Lists the Go files below `src/`, so that a package is its folder and nothing is listed twice; computes math/rand's seed state.

#[path = "src/math/rand/seed_state.rs"]
mod seed_state;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let src = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    println!("cargo::rerun-if-changed=src");
    let mut packages = Vec::new();
    collect(&src, "", &mut packages);
    packages.sort();
    let mut table = String::from("&[\n");
    for (path, files) in &packages {
        writeln!(table, "({path:?}, &[").expect("writing to a string");
        for file in files {
            let name = file.file_name().expect("a file has a name").to_string_lossy();
            writeln!(table, "({name:?}, include_str!({file:?})),").expect("writing to a string");
        }
        table.push_str("]),\n");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sources.rs"), table).expect("OUT_DIR is writable");
    let state: Vec<u8> = seed_state::seed_state().iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(Path::new(&out).join("seed_state.bin"), state).expect("OUT_DIR is writable");
}

/// Adds the package in `directory`, whose import path is `path`, and those below it.
fn collect(directory: &Path, path: &str, packages: &mut Vec<(String, Vec<PathBuf>)>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .expect("the source tree is readable")
        .map(|entry| entry.expect("the source tree is readable").path())
        .collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            let below = if path.is_empty() { name } else { format!("{path}/{name}") };
            collect(&entry, &below, packages);
        } else if name.ends_with(".go") {
            files.push(entry);
        }
    }
    if !files.is_empty() {
        packages.push((path.to_owned(), files));
    }
}
