//! Runs LALRPOP on the grammar.

fn main() {
    println!("cargo::rerun-if-changed=src/grammar.lalrpop");
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .process()
        .expect("the grammar is well formed");
}
