//! A program with its functions' code in one block: the interpreter runs it, and a later run of minigo can map it.
//!
//! Linking is the only step from a program to its [image](crate::image::Image) that needs neither natives nor
//! addresses: calls refer to functions by distance, everything else uses indexes. So the block of code can be
//! [encoded](LinkedProgram::encode) and run in place.
//!
//! ```text
//! instructions    u32    of the code
//! functions       u32
//! code            8 bytes an instruction
//! starts          u32 a function: where in the code it begins
//! program         see `minigo_bytecode::program_file`
//! ```

use crate::image::compiled_entries::CompiledEntries;
use crate::image::instr::Instr;
use crate::image::program_tables::table_limits;
use crate::memory::table::Table;
use bytes::Bytes;
use minigo_bytecode::code::{Code, ExecutableCode};
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::{Use, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{NativeRef, Program};
use minigo_bytecode::program_file;
use std::ops::Deref;
use std::sync::Arc;

/// A program that is ready to be linked with natives.
pub struct LinkedProgram {
    pub(crate) program: Program,
    pub(crate) placed_code: Arc<PlacedCode>,
}

/// The code of all functions in one block.
pub(crate) struct PlacedCode {
    /// The VM's own code, then for each function an `Ext` (argument slots, frame slots) and its code.
    pub(crate) code: FixedCode,
    /// The begins of the functions in the code, in ascending order.
    pub(crate) function_starts: Box<[u32]>,
    /// The entries of compiled code.
    pub(crate) entries: Arc<CompiledEntries>,
}

/// Indexes of instructions in the code that belongs to the VM itself.
pub(crate) const LEAVE_INDEX: usize = 2;

pub(crate) const ENTER_BOUND_INDEX: usize = 4;

pub(crate) const ENTER_REFLECT_INDEX: usize = 6;

pub(crate) const REFLECT_RETURN_INDEX: usize = 8;

pub(crate) const FIRST_PROGRAM_INDEX: usize = 9;

/// Instructions in one block.
#[derive(Clone)]
pub(crate) enum FixedCode {
    Made(Arc<Vec<Instr>>),
    /// Instructions in bytes that [`Fixed::from_stored`] has checked.
    Stored(Bytes),
}

impl From<Vec<Op>> for FixedCode {
    fn from(code: Vec<Op>) -> Self {
        Self::Made(Arc::new(code.into_iter().map(Instr::from).collect()))
    }
}

impl FixedCode {
    /// Uses the bytes as instructions in place, if there are any and their opcodes exist.
    fn from_stored(bytes: Bytes) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<{ size_of::<Op>() }>();
        // Any bits are valid operands of any instruction; only the opcode can be wrong.
        let known =
            |word: &[u8; 8]| usize::from(u16::from_le_bytes([word[0], word[1]])) < Op::COUNT;
        let aligned = bytes.as_ptr().cast::<Op>().is_aligned();
        let fine = aligned && rest.is_empty() && words.iter().all(known);
        (fine && cfg!(target_endian = "little")).then_some(Self::Stored(bytes))
    }
}

impl Deref for FixedCode {
    type Target = [Instr];

    #[inline]
    fn deref(&self) -> &[Instr] {
        match self {
            Self::Made(ops) => ops,
            Self::Stored(bytes) => {
                let (at, count) = (bytes.as_ptr().cast(), bytes.len() / size_of::<Op>());
                // SAFETY: `from_stored` has checked that the block is aligned and that each opcode exists; the operands
                // are plain numbers as `Op::to_bits` lays them out (`a_linked_program_equals_its_encoding` tests that).
                // Only opcodes change, to that of `hot` and back, each in one store.
                unsafe { std::slice::from_raw_parts(at, count) }
            }
        }
    }
}

/// The instructions of an image.
pub(crate) enum ImageCode {
    Fixed(FixedCode),
    /// The code of a session.
    Growing(Table<Instr>),
}

