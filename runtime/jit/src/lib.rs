//! The native tier's compiler: translates the bytecode of a hot function to machine code, by Cranelift.
//!
//! # The tension
//! Compiled code is fast while values stay in registers, but a goroutine can be suspended, moved, scanned and shown
//! only while its values are in its frames. A second frame format for compiled code would need a second collector,
//! unwinder and traceback. So compiled code has no frame format of its own: **the interpreter's frames are
//! authoritative, and compiled code can always return to them.**
//!
//! # The design
//! * A compiled function keeps the interpreter's frame layout. The return address in the frame's header is the
//!   bytecode's, stored before each call: code that walks frames needs to know nothing of this tier.
//! * Slots are held in registers, also across calls. The registers are stored at a *side exit*: behind each call, each
//!   native frame has a path that stores its slots and returns a [`abi::Status`]. So a goroutine that stops for any
//!   reason has complete frames and no native stack; calls that return normally pay nothing.
//! * An operation that compiled code cannot do quickly (a fault, growth, a callee that is not compiled) takes a side
//!   exit: the interpreter repeats the instruction. There is no second implementation of any fault or message.
//! * An instruction without a translation is executed by its handler, out of line, with its operands in the frame. The
//!   slots that it reads and writes come from the instruction table, so there is no list of supported instructions
//!   here.
//! * The frame's base is constant in an activation: a stack that must grow is a reason for a side exit.
//! * The budget is counted in a register, at calls and at backward jumps as in the interpreter; in a counting loop the
//!   loop's own counter stands for it (see `translate::budget`).
//! * Code is position-independent and independent of the process, so that it can be stored with the program: every
//!   address comes from the context. (The code of a run with race detection contains the addresses of the detector's
//!   cells, and is never stored.)
//!
//! # Rejected
//! Slots in memory only (about twice as slow); stores before each call instead of at side exits (a third of the time of
//! small recursive functions); LLVM (compile time, size); an assembler of our own (register allocation twice).
//!
//! # What this crate does not know
//! The heap, goroutines, the scheduler: the crate is given offsets and numbers ([`abi`]). The crate has no state of its
//! own and executes no code.
//!
//! # Without it
//! The feature `cranelift` includes the compiler. Without the feature the crate has the same interface and a compiler
//! that cannot be constructed, so the VM's code is the same in both builds, and interprets ([`IS_AVAILABLE`]).

#![forbid(unsafe_code)]

pub mod abi;
#[cfg(feature = "cranelift")]
mod arch;
#[cfg_attr(not(feature = "cranelift"), path = "absent.rs")]
mod compiler;
#[cfg(feature = "cranelift")]
mod control_flow;
#[cfg(feature = "cranelift")]
mod counting_loops;
#[cfg(feature = "cranelift")]
mod dirty_slots;
#[cfg(feature = "cranelift")]
mod slot_kinds;
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

/// Whether this build can compile functions.
pub const IS_AVAILABLE: bool = cfg!(feature = "cranelift");

/// A function to be compiled, and the data to which its code refers.
#[derive(Clone, Copy)]
pub struct Unit<'p> {
    /// The tables of the function's program.
    pub tables: Tables<'p>,
    /// The program's types.
    pub types: &'p [RType],
    /// The program's constants.
    pub consts: &'p [u64],
    /// The lengths of the program's string constants, by index.
    pub string_len: &'p dyn Fn(u32) -> u64,
    /// The instruction at which each function's code begins.
    pub function_starts: &'p [u32],
    /// The function's number.
    pub id: FuncId,
    /// The function to be compiled.
    pub func: &'p Func,
    /// How many slots the function's frame must have room for.
    pub frame_slots: u32,
    /// Instructions that shall become entries, in addition to the first instruction and the heads of loops.
    pub extra_entries: &'p [u32],
    /// Whether only the function's loops are compiled: for a long function with one hot loop.
    pub loops_only: bool,
    /// Whether the function may be replaced while it runs: then its recursive calls are ordinary calls.
    pub is_replaceable: bool,
    /// Whether named variables are kept in the frame in their whole scopes, for a debugger.
    pub keeps_variables_in_frame: bool,
    /// Whether interface values have Go's layout, in which type words are addresses.
    pub has_go_interface_layout: bool,
    /// The race detector, if there is one.
    pub race_reporting: Option<RaceReporting<'p>>,
}

/// The race detector to which code reports its accesses.
#[derive(Clone, Copy)]
pub struct RaceReporting<'p> {
    /// Returns the position of an instruction of the program; `None`: the instruction's accesses are not reported.
    pub position: &'p dyn Fn(u32) -> Option<u32>,
    /// The memory whose accesses are compared with their cells in the code itself: its size is a power of two, and its
    /// start a multiple of that size.
    pub region: Region,
    /// The address of the region's first cell.
    pub first_cell_address: u64,
}

#[cfg(feature = "cranelift")]
impl Unit<'_> {
    pub(crate) fn code(&self) -> &[minigo_bytecode::ops::Op] {
        &self.func.code
    }

    pub(crate) fn start(&self) -> u32 {
        self.function_starts[self.id.0 as usize]
    }
}

/// The code of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledCode {
    /// The machine code. The bytes do not depend on the address at which they lie.
    pub bytes: Vec<u8>,
    /// The offset at which the function's own code begins: the fast path through it comes before. Entries in the middle
    /// lead into the function's own code.
    pub body_offset: u32,
    /// The instructions at which the function can be entered in the middle, in the order of the entries' numbers.
    pub entries: Vec<u32>,
    /// Whether the function can be entered at its beginning.
    pub has_start_entry: bool,
    /// The map from machine code to instructions, for faults: pairs of the first offset of an instruction's code and
    /// the instruction, ascending.
    pub positions: Vec<(u32, u32)>,
    /// The listing, if it was requested.
    pub listing: Option<Listing>,
}

/// The text of a compiled function; its fast path, if there is one, comes first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Cranelift's intermediate representation.
    pub ir: String,
    /// The machine code.
    pub assembly: String,
}

impl Listing {
    /// Returns the listing with the listing of the fast path before it.
    #[cfg(feature = "cranelift")]
    fn after_fast_path(self, fast_path: Option<Self>) -> Self {
        let Some(before) = fast_path else { return self };
        let join =
            |quick: String, own: &str| format!("fast path:\n{quick}\nwhole function:\n{own}");
        Self { ir: join(before.ir, &self.ir), assembly: join(before.assembly, &self.assembly) }
    }
}

/// The reason why a function is not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileRefusal {
    /// The function has too many instructions.
    TooLong,
    /// Cranelift has failed.
    Backend(String),
    /// This machine's processor is not supported.
    NoTarget(String),
}

impl fmt::Display for CompileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "too long to be compiled"),
            Self::Backend(text) => write!(f, "code generation failed: {text}"),
            Self::NoTarget(text) => write!(f, "no code for this processor: {text}"),
        }
    }
}

impl std::error::Error for CompileRefusal {}
