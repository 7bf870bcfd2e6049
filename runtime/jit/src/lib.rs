//! The native tier's compiler: the bytecode of a hot function to machine code, by Cranelift.
//!
//! # The tension
//! Compiled code is fast while values stay in registers, and a goroutine can be suspended, moved, scanned and shown
//! only while they are in its frames. A second runtime system for compiled frames would be a second collector, unwinder
//! and traceback. So there is none: **the interpreter's frames are the only truth, and compiled code can always go back
//! to them.**
//!
//! # The design
//! * A compiled function keeps the interpreter's layout of the frame. The return address in the frame's header is the
//!   bytecode's, stored before each call: whoever walks frames needs to know nothing of this tier.
//! * Slots are held in registers, also across calls. What the registers hold is stored when compiled code *leaves*:
//!   each native frame has, behind each call, a path out that stores its slots and returns ([`abi::Status`]). So a
//!   goroutine that stops for any reason has whole frames and no native stack; calls that come back pay nothing.
//! * What an instruction cannot do quickly (a fault, growth, a callee that is not compiled) it leaves for: the
//!   interpreter repeats the instruction and does it. There is no second implementation of any fault or text.
//! * An instruction without a translation is done by its handler, out of line, with its operands in the frame. What it
//!   reads and writes comes from the table of instructions, so there is no list here of what is supported.
//! * The frame's base is constant in an activation: a stack that must grow is a reason to leave.
//! * The budget is counted in a register, at calls and at backward jumps as in the interpreter; in loops that count,
//!   their counters count it (see `translate::budget`).
//! * Code is independent of its position and of the process: every address comes from the context, so that it can be
//!   stored with the program. (Not that of a run that looks for data races: it has the addresses of the detector's
//!   cells, and is never stored.)
//!
//! # Rejected
//! Slots in memory only (about twice as slow); stores before each call instead of on the way out (a third of the time
//! of small recursive functions); LLVM (compile time, size); an assembler of our own (register allocation twice).
//!
//! # What this crate does not know
//! The heap, goroutines, the scheduler: it is told offsets and numbers ([`abi`]). It has no state and runs nothing.
//!
//! # Without it
//! Feature `cranelift` is the compiler. Without it the crate is its interface and a compiler that cannot be made, so
//! that the VM is the same in both builds, and interprets ([`IS_THERE`]).

#![forbid(unsafe_code)]

pub mod abi;
#[cfg(feature = "cranelift")]
mod arch;
#[cfg_attr(not(feature = "cranelift"), path = "absent.rs")]
mod compiler;
#[cfg(feature = "cranelift")]
mod counters;
#[cfg(feature = "cranelift")]
mod dirty;
#[cfg(feature = "cranelift")]
mod kinds;
#[cfg(feature = "cranelift")]
mod shape;
#[cfg(feature = "cranelift")]
mod slot_set;
#[cfg(all(test, feature = "cranelift"))]
mod tests;
#[cfg(feature = "cranelift")]
mod translate;

pub use compiler::Compiler;

use minigo_bytecode::func::Func;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::program::Tables;
use minigo_bytecode::rtype::RType;
use minigo_race::Region;
use std::fmt;

/// Whether functions can be compiled in this build.
pub const IS_THERE: bool = cfg!(feature = "cranelift");

/// A function to be compiled, and what its code refers to.
#[derive(Clone, Copy)]
pub struct Unit<'p> {
    /// The tables of its program.
    pub tables: Tables<'p>,
    /// The program's types.
    pub types: &'p [RType],
    /// The program's constants.
    pub consts: &'p [u64],
    /// The lengths of its string constants.
    pub string_len: &'p dyn Fn(u32) -> u64,
    /// Where the code of each function begins.
    pub starts: &'p [u32],
    /// Its number.
    pub id: FuncId,
    /// The function.
    pub func: &'p Func,
    /// Slots that its frame must have room for.
    pub frame_slots: u32,
    /// Entries that are wanted beside the beginning and the heads of loops: instructions of the function.
    pub entries: &'p [u32],
    /// Only its loops: for a long function of which one loop is hot.
    pub loops_only: bool,
    /// Whether the function may be replaced while it runs: then it calls itself as it calls others.
    pub replaceable: bool,
    /// Whether interface values have Go's layout: type words are addresses then.
    pub go_layout: bool,
    /// The detector of data races, if there is one.
    pub watch: Option<Watch<'p>>,
}

/// The detector of data races that code tells its accesses.
#[derive(Clone, Copy)]
pub struct Watch<'p> {
    /// The position of an instruction of the program; none: its accesses are not told.
    pub position: &'p dyn Fn(u32) -> Option<u32>,
    /// The memory whose accesses are compared with their cells in the code itself: its size is a power of two, and its
    /// start a multiple of that.
    pub region: Region,
    /// The address of the region's first cell.
    pub cells: u64,
}

#[cfg(feature = "cranelift")]
impl Unit<'_> {
    pub(crate) fn code(&self) -> &[minigo_bytecode::ops::Op] {
        &self.func.code
    }

    pub(crate) fn start(&self) -> u32 {
        self.starts[self.id.0 as usize]
    }
}

/// The code of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The machine code. It may lie anywhere.
    pub bytes: Vec<u8>,
    /// Where the function's own code begins: what is before is a quick way through it. Entries in the middle lead
    /// there.
    pub middle: u32,
    /// The instructions at which it can be entered in the middle, in the order of their numbers.
    pub entries: Vec<u32>,
    /// Whether it can be entered at the beginning.
    pub whole: bool,
    /// From which place on the machine code belongs to which instruction, in ascending order: for faults.
    pub positions: Vec<(u32, u32)>,
    /// The listing, if it was asked for.
    pub listing: Option<Listing>,
}

/// The text of a function that was compiled; its quick way, if there is one, comes first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Cranelift's intermediate form.
    pub ir: String,
    /// The machine code.
    pub assembly: String,
}

impl Listing {
    /// The listing with that of the quick way before it.
    #[cfg(feature = "cranelift")]
    fn behind(self, quick_way: Option<Self>) -> Self {
        let Some(before) = quick_way else { return self };
        let join =
            |quick: String, own: &str| format!("quick way:\n{quick}\nwhole function:\n{own}");
        Self { ir: join(before.ir, &self.ir), assembly: join(before.assembly, &self.assembly) }
    }
}

/// Why a function is not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It has more instructions than is worth while.
    TooLong,
    /// Cranelift has failed.
    Backend(String),
    /// This machine's processor is not supported.
    NoTarget(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "too long to be compiled"),
            Self::Backend(text) => write!(f, "code generation failed: {text}"),
            Self::NoTarget(text) => write!(f, "no code for this processor: {text}"),
        }
    }
}

impl std::error::Error for Refused {}
