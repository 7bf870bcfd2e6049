//! The scenes of [`acting`](crate::acting).
use crate::acting::{ADDER, ANY, BYTE, CHAN, CLOSURE, IFACE, MAP, MAP_STR, PAIR, SENDER, SLICE, r};
use crate::deferred::{deferred_lists, defers, recover};
use minigo_bytecode::assembler::{Assembler, Label};
use minigo_bytecode::operand::{PrintKind, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{SelectCase, SelectTable};
/// The name of a scene, its number of turns, and the function that builds it.
pub(crate) type Named = (&'static str, usize, fn(&mut Scene));
pub(crate) const SCENES: &[Named] = &[
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
    pub(crate) fn op(&mut self, op: Op) {
        self.asm.emit(op);
    }
    /// Emits an instruction with its `Ext`.
    pub(crate) fn ext(&mut self, op: Op, a: u16, b: u32) {
        self.asm.emit(op);
        self.asm.emit_ext(a, b);
    }
    pub(crate) fn imm(&mut self, to: u16, value: i32) {
        self.op(Op::LoadImm { dst: r(to), imm: Wide::from_signed(value) });
    }
    fn string(&mut self, to: u16, k: u32) {
        self.op(Op::LoadStr { dst: r(to), k: Wide::new(k) });
    }
    fn say(&mut self, slot: u16, kind: PrintKind) {
        self.op(Op::Print { src: r(slot), kind: kind as u16 });
        self.op(Op::Print { src: r(slot), kind: PrintKind::Newline as u16 });
    }
    /// `println` of a number.
    fn note(&mut self, slot: u16) {
        self.say(slot, PrintKind::Int);
    }
    fn note_string(&mut self, slot: u16) {
        self.say(slot, PrintKind::String);
    }
    /// Puts a slice of three `int`, 10, 11 and 12, into three slots.
    fn ints(&mut self, to: u16) {
        self.imm(to + 4, 3);
        self.ext(Op::MakeSlice { dst: r(to), len: r(to + 4), cap: r(to + 4) }, 0, 1);
        for i in 0..3 {
            self.imm(to + 4, i);
            self.imm(to + 5, 10 + i);
            self.op(Op::SetIndex64 { x: r(to), i: r(to + 4), src: r(to + 5) });
        }
    }
    /// Prints the elements of a slice of `int`.
    fn note_ints(&mut self, x: u16) {
        self.imm(40, 0);
        let (top, end) = (self.asm.label(), self.asm.label());
        self.asm.jump(Op::JmpLe { a: r(x + 1), b: r(40), to: 0 }, end);
        self.asm.bind(top);
        self.op(Op::Index64 { dst: r(41), x: r(x), i: r(40) });
        self.note(41);
        self.asm.jump(Op::ForLt { i: r(40), n: r(x + 1), to: 0 }, top);
        self.asm.bind(end);
    }
    /// Makes a closure of [`CLOSURE`] that has captured a number.
    pub(crate) fn closure(&mut self, to: u16, captured: i32) {
        self.imm(to + 1, captured);
        self.op(Op::NewClosure { dst: r(to), func: Wide::new(CLOSURE) });
        self.op(Op::Store64 { ptr: r(to), off: 8, src: r(to + 1) });
    }
    /// Makes an interface value that holds a pair.
    fn boxed(&mut self, to: u16, a: i32, b: i32) {
        self.imm(to + 2, a);
        self.imm(to + 3, b);
        self.ext(Op::BoxIface { dst: r(to), src: r(to + 2) }, 2, PAIR);
    }
    /// Emits a jump, with its `Ext` (`a`, and the distance) if it has one; prints whether it was taken.
    fn emit_jump(&mut self, make: impl FnOnce(&mut Self, Label)) {
        let (taken, end) = (self.asm.label(), self.asm.label());
        make(self, taken);
        self.imm(40, 0);
        self.asm.jump(Op::Jmp { to: Wide::default() }, end);
        self.asm.bind(taken);
        self.imm(40, 1);
        self.asm.bind(end);
        self.note(40);
    }
    pub(crate) fn end(&mut self) {
        self.op(Op::Ret {});
    }
}
fn maps(s: &mut Scene) {
    let turn = s.turn as i32;
    s.imm(1, turn * 10);
    s.ext(Op::MakeMap { dst: r(0), hint: r(1) }, 0, MAP);
    s.imm(2, 0);
    let top = s.asm.label();
    s.asm.bind(top);
    s.op(Op::MulImm { dst: r(3), a: r(2), imm: 7 });
    s.ext(Op::MapSetWord { m: r(0), key: r(2), val: r(3) }, 1, MAP);
    s.asm.jump(Op::ForLtImm { i: r(2), imm: 4 + 10 * s.turn as i16, to: 0 }, top);
    s.imm(2, 100);
    s.ext(Op::MapSet { m: r(0), key: r(2), val: r(2) }, 1, MAP);
    for key in [100, 3, -1] {
        s.imm(2, key);
        s.ext(Op::MapGet { dst: r(4), m: r(0), key: r(2) }, 1, MAP);
        s.note(4);
        s.ext(Op::MapGetWord { dst: r(4), m: r(0), key: r(2) }, 1, MAP);
        s.note(4);
        s.ext(Op::MapGetOk { dst: r(4), m: r(0), key: r(2) }, 1, MAP);
        s.note(4);
        s.note(5);
        s.ext(Op::MapDelete { m: r(0), key: r(2) }, 0, MAP);
        s.op(Op::MapLen { dst: r(4), m: r(0) });
        s.note(4);
    }
    // The order of iteration is random, but the sums are not.
    s.op(Op::MapIter { dst: r(6), m: r(0) });
    s.imm(7, 0);
    s.imm(8, 0);
    let (next, over) = (s.asm.label(), s.asm.label());
    s.asm.bind(next);
    s.asm.jump(Op::MapNext { iter: r(6), to: Wide::default() }, over);
    s.ext(Op::MapIterKey { dst: r(9), iter: r(6) }, 1, MAP);
    s.op(Op::Add { dst: r(7), a: r(7), b: r(9) });
    s.ext(Op::MapIterValue { dst: r(9), iter: r(6) }, 1, MAP);
    s.op(Op::Add { dst: r(8), a: r(8), b: r(9) });
    s.asm.jump(Op::Loop { to: Wide::default() }, next);
    s.asm.bind(over);
    s.note(7);
    s.note(8);
    s.op(Op::MapClear { m: r(0) });
    s.op(Op::MapLen { dst: r(4), m: r(0) });
    s.note(4);
    s.end();
}
fn maps_of_strings(s: &mut Scene) {
    s.imm(1, 0);
    // In the last turn the map is nil.
    s.imm(0, 0);
    if s.turn < 2 {
        s.ext(Op::MakeMap { dst: r(0), hint: r(1) }, 0, MAP_STR);
        s.string(2, 1 + s.turn as u32);
        s.string(4, 3);
        s.ext(Op::MapSet { m: r(0), key: r(2), val: r(4) }, 2, MAP_STR);
    }
    for k in 0..3 {
        s.string(2, k);
        s.ext(Op::MapGetOk { dst: r(6), m: r(0), key: r(2) }, 2, MAP_STR);
        s.note_string(6);
        s.note(8);
        s.ext(Op::MapGet { dst: r(6), m: r(0), key: r(2) }, 2, MAP_STR);
        s.note_string(6);
    }
    s.op(Op::MapIter { dst: r(10), m: r(0) });
    let over = s.asm.label();
    s.asm.jump(Op::MapNext { iter: r(10), to: Wide::default() }, over);
    s.ext(Op::MapIterKey { dst: r(12), iter: r(10) }, 2, MAP_STR);
    s.note_string(12);
    s.ext(Op::MapIterValue { dst: r(12), iter: r(10) }, 2, MAP_STR);
    s.note_string(12);
    s.asm.bind(over);
    s.ext(Op::MapDelete { m: r(0), key: r(2) }, 0, MAP_STR);
    s.op(Op::MapLen { dst: r(4), m: r(0) });
    s.note(4);
    s.end();
}
/// In the second turn no operation waits, since the buffer has room.
fn channels(s: &mut Scene) {
    s.imm(1, [0, 8][s.turn]);
    s.ext(Op::MakeChan { dst: r(0), size: r(1) }, 0, CHAN);
    s.op(Op::ChanCap { dst: r(2), ch: r(0) });
    s.note(2);
    s.op(Op::Mov { dst: r(10), src: r(0) });
    s.imm(11, 6);
    s.ext(Op::GoFunc { win: r(10), func: Wide::new(SENDER) }, 2, 0);
    for _ in 0..4 {
        s.op(Op::Recv { dst: r(3), ch: r(0), n: 1 });
        s.note(3);
    }
    for _ in 0..3 {
        s.op(Op::RecvOk { dst: r(3), ch: r(0), n: 1 });
        s.note(3);
        s.note(4);
    }
    s.op(Op::ChanLen { dst: r(2), ch: r(0) });
    s.note(2);
    s.end();
}
fn select(s: &mut Scene) {
    let case = |send, ok: Option<u16>| SelectCase {
        channel: r(if send { 1 } else { 0 }),
        send,
        value: r(if send { 5 } else { 6 }),
        value_slots: 1,
        ok_slot: ok.map(r),
    };
    let table = |cases, has_default| SelectTable { cases, has_default };
    s.selects = vec![
        table(vec![case(false, Some(7))], true),
        table(vec![case(true, None)], true),
        // In the last turn both selects block until another goroutine comes.
        table(vec![case(false, Some(7)), case(true, None)], s.turn < 2),
    ];
    s.imm(2, [1, 2, 0][s.turn]);
    s.ext(Op::MakeChan { dst: r(0), size: r(2) }, 0, CHAN);
    s.imm(1, 0);
    if s.turn < 2 {
        s.op(Op::Mov { dst: r(1), src: r(0) });
    }
    s.imm(5, 77);
    // The slot of a receive case that was not chosen is undefined.
    let communicates = |s: &mut Scene, op, received: bool| {
        s.op(op);
        s.note(3);
        if received {
            s.note(6);
            s.note(7);
        }
    };
    let one = |table| Op::SelectOne { dst: r(3), table: Wide::new(table) };
    let of_two = Op::Select { dst: r(3), table: Wide::new(2) };
    communicates(s, one(0), false);
    if s.turn < 2 {
        communicates(s, one(1), false);
        communicates(s, one(0), true);
        // With two ready cases the choice would be random: only one is ready.
        communicates(s, of_two, false);
        communicates(s, one(0), true);
    } else {
        s.op(Op::Mov { dst: r(10), src: r(0) });
        s.imm(11, 2);
        s.ext(Op::GoFunc { win: r(10), func: Wide::new(SENDER) }, 2, 0);
        for _ in 0..3 {
            communicates(s, of_two, true);
        }
    }
    s.end();
}
fn calls(s: &mut Scene) {
    let turn = s.turn as i32;
    s.imm(10, turn + 3);
    s.imm(11, 5);
    s.op(Op::Call { win: r(10), func: Wide::new(ADDER) });
    s.note(10);
    s.closure(0, 1000 + turn);
    s.imm(10, turn);
    s.imm(11, 6);
    s.op(Op::CallClosure { win: r(10), f: r(0), n: 2 });
    s.note(10);
    s.imm(2, 9);
    s.imm(11, 8);
    s.op(Op::CallClosureArg { win: r(10), f: r(0), arg: r(2) });
    s.note(10);
    s.op(Op::FuncValue { dst: r(3), func: Wide::new(ADDER) });
    s.imm(10, 1);
    s.imm(11, turn);
    s.op(Op::CallClosure { win: r(10), f: r(3), n: 2 });
    s.note(10);
    s.boxed(4, 20, turn);
    s.ext(Op::CallIface { win: r(10), x: r(4) }, 0, 0);
    s.note(10);
    s.ext(Op::BindIface { dst: r(6), x: r(4) }, 0, 0);
    s.op(Op::CallClosure { win: r(10), f: r(6), n: 0 });
    s.note(10);
    s.imm(10, 14 + turn);
    s.op(Op::CallNative { win: r(10), native: Wide::new(0) });
    s.note(10);
    s.end();
}
/// A goroutine with a closure ends unobserved; the channel shows that other goroutines ran.
fn goroutines(s: &mut Scene) {
    s.closure(2, 5);
    s.imm(10, 1);
    s.imm(11, 2);
    s.ext(Op::GoClosure { win: r(10), f: r(2) }, 2, 0);
    s.op(Op::FuncValue { dst: r(4), func: Wide::new(SENDER) });
    s.imm(1, s.turn as i32);
    s.ext(Op::MakeChan { dst: r(0), size: r(1) }, 0, CHAN);
    s.op(Op::Mov { dst: r(10), src: r(0) });
    s.imm(11, 3);
    s.ext(Op::GoClosure { win: r(10), f: r(4) }, 2, 0);
    for _ in 0..4 {
        s.op(Op::RecvOk { dst: r(5), ch: r(0), n: 1 });
        s.note(5);
        s.note(6);
    }
    s.end();
}
fn interfaces(s: &mut Scene) {
    let turn = s.turn as i32;
    s.boxed(0, 1, turn);
    s.boxed(4, 1, 1);
    s.op(Op::LoadType { dst: r(8), ty: Wide::new(1) });
    s.imm(9, turn);
    for (a, b) in [(0, 4), (0, 8), (8, 8)] {
        s.op(Op::EqIface { dst: r(12), a: r(a), b: r(b) });
        s.note(12);
    }
    s.asm.emit(Op::AssertType { dst: r(12), x: r(0) });
    s.asm.emit_ext(2, PAIR);
    s.asm.emit_ext(0, ANY);
    s.note(12);
    s.note(13);
    for x in [0, 8] {
        s.ext(Op::AssertTypeOk { dst: r(12), x: r(x) }, 2, PAIR);
        (12..15).for_each(|slot| s.note(slot));
        s.ext(Op::AssertTypeOk { dst: r(12), x: r(x) }, 1, 1);
        (12..14).for_each(|slot| s.note(slot));
        s.ext(Op::AssertIfaceOk { dst: r(12), x: r(x) }, 0, IFACE);
        s.note(12);
        s.note(14);
    }
    s.ext(Op::AssertIface { dst: r(12), x: r(0) }, 0, IFACE);
    s.ext(Op::CallIface { win: r(18), x: r(12) }, 0, 0);
    s.note(18);
    s.ext(Op::Unbox { dst: r(12), data: r(1) }, 2, PAIR);
    s.note(12);
    s.note(13);
    s.imm(14, 1);
    s.imm(15, 1);
    s.ext(Op::EqTyped { dst: r(16), a: r(12), b: r(14) }, 2, PAIR);
    s.note(16);
    s.ext(Op::EqMem { dst: r(16), a: r(1), b: r(5) }, 0, PAIR);
    s.note(16);
    s.end();
}
fn slices(s: &mut Scene) {
    let turn = s.turn as i32;
    s.ints(0);
    s.imm(10, 20);
    s.imm(11, 21);
    s.ext(Op::Append { dst: r(0), x: r(0), first: r(10) }, 2, 1);
    s.note_ints(0);
    s.ints(14);
    if s.turn == 3 {
        s.op(Op::Zero { dst: r(14), n: 3 });
    }
    s.ext(Op::AppendSlice { dst: r(14), x: r(14), y: r(0) }, 0, 1);
    s.note_ints(14);
    s.imm(10, turn * 2);
    s.ext(Op::AppendZeros { dst: r(14), x: r(14), n: r(10) }, 0, 1);
    s.note_ints(14);
    s.ext(Op::Copy { dst: r(3), to: r(0), from: r(14) }, 0, 1);
    s.note(3);
    s.note_ints(0);
    s.ext(Op::SliceToArrayPtr { dst: r(3), a: r(0) }, 0, 2);
    s.op(Op::Load64 { dst: r(4), ptr: r(3), off: 8 });
    s.note(4);
    s.imm(10, turn);
    s.ext(Op::UnsafeSlice { dst: r(20), ptr: r(3), len: r(10) }, 0, 1);
    s.note_ints(20);
    s.ext(Op::ClearSlice { x: r(20) }, 0, 1);
    s.note_ints(0);
    // Bytes, and strings with pointers.
    s.string(24, s.turn as u32);
    s.op(Op::Zero { dst: r(27), n: 3 });
    s.ext(Op::AppendSlice { dst: r(27), x: r(27), y: r(24) }, 0, BYTE);
    s.op(Op::BytesToStr { dst: r(24), a: r(27) });
    s.note_string(24);
    s.op(Op::Zero { dst: r(30), n: 3 });
    s.ext(Op::Append { dst: r(30), x: r(30), first: r(24) }, 1, 2);
    s.ext(Op::AppendSlice { dst: r(30), x: r(30), y: r(30) }, 0, 2);
    s.note(31);
    s.ext(Op::ClearSlice { x: r(30) }, 0, 2);
    s.op(Op::Load128 { dst: r(24), ptr: r(30), off: 0 });
    s.note_string(24);
    s.end();
}
fn strings(s: &mut Scene) {
    s.string(0, s.turn as u32);
    s.string(2, 2);
    s.string(4, 1);
    s.op(Op::Concat { dst: r(6), first: r(0), n: 3 });
    s.note_string(6);
    for other in [0, 2, 6] {
        s.op(Op::EqStr { dst: r(8), a: r(0), b: r(other) });
        s.note(8);
        s.op(Op::LtStr { dst: r(8), a: r(0), b: r(other) });
        s.note(8);
        s.op(Op::LeStr { dst: r(8), a: r(0), b: r(other) });
        s.note(8);
    }
    s.imm(8, [65, 0x20ac, -1, 0xd800][s.turn]);
    s.op(Op::IntToStr { dst: r(8), a: r(8) });
    s.note_string(8);
    s.op(Op::StrToBytes { dst: r(10), a: r(6), room: 0 });
    s.note(11);
    s.op(Op::BytesToStr { dst: r(8), a: r(10) });
    s.note_string(8);
    s.op(Op::StrToRunes { dst: r(13), a: r(6), room: 32 });
    s.note(14);
    s.op(Op::RunesToStr { dst: r(8), a: r(13) });
    s.note_string(8);
    s.imm(16, s.turn as i32);
    s.op(Op::UnsafeString { dst: r(8), ptr: r(10), len: r(16) });
    s.note(9);
    s.end();
}
fn memory(s: &mut Scene) {
    s.ints(0);
    let bytes = [24, 13, 1][s.turn];
    s.op(Op::Zero { dst: r(6), n: 3 });
    s.op(Op::LoadMem { dst: r(6), ptr: r(0), bytes });
    (6..9).for_each(|slot| s.note(slot));
    s.imm(10, -1);
    s.imm(11, 0x1234_5678);
    s.imm(12, 99);
    s.op(Op::StoreMem { ptr: r(0), src: r(10), bytes });
    s.note_ints(0);
    s.op(Op::New { dst: r(14), ty: Wide::new(PAIR) });
    s.ext(Op::StoreTyped { ptr: r(14), src: r(11) }, 2, PAIR);
    s.ext(Op::CopyTyped { dst: r(0), src: r(14) }, 0, PAIR);
    s.note_ints(0);
    s.op(Op::ZeroTyped { ptr: r(0), ty: Wide::new(1) });
    s.note_ints(0);
    s.op(Op::New { dst: r(15), ty: Wide::new(2) });
    s.string(16, 1);
    s.ext(Op::StoreTyped { ptr: r(15), src: r(16) }, 2, 2);
    s.op(Op::New { dst: r(18), ty: Wide::new(2) });
    s.ext(Op::CopyTyped { dst: r(18), src: r(15) }, 0, 2);
    s.op(Op::ZeroTyped { ptr: r(15), ty: Wide::new(2) });
    s.op(Op::Load128 { dst: r(16), ptr: r(18), off: 0 });
    s.note_string(16);
    let off = 20 * 8 + 3;
    s.op(Op::Zero { dst: r(20), n: 2 });
    s.asm.emit(Op::PartCopy { off: Wide::new(off) });
    s.asm.emit_ext(4 + s.turn as u16, 11 * 8 + 1);
    s.note(20);
    s.note(21);
    s.end();
}
fn atomics(s: &mut Scene) {
    s.op(Op::GlobalAddr { dst: r(0), off: Wide::new(64) });
    s.imm(1, [5, -1, i32::MAX][s.turn]);
    let (ptr, src) = (r(0), r(1));
    s.op(Op::AtomicStore32 { ptr, off: 0, src });
    s.op(Op::AtomicStore64 { ptr, off: 8, src });
    let note_all = |s: &mut Scene| {
        s.op(Op::AtomicLoadI32 { dst: r(2), ptr, off: 0 });
        s.note(2);
        s.op(Op::AtomicLoadU32 { dst: r(2), ptr, off: 0 });
        s.note(2);
        s.op(Op::AtomicLoad64 { dst: r(2), ptr, off: 8 });
        s.note(2);
    };
    note_all(s);
    let dst = r(3);
    for op in [
        Op::AtomicAddI32 { dst, ptr, off: 0 },
        Op::AtomicAddU32 { dst, ptr, off: 0 },
        Op::AtomicAdd64 { dst, ptr, off: 8 },
        Op::AtomicSwapI32 { dst, ptr, off: 0 },
        Op::AtomicSwapU32 { dst, ptr, off: 0 },
        Op::AtomicSwap64 { dst, ptr, off: 8 },
    ] {
        s.imm(3, 3);
        s.op(op);
        s.note(3);
    }
    s.ext(Op::AtomicAddI32Imm { dst, ptr, off: 0 }, 0, 2);
    s.note(3);
    note_all(s);
    s.op(Op::AddrOff { dst: r(4), ptr, off: 8 });
    for old in [3, 4] {
        s.imm(6, old);
        s.imm(7, 40);
        s.op(Op::AtomicCas32 { dst, ptr, args: r(6) });
        s.note(3);
        s.op(Op::AtomicCas64 { dst, ptr: r(4), args: r(6) });
        s.note(3);
    }
    note_all(s);
    s.end();
}
fn locks(s: &mut Scene) {
    s.op(Op::GlobalAddr { dst: r(0), off: Wide::new(128) });
    s.op(Op::Zero { dst: r(1), n: 1 });
    let (ptr, off) = (r(0), 0);
    s.op(Op::AtomicStore64 { ptr, off, src: r(1) });
    s.op(Op::AtomicStore64 { ptr, off: 8, src: r(1) });
    s.op(Op::AtomicStore64 { ptr, off: 16, src: r(1) });
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
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadLock { dst: r(2), ptr, off: 8 }, to));
        s.note(2);
    }
    for _ in 0..=s.turn {
        s.emit_jump(|s, to| s.asm.jump(Op::JmpReadUnlock { dst: r(2), ptr, off: 8 }, to));
        s.note(2);
    }
    s.end();
}
/// A different failure in each turn.
fn faults(s: &mut Scene) {
    s.op(Op::Zero { dst: r(0), n: 8 });
    s.note(0);
    s.imm(1, 1);
    let ch = r(0);
    match s.turn {
        0 => s.ext(Op::MapSet { m: r(0), key: r(1), val: r(1) }, 1, MAP),
        1 => s.op(Op::Close { ch }),
        2 => {
            s.ext(Op::MakeChan { dst: ch, size: r(1) }, 0, CHAN);
            s.op(Op::Close { ch });
            s.op(Op::Send { ch, val: r(1), n: 1 });
        }
        3 => s.op(Op::CallClosure { win: r(10), f: r(0), n: 0 }),
        4 => s.op(Op::CallClosureArg { win: r(10), f: r(0), arg: r(1) }),
        5 => s.ext(Op::CallIface { win: r(10), x: r(4) }, 0, 0),
        6 => s.ext(Op::AssertIface { dst: r(2), x: r(4) }, 0, IFACE),
        7 => {
            s.op(Op::LoadType { dst: r(4), ty: Wide::new(1) });
            s.asm.emit(Op::AssertType { dst: r(6), x: r(4) });
            s.asm.emit_ext(2, PAIR);
            s.asm.emit_ext(0, ANY);
        }
        8 => {
            s.op(Op::LoadType { dst: r(4), ty: Wide::new(SLICE) });
            s.op(Op::EqIface { dst: r(6), a: r(4), b: r(4) });
        }
        9 => s.ext(Op::SliceToArrayPtr { dst: r(6), a: r(0) }, 0, 2),
        10 => s.op(Op::Recv { dst: r(6), ch, n: 1 }),
        11 => {
            s.imm(1, -1);
            s.ext(Op::MakeChan { dst: r(6), size: r(1) }, 0, CHAN);
        }
        12 => s.op(Op::Panic { x: r(4) }),
        _ => {
            s.ext(Op::DeferClosure { win: r(10), f: r(0) }, 0, 0);
            s.op(Op::RunDefers { win: r(10) });
        }
    }
    s.end();
}