impl ImageCode {
    /// The address of the first instruction.
    #[inline]
    pub(crate) fn first_instruction(&self) -> *const Op {
        self.as_ptr().cast()
    }

    /// The most instructions that the code may grow to.
    pub(crate) fn capacity(&self) -> usize {
        match self {
            Self::Fixed(ops) => ops.len(),
            Self::Growing(_) => table_limits::MAX_INSTRUCTIONS,
        }
    }
}

impl Deref for ImageCode {
    type Target = [Instr];

    #[inline]
    fn deref(&self) -> &[Instr] {
        match self {
            Self::Fixed(ops) => ops,
            Self::Growing(ops) => ops,
        }
    }
}

impl From<Program> for LinkedProgram {
    /// Moves the code of the functions into the block.
    fn from(program: Program) -> Self {
        let own = [
            function_head(0, 0),
            // A return to `leave` does not move the frame's base: this instruction stands in the place of the call that
            // precedes a return address.
            function_head(0, 0),
            Op::Leave {},
            function_head(0, 0),
            Op::EnterBound {},
            function_head(0, 0),
            Op::EnterMade {},
            // A function made by reflection calls its server (`unwind::reflected_func`). That call counts as made by
            // the instruction before this `Ret`, in a window at the frame's base.
            function_head(0, 0),
            Op::Ret {},
        ];
        debug_assert_eq!(own.len(), FIRST_PROGRAM_INDEX);
        let (starts, end) = function_places(&program.funcs, FIRST_PROGRAM_INDEX);
        let mut code = Vec::with_capacity(end);
        code.extend(own);
        lay_out(&program.funcs, &mut code, 0, &program.natives, |func| starts[func as usize]);
        let entries = Arc::new(CompiledEntries::new(code.len()));
        Self::new(
            program,
            PlacedCode { code: FixedCode::from(code), function_starts: starts.into(), entries },
        )
    }
}

/// The offsets at which functions begin if their code is laid out one after the other from `at` on, each behind its
/// head; and the end of the last function.
pub(crate) fn function_places(funcs: &[Func], at: usize) -> (Vec<u32>, usize) {
    let mut starts = Vec::with_capacity(funcs.len());
    let mut at = at as u32;
    for func in funcs {
        starts.push(at + 1);
        at += func.code.len() as u32 + 1;
    }
    (starts, at as usize)
}

/// Appends the functions to code that begins at `base`. `starts` returns the offset at which a function of the
/// program begins.
pub(crate) fn lay_out(
    funcs: &[Func],
    code: &mut Vec<Op>,
    base: usize,
    natives: &[NativeRef],
    starts: impl Fn(u32) -> u32,
) {
    for func in funcs {
        code.push(function_head(func.arg_slots, frame_slots_with_natives(natives, func)));
        let begin = code.len();
        let ops = func.code.iter().enumerate();
        code.extend(ops.map(|(i, op)| relocate_op(*op, base + begin + i + 1, &starts)));
        store_interface_call_windows(&mut code[begin..]);
    }
}

impl LinkedProgram {
    /// The natives that the code calls.
    #[must_use]
    pub fn natives(&self) -> &[NativeRef] {
        &self.program.natives
    }

