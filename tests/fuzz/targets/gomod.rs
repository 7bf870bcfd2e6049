//! Any texts serve as `go.mod`, `go.work` and `vendor/modules.txt` around a program whose imports depend on each of
//! them.
//!
//! The three texts follow one another, separated by zero bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minigo::options::Target;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

const MAIN: &str = "package main

import (
\t_ \"example.com/m/inner\"
\t_ \"example.com/other\"
\t_ \"example.com/vendored/deep\"
)

func main() {}
";

/// The directory `parent/{m,other}`: the module, and another one beside it.
static PARENT_DIR: LazyLock<PathBuf> = LazyLock::new(|| {
    let parent = minigo_fuzz::directory("gomod");
    let write = |file: &str, text: &str| {
        let file = parent.join(file);
        fs::create_dir_all(file.parent().expect("it has one")).expect("directories can be made");
        fs::write(file, text).expect("the file can be written");
    };
    write("m/main.go", MAIN);
    write("m/inner/inner.go", "package inner\n");
    write("m/vendor/example.com/vendored/deep/deep.go", "package deep\n");
    write("other/go.mod", "module example.com/other\n\ngo 1.27\n");
    write("other/other.go", "package other\n");
    parent
});

fuzz_target!(|data: &[u8]| {
    let mut texts = data.split(|byte| *byte == 0);
    for file in ["m/go.mod", "go.work", "m/vendor/modules.txt"] {
        let path = PARENT_DIR.join(file);
        match texts.next() {
            Some(text) => fs::write(path, text).expect("the file can be written"),
            None => drop(fs::remove_file(path)),
        }
    }
    let target = Target::Directory(PARENT_DIR.join("m"));
    minigo_fuzz::on_large_stack(|| drop(minigo_fuzz::check(&target)));
});
