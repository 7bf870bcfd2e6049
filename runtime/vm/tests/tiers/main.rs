//! Compiled code against the interpreter: random programs of the table's instructions behave the same in both,
//! including faults and the final memory.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic and print the reason"
)]

mod deferred;
mod each_instruction;
mod handwritten_programs;
mod handwritten_support;
mod mutated_programs;
mod random_programs;
#[path = "../recorder/mod.rs"]
mod recorder;
mod written_slots;

use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program;
use minigo_bytecode::{print, verify};
use minigo_vm::native::Package;
use minigo_vm::{DispatchMode, Machine, Options, Stress, Tiering};
use random_programs::ChoiceSource;
use recorder::OutputRecorder;
use std::collections::HashSet;
use std::ops::Range;

/// The number of random bytes from which a program is made.
const RANDOM_BYTES: usize = 1200;

/// Pseudo-random bytes from a seed.
fn random_bytes(mut seed: u64) -> Vec<u8> {
    seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    (0..RANDOM_BYTES).map(|_| next()).collect()
}

/// The settings of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct RunSetting {
    tiering: Tiering,
    /// Collects at every opportunity, and verifies each collection.
    is_collecting: bool,
    /// The actions at every safepoint.
    stress: Stress,
}

const INTERPRETED: RunSetting = setting(Tiering::Off);
const COMPILED: RunSetting = setting(Tiering::Eager);

const fn setting(tiering: Tiering) -> RunSetting {
    RunSetting {
        tiering,
        is_collecting: false,
        stress: Stress { preempts: false, moves_stacks: false },
    }
}

fn run(program: &Program, packages: &[Package], setting: RunSetting) -> (i32, String) {
    let host = OutputRecorder::new();
    let driver = if cfg!(debug_assertions) { DispatchMode::Switch } else { DispatchMode::Tail };
    let RunSetting { tiering, is_collecting: collects, stress } = setting;
    let mut options = Options {
        procs: 1,
        dispatch_mode: driver,
        tiering,
        stress,
        check_accesses: true,
        ..Options::default()
    };
    (options.gc.stress, options.gc.verify) = (collects, collects);
    let machine = Machine::new(program.clone(), packages, &options, host.clone());
    let code = machine.expect("the program links").run().code();
    (code, host.text())
}

/// The results of a program in both tiers.
fn run_in_both_tiers(program: &Program, collects: bool) -> [(i32, String); 2] {
    [INTERPRETED, RunSetting { is_collecting: collects, ..COMPILED }]
        .map(|setting| run(program, &[], setting))
}

/// The result of a program, if it is the same in both tiers and all settings; otherwise the differences.
fn compare_tiers(program: &Program, packages: &[Package]) -> Result<(i32, String), String> {
    let wanted = run(program, packages, INTERPRETED);
    let upset = Stress { preempts: true, moves_stacks: true };
    for tier in [INTERPRETED, COMPILED] {
        for (collects, stress) in
            [false, true].map(|on| [(on, Stress::default()), (on, upset)]).concat()
        {
            let setting = RunSetting { is_collecting: collects, stress, ..tier };
            let found = run(program, packages, setting);
            if found != wanted {
                return Err(format!("interpreted {wanted:?}\nwith {setting:?} {found:?}"));
            }
        }
    }
    Ok(wanted)
}

fn do_tiers_differ(program: &Program, stress: bool) -> bool {
    let [interpreted, compiled] = run_in_both_tiers(program, stress);
    interpreted != compiled
}

/// Reports whether the behaviour of a program is the same on every machine.
fn is_sound(program: &Program) -> bool {
    verify::verify(program).is_ok() && written_slots::undefined_read(program).is_none()
}