    /// Reports whether the code was generated for a run that detects data races.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.program.has_race_detector
    }

    /// Appends the program in the form that [`decode`](Self::decode) reads, at a multiple of eight bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        debug_assert!(out.len().is_multiple_of(size_of::<Op>()));
        let PlacedCode { code, function_starts: starts, .. } = &*self.placed_code;
        // Reserves room for the tables too: memory that is not written is not used, while a list that grows is copied.
        out.reserve(size_of_val(&**code) * 4);
        out.extend((code.len() as u32).to_le_bytes());
        out.extend((starts.len() as u32).to_le_bytes());
        out.extend(
            (0..code.len()).flat_map(|at| self.placed_code.op_at(at).to_bits().to_le_bytes()),
        );
        out.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
        program_file::encode(&self.program, out);
    }

    /// The program that was [encoded](Self::encode) as these bytes, which must begin at a multiple of eight bytes and
    /// stay in use. `private`: the bytes may be written, and nothing else reads them; only then can the program be
    /// compiled further. The bytes must be unchanged since encoding: only the properties that memory safety needs here
    /// are checked.
    #[must_use]
    pub fn decode(all: &Bytes, private: bool) -> Option<Self> {
        let number = |at: usize| {
            let bytes = all.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes) as usize)
        };
        let code = 8..number(0)?.checked_mul(size_of::<Op>())?.checked_add(8)?;
        let starts = code.end..number(4)?.checked_mul(4)?.checked_add(code.end)?;
        if starts.end > all.len() {
            return None;
        }
        let rest = all.slice(starts.end..);
        let code = FixedCode::from_stored(all.slice(code))?;
        let (words, _) = all[starts].as_chunks();
        let starts: Box<[u32]> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let inside =
            |&start: &u32| (FIRST_PROGRAM_INDEX + 1..code.len()).contains(&(start as usize));
        if !starts.iter().all(inside) || !starts.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let entries = Arc::new(CompiledEntries::new(if private { code.len() } else { 0 }));
        let placed = Arc::new(PlacedCode { code, function_starts: starts, entries });
        let block: Arc<dyn ExecutableCode> = placed.clone();
        let program = program_file::decode(&rest, &block)?;
        let fits = placed.function_starts.len() == program.funcs.len();
        #[cfg(debug_assertions)]
        minigo_bytecode::verify::verify(&program).ok()?;
        fits.then_some(Self { program, placed_code: placed })
    }

    /// A program whose code is `placed`.
    fn new(mut program: Program, placed: PlacedCode) -> Self {
        let placed = Arc::new(placed);
        for (number, func) in (0..).zip(&mut program.funcs) {
            func.code = Code::in_block(placed.clone(), number);
        }
        Self { program, placed_code: placed }
    }
}

const fn function_head(args: u32, frame: u32) -> Op {
    Op::Ext { a: args as u16, b: Wide::new(frame) }
}

/// Replaces functions by the places of their code in the instructions that call them; in `call` by the distance in
/// bytes from the following instruction, `next`.
fn relocate_op(op: Op, next: usize, starts: &impl Fn(u32) -> u32) -> Op {
    let start_of = |func: Wide| Wide::new(starts(func.get()));
    match op {
        Op::Call { win, func } => {
            let distance = i64::from(start_of(func).get()) - next as i64;
            let bytes = i32::try_from(distance * 8).expect("a program's code is below 2 GB");
            Op::Call { win, func: Wide::from_signed(bytes) }
        }
        Op::GoFunc { win, func } => Op::GoFunc { win, func: start_of(func) },
        Op::DeferFunc { win, func } => Op::DeferFunc { win, func: start_of(func) },
        op => op,
    }
}

impl PlacedCode {
    /// The original instruction at an index, as it was laid out.
    fn op_at(&self, at: usize) -> Op {
        // SAFETY: the address is that of an instruction of the code.
        unsafe { self.entries.original_op(at, self.code[at].address()) }
    }

    /// The function whose code begins at `start`; a number that no function has if none does, as in damaged code.
    fn func_at(&self, start: u32) -> Wide {
        Wide::new(
            self.function_starts.binary_search(&start).map_or(u32::MAX, |number| number as u32),
        )
    }

    /// Reverts the changes of [`relocate_op`] and [`store_interface_call_windows`] to an instruction; `next` is the
    /// index behind the instruction.
    fn unrelocated_op(&self, op: Op, before: Op, next: usize) -> Op {
        match (op, before) {
            (Op::Call { win, func }, _) => {
                let start = next as i64 + i64::from(func.get_signed() / 8);
                Op::Call { win, func: self.func_at(start as u32) }
            }
            (Op::GoFunc { win, func }, _) => Op::GoFunc { win, func: self.func_at(func.get()) },
            (Op::DeferFunc { win, func }, _) => {
                Op::DeferFunc { win, func: self.func_at(func.get()) }
            }
            (Op::Ext { b, .. }, Op::CallIface { .. }) => Op::Ext { a: 0, b },
            _ => op,
        }
    }
}

