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
//!   stored with the program.
//!
//! # Rejected
//! Slots in memory only (about twice as slow); stores before each call instead of on the way out (a third of the time
//! of small recursive functions); LLVM (compile time, size); an assembler of our own (register allocation twice).
//!
//! # What this crate does not know
//! The heap, goroutines, the scheduler: it is told offsets and numbers ([`abi`]). It has no state and runs nothing.

#![forbid(unsafe_code)]

pub mod abi;
mod counters;
mod dirty;
mod kinds;
mod shape;
mod slot_set;
mod translate;

use abi::Layout;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Tables;
use minigo_bytecode::rtype::RType;
use std::fmt;
use translate::{Plan, Target, translate, translate_guard};

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
}

impl Unit<'_> {
    pub(crate) fn code(&self) -> &[Op] {
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
    pub listing: Option<String>,
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

/// The most instructions of a function that is compiled: compile time grows faster than that number.
const LONGEST: usize = 8000;

/// A compiler of functions for this machine's processor.
pub struct Compiler {
    isa: OwnedTargetIsa,
    layout: Layout,
    builder: FunctionBuilderContext,
    context: Context,
}

impl Compiler {
    /// A compiler for a VM whose contexts have this layout.
    ///
    /// # Errors
    /// [`Refused::NoTarget`].
    pub fn new(layout: Layout) -> Result<Self, Refused> {
        let mut flags = settings::builder();
        let options = [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("enable_probestack", "false"),
            // It holds the context.
            ("enable_pinned_reg", "true"),
            ("unwind_info", "false"),
            // The handler of bad accesses counts frames by them.
            ("preserve_frame_pointers", "true"),
        ];
        for (name, value) in options {
            flags.set(name, value).map_err(|e| Refused::NoTarget(e.to_string()))?;
        }
        let isa = cranelift_native::builder().map_err(|e| Refused::NoTarget(e.to_owned()))?;
        let isa = isa.finish(settings::Flags::new(flags));
        let isa = isa.map_err(|e| Refused::NoTarget(e.to_string()))?;
        Ok(Self { isa, layout, builder: FunctionBuilderContext::new(), context: Context::new() })
    }

    /// For which processors the code is, and by which choices of the translator it was made: code for another target
    /// must not run here.
    #[must_use]
    pub fn target(&self) -> String {
        let features = self.isa.isa_flags();
        let features = features.iter().filter(|f| f.as_bool() != Some(false));
        let features: String = features.map(|f| format!(" {f}")).collect();
        format!("{}{features} {}", self.isa.triple(), self.isa.flags())
    }

    /// Compiles a function; `listing`: with the text of its machine code.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn compile(&mut self, unit: &Unit<'_>, listing: bool) -> Result<Compiled, Refused> {
        if unit.code().len() > LONGEST {
            return Err(Refused::TooLong);
        }
        let plan = Plan::of(unit);
        let guard = match plan.has_guard() {
            true => Some(self.make(unit, &plan, translate_guard, listing)?),
            false => None,
        };
        let body = self.make(unit, &plan, translate, listing)?;
        Ok(join(&plan, plan.inlines_quick_way(unit), guard, body))
    }

    fn make(
        &mut self,
        unit: &Unit<'_>,
        plan: &Plan,
        translate: fn(&Unit<'_>, &Layout, &Plan, Target<'_>),
        listing: bool,
    ) -> Result<Piece, Refused> {
        self.context.clear();
        self.context.set_disasm(listing);
        let frontend = self.isa.frontend_config();
        let target =
            Target { function: &mut self.context.func, context: &mut self.builder, frontend };
        translate(unit, &self.layout, plan, target);
        let before = listing.then(|| self.context.func.display().to_string());
        let done = self.context.compile(&*self.isa, &mut ControlPlane::default());
        let code = done.map_err(|e| Refused::Backend(format!("{:?}", e.inner)))?;
        let positions = code.buffer.get_srclocs_sorted().iter();
        let positions = positions.filter(|p| !p.loc.is_default()).map(|p| (p.start, p.loc.bits()));
        let vcode = code.vcode.as_deref().unwrap_or_default();
        Ok(Piece {
            bytes: code.code_buffer().to_vec(),
            calls: code.buffer.relocs().iter().map(|r| (r.offset, r.addend)).collect(),
            positions: positions.collect(),
            listing: before.map(|ir| format!("{ir}\n{vcode}")),
        })
    }
}

/// Machine code with calls whose distances are not known yet.
struct Piece {
    bytes: Vec<u8>,
    /// Where the distance of a call stands, and what is added to it.
    calls: Vec<(u32, i64)>,
    positions: Vec<(u32, u32)>,
    listing: Option<String>,
}

impl Piece {
    /// Fills in the distances: the piece lies `at` behind the beginning, and all calls lead `to` there.
    fn resolve(&mut self, at: u32, to: u32) {
        for &(offset, addend) in &self.calls {
            let distance = i64::from(to) + addend - i64::from(at + offset);
            let place = offset as usize;
            self.bytes[place..place + 4].copy_from_slice(&(distance as i32).to_le_bytes());
        }
    }
}

/// Functions begin at multiples of this many bytes.
const ALIGN: usize = 16;

/// Puts the quick way through a function before its own code, which calls the function by the quick way unless that is
/// a part of the calls.
fn join(plan: &Plan, inlined: bool, guard: Option<Piece>, mut body: Piece) -> Compiled {
    let none =
        || Piece { bytes: Vec::new(), calls: Vec::new(), positions: Vec::new(), listing: None };
    let mut whole = guard.unwrap_or_else(none);
    whole.bytes.resize(whole.bytes.len().next_multiple_of(ALIGN), 0xcc);
    let middle = whole.bytes.len() as u32;
    whole.resolve(0, middle);
    body.resolve(middle, if inlined { middle } else { 0 });
    whole.bytes.append(&mut body.bytes);
    whole.positions.extend(body.positions.iter().map(|(at, pc)| (at + middle, *pc)));
    let listings = [whole.listing, body.listing].into_iter().flatten();
    let listing = listings.collect::<Vec<_>>().join("\n");
    Compiled {
        bytes: whole.bytes,
        middle,
        entries: plan.entries(),
        whole: plan.is_whole(),
        positions: whole.positions,
        listing: (!listing.is_empty()).then_some(listing),
    }
}
