//! The instruction set: THE TABLE. Every instruction is declared here and nowhere else.
//!
//! Disassembler, verifier, liveness, the drivers of the VM and the documentation derive from it. An instruction is eight
//! bytes: a 16-bit opcode (the enum's tag) and up to three 16-bit operands, of which two may join to a [`Wide`].
//!
//! Kinds of operands: `Out`/`In` a slot written/read (`Out[n]`, `In[n]`: n slots; n may be another operand),
//! `InOut` a slot updated, `Win` the window of a call, `Byte` a byte offset in the frame (a sub-word part of a slot:
//! `ByteIn`/`ByteOut`), `Imm` a signed 16-bit number, `Imm32` a signed 32-bit one, `Count` an unsigned 16-bit one,
//! `Jump16`/`Jump32` distances, and indexes: `Global`, `Const`, `Str`, `Func`, `Type`, `Native`, `Table`.
//! Scalars in slots are canonical: signed integers sign-extended, unsigned ones and bools zero-extended, `float32` as its
//! bits, `complex64` as two `float32` (real part low). Strings are 2 slots (pointer, length), slices 3, interfaces 2 (type id,
//! data), `complex128` 2. Structs and arrays lie in their memory layout with zero padding; of those above
//! [`LARGEST_IN_SLOTS`](crate::rtype::LARGEST_IN_SLOTS) a slot holds the address (or null for zero, from a map or channel).
//! Instructions that take an `Ext` need more operands than fit: they are followed by one [`Op::Ext`], which they skip.
//! All memory accesses through a pointer panic with Go's nil dereference error when the pointer is below 4096.

use crate::define_ops::define_ops;
use crate::kinds::operand;
use crate::operand::{ConstId, FuncId, NativeId, Packed, SelectId, Slot, StrId, TypeId, Use, Wide};

