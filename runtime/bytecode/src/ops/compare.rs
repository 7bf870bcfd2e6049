//! Comparisons whose result is a bool.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! compare_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = a == b`, 64 bits.
    Eq { dst: Out, a: In, b: In } = "eq", pure;
    /// `dst = a != b`, 64 bits.
    Ne { dst: Out, a: In, b: In } = "ne", pure;
    /// `dst = a < b`, signed.
    LtI { dst: Out, a: In, b: In } = "lt.i", pure;
    /// `dst = a <= b`, signed.
    LeI { dst: Out, a: In, b: In } = "le.i", pure;
    /// `dst = a < b`, unsigned.
    LtU { dst: Out, a: In, b: In } = "lt.u", pure;
    /// `dst = a <= b`, unsigned.
    LeU { dst: Out, a: In, b: In } = "le.u", pure;
    /// `dst = a == imm`
    EqImm { dst: Out, a: In, imm: Imm } = "eq.imm", pure;
    /// `dst = a != imm`
    NeImm { dst: Out, a: In, imm: Imm } = "ne.imm", pure;
    /// `dst = a < imm`, signed.
    LtImm { dst: Out, a: In, imm: Imm } = "lt.imm", pure;
    /// `dst = a > imm`, signed.
    GtImm { dst: Out, a: In, imm: Imm } = "gt.imm", pure;
    /// `dst = a == b`
    EqF64 { dst: Out, a: In, b: In } = "eq.f64", pure float_operands;
    /// `dst = a != b`
    NeF64 { dst: Out, a: In, b: In } = "ne.f64", pure float_operands;
    /// `dst = a < b`
    LtF64 { dst: Out, a: In, b: In } = "lt.f64", pure float_operands;
    /// `dst = a <= b`
    LeF64 { dst: Out, a: In, b: In } = "le.f64", pure float_operands;
    /// `dst = a == b`
    EqF32 { dst: Out, a: In, b: In } = "eq.f32", pure;
    /// `dst = a != b`
    NeF32 { dst: Out, a: In, b: In } = "ne.f32", pure;
    /// `dst = a < b`
    LtF32 { dst: Out, a: In, b: In } = "lt.f32", pure;
    /// `dst = a <= b`
    LeF32 { dst: Out, a: In, b: In } = "le.f32", pure;
    /// `dst = a == b` of strings.
    EqStr { dst: Out, a: In[2u32], b: In[2u32] } = "eq.str", acts, (nothing);
    /// `dst = a < b` of strings.
    LtStr { dst: Out, a: In[2u32], b: In[2u32] } = "lt.str", acts, (nothing);
    /// `dst = a <= b` of strings.
    LeStr { dst: Out, a: In[2u32], b: In[2u32] } = "le.str", acts, (nothing);
    /// `dst = a == b` of interfaces; panics when both have the same type and that type is not comparable.
    EqIface { dst: Out, a: In[2u32], b: In[2u32] } = "eq.iface", acts, (nothing);
    /// `dst = a == b` of complex128.
    EqC128 { dst: Out, a: In[2u32], b: In[2u32] } = "eq.c128", pure;
    /// `dst = a == b` of two values of one type in slots. Ext: a = the number of their slots, b = the type.
    EqTyped { dst: Out, a: In[ext a], b: In[ext a] } + { a: Count, b: Type } = "eq.typed", acts, (nothing);
    /// `dst = *a == *b` of two values of one type in memory. Ext: b = the type.
    EqMem { dst: Out, a: In, b: In } + { b: Type } = "eq.mem", acts inside, (reads a: type ext) (reads b: type ext);
    } };
}
pub(super) use compare_ops;
