//! Checks a file or a directory and prints what gc would: for trying the checker out by itself.
#![allow(clippy::print_stdout, reason = "it is a command")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;

fn main() {
    let work = || {
        let mut version = (1, 27);
        let mut failed = false;
        for arg in std::env::args().skip(1) {
            if let Some(lang) = arg.strip_prefix("-lang=go1.") {
                version = (1, lang.parse().unwrap_or(27));
                continue;
            }
            let mut loader = support::Loader::new(version);
            loader.load(Path::new(&arg));
            let start = std::time::Instant::now();
            let (sources, outcome) = loader.check();
            if std::env::var_os("TIME").is_some() {
                println!("checked in {:?}", start.elapsed());
            }
            for diagnostic in outcome.diagnostics.into_sorted() {
                failed = true;
                println!("{}", support::show(&sources, &diagnostic));
            }
        }
        i32::from(failed)
    };
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work);
    let status = thread.expect("threads can be started").join().unwrap_or(101);
    std::process::exit(status);
}