define_ops! {
    // ---- moves and constants
    /// More operands of the instruction before it. Never executed.
    Ext { a: Count, b: Imm32 } = "ext";
    /// Does nothing.
    Nop { } = "nop";
    /// Takes from the budget: before an instruction that copies so many bytes, which are many, and takes nothing itself.
    Weigh { bytes: Count } = "weigh";
    /// `dst = src`
    Mov { dst: Out, src: In } = "mov";
    /// `dst = src`, 2 slots, which may overlap.
    Mov2 { dst: Out[2u32], src: In[2u32] } = "mov2";
    /// `dst = src`, 3 slots, which may overlap.
    Mov3 { dst: Out[3u32], src: In[3u32] } = "mov3";
    /// `dst = src`, n slots, which may overlap.
    MovN { dst: Out[n], src: In[n], n: Count } = "movn";
    /// `dst = imm`
    LoadImm { dst: Out, imm: Imm32 } = "load.imm";
    /// `dst = consts[k]`
    LoadConst { dst: Out, k: Const } = "load.const";
    /// `dst = strings[k]` (pointer and length)
    LoadStr { dst: Out[2u32], k: Str } = "load.str";
    /// `dst..dst+n = 0`
    Zero { dst: Out[n], n: Count } = "zero";

    // ---- integer arithmetic at 64 bits; narrower results are made canonical by sext/zext
    /// `dst = a + b`, wrapping.
    Add { dst: Out, a: In, b: In } = "add";
    /// `dst = a + imm`, wrapping.
    AddImm { dst: Out, a: In, imm: Imm } = "add.imm";
    /// `dst = a - b`, wrapping.
    Sub { dst: Out, a: In, b: In } = "sub";
    /// `dst = imm - a`, wrapping.
    RsubImm { dst: Out, a: In, imm: Imm } = "rsub.imm";
    /// `dst = a * b`, wrapping.
    Mul { dst: Out, a: In, b: In } = "mul";
    /// `dst = a * imm`, wrapping.
    MulImm { dst: Out, a: In, imm: Imm } = "mul.imm";
    /// `dst = a + b + c`, wrapping. Ext: a = the slot of c.
    Add3 { dst: Out, a: In, b: In } = "add3";
    /// `dst = a * b + c`, wrapping. Ext: a = the slot of c.
    MulAdd { dst: Out, a: In, b: In } = "mul.add";
    /// `dst = a * n + c`, wrapping. Ext: b = n, signed.
    MulImmAdd { dst: Out, a: In, c: In } = "mul.imm.add";
    /// `dst = a / b`, signed; panics when b is zero; the smallest number by -1 is itself.
    DivI { dst: Out, a: In, b: In } = "div.i";
    /// `dst = a / b`, unsigned; panics when b is zero.
    DivU { dst: Out, a: In, b: In } = "div.u";
    /// `dst = a % b`, signed; panics when b is zero.
    RemI { dst: Out, a: In, b: In } = "rem.i";
    /// `dst = a % b`, unsigned; panics when b is zero.
    RemU { dst: Out, a: In, b: In } = "rem.u";
    /// `dst = a / imm`, signed, imm at least 2. Ext: a and b = the low 16 and the high 32 bits of [`reciprocal`](crate::uses::reciprocal).
    DivImm { dst: Out, a: In, imm: Imm } = "div.imm";
    /// `dst = a / 2^imm`, signed, imm from 1 to 62.
    DivPow2 { dst: Out, a: In, imm: Imm } = "div.pow2";
    /// `dst = a % 2^imm`, signed, imm from 1 to 62.
    RemPow2 { dst: Out, a: In, imm: Imm } = "rem.pow2";
    /// `dst = a % imm`, signed, imm and Ext as for `div.imm`.
    RemImm { dst: Out, a: In, imm: Imm } = "rem.imm";
    /// `dst = a & b`
    And { dst: Out, a: In, b: In } = "and";
    /// `dst = a & imm`, the number sign-extended.
    AndImm { dst: Out, a: In, imm: Imm } = "and.imm";
    /// `dst = a | b`
    Or { dst: Out, a: In, b: In } = "or";
    /// `dst = a ^ b`
    Xor { dst: Out, a: In, b: In } = "xor";
    /// `dst = a ^ imm`, the number sign-extended; -1 is the complement.
    XorImm { dst: Out, a: In, imm: Imm } = "xor.imm";
    /// `dst = a &^ b`
    AndNot { dst: Out, a: In, b: In } = "andnot";
    /// `dst = a << b`; b is unsigned, from 64 on the result is 0.
    Shl { dst: Out, a: In, b: In } = "shl";
    /// `dst = a << imm`, imm below 64.
    ShlImm { dst: Out, a: In, imm: Imm } = "shl.imm";
    /// `dst = a >> b`, arithmetic; b is unsigned, from 64 on all bits are the sign.
    ShrI { dst: Out, a: In, b: In } = "shr.i";
    /// `dst = a >> imm`, arithmetic, imm below 64.
    ShrIImm { dst: Out, a: In, imm: Imm } = "shr.i.imm";
    /// `dst = a >> b`, logical; b is unsigned, from 64 on the result is 0.
    ShrU { dst: Out, a: In, b: In } = "shr.u";
    /// `dst = a >> imm`, logical, imm below 64.
    ShrUImm { dst: Out, a: In, imm: Imm } = "shr.u.imm";
    /// Panics with Go's `negative shift amount` when `a` is negative.
    CheckShift { a: In } = "check.shift";
    /// `dst = -a`
    Neg { dst: Out, a: In } = "neg";
    /// `dst = !a` of a bool.
    Not { dst: Out, a: In } = "not";
    /// `dst = int8(a)`
    Sext8 { dst: Out, a: In } = "sext8";
    /// `dst = int16(a)`
    Sext16 { dst: Out, a: In } = "sext16";
    /// `dst = int32(a)`
    Sext32 { dst: Out, a: In } = "sext32";
    /// `dst = uint8(a)`
    Zext8 { dst: Out, a: In } = "zext8";
    /// `dst = uint16(a)`
    Zext16 { dst: Out, a: In } = "zext16";
    /// `dst = uint32(a)`
    Zext32 { dst: Out, a: In } = "zext32";
    /// `dst = int32(a + b)`
    AddI32 { dst: Out, a: In, b: In } = "add.i32";
    /// `dst = int32(a - b)`
    SubI32 { dst: Out, a: In, b: In } = "sub.i32";
    /// `dst = int32(a * b)`
    MulI32 { dst: Out, a: In, b: In } = "mul.i32";
    /// `dst = uint32(a + b)`
    AddU32 { dst: Out, a: In, b: In } = "add.u32";
    /// `dst = uint32(a - b)`
    SubU32 { dst: Out, a: In, b: In } = "sub.u32";
    /// `dst = uint32(a * b)`
    MulU32 { dst: Out, a: In, b: In } = "mul.u32";
    /// `dst = uint32(a << imm)`
    ShlU32Imm { dst: Out, a: In, imm: Imm } = "shl.u32.imm";
    /// `dst = uint32(a)` rotated left by imm bits.
    RotlU32Imm { dst: Out, a: In, imm: Imm } = "rotl.u32.imm";
    /// `dst = a` rotated left by imm bits.
    RotlU64Imm { dst: Out, a: In, imm: Imm } = "rotl.u64.imm";
    /// `dst = a ^ b` rotated left by n bits (b alone), uint32. Ext: a = n.
    XorRotlU32 { dst: Out, a: In, b: In } = "xor.rotl.u32";
    /// The same, uint64.
    XorRotlU64 { dst: Out, a: In, b: In } = "xor.rotl.u64";
    /// `dst = uint32(a + b + c)`. Ext: a = the slot of c.
    Add3U32 { dst: Out, a: In, b: In } = "add3.u32";
    /// `dst = uint8(a + b)`
    AddU8 { dst: Out, a: In, b: In } = "add.u8";

    // ---- floating point
    /// `dst = a + b`
    AddF64 { dst: Out, a: In, b: In } = "add.f64";
    /// `dst = a - b`
    SubF64 { dst: Out, a: In, b: In } = "sub.f64";
    /// `dst = a * b`
    MulF64 { dst: Out, a: In, b: In } = "mul.f64";
    /// `dst += a * b`, both steps rounded.
    MulAddF64 { dst: InOut, a: In, b: In } = "muladd.f64";
    /// `dst = c + a * b`, both steps rounded. Ext: a = the slot of c.
    MulAddToF64 { dst: Out, a: In, b: In } = "muladd.to.f64";
    /// `dst = a + *(*float64)(ptr + off)`. Ext: b = off.
    AddF64Mem { dst: Out, a: In, ptr: In } = "add.f64.mem";
    /// `dst = a - *(*float64)(ptr + off)`. Ext: b = off.
    SubF64Mem { dst: Out, a: In, ptr: In } = "sub.f64.mem";
    /// `dst = a * *(*float64)(ptr + off)`. Ext: b = off.
    MulF64Mem { dst: Out, a: In, ptr: In } = "mul.f64.mem";
    /// `dst = a / b`
    DivF64 { dst: Out, a: In, b: In } = "div.f64";
    /// `dst = -a`
    NegF64 { dst: Out, a: In } = "neg.f64";
    /// `dst = √a`
    SqrtF64 { dst: Out, a: In } = "sqrt.f64";
    /// `dst = |a|`
    AbsF64 { dst: Out, a: In } = "abs.f64";
    /// `dst = a + b`
    AddF32 { dst: Out, a: In, b: In } = "add.f32";
    /// `dst = a - b`
    SubF32 { dst: Out, a: In, b: In } = "sub.f32";
    /// `dst = a * b`
    MulF32 { dst: Out, a: In, b: In } = "mul.f32";
    /// `dst = a / b`
    DivF32 { dst: Out, a: In, b: In } = "div.f32";
    /// `dst = -a`
    NegF32 { dst: Out, a: In } = "neg.f32";
    /// `dst = a + b`
    AddC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "add.c128";
    /// `dst = a - b`
    SubC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "sub.c128";
    /// `dst = a * b`
    MulC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "mul.c128";
    /// `dst = a / b`, as Go divides (infinities and NaNs as in C99's annex G).
    DivC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "div.c128";
    /// `dst = -a`
    NegC128 { dst: Out[2u32], a: In[2u32] } = "neg.c128";
    /// `dst = complex64(a)`
    C128ToC64 { dst: Out, a: In[2u32] } = "c128.c64";
    /// `dst = complex128(a)`
    C64ToC128 { dst: Out[2u32], a: In } = "c64.c128";
    /// `dst = complex(re, im)` of float32.
    MakeC64 { dst: Out, re: In, im: In } = "make.c64";

    // ---- conversions between numbers; narrowing of integers is sext/zext
    /// `dst = float64(a)`, a signed.
    I64ToF64 { dst: Out, a: In } = "i64.f64";
    /// `dst = float64(a)`, a unsigned.
    U64ToF64 { dst: Out, a: In } = "u64.f64";
    /// `dst = float32(a)`, a signed, rounded once.
    I64ToF32 { dst: Out, a: In } = "i64.f32";
    /// `dst = float32(a)`, a unsigned, rounded once.
    U64ToF32 { dst: Out, a: In } = "u64.f32";
    /// `dst = int64(a)`, truncated; out of range as on amd64.
    F64ToI64 { dst: Out, a: In } = "f64.i64";
    /// `dst = int32(a)`, as Go on amd64.
    F64ToI32 { dst: Out, a: In } = "f64.i32";
    /// `dst = uint64(a)`, truncated; out of range as on amd64.
    F64ToU64 { dst: Out, a: In } = "f64.u64";
    /// `dst = float32(a)`
    F64ToF32 { dst: Out, a: In } = "f64.f32";
    /// `dst = float64(a)`
    F32ToF64 { dst: Out, a: In } = "f32.f64";

    // ---- comparisons to a bool
    /// `dst = a == b`, 64 bits.
    Eq { dst: Out, a: In, b: In } = "eq";
    /// `dst = a != b`, 64 bits.
    Ne { dst: Out, a: In, b: In } = "ne";
    /// `dst = a < b`, signed.
    LtI { dst: Out, a: In, b: In } = "lt.i";
    /// `dst = a <= b`, signed.
    LeI { dst: Out, a: In, b: In } = "le.i";
    /// `dst = a < b`, unsigned.
    LtU { dst: Out, a: In, b: In } = "lt.u";
    /// `dst = a <= b`, unsigned.
    LeU { dst: Out, a: In, b: In } = "le.u";
    /// `dst = a == imm`
    EqImm { dst: Out, a: In, imm: Imm } = "eq.imm";
    /// `dst = a != imm`
    NeImm { dst: Out, a: In, imm: Imm } = "ne.imm";
    /// `dst = a < imm`, signed.
    LtImm { dst: Out, a: In, imm: Imm } = "lt.imm";
    /// `dst = a > imm`, signed.
    GtImm { dst: Out, a: In, imm: Imm } = "gt.imm";
    /// `dst = a == b`
    EqF64 { dst: Out, a: In, b: In } = "eq.f64";
    /// `dst = a != b`
    NeF64 { dst: Out, a: In, b: In } = "ne.f64";
    /// `dst = a < b`
    LtF64 { dst: Out, a: In, b: In } = "lt.f64";
    /// `dst = a <= b`
    LeF64 { dst: Out, a: In, b: In } = "le.f64";
    /// `dst = a == b`
    EqF32 { dst: Out, a: In, b: In } = "eq.f32";
    /// `dst = a != b`
    NeF32 { dst: Out, a: In, b: In } = "ne.f32";
    /// `dst = a < b`
    LtF32 { dst: Out, a: In, b: In } = "lt.f32";
    /// `dst = a <= b`
    LeF32 { dst: Out, a: In, b: In } = "le.f32";
    /// `dst = a == b` of strings.
    EqStr { dst: Out, a: In[2u32], b: In[2u32] } = "eq.str";
    /// `dst = a < b` of strings.
    LtStr { dst: Out, a: In[2u32], b: In[2u32] } = "lt.str";
    /// `dst = a <= b` of strings.
    LeStr { dst: Out, a: In[2u32], b: In[2u32] } = "le.str";
    /// `dst = a == b` of interfaces; panics when both have the same type and it is not comparable.
    EqIface { dst: Out, a: In[2u32], b: In[2u32] } = "eq.iface";
    /// `dst = a == b` of complex128.
    EqC128 { dst: Out, a: In[2u32], b: In[2u32] } = "eq.c128";
    /// `dst = a == b` of two values of any type in slots. Ext: a = their size in slots, b = the type.
    EqTyped { dst: Out, a: In[0u32], b: In[0u32] } = "eq.typed";
    /// `dst = *a == *b` of two values of a type in memory. Ext: b = the type.
    EqMem { dst: Out, a: In, b: In } = "eq.mem";

    // ---- jumps; a distance is counted from the instruction after
    /// Jumps.
    Jmp { to: Jump32 } = "jmp";
    /// Jumps when a bool is true.
    JmpIf { a: In, to: Jump32 } = "jmp.if";
    /// Jumps when a bool is false.
    JmpIfNot { a: In, to: Jump32 } = "jmp.ifnot";
    /// `if a == b` jumps, 64 bits.
    JmpEq { a: In, b: In, to: Jump16 } = "jmp.eq";
    /// `if a != b` jumps, 64 bits.
    JmpNe { a: In, b: In, to: Jump16 } = "jmp.ne";
    /// `if a < b` jumps, signed.
    JmpLt { a: In, b: In, to: Jump16 } = "jmp.lt";
    /// `if a <= b` jumps, signed.
    JmpLe { a: In, b: In, to: Jump16 } = "jmp.le";
    /// `if a < b` jumps, unsigned.
    JmpLtU { a: In, b: In, to: Jump16 } = "jmp.lt.u";
    /// `if a <= b` jumps, unsigned.
    JmpLeU { a: In, b: In, to: Jump16 } = "jmp.le.u";
    /// `if a == imm` jumps.
    JmpEqImm { a: In, imm: Imm, to: Jump16 } = "jmp.eq.imm";
    /// `if a != imm` jumps.
    JmpNeImm { a: In, imm: Imm, to: Jump16 } = "jmp.ne.imm";
    /// `if a < imm` jumps, signed.
    JmpLtImm { a: In, imm: Imm, to: Jump16 } = "jmp.lt.imm";
    /// `if a <= imm` jumps, signed.
    JmpLeImm { a: In, imm: Imm, to: Jump16 } = "jmp.le.imm";
    /// `if a > imm` jumps, signed.
    JmpGtImm { a: In, imm: Imm, to: Jump16 } = "jmp.gt.imm";
    /// `if a >= imm` jumps, signed.
    JmpGeImm { a: In, imm: Imm, to: Jump16 } = "jmp.ge.imm";
    /// Jumps if a is at least `k & 255` and at most `k >> 8` above that.
    JmpIn { a: In, k: Count, to: Jump16 } = "jmp.in";
    /// Jumps if not.
    JmpNotIn { a: In, k: Count, to: Jump16 } = "jmp.notin";
    /// Jumps if `x[i]`, a bool, is true. Panics as `index.u8` does.
    JmpIfIndex { x: In[2u32], i: In, to: Jump16 } = "jmp.if.index";
    /// Jumps if it is false.
    JmpIfNotIndex { x: In[2u32], i: In, to: Jump16 } = "jmp.ifnot.index";
    /// `if a < b` jumps.
    JmpLtF64 { a: In, b: In, to: Jump16 } = "jmp.lt.f64";
    /// `if a <= b` jumps.
    JmpLeF64 { a: In, b: In, to: Jump16 } = "jmp.le.f64";
    /// `if !(a < b)` jumps (NaN too).
    JmpNotLtF64 { a: In, b: In, to: Jump16 } = "jmp.notlt.f64";
    /// `if !(a <= b)` jumps (NaN too).
    JmpNotLeF64 { a: In, b: In, to: Jump16 } = "jmp.notle.f64";

    // ---- backward jumps: safepoints that take one from the budget when they jump
    /// Jumps back.
    Loop { to: Jump32 } = "loop";
    /// Jumps back when a bool is true.
    LoopIf { a: In, to: Jump32 } = "loop.if";
    /// Jumps back when a bool is false.
    LoopIfNot { a: In, to: Jump32 } = "loop.ifnot";
    /// `if a == b` jumps back.
    LoopEq { a: In, b: In, to: Jump16 } = "loop.eq";
    /// `if a != b` jumps back.
    LoopNe { a: In, b: In, to: Jump16 } = "loop.ne";
    /// `if a < b` jumps back, signed.
    LoopLt { a: In, b: In, to: Jump16 } = "loop.lt";
    /// `if a <= b` jumps back, signed.
    LoopLe { a: In, b: In, to: Jump16 } = "loop.le";
    /// `if a < b` jumps back, unsigned.
    LoopLtU { a: In, b: In, to: Jump16 } = "loop.lt.u";
    /// `if a <= b` jumps back, unsigned.
    LoopLeU { a: In, b: In, to: Jump16 } = "loop.le.u";
    /// `if a != imm` jumps back.
    LoopNeImm { a: In, imm: Imm, to: Jump16 } = "loop.ne.imm";
    /// `if a < imm` jumps back, signed.
    LoopLtImm { a: In, imm: Imm, to: Jump16 } = "loop.lt.imm";
    /// `if a <= imm` jumps back, signed.
    LoopLeImm { a: In, imm: Imm, to: Jump16 } = "loop.le.imm";
    /// `if a > imm` jumps back, signed.
    LoopGtImm { a: In, imm: Imm, to: Jump16 } = "loop.gt.imm";
    /// `if a >= imm` jumps back, signed.
    LoopGeImm { a: In, imm: Imm, to: Jump16 } = "loop.ge.imm";
    /// Jumps back if a is at least `k & 255` and at most `k >> 8` above that.
    LoopIn { a: In, k: Count, to: Jump16 } = "loop.in";
    /// `i += 1; if i < n` jumps back, signed.
    ForLt { i: InOut, n: In, to: Jump16 } = "for.lt";
    /// `i += 1; if i <= n` jumps back, signed.
    ForLe { i: InOut, n: In, to: Jump16 } = "for.le";
    /// `i += 1; if i < imm` jumps back, signed.
    ForLtImm { i: InOut, imm: Imm, to: Jump16 } = "for.lt.imm";
    /// `i += step; if i < n` jumps back, signed. Ext: b = the distance, counted from the instruction after the Ext.
    ForAddLt { i: InOut, step: In, n: In } = "for.add.lt";
    /// `i += step; if i <= n` jumps back, signed. Ext: as `for.add.lt`.
    ForAddLe { i: InOut, step: In, n: In } = "for.add.le";

    // ---- memory
    /// `dst = *(*int8)(ptr + off)`
    LoadI8 { dst: Out, ptr: In, off: Count } = "load.i8";
    /// `dst = *(*uint8)(ptr + off)`
    LoadU8 { dst: Out, ptr: In, off: Count } = "load.u8";
    /// `dst = *(*int16)(ptr + off)`
    LoadI16 { dst: Out, ptr: In, off: Count } = "load.i16";
    /// `dst = *(*uint16)(ptr + off)`
    LoadU16 { dst: Out, ptr: In, off: Count } = "load.u16";
    /// `dst = *(*int32)(ptr + off)`
    LoadI32 { dst: Out, ptr: In, off: Count } = "load.i32";
    /// `dst = *(*uint32)(ptr + off)`
    LoadU32 { dst: Out, ptr: In, off: Count } = "load.u32";
    /// `dst = *(*uint64)(ptr + off)`
    Load64 { dst: Out, ptr: In, off: Count } = "load.64";
    /// Two words.
    Load128 { dst: Out[2u32], ptr: In, off: Count } = "load.128";
    /// Three words.
    Load192 { dst: Out[3u32], ptr: In, off: Count } = "load.192";
    /// A value of `bytes` bytes from `ptr` on into slots; the rest of the last slot becomes zero.
    LoadMem { dst: Out[u32::from(bytes).div_ceil(8)], ptr: In, bytes: Count } = "load.mem";
    /// `*(*uint8)(ptr + off) = src`
    Store8 { ptr: In, off: Count, src: In } = "store.8";
    /// `*(*uint16)(ptr + off) = src`
    Store16 { ptr: In, off: Count, src: In } = "store.16";
    /// `*(*uint32)(ptr + off) = src`
    Store32 { ptr: In, off: Count, src: In } = "store.32";
    /// `*(*uint64)(ptr + off) = src`, no pointer.
    Store64 { ptr: In, off: Count, src: In } = "store.64";
    /// `*(*uint64)(ptr + off) = src`, a pointer (map, chan, func too).
    StorePtr { ptr: In, off: Count, src: In } = "store.ptr";
    /// `*(*uint64)(ptr + off) += src`
    AddMem64 { ptr: In, off: Count, src: In } = "addmem.64";
    /// `*(*float64)(ptr + off) += src`
    AddMemF64 { ptr: In, off: Count, src: In } = "addmem.f64";
    /// `*(*float64)(ptr + off) -= src`
    SubMemF64 { ptr: In, off: Count, src: In } = "submem.f64";
    /// Two words without pointers.
    Store128 { ptr: In, off: Count, src: In[2u32] } = "store.128";
    /// Three words without pointers.
    Store192 { ptr: In, off: Count, src: In[3u32] } = "store.192";
    /// A string.
    StoreStr { ptr: In, off: Count, src: In[2u32] } = "store.str";
    /// An interface.
    StoreIface { ptr: In, off: Count, src: In[2u32] } = "store.iface";
    /// A slice.
    StoreSlice { ptr: In, off: Count, src: In[3u32] } = "store.slice";
    /// A value of `bytes` bytes without pointers to `ptr`.
    StoreMem { ptr: In, src: In[u32::from(bytes).div_ceil(8)], bytes: Count } = "store.mem";
    /// A value of any type to `ptr`. Ext: a = its slots, b = the type.
    StoreTyped { ptr: In, src: In[0u32] } = "store.typed";
    /// `*dst = *src` of any type, which may overlap. Ext: b = the type.
    CopyTyped { dst: In, src: In } = "copy.typed";
    /// `*ptr = zero value`. The type has so many bytes and may hold pointers.
    ZeroTyped { ptr: In, ty: Type } = "zero.typed";
    /// `dst = ptr + off`; panics when ptr is nil.
    AddrOff { dst: Out, ptr: In, off: Count } = "addr.off";
    /// `dst = ptr + off`, a large offset; panics when ptr is nil. Ext: b = the offset.
    AddrOffWide { dst: Out, ptr: In } = "addr.off.wide";
    /// Panics when ptr is nil.
    NilCheck { ptr: In } = "nilcheck";
    /// `dst = &globals[off]`
    GlobalAddr { dst: Out, off: Global } = "global.addr";
    /// `dst = *(*uint64)(&globals[off])`
    LoadGlobal { dst: Out, off: Global } = "load.global";
    /// `*(*uint64)(&globals[off]) = src`, no pointer.
    StoreGlobal { src: In, off: Global } = "store.global";
    /// `*(*uint64)(&globals[off]) = src`, a pointer.
    StoreGlobalPtr { src: In, off: Global } = "store.global.ptr";

    // ---- atomic operations on words in memory, sequentially consistent
    /// `dst = atomic.LoadInt32(ptr + off)`
    AtomicLoadI32 { dst: Out, ptr: In, off: Count } = "atomic.load.i32";
    /// `dst = atomic.LoadUint32(ptr + off)`
    AtomicLoadU32 { dst: Out, ptr: In, off: Count } = "atomic.load.u32";
    /// `dst = atomic.LoadInt64(ptr + off)`, of any word.
    AtomicLoad64 { dst: Out, ptr: In, off: Count } = "atomic.load.64";
    /// `atomic.StoreInt32(ptr + off, src)`, of any half word.
    AtomicStore32 { ptr: In, off: Count, src: In } = "atomic.store.32";
    /// `atomic.StoreInt64(ptr + off, src)`, of any word that is no pointer.
    AtomicStore64 { ptr: In, off: Count, src: In } = "atomic.store.64";
    /// `dst = atomic.AddInt32(ptr + off, dst)`
    AtomicAddI32 { dst: InOut, ptr: In, off: Count } = "atomic.add.i32";
    /// `dst = atomic.AddUint32(ptr + off, dst)`
    AtomicAddU32 { dst: InOut, ptr: In, off: Count } = "atomic.add.u32";
    /// `dst = atomic.AddInt64(ptr + off, dst)`, signed or not.
    AtomicAdd64 { dst: InOut, ptr: In, off: Count } = "atomic.add.64";
    /// `dst = atomic.AddInt32(ptr + off, n)`. Ext: b = n.
    AtomicAddI32Imm { dst: Out, ptr: In, off: Count } = "atomic.add.i32.imm";
    /// `dst = atomic.AddInt32(ptr + off, 1)`, the count of readers of an `RWMutex`; if that is not negative, the goroutine
    /// reads now, and it jumps. Ext: a as `up` of `jmp.lock`, b = the distance.
    JmpReadLock { dst: Out, ptr: In, off: Count } = "jmp.read.lock";
    /// `dst = atomic.AddInt32(ptr + off, -1)`: the goroutine reads no more; jumps if that is not negative. Ext: b = the distance.
    JmpReadUnlock { dst: Out, ptr: In, off: Count } = "jmp.read.unlock";
    /// `dst = atomic.SwapInt32(ptr + off, dst)`
    AtomicSwapI32 { dst: InOut, ptr: In, off: Count } = "atomic.swap.i32";
    /// `dst = atomic.SwapUint32(ptr + off, dst)`
    AtomicSwapU32 { dst: InOut, ptr: In, off: Count } = "atomic.swap.u32";
    /// `dst = atomic.SwapInt64(ptr + off, dst)`, of any word that is no pointer.
    AtomicSwap64 { dst: InOut, ptr: In, off: Count } = "atomic.swap.64";
    /// `dst = atomic.CompareAndSwapInt32(ptr, old, new)`, of any half word; `args` are old and new.
    AtomicCas32 { dst: Out, ptr: In, args: In[2u32] } = "atomic.cas.32";
    /// `dst = atomic.CompareAndSwapInt64(ptr, old, new)`, of any word that is no pointer; `args` are old and new.
    AtomicCas64 { dst: Out, ptr: In, args: In[2u32] } = "atomic.cas.64";
    /// Jumps if `atomic.CompareAndSwapInt32(ptr + off, k & 255, k >> 8)`. Ext: b = the distance.
    JmpCas32 { ptr: In, off: Count, k: Count } = "jmp.cas.32";
    /// Takes the mutex whose word is at ptr + off, and jumps, if it is free. For reports it leaves there the goroutine and
    /// the place: this one, or with `up` not zero that of the frame's call. Ext: b = the distance.
    JmpLock { ptr: In, off: Count, up: Count } = "jmp.lock";
    /// Gives the mutex back, and jumps, if nobody is to be woken. Ext: b = the distance.
    JmpUnlock { ptr: In, off: Count } = "jmp.unlock";

    // ---- parts of slots: fields of structs in the frame; the offset is in bytes from the frame's base
    /// `dst = int8 at off`
    PartI8 { dst: Out, off: ByteIn } = "part.i8";
    /// `dst = uint8 at off`
    PartU8 { dst: Out, off: ByteIn } = "part.u8";
    /// `dst = int16 at off`
    PartI16 { dst: Out, off: ByteIn } = "part.i16";
    /// `dst = uint16 at off`
    PartU16 { dst: Out, off: ByteIn } = "part.u16";
    /// `dst = int32 at off`
    PartI32 { dst: Out, off: ByteIn } = "part.i32";
    /// `dst = uint32 at off`
    PartU32 { dst: Out, off: ByteIn } = "part.u32";
    /// `uint8 at off = src`
    SetPart8 { src: In, off: ByteOut } = "setpart.8";
    /// `uint16 at off = src`
    SetPart16 { src: In, off: ByteOut } = "setpart.16";
    /// `uint32 at off = src`
    SetPart32 { src: In, off: ByteOut } = "setpart.32";
    /// Copies `n` bytes inside the frame: from byte Ext.b to byte `off` (structs at odd places in structs). Ext: a = n.
    PartCopy { off: ByteOut } = "part.copy";

    // ---- elements; `x` is (pointer, length) in two slots: a slice, a string, or an array with its length beside it.
    // All panic with Go's index error when `i`, taken as unsigned, is not below the length.
    /// `dst = x[i]`, int8
    IndexI8 { dst: Out, x: In[2u32], i: In } = "index.i8";
    /// `dst = x[i]`, uint8
    IndexU8 { dst: Out, x: In[2u32], i: In } = "index.u8";
    /// `dst = x[i]`, int16
    IndexI16 { dst: Out, x: In[2u32], i: In } = "index.i16";
    /// `dst = x[i]`, uint16
    IndexU16 { dst: Out, x: In[2u32], i: In } = "index.u16";
    /// `dst = x[i]`, int32
    IndexI32 { dst: Out, x: In[2u32], i: In } = "index.i32";
    /// `dst = x[i]`, uint32
    IndexU32 { dst: Out, x: In[2u32], i: In } = "index.u32";
    /// `dst = x[i]`, 64 bits
    Index64 { dst: Out, x: In[2u32], i: In } = "index.64";
    /// `dst = x[i]`, two words
    Index128 { dst: Out[2u32], x: In[2u32], i: In } = "index.128";
    /// `dst = x[i]`, three words
    Index192 { dst: Out[3u32], x: In[2u32], i: In } = "index.192";
    /// `dst = x[i + off]`, uint8. Ext: b = off, signed.
    IndexOffU8 { dst: Out, x: In[2u32], i: In } = "index.off.u8";
    /// `dst = x[i + off]`, uint32. Ext: b = off, signed.
    IndexOffU32 { dst: Out, x: In[2u32], i: In } = "index.off.u32";
    /// `dst = x[i + off]`, 64 bits. Ext: b = off, signed.
    IndexOff64 { dst: Out, x: In[2u32], i: In } = "index.off.64";
    /// `dst = x[i][j]`, 64 bits, x a slice of slices. Ext: a = the slot of j.
    IndexIndex64 { dst: Out, x: In[2u32], i: In } = "index.index.64";
    /// `dst = x[i]`, uint8, x a slice or string at ptr + off. Ext: b = off.
    IndexMemU8 { dst: Out, ptr: In, i: In } = "index.mem.u8";
    /// `dst = x[i]`, 64 bits, x a slice at ptr + off. Ext: b = off.
    IndexMem64 { dst: Out, ptr: In, i: In } = "index.mem.64";
    /// `dst = x[i]`, uint8, x an array of b elements at ptr + a. Ext: both.
    IndexArrU8 { dst: Out, ptr: In, i: In } = "index.arr.u8";
    /// The same, uint32.
    IndexArrU32 { dst: Out, ptr: In, i: In } = "index.arr.u32";
    /// The same, 64 bits.
    IndexArr64 { dst: Out, ptr: In, i: In } = "index.arr.64";
    /// `x[i] = src`, 8 bits, x a slice at ptr + off. Ext: b = off.
    SetIndexMem8 { ptr: In, i: In, src: In } = "setindex.mem.8";
    /// `x[i] = src`, 64 bits, no pointer, x a slice at ptr + off. Ext: b = off.
    SetIndexMem64 { ptr: In, i: In, src: In } = "setindex.mem.64";
    /// `x[i] = src`, 8 bits
    SetIndex8 { x: In[2u32], i: In, src: In } = "setindex.8";
    /// `x[i] = src`, 16 bits
    SetIndex16 { x: In[2u32], i: In, src: In } = "setindex.16";
    /// `x[i] = src`, 32 bits
    SetIndex32 { x: In[2u32], i: In, src: In } = "setindex.32";
    /// `x[i] = src`, 64 bits, no pointer
    SetIndex64 { x: In[2u32], i: In, src: In } = "setindex.64";
    /// `x[i] = src`, a pointer
    SetIndexPtr { x: In[2u32], i: In, src: In } = "setindex.ptr";
    /// `x[i] = src`, a string
    SetIndexStr { x: In[2u32], i: In, src: In[2u32] } = "setindex.str";
    /// `x[i] = src`, an interface
    SetIndexIface { x: In[2u32], i: In, src: In[2u32] } = "setindex.iface";
    /// `x[i] = src`, a slice
    SetIndexSlice { x: In[2u32], i: In, src: In[3u32] } = "setindex.slice";
    /// `x[i] += src`, 64 bits
    AddIndex64 { x: In[2u32], i: In, src: In } = "addindex.64";
    /// `x[i] += src`, float64
    AddIndexF64 { x: In[2u32], i: In, src: In } = "addindex.f64";
    /// `x[i] -= src`, float64
    SubIndexF64 { x: In[2u32], i: In, src: In } = "subindex.f64";
    /// `dst = &x[i]`. Ext: b = the size of an element in bytes.
    IndexAddr { dst: Out, x: In[2u32], i: In } = "index.addr";
    /// Panics with Go's index error when `i`, taken as unsigned, is not below `n`.
    CheckIndex { i: In, n: In } = "check.index";

    // ---- strings and slices
    /// `dst = first + … ` of `n` strings in consecutive slots.
    Concat { dst: Out[2u32], first: In[2 * u32::from(n)], n: Count } = "concat";
    /// `dst = x[lo:hi]` of a string; `args` are lo and hi in two slots. Ext: a = which are there (1 lo, 2 hi).
    SliceStr { dst: Out[2u32], x: In[2u32], args: In[2u32] } = "slice.str";
    /// `dst = x[lo:hi:max]` of a slice; `args` are lo, hi and max in three slots.
    /// Ext: a = which are there (1 lo, 2 hi, 4 max; 8 says x is an array: wording of the panic), b = the size of an element.
    SliceSlice { dst: Out[3u32], x: In[3u32], args: In[3u32] } = "slice.slice";
    /// `dst = make([]T, len, cap)`. Ext: b = T.
    MakeSlice { dst: Out[3u32], len: In, cap: In } = "make.slice";
    /// `dst = append(x, n elements)`: they lie in consecutive slots from `first` on. Ext: a = n, b = the element's type.
    Append { dst: Out[3u32], x: In[3u32], first: In[0u32] } = "append";
    /// `dst = append(x, y...)`, y a slice or string (pointer, length). Ext: b = the element's type.
    AppendSlice { dst: Out[3u32], x: In[3u32], y: In[2u32] } = "append.slice";
    /// `dst = append(x, make([]T, n)...)`. Ext: b = the element's type.
    AppendZeros { dst: Out[3u32], x: In[3u32], n: In } = "append.zeros";
    /// `dst = copy(to, from)`. Ext: b = the element's type.
    Copy { dst: Out, to: In[2u32], from: In[2u32] } = "copy";
    /// `clear(x)` of a slice. Ext: b = the element's type.
    ClearSlice { x: In[2u32] } = "clear.slice";
    /// `dst = string(rune(a))`, a signed.
    IntToStr { dst: Out[2u32], a: In } = "int.str";
    /// `dst = []byte(a)`
    StrToBytes { dst: Out[3u32], a: In[2u32] } = "str.bytes";
    /// `dst = string(a)` of bytes.
    BytesToStr { dst: Out[2u32], a: In[2u32] } = "bytes.str";
    /// `dst = []rune(a)`
    StrToRunes { dst: Out[3u32], a: In[2u32] } = "str.runes";
    /// `dst = string(a)` of runes.
    RunesToStr { dst: Out[2u32], a: In[2u32] } = "runes.str";
    /// `dst = (*[n]T)(a)`; panics when a is shorter than n. Ext: b = n.
    SliceToArrayPtr { dst: Out, a: In[2u32] } = "slice.arrayptr";
    /// The rune at byte `i` of a string below its length: `dst` = rune, `dst+1` = index of the next.
    NextRune { dst: Out[2u32], x: In[2u32], i: In } = "next.rune";
    /// `dst = unsafe.Slice(ptr, len)`, checked. Ext: b = the element's type.
    UnsafeSlice { dst: Out[3u32], ptr: In, len: In } = "unsafe.slice";
    /// `dst = unsafe.String(ptr, len)`, checked.
    UnsafeString { dst: Out[2u32], ptr: In, len: In } = "unsafe.string";

    // ---- allocation, functions
    /// `dst = new(T)`, zeroed.
    New { dst: Out, ty: Type } = "new";
    /// `dst` = a new closure of the function; its captures follow by stores at offset 8 and up.
    NewClosure { dst: Out, func: Func } = "new.closure";
    /// `dst` = the function as a value (without captures; made once).
    FuncValue { dst: Out, func: Func } = "func.value";
    /// `dst` = the closure that is running; its captures lie at offset 8 and up.
    Closure { dst: Out } = "closure";
    /// `dst` = the word at byte `off` of the closure that is running.
    LoadCapture { dst: Out, off: Count } = "load.capture";

    // ---- maps. Keys and values lie in slots; Ext: b = the map's type
    /// `dst = make(map[K]V, hint)`. Ext: b = the map's type.
    MakeMap { dst: Out, hint: In } = "make.map";
    /// `dst = m[key]`, or zero. Ext: a = slots of the value, b = the map's type.
    MapGet { dst: Out[0u32], m: In, key: In[0u32] } = "map.get";
    /// `dst = m[key]`, or zero; the slot after the value becomes whether it was there. Ext: as `map.get`.
    MapGetOk { dst: Out[0u32], m: In, key: In[0u32] } = "map.getok";
    /// `dst = m[key]`, or zero, of a key that is a word and a value of one slot. Ext: as `map.get`.
    MapGetWord { dst: Out, m: In, key: In } = "map.get.word";
    /// `m[key] = val`. Ext: as `map.get`.
    MapSet { m: In, key: In[0u32], val: In[0u32] } = "map.set";
    /// `m[key] = val`, of a key that is a word and a value of one slot without pointers. Ext: as `map.get`.
    MapSetWord { m: In, key: In, val: In } = "map.set.word";
    /// `delete(m, key)`. Ext: as `map.get`.
    MapDelete { m: In, key: In[0u32] } = "map.delete";
    /// `clear(m)`
    MapClear { m: In } = "map.clear";
    /// `dst = len(m)`
    MapLen { dst: Out, m: In } = "map.len";
    /// `dst` = a new iterator over `m`, before its first entry.
    MapIter { dst: Out, m: In } = "map.iter";
    /// Goes on to the next entry, or jumps when there is none.
    MapNext { iter: In, to: Jump32 } = "map.next";
    /// `dst` = the key of the entry the iterator is at. Ext: a = its slots, b = the map's type.
    MapIterKey { dst: Out[0u32], iter: In } = "map.iter.key";
    /// `dst` = the value of the entry the iterator is at. Ext: a = its slots, b = the map's type.
    MapIterValue { dst: Out[0u32], iter: In } = "map.iter.value";

    // ---- interfaces. The type word is the type id; data of up to 8 bytes lies in the data word, larger in the heap
    /// `dst = any(src)` of a type larger than 8 bytes: a copy in the heap. Ext: a = its slots, b = the type.
    /// (Smaller ones are a load.imm of the type id and a mov.)
    BoxIface { dst: Out[2u32], src: In[0u32] } = "box.iface";
    /// `dst = x.(T)`, T no interface; panics. Ext: a = slots of T, b = T, which is followed by a second Ext with
    /// b = the static interface type of x (for the panic's text).
    AssertType { dst: Out[0u32], x: In[2u32] } = "assert.type";
    /// `dst, ok = x.(T)`: ok in the slot after the value. Ext: a = slots of T, b = T.
    AssertTypeOk { dst: Out[0u32], x: In[2u32] } = "assert.type.ok";
    /// `dst = x.(I)`, I an interface; panics. Ext: b = I.
    AssertIface { dst: Out[2u32], x: In[2u32] } = "assert.iface";
    /// `dst, ok = x.(I)`: ok in the slot after the value. Ext: b = I.
    AssertIfaceOk { dst: Out[3u32], x: In[2u32] } = "assert.iface.ok";
    /// Unpacks the data word of an interface whose type is known to be T. Ext: a = slots of T, b = T.
    Unbox { dst: Out[0u32], data: In } = "unbox";
    /// `dst` = the method of an interface value as a closure bound to it; panics when it is nil. Ext: b = the site.
    BindIface { dst: Out, x: In[2u32] } = "bind.iface";

    // ---- calls. Arguments lie from `win` on, results come back from `win` on
    /// Calls a function.
    Call { win: Win, func: Func } = "call";
    /// Calls a closure with `n` slots of arguments; panics when it is nil.
    CallClosure { win: Win, f: In, n: Count } = "call.closure";
    /// The same, with `arg` moved to the window first: the only slot of arguments, or the first of two.
    CallClosureArg { win: Win, f: In, arg: In } = "call.closure.arg";
    /// Calls a method of an interface value; its data word becomes the argument at `win`, the others follow it.
    /// Panics when the interface is nil. Ext: b = the site, whose inline cache it uses.
    CallIface { win: Win, x: In[2u32] } = "call.iface";
    /// Calls a native: arguments and results as for Go functions.
    CallNative { win: Win, native: Native } = "call.native";
    /// Leaves the function. The results lie from slot 0 on.
    Ret { } = "ret";
    /// Leaves the function; the first slot of the results is src.
    RetMov { src: In } = "ret.mov";
    /// Leaves the function; the first slot of the results is a + b, wrapping.
    RetAdd { a: In, b: In } = "ret.add";
    /// `go f(…)`: the arguments lie from `win` on. Ext: a = slots of the arguments.
    GoFunc { win: Win, func: Func } = "go.func";
    /// `go f(…)` of a closure; a nil one is a fatal error of the new goroutine as in Go. Ext: a = slots of the arguments.
    GoClosure { win: Win, f: In } = "go.closure";
    /// `defer f(…)`. Ext: a = slots of the arguments.
    DeferFunc { win: Win, func: Func } = "defer.func";
    /// `defer f(…)` of a closure; a nil one panics when it is run. Ext: a = slots of the arguments.
    DeferClosure { win: Win, f: In } = "defer.closure";
    /// Runs the deferred calls of this frame, last first, in windows at `win`.
    RunDefers { win: Win } = "run.defers";
    /// `panic(x)`
    Panic { x: In[2u32] } = "panic";
    /// `dst = recover()`
    Recover { dst: Out[2u32] } = "recover";
    /// A place that no execution reaches.
    Unreachable { } = "unreachable";

    // ---- channels. Elements lie in slots; `n` slots of the element
    /// `dst = make(chan T, size)`. Ext: b = the channel's type.
    MakeChan { dst: Out, size: In } = "make.chan";
    /// `ch <- val`
    Send { ch: In, val: In[n], n: Count } = "send";
    /// `dst = <-ch`
    Recv { dst: Out[n], ch: In, n: Count } = "recv";
    /// `dst, ok = <-ch`: ok in the slot after the value.
    RecvOk { dst: Out[u32::from(n) + 1], ch: In, n: Count } = "recv.ok";
    /// `close(ch)`
    Close { ch: In } = "close";
    /// `dst = len(ch)`
    ChanLen { dst: Out, ch: In } = "chan.len";
    /// `dst = cap(ch)`
    ChanCap { dst: Out, ch: In } = "chan.cap";
    /// `dst` = the index of the case that communicated, or -1 for `default`.
    Select { dst: Out, table: Table } = "select";
    /// The same of a table with one case and a default.
    SelectOne { dst: Out, table: Table } = "select.one";

    // ---- print
    /// Prints the value as `print` does. `kind` is a `PrintKind`.
    Print { src: In[0u32], kind: Count } = "print";

    // ---- only in code that the VM makes itself
    /// Where a call returns to that the VM made.
    Leave { } = "leave";
    /// The code of a method value of an interface: puts the receiver before the arguments and goes on as the method.
    EnterBound { } = "enter.bound";
    /// The code of a function that reflection made: hands the arguments to its server.
    EnterMade { } = "enter.made";
}
