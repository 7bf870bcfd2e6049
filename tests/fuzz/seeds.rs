//! Makes the seeds of the fuzz targets from the repository's own tests: `seeds TARGET OUT FILE…`.
//!
//! The files are Go programs, except for `generator`, `gomod` and `tiers`, whose seeds are in this file.

use minigo::options::Target;
use minigo_vm::Linked;
use std::path::{Path, PathBuf};

/// Files of modules, in the form that the target splits.
const MODULE_SEEDS: &[&str] = &[
    "module example.com/m\n\ngo 1.27\n",
    "module example.com/m // why\n\ngo 1.27.3\n\ntoolchain go1.27.3\n\nrequire (\n\texample.com/other v1.2.3\n\t\
     example.com/vendored v0.0.0-20200101000000-abcdef123456 // indirect\n)\n\nreplace example.com/other => ../other\n\n\
     exclude example.com/x v1.0.0\n\nretract [v1.0.0, v1.1.0]\n",
    "module \"example.com/m\"\ngo 1.20\nrequire example.com/vendored v1.0.0\n\0\0# example.com/vendored v1.0.0\n\
     ## explicit; go 1.17\nexample.com/vendored/deep\n",
    "module example.com/m\ngo 1.27\n\0go 1.27\n\nuse (\n\t./m\n\t./other\n)\n\nreplace example.com/vendored => ./m\n",
    "module example.com/m\ngo 1.27\ngodebug default=go1.21\ntool example.com/other\nignore ./x\n/* c */\n",
    "module (\n\texample.com/m\n)\nreplace (\n\ta.b/x v1.0.0 => ../x v2\n\tq => `q` v2\n)\n",
];

/// The limit of a program's size in bytes. In larger programs, few mutations hit a relevant place.
const MAX_PROGRAM_BYTES: usize = 300_000;

fn main() {
    let mut words = std::env::args().skip(1);
    let (target, out) = words.next().zip(words.next()).expect("seeds TARGET OUT FILE…");
    std::fs::create_dir_all(&out).expect("the directory can be made");
    let save = |n: usize, seed: &[u8]| {
        std::fs::write(Path::new(&out).join(format!("seed-{n:04}")), seed)
            .expect("the file can be written");
    };
    if target == "gomod" {
        MODULE_SEEDS.iter().enumerate().for_each(|(n, seed)| save(n, seed.as_bytes()));
    }
    if target == "tiers" || target == "generator" {
        // The choices come from a simple random number generator.
        let bytes = |n: u32| {
            let next = |x: &u32| Some(x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
            std::iter::successors(Some(n), next).map(|x| (x >> 24) as u8).take(1200)
        };
        (0..40).for_each(|n| save(n, &bytes(n as u32).collect::<Vec<u8>>()));
    }
    for (n, file) in words.map(PathBuf::from).enumerate() {
        match &*target {
            "linked" => {
                let linked_program = minigo_fuzz::on_large_stack(|| linked_program(file));
                linked_program
                    .into_iter()
                    .filter(|seed| seed.len() < MAX_PROGRAM_BYTES)
                    .for_each(|seed| save(n, &seed));
            }
            "embed" => {
                // An embedder's program has a package of its own, and the embedder calls exported functions.
                let text = std::fs::read_to_string(file).expect("the file can be read");
                let text = text.replacen("package main", "package p", 1);
                save(n, text.replacen("func main(", "func Main(", 1).as_bytes());
            }
            _ => save(n, &std::fs::read(file).expect("the file can be read")),
        }
    }
}

/// Returns the data that the cache would store for a program.
fn linked_program(file: PathBuf) -> Option<Vec<u8>> {
    let code = minigo_fuzz::compile(&Target::Files(vec![file]))?;
    let mut out = Vec::new();
    Linked::from(code).encode(&mut out);
    Some(out)
}
