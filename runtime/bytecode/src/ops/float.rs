//! Floating-point and complex arithmetic, and conversions between numbers. Integers are narrowed by sext and zext.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! float_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = a + b`
    AddF64 { dst: Out, a: In, b: In } = "add.f64", pure float_result float_operands;
    /// `dst = a - b`
    SubF64 { dst: Out, a: In, b: In } = "sub.f64", pure float_result float_operands;
    /// `dst = a * b`
    MulF64 { dst: Out, a: In, b: In } = "mul.f64", pure float_result float_operands;
    /// `dst += a * b`; the product and the sum are each rounded.
    MulAddF64 { dst: InOut, a: In, b: In } = "muladd.f64", pure float_result float_operands;
    /// `dst = c + a * b`; the product and the sum are each rounded. Ext: a = the slot of c.
    MulAddToF64 { dst: Out, a: In, b: In } + { a: In } = "muladd.to.f64", pure float_result float_operands;
    /// `dst = a + *(*float64)(ptr + off)`. Ext: b = off.
    AddF64Mem { dst: Out, a: In, ptr: In } + { b: Imm32 } = "add.f64.mem", panics reads float_result float_operands, (reads ptr + ext: 8);
    /// `dst = a - *(*float64)(ptr + off)`. Ext: b = off.
    SubF64Mem { dst: Out, a: In, ptr: In } + { b: Imm32 } = "sub.f64.mem", panics reads float_result float_operands, (reads ptr + ext: 8);
    /// `dst = a * *(*float64)(ptr + off)`. Ext: b = off.
    MulF64Mem { dst: Out, a: In, ptr: In } + { b: Imm32 } = "mul.f64.mem", panics reads float_result float_operands, (reads ptr + ext: 8);
    /// `dst = a / b`
    DivF64 { dst: Out, a: In, b: In } = "div.f64", pure float_result float_operands;
    /// `dst = -a`
    NegF64 { dst: Out, a: In } = "neg.f64", pure float_result float_operands;
    /// `dst = √a`
    SqrtF64 { dst: Out, a: In } = "sqrt.f64", pure float_result float_operands;
    /// `dst = |a|`
    AbsF64 { dst: Out, a: In } = "abs.f64", pure float_result float_operands;
    /// `dst = a + b`
    AddF32 { dst: Out, a: In, b: In } = "add.f32", pure;
    /// `dst = a - b`
    SubF32 { dst: Out, a: In, b: In } = "sub.f32", pure;
    /// `dst = a * b`
    MulF32 { dst: Out, a: In, b: In } = "mul.f32", pure;
    /// `dst = a / b`
    DivF32 { dst: Out, a: In, b: In } = "div.f32", pure;
    /// `dst = -a`
    NegF32 { dst: Out, a: In } = "neg.f32", pure;
    /// `dst = a + b`
    AddC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "add.c128", pure;
    /// `dst = a - b`
    SubC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "sub.c128", pure;
    /// `dst = a * b`
    MulC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "mul.c128", pure;
    /// `dst = a / b` by Go's rules (infinities and NaNs as in C99's annex G).
    DivC128 { dst: Out[2u32], a: In[2u32], b: In[2u32] } = "div.c128", pure;
    /// `dst = -a`
    NegC128 { dst: Out[2u32], a: In[2u32] } = "neg.c128", pure;
    /// `dst = complex64(a)`
    C128ToC64 { dst: Out, a: In[2u32] } = "c128.c64", pure;
    /// `dst = complex128(a)`
    C64ToC128 { dst: Out[2u32], a: In } = "c64.c128", pure;
    /// `dst = complex(re, im)` of float32 parts.
    MakeC64 { dst: Out, re: In, im: In } = "make.c64", pure;
    /// `dst = float64(a)`, where `a` is signed.
    I64ToF64 { dst: Out, a: In } = "i64.f64", pure float_result;
    /// `dst = float64(a)`, where `a` is unsigned.
    U64ToF64 { dst: Out, a: In } = "u64.f64", pure;
    /// `dst = float32(a)`, where `a` is signed, rounded once.
    I64ToF32 { dst: Out, a: In } = "i64.f32", pure;
    /// `dst = float32(a)`, where `a` is unsigned, rounded once.
    U64ToF32 { dst: Out, a: In } = "u64.f32", pure;
    /// `dst = int64(a)`, truncated; a value out of range gives amd64's result.
    F64ToI64 { dst: Out, a: In } = "f64.i64", pure float_operands;
    /// `dst = int32(a)`, with Go's result on amd64.
    F64ToI32 { dst: Out, a: In } = "f64.i32", pure float_operands;
    /// `dst = uint64(a)`, truncated; a value out of range gives amd64's result.
    F64ToU64 { dst: Out, a: In } = "f64.u64", pure float_operands;
    /// `dst = float32(a)`
    F64ToF32 { dst: Out, a: In } = "f64.f32", pure;
    /// `dst = float64(a)`
    F32ToF64 { dst: Out, a: In } = "f32.f64", pure;
    } };
}
pub(super) use float_ops;