impl ExecutableCode for PlacedCode {
    fn code_of(&self, func: u32) -> Vec<Op> {
        let begin = self.function_starts[func as usize] as usize;
        // The head of the next function lies between the code of the two functions.
        let next = self.function_starts.get(func as usize + 1).map(|start| *start as usize - 1);
        let code = &self.code[begin..next.unwrap_or(self.code.len())];
        let places = begin..begin + code.len();
        places.map(|at| self.unrelocated_op(self.op_at(at), self.op_at(at - 1), at + 1)).collect()
    }
}

/// Stores the window of each `call.iface` in its `Ext`, since the `Ext` stands before the return address.
fn store_interface_call_windows(code: &mut [Op]) {
    for at in 1..code.len() {
        if let (Op::CallIface { win, .. }, Op::Ext { b, .. }) = (code[at - 1], code[at]) {
            code[at] = Op::Ext { a: win.0, b };
        }
    }
}

/// Slots of the frame, including the windows of natives, whose results may be longer than their arguments.
fn frame_slots_with_natives(natives: &[NativeRef], func: &Func) -> u32 {
    let mut most = func.frame_slots.max(func.arg_slots).max(func.result_slots);
    for op in func.code.iter() {
        if let Op::CallNative { win, native } = op {
            let native = &natives[native.get() as usize];
            most = most.max(u32::from(win.0) + native.arg_slots.max(native.result_slots));
        }
        op.operands(|operand| {
            if let Use::Window(slot) = operand {
                most = most.max(u32::from(slot.0));
            }
        });
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_bytecode::operand::Slot;
    use minigo_bytecode::ops::DOCS;

    #[test]
    fn a_linked_program_equals_its_encoding() {
        for opcode in 0..DOCS.len() as u64 {
            let bits = 0x89ab_cdef_0123_0000 | opcode;
            let op = Op::from_bits(bits).unwrap();
            assert_eq!(op.mnemonic(), DOCS[opcode as usize].0);
            let mut bytes = vec![0_u64; 1];
            bytes[0] = op.to_bits();
            let ops = FixedCode::from_stored(Bytes::from_owner(Words(bytes))).unwrap();
            assert_eq!((ops.len(), ops[0].current_op()), (1, op));
        }
        let none = Words(vec![Op::COUNT as u64]);
        assert!(FixedCode::from_stored(Bytes::from_owner(none)).is_none());
    }

    #[test]
    fn relocated_code_can_be_reverted() {
        let (win, func) = (Slot(3), |number| Wide::new(number));
        let calls = vec![
            Op::Call { win, func: func(1) },
            Op::Call { win, func: func(0) },
            Op::GoFunc { win, func: func(2) },
            Op::DeferFunc { win, func: func(0) },
            Op::CallIface { win, x: Slot(1) },
            Op::Ext { a: 0, b: Wide::new(9) },
            Op::Ret {},
        ];
        let made = [vec![Op::Ret {}], calls.clone(), calls];
        let funcs = made.iter().map(|ops| Func { code: ops.clone().into(), ..Func::default() });
        let linked = LinkedProgram::from(Program { funcs: funcs.collect(), ..Program::default() });
        assert_ne!(linked.placed_code.code[FIRST_PROGRAM_INDEX + 3].current_op(), made[1][0]);
        for (func, made) in linked.program.funcs.iter().zip(&made) {
            assert_eq!(*func.code, *made);
        }
    }

    /// Eight-byte words as bytes, aligned.
    struct Words(Vec<u64>);

    impl AsRef<[u8]> for Words {
        fn as_ref(&self) -> &[u8] {
            // SAFETY: any word is eight bytes.
            unsafe { self.0.align_to().1 }
        }
    }
}
