//! Integer arithmetic at 64 bits; narrower results are made canonical by sext/zext.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! integer_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = a + b`, wrapping.
    Add { dst: Out, a: In, b: In } = "add", pure;
    /// `dst = a + imm`, wrapping.
    AddImm { dst: Out, a: In, imm: Imm } = "add.imm", pure;
    /// `dst = a - b`, wrapping.
    Sub { dst: Out, a: In, b: In } = "sub", pure;
    /// `dst = imm - a`, wrapping.
    RsubImm { dst: Out, a: In, imm: Imm } = "rsub.imm", pure;
    /// `dst = a * b`, wrapping.
    Mul { dst: Out, a: In, b: In } = "mul", pure;
    /// `dst = a * imm`, wrapping.
    MulImm { dst: Out, a: In, imm: Imm } = "mul.imm", pure;
    /// `dst = a + b + c`, wrapping. Ext: a = the slot of c.
    Add3 { dst: Out, a: In, b: In } + { a: In } = "add3", pure;
    /// `dst = a * b + c`, wrapping. Ext: a = the slot of c.
    MulAdd { dst: Out, a: In, b: In } + { a: In } = "mul.add", pure;
    /// `dst = a * n + c`, wrapping. Ext: b = n, signed.
    MulImmAdd { dst: Out, a: In, c: In } + { b: Imm32 } = "mul.imm.add", pure;
    /// `dst = a / b`, signed; panics when b is zero; the smallest integer divided by -1 is itself.
    DivI { dst: Out, a: In, b: In } = "div.i", panics;
    /// `dst = a / b`, unsigned; panics when b is zero.
    DivU { dst: Out, a: In, b: In } = "div.u", panics;
    /// `dst = a % b`, signed; panics when b is zero.
    RemI { dst: Out, a: In, b: In } = "rem.i", panics;
    /// `dst = a % b`, unsigned; panics when b is zero.
    RemU { dst: Out, a: In, b: In } = "rem.u", panics;
    /// `dst = a / imm`, signed, imm at least 2. Ext: a and b = the low 16 and the high 32 bits of
    /// [`reciprocal`](crate::uses::reciprocal).
    DivImm { dst: Out, a: In, imm: Imm } + { a: Count, b: Imm32 } = "div.imm", pure;
    /// `dst = a / 2^imm`, signed, imm from 1 to 62.
    DivPow2 { dst: Out, a: In, imm: Imm } = "div.pow2", pure;
    /// `dst = a % 2^imm`, signed, imm from 1 to 62.
    RemPow2 { dst: Out, a: In, imm: Imm } = "rem.pow2", pure;
    /// `dst = a % imm`, signed, imm and Ext as for `div.imm`.
    RemImm { dst: Out, a: In, imm: Imm } + { a: Count, b: Imm32 } = "rem.imm", pure;
    /// `dst = a & b`
    And { dst: Out, a: In, b: In } = "and", pure;
    /// `dst = a & imm`, where imm is sign-extended.
    AndImm { dst: Out, a: In, imm: Imm } = "and.imm", pure;
    /// `dst = a | b`
    Or { dst: Out, a: In, b: In } = "or", pure;
    /// `dst = a ^ b`
    Xor { dst: Out, a: In, b: In } = "xor", pure;
    /// `dst = a ^ imm`, where imm is sign-extended; imm = -1 gives the complement.
    XorImm { dst: Out, a: In, imm: Imm } = "xor.imm", pure;
    /// `dst = a &^ b`
    AndNot { dst: Out, a: In, b: In } = "andnot", pure;
    /// `dst = a << b`; b is unsigned; for b >= 64 the result is 0.
    Shl { dst: Out, a: In, b: In } = "shl", pure;
    /// `dst = a << imm`, imm below 64.
    ShlImm { dst: Out, a: In, imm: Imm } = "shl.imm", pure;
    /// `dst = a >> b`, arithmetic; b is unsigned; for b >= 64 all bits are the sign.
    ShrI { dst: Out, a: In, b: In } = "shr.i", pure;
    /// `dst = a >> imm`, arithmetic, imm below 64.
    ShrIImm { dst: Out, a: In, imm: Imm } = "shr.i.imm", pure;
    /// `dst = a >> b`, logical; b is unsigned; for b >= 64 the result is 0.
    ShrU { dst: Out, a: In, b: In } = "shr.u", pure;
    /// `dst = a >> imm`, logical, imm below 64.
    ShrUImm { dst: Out, a: In, imm: Imm } = "shr.u.imm", pure;
    /// Panics with Go's `negative shift amount` when `a` is negative.
    CheckShift { a: In } = "check.shift", panics;
    /// `dst = -a`
    Neg { dst: Out, a: In } = "neg", pure;
    /// `dst = !a` of a bool.
    Not { dst: Out, a: In } = "not", pure;
    /// `dst = int8(a)`
    Sext8 { dst: Out, a: In } = "sext8", pure;
    /// `dst = int16(a)`
    Sext16 { dst: Out, a: In } = "sext16", pure;
    /// `dst = int32(a)`
    Sext32 { dst: Out, a: In } = "sext32", pure;
    /// `dst = uint8(a)`
    Zext8 { dst: Out, a: In } = "zext8", pure;
    /// `dst = uint16(a)`
    Zext16 { dst: Out, a: In } = "zext16", pure;
    /// `dst = uint32(a)`
    Zext32 { dst: Out, a: In } = "zext32", pure;
    /// `dst = int32(a + b)`
    AddI32 { dst: Out, a: In, b: In } = "add.i32", pure;
    /// `dst = int32(a - b)`
    SubI32 { dst: Out, a: In, b: In } = "sub.i32", pure;
    /// `dst = int32(a * b)`
    MulI32 { dst: Out, a: In, b: In } = "mul.i32", pure;
    /// `dst = uint32(a + b)`
    AddU32 { dst: Out, a: In, b: In } = "add.u32", pure;
    /// `dst = uint32(a - b)`
    SubU32 { dst: Out, a: In, b: In } = "sub.u32", pure;
    /// `dst = uint32(a * b)`
    MulU32 { dst: Out, a: In, b: In } = "mul.u32", pure;
    /// `dst = uint32(a << imm)`
    ShlU32Imm { dst: Out, a: In, imm: Imm } = "shl.u32.imm", pure;
    /// `dst = uint32(a)` rotated left by imm bits.
    RotlU32Imm { dst: Out, a: In, imm: Imm } = "rotl.u32.imm", pure;
    /// `dst = a` rotated left by imm bits.
    RotlU64Imm { dst: Out, a: In, imm: Imm } = "rotl.u64.imm", pure;
    /// `dst = a ^ rotl(b, n)`, where rotl rotates left, uint32. Ext: a = n.
    XorRotlU32 { dst: Out, a: In, b: In } + { a: Count } = "xor.rotl.u32", pure;
    /// `dst = a ^ rotl(b, n)`, where rotl rotates left, uint64. Ext: a = n.
    XorRotlU64 { dst: Out, a: In, b: In } + { a: Count } = "xor.rotl.u64", pure;
    /// `dst = uint32(a + b + c)`. Ext: a = the slot of c.
    Add3U32 { dst: Out, a: In, b: In } + { a: In } = "add3.u32", pure;
    /// `dst = uint8(a + b)`
    AddU8 { dst: Out, a: In, b: In } = "add.u8", pure;
    } };
}
pub(super) use integer_ops;
