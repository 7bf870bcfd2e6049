//! Compiled code against the interpreter: random programs of the table's instructions do the same in both, faults and
//! what is left in memory included.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic and tell why"
)]

mod random;
#[path = "../recorder/mod.rs"]
mod recorder;

use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program;
use minigo_bytecode::{print, verify};
use minigo_vm::{Driver, Machine, Options, Tiering};
use random::Dice;
use recorder::Recorder;
use std::collections::HashSet;

/// Bytes that a program is made of.
const BYTES: usize = 1200;

/// Bytes from a seed.
fn bytes(mut seed: u64) -> Vec<u8> {
    seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    (0..BYTES).map(|_| next()).collect()
}

fn run(program: &Program, tiering: Tiering, stress: bool) -> (i32, String) {
    let host = Recorder::new();
    let driver = if cfg!(debug_assertions) { Driver::Switch } else { Driver::Tail };
    let mut options = Options { procs: 1, driver, tiering, ..Options::default() };
    (options.gc.stress, options.gc.verify) = (stress, stress);
    let machine = Machine::new(program.clone(), &[], &options, host.clone()).expect("it links");
    let code = machine.run().code();
    (code, host.text())
}

/// Runs a program in both tiers; what differs, if anything does.
fn difference(bytes: &[u8], stress: bool) -> Option<(Program, String)> {
    let program = random::program(&mut Dice::new(bytes));
    let interpreted = run(&program, Tiering::Off, false);
    let compiled = run(&program, Tiering::Eager, stress);
    let text = || format!("interpreted {interpreted:?}\ncompiled {compiled:?}");
    (interpreted != compiled).then(|| (program, text()))
}

fn check(seed: u64) -> (Program, i32) {
    let (bytes, stress) = (bytes(seed), seed % 4 == 0);
    let program = random::program(&mut Dice::new(&bytes));
    if let Err(fault) = verify::verify(&program) {
        panic!("seed {seed}: {fault}");
    }
    if difference(&bytes, stress).is_some() {
        // Fewer choices make a smaller program.
        let smallest = (0..=bytes.len()).find_map(|n| difference(&bytes[..n], stress));
        let (program, text) = smallest.expect("all bytes show it");
        for func in &program.funcs[1..] {
            eprintln!("{}", print::function(&program, func));
        }
        panic!("seed {seed}: {text}");
    }
    let code = run(&program, Tiering::Off, false).0;
    (program, code)
}

/// `MINIGO_TIERS=FIRST..END` runs other seeds.
#[test]
fn random_programs_do_the_same() {
    let range = std::env::var("MINIGO_TIERS").ok().and_then(|text| {
        let (first, end) = text.split_once("..")?;
        Some(first.parse().ok()?..end.parse().ok()?)
    });
    let range = range.unwrap_or(if cfg!(debug_assertions) { 0..150 } else { 0..600 });
    let whole = range == (0..150) || range == (0..600);
    let (mut seen, mut ended, mut count) = (HashSet::new(), 0, 0);
    for seed in range {
        let (program, code) = check(seed);
        let code_of = program.funcs[1..].iter().flat_map(|f| f.code.iter());
        seen.extend(code_of.map(|op| op.mnemonic()));
        ended += usize::from(code == 0);
        count += 1;
    }
    if whole {
        let missing: Vec<_> =
            random::usable().into_iter().map(Op::mnemonic).filter(|m| !seen.contains(m)).collect();
        assert!(missing.is_empty(), "never made: {missing:?}");
        assert!(ended * 2 > count, "most fail: {ended} of {count} do not");
    }
}
