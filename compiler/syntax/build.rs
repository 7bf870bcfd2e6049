//! Runs LALRPOP on the grammar.

fn main() {}
