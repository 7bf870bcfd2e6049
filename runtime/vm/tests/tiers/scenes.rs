//! The scenes of [`scenes_support`](crate::scenes_support).
use crate::deferred::{deferred_lists, defers, recover};
use crate::scenes_support::{
    ADDER_FUNC, ANY_TYPE, BYTE_TYPE, CHAN_TYPE, CLOSURE_FUNC, IFACE_TYPE, MAP_STR_TYPE, MAP_TYPE,
    PAIR_TYPE, SENDER_FUNC, SLICE_TYPE, as_slot,
};
use minigo_bytecode::assembler::{Assembler, Label};
use minigo_bytecode::operand::{PrintKind, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{SelectCase, SelectTable};
/// The name of a scene, its number of turns, and the function that builds it.
pub(crate) type NamedScene = (&'static str, usize, fn(&mut Scene));
pub(crate) const SCENES: &[NamedScene] = &[
    ("maps", 3, maps),
    ("maps of strings", 3, maps_of_strings),
    ("channels", 2, channels),
    ("select", 3, select),
    ("calls", 3, calls),
    ("goroutines", 2, goroutines),
    ("defers", 3, defers),
    ("recover", 2, recover),
    ("deferred lists", 4, deferred_lists),
    ("interfaces", 3, interfaces),
    ("slices", 4, slices),
    ("strings", 4, strings),
    ("memory", 3, memory),
    ("atomics", 3, atomics),
    ("locks", 3, locks),
    ("faults", 14, faults),
];

/// A function that is being built.
pub(crate) struct Scene {
    pub(crate) asm: Assembler,
    pub(crate) recover_pc: Option<u32>,
    pub(crate) selects: Vec<SelectTable>,
    pub(crate) turn: usize,
}
impl Scene {
    pub(crate) fn new(turn: usize) -> Self {
        Self { asm: Assembler::new(), recover_pc: None, selects: Vec::new(), turn }
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
        self.emit(Op::LoadImm { dst: as_slot(to), imm: Wide::from_signed(value) });
    }
    fn emit_string(&mut self, to: u16, k: u32) {
        self.emit(Op::LoadStr { dst: as_slot(to), k: Wide::new(k) });
    }
    fn emit_print(&mut self, slot: u16, kind: PrintKind) {
        self.emit(Op::Print { src: as_slot(slot), kind: kind as u16 });
        self.emit(Op::Print { src: as_slot(slot), kind: PrintKind::Newline as u16 });
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
            Op::MakeSlice { dst: as_slot(to), len: as_slot(to + 4), cap: as_slot(to + 4) },
            0,
            1,
        );
        for i in 0..3 {
            self.emit_imm(to + 4, i);
            self.emit_imm(to + 5, 10 + i);
            self.emit(Op::SetIndex64 { x: as_slot(to), i: as_slot(to + 4), src: as_slot(to + 5) });
        }
    }
    /// Prints the elements of a slice of `int`.
    fn print_ints(&mut self, x: u16) {
        self.emit_imm(40, 0);
        let (top, end) = (self.asm.label(), self.asm.label());
        self.asm.jump(Op::JmpLe { a: as_slot(x + 1), b: as_slot(40), to: 0 }, end);
        self.asm.bind(top);
        self.emit(Op::Index64 { dst: as_slot(41), x: as_slot(x), i: as_slot(40) });
        self.print_number(41);
        self.asm.jump(Op::ForLt { i: as_slot(40), n: as_slot(x + 1), to: 0 }, top);
        self.asm.bind(end);
    }
    /// Makes a closure of [`CLOSURE_FUNC`] that has captured a number.
    pub(crate) fn make_closure(&mut self, to: u16, captured: i32) {
        self.emit_imm(to + 1, captured);
        self.emit(Op::NewClosure { dst: as_slot(to), func: Wide::new(CLOSURE_FUNC) });
        self.emit(Op::Store64 { ptr: as_slot(to), off: 8, src: as_slot(to + 1) });
    }
    /// Makes an interface value that holds a pair.
    fn make_boxed_pair(&mut self, to: u16, a: i32, b: i32) {
        self.emit_imm(to + 2, a);
        self.emit_imm(to + 3, b);
        self.emit_ext(Op::BoxIface { dst: as_slot(to), src: as_slot(to + 2) }, 2, PAIR_TYPE);
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
    pub(crate) fn end(&mut self) {
        self.emit(Op::Ret {});
    }
}
fn maps(s: &mut Scene) {
    let turn = s.turn as i32;
    s.emit_imm(1, turn * 10);
    s.emit_ext(Op::MakeMap { dst: as_slot(0), hint: as_slot(1) }, 0, MAP_TYPE);
    s.emit_imm(2, 0);
    let top = s.asm.label();
    s.asm.bind(top);
    s.emit(Op::MulImm { dst: as_slot(3), a: as_slot(2), imm: 7 });
    s.emit_ext(Op::MapSetWord { m: as_slot(0), key: as_slot(2), val: as_slot(3) }, 1, MAP_TYPE);
    s.asm.jump(Op::ForLtImm { i: as_slot(2), imm: 4 + 10 * s.turn as i16, to: 0 }, top);
    s.emit_imm(2, 100);
    s.emit_ext(Op::MapSet { m: as_slot(0), key: as_slot(2), val: as_slot(2) }, 1, MAP_TYPE);
    for key in [100, 3, -1] {
        s.emit_imm(2, key);
        s.emit_ext(Op::MapGet { dst: as_slot(4), m: as_slot(0), key: as_slot(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.emit_ext(Op::MapGetWord { dst: as_slot(4), m: as_slot(0), key: as_slot(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.emit_ext(Op::MapGetOk { dst: as_slot(4), m: as_slot(0), key: as_slot(2) }, 1, MAP_TYPE);
        s.print_number(4);
        s.print_number(5);
        s.emit_ext(Op::MapDelete { m: as_slot(0), key: as_slot(2) }, 0, MAP_TYPE);
        s.emit(Op::MapLen { dst: as_slot(4), m: as_slot(0) });
        s.print_number(4);
    }
    // The order of iteration is random, but the sums are not.
    s.emit(Op::MapIter { dst: as_slot(6), m: as_slot(0) });
    s.emit_imm(7, 0);
    s.emit_imm(8, 0);
    let (next, over) = (s.asm.label(), s.asm.label());
    s.asm.bind(next);
    s.asm.jump(Op::MapNext { iter: as_slot(6), to: Wide::default() }, over);
    s.emit_ext(Op::MapIterKey { dst: as_slot(9), iter: as_slot(6) }, 1, MAP_TYPE);
    s.emit(Op::Add { dst: as_slot(7), a: as_slot(7), b: as_slot(9) });
    s.emit_ext(Op::MapIterValue { dst: as_slot(9), iter: as_slot(6) }, 1, MAP_TYPE);
    s.emit(Op::Add { dst: as_slot(8), a: as_slot(8), b: as_slot(9) });
    s.asm.jump(Op::Loop { to: Wide::default() }, next);
    s.asm.bind(over);
    s.print_number(7);
    s.print_number(8);
    s.emit(Op::MapClear { m: as_slot(0) });
    s.emit(Op::MapLen { dst: as_slot(4), m: as_slot(0) });
    s.print_number(4);
    s.end();
}
fn maps_of_strings(s: &mut Scene) {
    s.emit_imm(1, 0);
    // In the last turn the map is nil.
    s.emit_imm(0, 0);
    if s.turn < 2 {
        s.emit_ext(Op::MakeMap { dst: as_slot(0), hint: as_slot(1) }, 0, MAP_STR_TYPE);
        s.emit_string(2, 1 + s.turn as u32);
        s.emit_string(4, 3);
        s.emit_ext(Op::MapSet { m: as_slot(0), key: as_slot(2), val: as_slot(4) }, 2, MAP_STR_TYPE);
    }
    for k in 0..3 {
        s.emit_string(2, k);
        s.emit_ext(
            Op::MapGetOk { dst: as_slot(6), m: as_slot(0), key: as_slot(2) },
            2,
            MAP_STR_TYPE,
        );
        s.print_string(6);
        s.print_number(8);
        s.emit_ext(Op::MapGet { dst: as_slot(6), m: as_slot(0), key: as_slot(2) }, 2, MAP_STR_TYPE);
        s.print_string(6);
    }
    s.emit(Op::MapIter { dst: as_slot(10), m: as_slot(0) });
    let over = s.asm.label();
    s.asm.jump(Op::MapNext { iter: as_slot(10), to: Wide::default() }, over);
    s.emit_ext(Op::MapIterKey { dst: as_slot(12), iter: as_slot(10) }, 2, MAP_STR_TYPE);
    s.print_string(12);
    s.emit_ext(Op::MapIterValue { dst: as_slot(12), iter: as_slot(10) }, 2, MAP_STR_TYPE);
    s.print_string(12);
    s.asm.bind(over);
    s.emit_ext(Op::MapDelete { m: as_slot(0), key: as_slot(2) }, 0, MAP_STR_TYPE);
    s.emit(Op::MapLen { dst: as_slot(4), m: as_slot(0) });
    s.print_number(4);
    s.end();
}
/// In the second turn no operation waits, since the buffer has room.
fn channels(s: &mut Scene) {
    s.emit_imm(1, [0, 8][s.turn]);
    s.emit_ext(Op::MakeChan { dst: as_slot(0), size: as_slot(1) }, 0, CHAN_TYPE);
    s.emit(Op::ChanCap { dst: as_slot(2), ch: as_slot(0) });
    s.print_number(2);
    s.emit(Op::Mov { dst: as_slot(10), src: as_slot(0) });
    s.emit_imm(11, 6);
    s.emit_ext(Op::GoFunc { win: as_slot(10), func: Wide::new(SENDER_FUNC) }, 2, 0);
    for _ in 0..4 {
        s.emit(Op::Recv { dst: as_slot(3), ch: as_slot(0), n: 1 });
        s.print_number(3);
    }
    for _ in 0..3 {
        s.emit(Op::RecvOk { dst: as_slot(3), ch: as_slot(0), n: 1 });
        s.print_number(3);
        s.print_number(4);
    }
    s.emit(Op::ChanLen { dst: as_slot(2), ch: as_slot(0) });
    s.print_number(2);
    s.end();
}
fn select(s: &mut Scene) {
    let case = |send, ok: Option<u16>| SelectCase {
        channel: as_slot(if send { 1 } else { 0 }),
        is_send: send,
        value: as_slot(if send { 5 } else { 6 }),
        value_slots: 1,
        ok_slot: ok.map(as_slot),
    };
    let table = |cases, has_default| SelectTable { cases, has_default };
    s.selects = vec![
        table(vec![case(false, Some(7))], true),
        table(vec![case(true, None)], true),
        // In the last turn both selects block until another goroutine comes.
        table(vec![case(false, Some(7)), case(true, None)], s.turn < 2),
    ];
    s.emit_imm(2, [1, 2, 0][s.turn]);
    s.emit_ext(Op::MakeChan { dst: as_slot(0), size: as_slot(2) }, 0, CHAN_TYPE);
    s.emit_imm(1, 0);
    if s.turn < 2 {
        s.emit(Op::Mov { dst: as_slot(1), src: as_slot(0) });
    }
    s.emit_imm(5, 77);
    // The slot of a receive case that was not chosen is undefined.
    let communicates = |s: &mut Scene, op, received: bool| {
        s.emit(op);
        s.print_number(3);
        if received {
            s.print_number(6);
            s.print_number(7);
        }
    };
    let one = |table| Op::SelectOne { dst: as_slot(3), table: Wide::new(table) };
    let of_two = Op::Select { dst: as_slot(3), table: Wide::new(2) };
    communicates(s, one(0), false);
    if s.turn < 2 {
        communicates(s, one(1), false);
        communicates(s, one(0), true);
        // With two ready cases the choice would be random: only one is ready.
        communicates(s, of_two, false);
        communicates(s, one(0), true);
    } else {
        s.emit(Op::Mov { dst: as_slot(10), src: as_slot(0) });
        s.emit_imm(11, 2);
        s.emit_ext(Op::GoFunc { win: as_slot(10), func: Wide::new(SENDER_FUNC) }, 2, 0);
        for _ in 0..3 {
            communicates(s, of_two, true);
        }
    }
    s.end();
}
fn calls(s: &mut Scene) {
    let turn = s.turn as i32;
    s.emit_imm(10, turn + 3);
    s.emit_imm(11, 5);
    s.emit(Op::Call { win: as_slot(10), func: Wide::new(ADDER_FUNC) });
    s.print_number(10);
    s.make_closure(0, 1000 + turn);
    s.emit_imm(10, turn);
    s.emit_imm(11, 6);
    s.emit(Op::CallClosure { win: as_slot(10), f: as_slot(0), n: 2 });
    s.print_number(10);
    s.emit_imm(2, 9);
    s.emit_imm(11, 8);
    s.emit(Op::CallClosureArg { win: as_slot(10), f: as_slot(0), arg: as_slot(2) });
    s.print_number(10);
    s.emit(Op::FuncValue { dst: as_slot(3), func: Wide::new(ADDER_FUNC) });
    s.emit_imm(10, 1);
    s.emit_imm(11, turn);
    s.emit(Op::CallClosure { win: as_slot(10), f: as_slot(3), n: 2 });
    s.print_number(10);
    s.make_boxed_pair(4, 20, turn);
    s.emit_ext(Op::CallIface { win: as_slot(10), x: as_slot(4) }, 0, 0);
    s.print_number(10);
    s.emit_ext(Op::BindIface { dst: as_slot(6), x: as_slot(4) }, 0, 0);
    s.emit(Op::CallClosure { win: as_slot(10), f: as_slot(6), n: 0 });
    s.print_number(10);
    s.emit_imm(10, 14 + turn);
    s.emit(Op::CallNative { win: as_slot(10), native: Wide::new(0) });
    s.print_number(10);
    s.end();
}
/// A goroutine with a closure ends unobserved; the channel shows that other goroutines ran.
fn goroutines(s: &mut Scene) {
    s.make_closure(2, 5);
    s.emit_imm(10, 1);
    s.emit_imm(11, 2);
    s.emit_ext(Op::GoClosure { win: as_slot(10), f: as_slot(2) }, 2, 0);
    s.emit(Op::FuncValue { dst: as_slot(4), func: Wide::new(SENDER_FUNC) });
    s.emit_imm(1, s.turn as i32);
    s.emit_ext(Op::MakeChan { dst: as_slot(0), size: as_slot(1) }, 0, CHAN_TYPE);
    s.emit(Op::Mov { dst: as_slot(10), src: as_slot(0) });
    s.emit_imm(11, 3);
    s.emit_ext(Op::GoClosure { win: as_slot(10), f: as_slot(4) }, 2, 0);
    for _ in 0..4 {
        s.emit(Op::RecvOk { dst: as_slot(5), ch: as_slot(0), n: 1 });
        s.print_number(5);
        s.print_number(6);
    }
    s.end();
}
fn interfaces(s: &mut Scene) {
    let turn = s.turn as i32;
    s.make_boxed_pair(0, 1, turn);
    s.make_boxed_pair(4, 1, 1);
    s.emit(Op::LoadType { dst: as_slot(8), ty: Wide::new(1) });
    s.emit_imm(9, turn);
    for (a, b) in [(0, 4), (0, 8), (8, 8)] {
        s.emit(Op::EqIface { dst: as_slot(12), a: as_slot(a), b: as_slot(b) });
        s.print_number(12);
    }
    s.asm.emit(Op::AssertType { dst: as_slot(12), x: as_slot(0) });
    s.asm.emit_ext(2, PAIR_TYPE);
    s.asm.emit_ext(0, ANY_TYPE);
    s.print_number(12);
    s.print_number(13);
    for x in [0, 8] {
        s.emit_ext(Op::AssertTypeOk { dst: as_slot(12), x: as_slot(x) }, 2, PAIR_TYPE);
        (12..15).for_each(|slot| s.print_number(slot));
        s.emit_ext(Op::AssertTypeOk { dst: as_slot(12), x: as_slot(x) }, 1, 1);
        (12..14).for_each(|slot| s.print_number(slot));
        s.emit_ext(Op::AssertIfaceOk { dst: as_slot(12), x: as_slot(x) }, 0, IFACE_TYPE);
        s.print_number(12);
        s.print_number(14);
    }
    s.emit_ext(Op::AssertIface { dst: as_slot(12), x: as_slot(0) }, 0, IFACE_TYPE);
    s.emit_ext(Op::CallIface { win: as_slot(18), x: as_slot(12) }, 0, 0);
    s.print_number(18);
    s.emit_ext(Op::Unbox { dst: as_slot(12), data: as_slot(1) }, 2, PAIR_TYPE);
    s.print_number(12);
    s.print_number(13);
    s.emit_imm(14, 1);
    s.emit_imm(15, 1);
    s.emit_ext(Op::EqTyped { dst: as_slot(16), a: as_slot(12), b: as_slot(14) }, 2, PAIR_TYPE);
    s.print_number(16);
    s.emit_ext(Op::EqMem { dst: as_slot(16), a: as_slot(1), b: as_slot(5) }, 0, PAIR_TYPE);
    s.print_number(16);
    s.end();
}
fn slices(s: &mut Scene) {
    let turn = s.turn as i32;
    s.make_int_slice(0);
    s.emit_imm(10, 20);
    s.emit_imm(11, 21);
    s.emit_ext(Op::Append { dst: as_slot(0), x: as_slot(0), first: as_slot(10) }, 2, 1);
    s.print_ints(0);
    s.make_int_slice(14);
    if s.turn == 3 {
        s.emit(Op::Zero { dst: as_slot(14), n: 3 });
    }
    s.emit_ext(Op::AppendSlice { dst: as_slot(14), x: as_slot(14), y: as_slot(0) }, 0, 1);
    s.print_ints(14);
    s.emit_imm(10, turn * 2);
    s.emit_ext(Op::AppendZeros { dst: as_slot(14), x: as_slot(14), n: as_slot(10) }, 0, 1);
    s.print_ints(14);
    s.emit_ext(Op::Copy { dst: as_slot(3), to: as_slot(0), from: as_slot(14) }, 0, 1);
    s.print_number(3);
    s.print_ints(0);
    s.emit_ext(Op::SliceToArrayPtr { dst: as_slot(3), a: as_slot(0) }, 0, 2);
    s.emit(Op::Load64 { dst: as_slot(4), ptr: as_slot(3), off: 8 });
    s.print_number(4);
    s.emit_imm(10, turn);
    s.emit_ext(Op::UnsafeSlice { dst: as_slot(20), ptr: as_slot(3), len: as_slot(10) }, 0, 1);
    s.print_ints(20);
    s.emit_ext(Op::ClearSlice { x: as_slot(20) }, 0, 1);
    s.print_ints(0);
    // Bytes, and strings with pointers.
    s.emit_string(24, s.turn as u32);
    s.emit(Op::Zero { dst: as_slot(27), n: 3 });
    s.emit_ext(Op::AppendSlice { dst: as_slot(27), x: as_slot(27), y: as_slot(24) }, 0, BYTE_TYPE);
    s.emit(Op::BytesToStr { dst: as_slot(24), a: as_slot(27) });
    s.print_string(24);
    s.emit(Op::Zero { dst: as_slot(30), n: 3 });
    s.emit_ext(Op::Append { dst: as_slot(30), x: as_slot(30), first: as_slot(24) }, 1, 2);
    s.emit_ext(Op::AppendSlice { dst: as_slot(30), x: as_slot(30), y: as_slot(30) }, 0, 2);
    s.print_number(31);
    s.emit_ext(Op::ClearSlice { x: as_slot(30) }, 0, 2);
    s.emit(Op::Load128 { dst: as_slot(24), ptr: as_slot(30), off: 0 });
    s.print_string(24);
    s.end();
}
fn strings(s: &mut Scene) {
    s.emit_string(0, s.turn as u32);
    s.emit_string(2, 2);
    s.emit_string(4, 1);
    s.emit(Op::Concat { dst: as_slot(6), first: as_slot(0), n: 3 });
    s.print_string(6);
    for other in [0, 2, 6] {
        s.emit(Op::EqStr { dst: as_slot(8), a: as_slot(0), b: as_slot(other) });
        s.print_number(8);
        s.emit(Op::LtStr { dst: as_slot(8), a: as_slot(0), b: as_slot(other) });
        s.print_number(8);
        s.emit(Op::LeStr { dst: as_slot(8), a: as_slot(0), b: as_slot(other) });
        s.print_number(8);
    }
    s.emit_imm(8, [65, 0x20ac, -1, 0xd800][s.turn]);
    s.emit(Op::IntToStr { dst: as_slot(8), a: as_slot(8) });
    s.print_string(8);
    s.emit(Op::StrToBytes { dst: as_slot(10), a: as_slot(6), room: 0 });
    s.print_number(11);
    s.emit(Op::BytesToStr { dst: as_slot(8), a: as_slot(10) });
    s.print_string(8);
    s.emit(Op::StrToRunes { dst: as_slot(13), a: as_slot(6), room: 32 });
    s.print_number(14);
    s.emit(Op::RunesToStr { dst: as_slot(8), a: as_slot(13) });
    s.print_string(8);
    s.emit_imm(16, s.turn as i32);
    s.emit(Op::UnsafeString { dst: as_slot(8), ptr: as_slot(10), len: as_slot(16) });
    s.print_number(9);
    s.end();
}
fn memory(s: &mut Scene) {
    s.make_int_slice(0);
    let bytes = [24, 13, 1][s.turn];
    s.emit(Op::Zero { dst: as_slot(6), n: 3 });
    s.emit(Op::LoadMem { dst: as_slot(6), ptr: as_slot(0), bytes });
    (6..9).for_each(|slot| s.print_number(slot));
    s.emit_imm(10, -1);
    s.emit_imm(11, 0x1234_5678);
    s.emit_imm(12, 99);
    s.emit(Op::StoreMem { ptr: as_slot(0), src: as_slot(10), bytes });
    s.print_ints(0);
    s.emit(Op::New { dst: as_slot(14), ty: Wide::new(PAIR_TYPE) });
    s.emit_ext(Op::StoreTyped { ptr: as_slot(14), src: as_slot(11) }, 2, PAIR_TYPE);
    s.emit_ext(Op::CopyTyped { dst: as_slot(0), src: as_slot(14) }, 0, PAIR_TYPE);
    s.print_ints(0);
    s.emit(Op::ZeroTyped { ptr: as_slot(0), ty: Wide::new(1) });
    s.print_ints(0);
    s.emit(Op::New { dst: as_slot(15), ty: Wide::new(2) });
    s.emit_string(16, 1);
    s.emit_ext(Op::StoreTyped { ptr: as_slot(15), src: as_slot(16) }, 2, 2);
    s.emit(Op::New { dst: as_slot(18), ty: Wide::new(2) });
    s.emit_ext(Op::CopyTyped { dst: as_slot(18), src: as_slot(15) }, 0, 2);
    s.emit(Op::ZeroTyped { ptr: as_slot(15), ty: Wide::new(2) });
    s.emit(Op::Load128 { dst: as_slot(16), ptr: as_slot(18), off: 0 });
    s.print_string(16);
    let off = 20 * 8 + 3;
    s.emit(Op::Zero { dst: as_slot(20), n: 2 });
    s.asm.emit(Op::PartCopy { off: Wide::new(off) });
    s.asm.emit_ext(4 + s.turn as u16, 11 * 8 + 1);
    s.print_number(20);
    s.print_number(21);
    s.end();
}
fn atomics(s: &mut Scene) {
    s.emit(Op::GlobalAddr { dst: as_slot(0), off: Wide::new(64) });
    s.emit_imm(1, [5, -1, i32::MAX][s.turn]);
    let (ptr, src) = (as_slot(0), as_slot(1));
    s.emit(Op::AtomicStore32 { ptr, off: 0, src });
    s.emit(Op::AtomicStore64 { ptr, off: 8, src });
    let note_all = |s: &mut Scene| {
        s.emit(Op::AtomicLoadI32 { dst: as_slot(2), ptr, off: 0 });
        s.print_number(2);
        s.emit(Op::AtomicLoadU32 { dst: as_slot(2), ptr, off: 0 });
        s.print_number(2);
        s.emit(Op::AtomicLoad64 { dst: as_slot(2), ptr, off: 8 });
        s.print_number(2);
    };
    note_all(s);
    let dst = as_slot(3);
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
    s.emit(Op::AddrOff { dst: as_slot(4), ptr, off: 8 });
    for old in [3, 4] {
        s.emit_imm(6, old);
        s.emit_imm(7, 40);
        s.emit(Op::AtomicCas32 { dst, ptr, args: as_slot(6) });
        s.print_number(3);
        s.emit(Op::AtomicCas64 { dst, ptr: as_slot(4), args: as_slot(6) });
        s.print_number(3);
    }
    note_all(s);
    s.end();
}
fn locks(s: &mut Scene) {
    s.emit(Op::GlobalAddr { dst: as_slot(0), off: Wide::new(128) });
    s.emit(Op::Zero { dst: as_slot(1), n: 1 });
    let (ptr, off) = (as_slot(0), 0);
    s.emit(Op::AtomicStore64 { ptr, off, src: as_slot(1) });
    s.emit(Op::AtomicStore64 { ptr, off: 8, src: as_slot(1) });
    s.emit(Op::AtomicStore64 { ptr, off: 16, src: as_slot(1) });
    for k in [0x0100, 0x0100, 0x0001] {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpCas32 { ptr, off: 16, k }, to));
    }
    let up = 0;
    for _ in 0..=s.turn {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpLock { ptr, off, up }, to));
        s.emit_jump(|s, to| s.asm.jump(Op::JmpLock { ptr, off, up }, to));
        s.emit_jump(|s, to| s.asm.jump(Op::JmpUnlock { ptr, off }, to));
    }
    for _ in 0..=s.turn {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadLock { dst: as_slot(2), ptr, off: 8 }, to));
        s.print_number(2);
    }
    for _ in 0..=s.turn {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadUnlock { dst: as_slot(2), ptr, off: 8 }, to));
        s.print_number(2);
    }
    s.end();
}
/// A different failure in each turn.
fn faults(s: &mut Scene) {
    s.emit(Op::Zero { dst: as_slot(0), n: 8 });
    s.print_number(0);
    s.emit_imm(1, 1);
    let ch = as_slot(0);
    match s.turn {
        0 => {
            s.emit_ext(Op::MapSet { m: as_slot(0), key: as_slot(1), val: as_slot(1) }, 1, MAP_TYPE);
        }
        1 => s.emit(Op::Close { ch }),
        2 => {
            s.emit_ext(Op::MakeChan { dst: ch, size: as_slot(1) }, 0, CHAN_TYPE);
            s.emit(Op::Close { ch });
            s.emit(Op::Send { ch, val: as_slot(1), n: 1 });
        }
        3 => s.emit(Op::CallClosure { win: as_slot(10), f: as_slot(0), n: 0 }),
        4 => s.emit(Op::CallClosureArg { win: as_slot(10), f: as_slot(0), arg: as_slot(1) }),
        5 => s.emit_ext(Op::CallIface { win: as_slot(10), x: as_slot(4) }, 0, 0),
        6 => s.emit_ext(Op::AssertIface { dst: as_slot(2), x: as_slot(4) }, 0, IFACE_TYPE),
        7 => {
            s.emit(Op::LoadType { dst: as_slot(4), ty: Wide::new(1) });
            s.asm.emit(Op::AssertType { dst: as_slot(6), x: as_slot(4) });
            s.asm.emit_ext(2, PAIR_TYPE);
            s.asm.emit_ext(0, ANY_TYPE);
        }
        8 => {
            s.emit(Op::LoadType { dst: as_slot(4), ty: Wide::new(SLICE_TYPE) });
            s.emit(Op::EqIface { dst: as_slot(6), a: as_slot(4), b: as_slot(4) });
        }
        9 => s.emit_ext(Op::SliceToArrayPtr { dst: as_slot(6), a: as_slot(0) }, 0, 2),
        10 => s.emit(Op::Recv { dst: as_slot(6), ch, n: 1 }),
        11 => {
            s.emit_imm(1, -1);
            s.emit_ext(Op::MakeChan { dst: as_slot(6), size: as_slot(1) }, 0, CHAN_TYPE);
        }
        12 => s.emit(Op::Panic { x: as_slot(4) }),
        _ => {
            s.emit_ext(Op::DeferClosure { win: as_slot(10), f: as_slot(0) }, 0, 0);
            s.emit(Op::RunDefers { win: as_slot(10) });
        }
    }
    s.end();
}
