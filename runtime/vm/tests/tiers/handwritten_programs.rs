//! The programs of [`handwritten_support`](crate::handwritten_support).
use crate::deferred::{emit_deferred_lists, emit_defers, emit_recover};
use crate::handwritten_support::{
    ADDER_FUNC, ANY_TYPE, BYTE_TYPE, CHAN_TYPE, CLOSURE_FUNC, IFACE_TYPE, MAP_STR_TYPE, MAP_TYPE,
    PAIR_TYPE, SENDER_FUNC, SLICE_TYPE, slot_at,
};
use minigo_bytecode::assembler::{Assembler, Label};
use minigo_bytecode::operand::{PrintKind, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{SelectCase, SelectTable};
/// The name of a program, its number of turns, and the function that builds it.
pub(crate) type NamedHandwrittenProgram = (&'static str, usize, fn(&mut HandwrittenProgram));
pub(crate) const HANDWRITTEN_PROGRAMS: &[NamedHandwrittenProgram] = &[
    ("maps", 3, emit_maps),
    ("maps of strings", 3, emit_maps_of_strings),
    ("channels", 2, emit_channels),
    ("select", 3, emit_select),
    ("calls", 3, emit_calls),
    ("goroutines", 2, emit_goroutines),
    ("defers", 3, emit_defers),
    ("recover", 2, emit_recover),
    ("deferred lists", 4, emit_deferred_lists),
    ("interfaces", 3, emit_interfaces),
    ("slices", 4, emit_slices),
    ("strings", 4, emit_strings),
    ("memory", 3, emit_memory),
    ("atomics", 3, emit_atomics),
    ("locks", 3, emit_locks),
    ("faults", 14, emit_faults),
];

/// A function that is being built.
pub(crate) struct HandwrittenProgram {
    pub(crate) asm: Assembler,
    pub(crate) recover_pc: Option<u32>,
    pub(crate) selects: Vec<SelectTable>,
    pub(crate) operand_choice: usize,
}
impl HandwrittenProgram {
    pub(crate) fn new(turn: usize) -> Self {
        Self { asm: Assembler::new(), recover_pc: None, selects: Vec::new(), operand_choice: turn }
    }
    pub(crate) fn emit(&mut self, op: Op) {
        self.asm.emit(op);
    }
    /// Emits an instruction with its `Ext`.
    pub(crate) fn emit_ext(&mut self, op: Op, a: u16, b: u32) {
        self.asm.emit(op);
        self.asm.emit_ext(a, b);
    }
    pub(crate) fn emit_imm(&mut self, to: u16, value: i32) {
        self.emit(Op::LoadImm { dst: slot_at(to), imm: Wide::from_signed(value) });
    }
    fn emit_string(&mut self, to: u16, k: u32) {
        self.emit(Op::LoadStr { dst: slot_at(to), k: Wide::new(k) });
    }
    fn emit_print(&mut self, slot: u16, kind: PrintKind) {
        self.emit(Op::Print { src: slot_at(slot), kind: kind as u16 });
        self.emit(Op::Print { src: slot_at(slot), kind: PrintKind::Newline as u16 });
    }
    /// `println` of a number.
    fn print_number(&mut self, slot: u16) {
        self.emit_print(slot, PrintKind::Int);
    }
    fn print_string(&mut self, slot: u16) {
        self.emit_print(slot, PrintKind::String);
    }
    /// Puts a slice of three `int`, 10, 11 and 12, into three slots.
    fn make_int_slice(&mut self, to: u16) {
        self.emit_imm(to + 4, 3);
        self.emit_ext(
            Op::MakeSlice { dst: slot_at(to), len: slot_at(to + 4), cap: slot_at(to + 4) },
            0,
            1,
        );
        for i in 0..3 {
            self.emit_imm(to + 4, i);
            self.emit_imm(to + 5, 10 + i);
            self.emit(Op::SetIndex64 { x: slot_at(to), i: slot_at(to + 4), src: slot_at(to + 5) });
        }
    }
    /// Prints the elements of a slice of `int`.
    fn print_ints(&mut self, x: u16) {
        self.emit_imm(40, 0);
        let (top, end) = (self.asm.label(), self.asm.label());
        self.asm.jump(Op::JmpLe { a: slot_at(x + 1), b: slot_at(40), to: 0 }, end);
        self.asm.bind(top);
        self.emit(Op::Index64 { dst: slot_at(41), x: slot_at(x), i: slot_at(40) });
        self.print_number(41);
        self.asm.jump(Op::ForLt { i: slot_at(40), n: slot_at(x + 1), to: 0 }, top);
        self.asm.bind(end);
    }
    /// Makes a closure of [`CLOSURE_FUNC`] that has captured a number.
    pub(crate) fn make_closure(&mut self, to: u16, captured: i32) {
        self.emit_imm(to + 1, captured);
        self.emit(Op::NewClosure { dst: slot_at(to), func: Wide::new(CLOSURE_FUNC) });
        self.emit(Op::Store64 { ptr: slot_at(to), off: 8, src: slot_at(to + 1) });
    }
    /// Makes an interface value that holds a pair.
    fn make_boxed_pair(&mut self, to: u16, a: i32, b: i32) {
        self.emit_imm(to + 2, a);
        self.emit_imm(to + 3, b);
        self.emit_ext(Op::BoxIface { dst: slot_at(to), src: slot_at(to + 2) }, 2, PAIR_TYPE);
    }
    /// Emits a jump, with its `Ext` (`a`, and the distance) if it has one; prints whether it was taken.
    fn emit_jump(&mut self, make: impl FnOnce(&mut Self, Label)) {
        let (taken, end) = (self.asm.label(), self.asm.label());
        make(self, taken);
        self.emit_imm(40, 0);
        self.asm.jump(Op::Jmp { to: Wide::default() }, end);
        self.asm.bind(taken);
        self.emit_imm(40, 1);
        self.asm.bind(end);
        self.print_number(40);
    }
    pub(crate) fn emit_return(&mut self) {
        self.emit(Op::Ret {});
    }
}
fn emit_maps(s: &mut HandwrittenProgram) {
    let turn = s.operand_choice as i32;
    s.emit_imm(1, turn * 10);
    s.emit_ext(Op::MakeMap { dst: slot_at(0), hint: slot_at(1) }, 0, MAP_TYPE);
    s.emit_imm(2, 0);
    let top = s.asm.label();
    s.asm.bind(top);
    s.emit(Op::MulImm { dst: slot_at(3), a: slot_at(2), imm: 7 });
    s.emit_ext(Op::MapSetWord { m: slot_at(0), key: slot_at(2), val: slot_at(3) }, 1, MAP_TYPE);
    s.asm.jump(Op::ForLtImm { i: slot_at(2), imm: 4 + 10 * s.operand_choice as i16, to: 0 }, top);
    s.emit_imm(2, 100);
    s.emit_ext(Op::MapSet { m: slot_at(0), key: slot_at(2), val: slot_at(2) }, 1, MAP_TYPE);
    for key in [100, 3, -1] {
        s.emit_imm(2, key);
        s.emit_ext(Op::MapGet { dst: slot_at(4), m: slot_at(0), key: slot_at(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.emit_ext(Op::MapGetWord { dst: slot_at(4), m: slot_at(0), key: slot_at(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.emit_ext(Op::MapGetOk { dst: slot_at(4), m: slot_at(0), key: slot_at(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.print_number(5);
        s.emit_ext(Op::MapDelete { m: slot_at(0), key: slot_at(2) }, 0, MAP_TYPE);
        s.emit(Op::MapLen { dst: slot_at(4), m: slot_at(0) });
        s.print_number(4);
    }
    // The order of iteration is random, but the sums are not.
    s.emit(Op::MapIter { dst: slot_at(6), m: slot_at(0) });
    s.emit_imm(7, 0);
    s.emit_imm(8, 0);
    let (next, over) = (s.asm.label(), s.asm.label());
    s.asm.bind(next);
    s.asm.jump(Op::MapNext { iter: slot_at(6), to: Wide::default() }, over);
    s.emit_ext(Op::MapIterKey { dst: slot_at(9), iter: slot_at(6) }, 1, MAP_TYPE);
    s.emit(Op::Add { dst: slot_at(7), a: slot_at(7), b: slot_at(9) });
    s.emit_ext(Op::MapIterValue { dst: slot_at(9), iter: slot_at(6) }, 1, MAP_TYPE);
    s.emit(Op::Add { dst: slot_at(8), a: slot_at(8), b: slot_at(9) });
    s.asm.jump(Op::Loop { to: Wide::default() }, next);
    s.asm.bind(over);
    s.print_number(7);
    s.print_number(8);
    s.emit(Op::MapClear { m: slot_at(0) });
    s.emit(Op::MapLen { dst: slot_at(4), m: slot_at(0) });
    s.print_number(4);
    s.emit_return();
}
fn emit_maps_of_strings(s: &mut HandwrittenProgram) {
    s.emit_imm(1, 0);
    // In the last turn the map is nil.
    s.emit_imm(0, 0);
    if s.operand_choice < 2 {
        s.emit_ext(Op::MakeMap { dst: slot_at(0), hint: slot_at(1) }, 0, MAP_STR_TYPE);
        s.emit_string(2, 1 + s.operand_choice as u32);
        s.emit_string(4, 3);
        s.emit_ext(Op::MapSet { m: slot_at(0), key: slot_at(2), val: slot_at(4) }, 2, MAP_STR_TYPE);
    }
    for k in 0..3 {
        s.emit_string(2, k);
        s.emit_ext(
            Op::MapGetOk { dst: slot_at(6), m: slot_at(0), key: slot_at(2) },
            2,
            MAP_STR_TYPE,
        );
        s.print_string(6);
        s.print_number(8);
        s.emit_ext(Op::MapGet { dst: slot_at(6), m: slot_at(0), key: slot_at(2) }, 2, MAP_STR_TYPE);
        s.print_string(6);
    }
    s.emit(Op::MapIter { dst: slot_at(10), m: slot_at(0) });
    let over = s.asm.label();
    s.asm.jump(Op::MapNext { iter: slot_at(10), to: Wide::default() }, over);
    s.emit_ext(Op::MapIterKey { dst: slot_at(12), iter: slot_at(10) }, 2, MAP_STR_TYPE);
    s.print_string(12);
    s.emit_ext(Op::MapIterValue { dst: slot_at(12), iter: slot_at(10) }, 2, MAP_STR_TYPE);
    s.print_string(12);
    s.asm.bind(over);
    s.emit_ext(Op::MapDelete { m: slot_at(0), key: slot_at(2) }, 0, MAP_STR_TYPE);
    s.emit(Op::MapLen { dst: slot_at(4), m: slot_at(0) });
    s.print_number(4);
    s.emit_return();
}
/// In the second turn no operation waits, since the buffer has room.
fn emit_channels(s: &mut HandwrittenProgram) {
    s.emit_imm(1, [0, 8][s.operand_choice]);
    s.emit_ext(Op::MakeChan { dst: slot_at(0), size: slot_at(1) }, 0, CHAN_TYPE);
    s.emit(Op::ChanCap { dst: slot_at(2), ch: slot_at(0) });
    s.print_number(2);
    s.emit(Op::Mov { dst: slot_at(10), src: slot_at(0) });
    s.emit_imm(11, 6);
    s.emit_ext(Op::GoFunc { win: slot_at(10), func: Wide::new(SENDER_FUNC) }, 2, 0);
    for _ in 0..4 {
        s.emit(Op::Recv { dst: slot_at(3), ch: slot_at(0), n: 1 });
        s.print_number(3);
    }
    for _ in 0..3 {
        s.emit(Op::RecvOk { dst: slot_at(3), ch: slot_at(0), n: 1 });
        s.print_number(3);
        s.print_number(4);
    }
    s.emit(Op::ChanLen { dst: slot_at(2), ch: slot_at(0) });
    s.print_number(2);
    s.emit_return();
}
fn emit_select(s: &mut HandwrittenProgram) {
    let case = |send, ok: Option<u16>| SelectCase {
        channel: slot_at(if send { 1 } else { 0 }),
        is_send: send,
        value: slot_at(if send { 5 } else { 6 }),
        value_slots: 1,
        ok_slot: ok.map(slot_at),
    };
    let table = |cases, has_default| SelectTable { cases, has_default };
    s.selects = vec![
        table(vec![case(false, Some(7))], true),
        table(vec![case(true, None)], true),
        // In the last turn both selects block until another goroutine comes.
        table(vec![case(false, Some(7)), case(true, None)], s.operand_choice < 2),
    ];
    s.emit_imm(2, [1, 2, 0][s.operand_choice]);
    s.emit_ext(Op::MakeChan { dst: slot_at(0), size: slot_at(2) }, 0, CHAN_TYPE);
    s.emit_imm(1, 0);
    if s.operand_choice < 2 {
        s.emit(Op::Mov { dst: slot_at(1), src: slot_at(0) });
    }
    s.emit_imm(5, 77);
    // The slot of a receive case that was not chosen is undefined.
    let communicates = |s: &mut HandwrittenProgram, op, received: bool| {
        s.emit(op);
        s.print_number(3);
        if received {
            s.print_number(6);
            s.print_number(7);
        }
    };
    let one = |table| Op::SelectOne { dst: slot_at(3), table: Wide::new(table) };
    let of_two = Op::Select { dst: slot_at(3), table: Wide::new(2) };
    communicates(s, one(0), false);
    if s.operand_choice < 2 {
        communicates(s, one(1), false);
        communicates(s, one(0), true);
        // With two ready cases the choice would be random: only one is ready.
        communicates(s, of_two, false);
        communicates(s, one(0), true);
    } else {
        s.emit(Op::Mov { dst: slot_at(10), src: slot_at(0) });
        s.emit_imm(11, 2);
        s.emit_ext(Op::GoFunc { win: slot_at(10), func: Wide::new(SENDER_FUNC) }, 2, 0);
        for _ in 0..3 {
            communicates(s, of_two, true);
        }
    }
    s.emit_return();
}
fn emit_calls(s: &mut HandwrittenProgram) {
    let turn = s.operand_choice as i32;
    s.emit_imm(10, turn + 3);
    s.emit_imm(11, 5);
    s.emit(Op::Call { win: slot_at(10), func: Wide::new(ADDER_FUNC) });
    s.print_number(10);
    s.make_closure(0, 1000 + turn);
    s.emit_imm(10, turn);
    s.emit_imm(11, 6);
    s.emit(Op::CallClosure { win: slot_at(10), f: slot_at(0), n: 2 });
    s.print_number(10);
    s.emit_imm(2, 9);
    s.emit_imm(11, 8);
    s.emit(Op::CallClosureArg { win: slot_at(10), f: slot_at(0), arg: slot_at(2) });
    s.print_number(10);
    s.emit(Op::FuncValue { dst: slot_at(3), func: Wide::new(ADDER_FUNC) });
    s.emit_imm(10, 1);
    s.emit_imm(11, turn);
    s.emit(Op::CallClosure { win: slot_at(10), f: slot_at(3), n: 2 });
    s.print_number(10);
    s.make_boxed_pair(4, 20, turn);
    s.emit_ext(Op::CallIface { win: slot_at(10), x: slot_at(4) }, 0, 0);
    s.print_number(10);
    s.emit_ext(Op::BindIface { dst: slot_at(6), x: slot_at(4) }, 0, 0);
    s.emit(Op::CallClosure { win: slot_at(10), f: slot_at(6), n: 0 });
    s.print_number(10);
    s.emit_imm(10, 14 + turn);
    s.emit(Op::CallNative { win: slot_at(10), native: Wide::new(0) });
    s.print_number(10);
    s.emit_return();
}
/// A goroutine with a closure ends unobserved; the channel shows that other goroutines ran.
fn emit_goroutines(s: &mut HandwrittenProgram) {
    s.make_closure(2, 5);
    s.emit_imm(10, 1);
    s.emit_imm(11, 2);
    s.emit_ext(Op::GoClosure { win: slot_at(10), f: slot_at(2) }, 2, 0);
    s.emit(Op::FuncValue { dst: slot_at(4), func: Wide::new(SENDER_FUNC) });
    s.emit_imm(1, s.operand_choice as i32);
    s.emit_ext(Op::MakeChan { dst: slot_at(0), size: slot_at(1) }, 0, CHAN_TYPE);
    s.emit(Op::Mov { dst: slot_at(10), src: slot_at(0) });
    s.emit_imm(11, 3);
    s.emit_ext(Op::GoClosure { win: slot_at(10), f: slot_at(4) }, 2, 0);
    for _ in 0..4 {
        s.emit(Op::RecvOk { dst: slot_at(5), ch: slot_at(0), n: 1 });
        s.print_number(5);
        s.print_number(6);
    }
    s.emit_return();
}
fn emit_interfaces(s: &mut HandwrittenProgram) {
    let turn = s.operand_choice as i32;
    s.make_boxed_pair(0, 1, turn);
    s.make_boxed_pair(4, 1, 1);
    s.emit(Op::LoadType { dst: slot_at(8), ty: Wide::new(1) });
    s.emit_imm(9, turn);
    for (a, b) in [(0, 4), (0, 8), (8, 8)] {
        s.emit(Op::EqIface { dst: slot_at(12), a: slot_at(a), b: slot_at(b) });
        s.print_number(12);
    }
    s.asm.emit(Op::AssertType { dst: slot_at(12), x: slot_at(0) });
    s.asm.emit_ext(2, PAIR_TYPE);
    s.asm.emit_ext(0, ANY_TYPE);
    s.print_number(12);
    s.print_number(13);
    for x in [0, 8] {
        s.emit_ext(Op::AssertTypeOk { dst: slot_at(12), x: slot_at(x) }, 2, PAIR_TYPE);
        (12..15).for_each(|slot| s.print_number(slot));
        s.emit_ext(Op::AssertTypeOk { dst: slot_at(12), x: slot_at(x) }, 1, 1);
        (12..14).for_each(|slot| s.print_number(slot));
        s.emit_ext(Op::AssertIfaceOk { dst: slot_at(12), x: slot_at(x) }, 0, IFACE_TYPE);
        s.print_number(12);
        s.print_number(14);
    }
    s.emit_ext(Op::AssertIface { dst: slot_at(12), x: slot_at(0) }, 0, IFACE_TYPE);
    s.emit_ext(Op::CallIface { win: slot_at(18), x: slot_at(12) }, 0, 0);
    s.print_number(18);
    s.emit_ext(Op::Unbox { dst: slot_at(12), data: slot_at(1) }, 2, PAIR_TYPE);
    s.print_number(12);
    s.print_number(13);
    s.emit_imm(14, 1);
    s.emit_imm(15, 1);
    s.emit_ext(Op::EqTyped { dst: slot_at(16), a: slot_at(12), b: slot_at(14) }, 2, PAIR_TYPE);
    s.print_number(16);
    s.emit_ext(Op::EqMem { dst: slot_at(16), a: slot_at(1), b: slot_at(5) }, 0, PAIR_TYPE);
    s.print_number(16);
    s.emit_return();
}
fn emit_slices(s: &mut HandwrittenProgram) {
    let turn = s.operand_choice as i32;
    s.make_int_slice(0);
    s.emit_imm(10, 20);
    s.emit_imm(11, 21);
    s.emit_ext(Op::Append { dst: slot_at(0), x: slot_at(0), first: slot_at(10) }, 2, 1);
    s.print_ints(0);
    s.make_int_slice(14);
    if s.operand_choice == 3 {
        s.emit(Op::Zero { dst: slot_at(14), n: 3 });
    }
    s.emit_ext(Op::AppendSlice { dst: slot_at(14), x: slot_at(14), y: slot_at(0) }, 0, 1);
    s.print_ints(14);
    s.emit_imm(10, turn * 2);
    s.emit_ext(Op::AppendZeros { dst: slot_at(14), x: slot_at(14), n: slot_at(10) }, 0, 1);
    s.print_ints(14);
    s.emit_ext(Op::Copy { dst: slot_at(3), to: slot_at(0), from: slot_at(14) }, 0, 1);
    s.print_number(3);
    s.print_ints(0);
    s.emit_ext(Op::SliceToArrayPtr { dst: slot_at(3), a: slot_at(0) }, 0, 2);
    s.emit(Op::Load64 { dst: slot_at(4), ptr: slot_at(3), off: 8 });
    s.print_number(4);
    s.emit_imm(10, turn);
    s.emit_ext(Op::UnsafeSlice { dst: slot_at(20), ptr: slot_at(3), len: slot_at(10) }, 0, 1);
    s.print_ints(20);
    s.emit_ext(Op::ClearSlice { x: slot_at(20) }, 0, 1);
    s.print_ints(0);
    // Bytes, and strings with pointers.
    s.emit_string(24, s.operand_choice as u32);
    s.emit(Op::Zero { dst: slot_at(27), n: 3 });
    s.emit_ext(Op::AppendSlice { dst: slot_at(27), x: slot_at(27), y: slot_at(24) }, 0, BYTE_TYPE);
    s.emit(Op::BytesToStr { dst: slot_at(24), a: slot_at(27) });
    s.print_string(24);
    s.emit(Op::Zero { dst: slot_at(30), n: 3 });
    s.emit_ext(Op::Append { dst: slot_at(30), x: slot_at(30), first: slot_at(24) }, 1, 2);
    s.emit_ext(Op::AppendSlice { dst: slot_at(30), x: slot_at(30), y: slot_at(30) }, 0, 2);
    s.print_number(31);
    s.emit_ext(Op::ClearSlice { x: slot_at(30) }, 0, 2);
    s.emit(Op::Load128 { dst: slot_at(24), ptr: slot_at(30), off: 0 });
    s.print_string(24);
    s.emit_return();
}
fn emit_strings(s: &mut HandwrittenProgram) {
    s.emit_string(0, s.operand_choice as u32);
    s.emit_string(2, 2);
    s.emit_string(4, 1);
    s.emit(Op::Concat { dst: slot_at(6), first: slot_at(0), n: 3 });
    s.print_string(6);
    for other in [0, 2, 6] {
        s.emit(Op::EqStr { dst: slot_at(8), a: slot_at(0), b: slot_at(other) });
        s.print_number(8);
        s.emit(Op::LtStr { dst: slot_at(8), a: slot_at(0), b: slot_at(other) });
        s.print_number(8);
        s.emit(Op::LeStr { dst: slot_at(8), a: slot_at(0), b: slot_at(other) });
        s.print_number(8);
    }
    s.emit_imm(8, [65, 0x20ac, -1, 0xd800][s.operand_choice]);
    s.emit(Op::IntToStr { dst: slot_at(8), a: slot_at(8) });
    s.print_string(8);
    s.emit(Op::StrToBytes { dst: slot_at(10), a: slot_at(6), room: 0 });
    s.print_number(11);
    s.emit(Op::BytesToStr { dst: slot_at(8), a: slot_at(10) });
    s.print_string(8);
    s.emit(Op::StrToRunes { dst: slot_at(13), a: slot_at(6), room: 32 });
    s.print_number(14);
    s.emit(Op::RunesToStr { dst: slot_at(8), a: slot_at(13) });
    s.print_string(8);
    s.emit_imm(16, s.operand_choice as i32);
    s.emit(Op::UnsafeString { dst: slot_at(8), ptr: slot_at(10), len: slot_at(16) });
    s.print_number(9);
    s.emit_return();
}
fn emit_memory(s: &mut HandwrittenProgram) {
    s.make_int_slice(0);
    let bytes = [24, 13, 1][s.operand_choice];
    s.emit(Op::Zero { dst: slot_at(6), n: 3 });
    s.emit(Op::LoadMem { dst: slot_at(6), ptr: slot_at(0), bytes });
    (6..9).for_each(|slot| s.print_number(slot));
    s.emit_imm(10, -1);
    s.emit_imm(11, 0x1234_5678);
    s.emit_imm(12, 99);
    s.emit(Op::StoreMem { ptr: slot_at(0), src: slot_at(10), bytes });
    s.print_ints(0);
    s.emit(Op::New { dst: slot_at(14), ty: Wide::new(PAIR_TYPE) });
    s.emit_ext(Op::StoreTyped { ptr: slot_at(14), src: slot_at(11) }, 2, PAIR_TYPE);
    s.emit_ext(Op::CopyTyped { dst: slot_at(0), src: slot_at(14) }, 0, PAIR_TYPE);
    s.print_ints(0);
    s.emit(Op::ZeroTyped { ptr: slot_at(0), ty: Wide::new(1) });
    s.print_ints(0);
    s.emit(Op::New { dst: slot_at(15), ty: Wide::new(2) });
    s.emit_string(16, 1);
    s.emit_ext(Op::StoreTyped { ptr: slot_at(15), src: slot_at(16) }, 2, 2);
    s.emit(Op::New { dst: slot_at(18), ty: Wide::new(2) });
    s.emit_ext(Op::CopyTyped { dst: slot_at(18), src: slot_at(15) }, 0, 2);
    s.emit(Op::ZeroTyped { ptr: slot_at(15), ty: Wide::new(2) });
    s.emit(Op::Load128 { dst: slot_at(16), ptr: slot_at(18), off: 0 });
    s.print_string(16);
    let off = 20 * 8 + 3;
    s.emit(Op::Zero { dst: slot_at(20), n: 2 });
    s.asm.emit(Op::PartCopy { off: Wide::new(off) });
    s.asm.emit_ext(4 + s.operand_choice as u16, 11 * 8 + 1);
    s.print_number(20);
    s.print_number(21);
    s.emit_return();
}
fn emit_atomics(s: &mut HandwrittenProgram) {
    s.emit(Op::GlobalAddr { dst: slot_at(0), off: Wide::new(64) });
    s.emit_imm(1, [5, -1, i32::MAX][s.operand_choice]);
    let (ptr, src) = (slot_at(0), slot_at(1));
    s.emit(Op::AtomicStore32 { ptr, off: 0, src });
    s.emit(Op::AtomicStore64 { ptr, off: 8, src });
    let note_all = |s: &mut HandwrittenProgram| {
        s.emit(Op::AtomicLoadI32 { dst: slot_at(2), ptr, off: 0 });
        s.print_number(2);
        s.emit(Op::AtomicLoadU32 { dst: slot_at(2), ptr, off: 0 });
        s.print_number(2);
        s.emit(Op::AtomicLoad64 { dst: slot_at(2), ptr, off: 8 });
        s.print_number(2);
    };
    note_all(s);
    let dst = slot_at(3);
    for op in [
        Op::AtomicAddI32 { dst, ptr, off: 0 },
        Op::AtomicAddU32 { dst, ptr, off: 0 },
        Op::AtomicAdd64 { dst, ptr, off: 8 },
        Op::AtomicSwapI32 { dst, ptr, off: 0 },
        Op::AtomicSwapU32 { dst, ptr, off: 0 },
        Op::AtomicSwap64 { dst, ptr, off: 8 },
    ] {
        s.emit_imm(3, 3);
        s.emit(op);
        s.print_number(3);
    }
    s.emit_ext(Op::AtomicAddI32Imm { dst, ptr, off: 0 }, 0, 2);
    s.print_number(3);
    note_all(s);
    s.emit(Op::AddrOff { dst: slot_at(4), ptr, off: 8 });
    for old in [3, 4] {
        s.emit_imm(6, old);
        s.emit_imm(7, 40);
        s.emit(Op::AtomicCas32 { dst, ptr, args: slot_at(6) });
        s.print_number(3);
        s.emit(Op::AtomicCas64 { dst, ptr: slot_at(4), args: slot_at(6) });
        s.print_number(3);
    }
    note_all(s);
    s.emit_return();
}
fn emit_locks(s: &mut HandwrittenProgram) {
    s.emit(Op::GlobalAddr { dst: slot_at(0), off: Wide::new(128) });
    s.emit(Op::Zero { dst: slot_at(1), n: 1 });
    let (ptr, off) = (slot_at(0), 0);
    s.emit(Op::AtomicStore64 { ptr, off, src: slot_at(1) });
    s.emit(Op::AtomicStore64 { ptr, off: 8, src: slot_at(1) });
    s.emit(Op::AtomicStore64 { ptr, off: 16, src: slot_at(1) });
    for k in [0x0100, 0x0100, 0x0001] {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpCas32 { ptr, off: 16, k }, to));
    }
    let up = 0;
    for _ in 0..=s.operand_choice {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpLock { ptr, off, up }, to));
        s.emit_jump(|s, to| s.asm.jump(Op::JmpLock { ptr, off, up }, to));
        s.emit_jump(|s, to| s.asm.jump(Op::JmpUnlock { ptr, off }, to));
    }
    for _ in 0..=s.operand_choice {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadLock { dst: slot_at(2), ptr, off: 8 }, to));
        s.print_number(2);
    }
    for _ in 0..=s.operand_choice {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadUnlock { dst: slot_at(2), ptr, off: 8 }, to));
        s.print_number(2);
    }
    s.emit_return();
}
/// A different failure in each turn.
fn emit_faults(s: &mut HandwrittenProgram) {
    s.emit(Op::Zero { dst: slot_at(0), n: 8 });
    s.print_number(0);
    s.emit_imm(1, 1);
    let ch = slot_at(0);
    match s.operand_choice {
        0 => {
            s.emit_ext(Op::MapSet { m: slot_at(0), key: slot_at(1), val: slot_at(1) }, 1, MAP_TYPE);
        }
        1 => s.emit(Op::Close { ch }),
        2 => {
            s.emit_ext(Op::MakeChan { dst: ch, size: slot_at(1) }, 0, CHAN_TYPE);
            s.emit(Op::Close { ch });
            s.emit(Op::Send { ch, val: slot_at(1), n: 1 });
        }
        3 => s.emit(Op::CallClosure { win: slot_at(10), f: slot_at(0), n: 0 }),
        4 => s.emit(Op::CallClosureArg { win: slot_at(10), f: slot_at(0), arg: slot_at(1) }),
        5 => s.emit_ext(Op::CallIface { win: slot_at(10), x: slot_at(4) }, 0, 0),
        6 => s.emit_ext(Op::AssertIface { dst: slot_at(2), x: slot_at(4) }, 0, IFACE_TYPE),
        7 => {
            s.emit(Op::LoadType { dst: slot_at(4), ty: Wide::new(1) });
            s.asm.emit(Op::AssertType { dst: slot_at(6), x: slot_at(4) });
            s.asm.emit_ext(2, PAIR_TYPE);
            s.asm.emit_ext(0, ANY_TYPE);
        }
        8 => {
            s.emit(Op::LoadType { dst: slot_at(4), ty: Wide::new(SLICE_TYPE) });
            s.emit(Op::EqIface { dst: slot_at(6), a: slot_at(4), b: slot_at(4) });
        }
        9 => s.emit_ext(Op::SliceToArrayPtr { dst: slot_at(6), a: slot_at(0) }, 0, 2),
        10 => s.emit(Op::Recv { dst: slot_at(6), ch, n: 1 }),
        11 => {
            s.emit_imm(1, -1);
            s.emit_ext(Op::MakeChan { dst: slot_at(6), size: slot_at(1) }, 0, CHAN_TYPE);
        }
        12 => s.emit(Op::Panic { x: slot_at(4) }),
        _ => {
            s.emit_ext(Op::DeferClosure { win: slot_at(10), f: slot_at(0) }, 0, 0);
            s.emit(Op::RunDefers { win: slot_at(10) });
        }
    }
    s.emit_return();
}