/// Removes instructions as long as the tiers still differ.
fn shrink(mut program: Program, stress: bool) -> Program {
    for id in 1..program.funcs.len() {
        let mut size = program.funcs[id].code.len();
        while size > 0 {
            for from in (0..program.funcs[id].code.len()).step_by(size) {
                let Some(less) = without_part(&program, id, from..from + size) else { continue };
                if is_sound(&less) && do_tiers_differ(&less, stress) {
                    program = less;
                }
            }
            size /= 2;
        }
    }
    program
}

/// A program without the instructions that begin in a part of a function; instructions that count iterations stay.
fn without_part(program: &Program, id: usize, part: Range<usize>) -> Option<Program> {
    let mut code: Vec<Op> = program.funcs[id].code.iter().copied().collect();
    let mut pc = 0;
    while pc < code.len() {
        let (op, next) = (code[pc], pc + 1 + code[pc].ext_count());
        // The counts that were put at the heads of mutated loops to make them end stay too.
        let mut counts = op.ends_control_flow()
            || matches!(op, Op::StoreGlobal { off, .. } if off.get() >= random_programs::GLOBALS_BYTES);
        op.operands(|operand| {
            if let Use::Write(slot, _) | Use::Update(slot) = operand {
                counts |= random_programs::TURN_SLOTS.contains(&slot.0)
                    || slot.0 == mutated_programs::FUEL_SLOT;
            }
        });
        if part.contains(&pc) && !counts {
            code[pc..next].fill(Op::Nop {});
        }
        pc = next;
    }
    let mut less = program.clone();
    let changed = code != *less.funcs[id].code;
    less.funcs[id].code = code.into();
    changed.then_some(less)
}

/// Runs the program of a seed. Returns the program's exit status.
fn check_random_program(seed: u64) -> i32 {
    let program = random_programs::program(&mut ChoiceSource::new(&random_bytes(seed)));
    if let Err(fault) = verify::verify(&program) {
        panic!("seed {seed}: {fault}");
    }
    let read = written_slots::undefined_read(&program);
    assert_eq!(read, None, "seed {seed}: a slot is read that was never written");
    check_program_in_both_tiers(seed, program)
}

/// Runs a program in both tiers, and fails with the smallest differing program if they differ. Returns the exit status.
fn check_program_in_both_tiers(seed: u64, program: Program) -> i32 {
    let stress = seed.is_multiple_of(4);
    let [interpreted, compiled] = run_in_both_tiers(&program, stress);
    if interpreted != compiled {
        let program = shrink(program, stress);
        for func in &program.funcs[1..] {
            eprintln!("{}", print::function(&program, func));
        }
        let [interpreted, compiled] = run_in_both_tiers(&program, stress);
        panic!("seed {seed}: interpreted {interpreted:?}\ncompiled {compiled:?}");
    }
    interpreted.0
}

/// The seeds that `MINIGO_TIERS=FIRST..END` selects, or `usual`.
fn seeds(usual: Range<u64>) -> Range<u64> {
    let range = std::env::var("MINIGO_TIERS").ok().and_then(|text| {
        let (first, end) = text.split_once("..")?;
        Some(first.parse().ok()?..end.parse().ok()?)
    });
    range.unwrap_or(usual)
}

#[test]
fn random_programs_do_the_same() {
    let range = seeds(if cfg!(debug_assertions) { 0..40 } else { 0..200 });
    let count = range.clone().count();
    let ended = range.filter(|seed| check_random_program(*seed) == 0).count();
    assert!(ended * 2 > count, "most fail: {ended} of {count} do not");
}

#[test]
fn random_programs_have_all_instructions() {
    let mut missing: HashSet<_> =
        random_programs::usable_ops().into_iter().map(Op::mnemonic).collect();
    for seed in 0..600 {
        let program = random_programs::program(&mut ChoiceSource::new(&random_bytes(seed)));
        let ops = program.funcs[1..].iter().flat_map(|func| func.code.iter());
        ops.for_each(|op| {
            missing.remove(op.mnemonic());
        });
    }
    assert!(missing.is_empty(), "never made: {missing:?}");
}
