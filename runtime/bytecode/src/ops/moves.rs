//! Moves and constants.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! moves_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Further operands of the preceding instruction. Never executed.
    Ext { a: Count, b: Imm32 } = "ext", any, (nothing);
    /// Does nothing.
    Nop { } = "nop", pure;
    /// Takes the cost of copying `bytes` bytes from the budget. The instruction stands before a large copy, which
    /// itself takes nothing from the budget.
    Weigh { bytes: Count } = "weigh", budget;
    /// `dst = src`
    Mov { dst: Out, src: In } = "mov", copies either;
    /// `dst = src`, 2 slots, which may overlap.
    Mov2 { dst: Out[2u32], src: In[2u32] } = "mov2", copies either;
    /// `dst = src`, 3 slots, which may overlap.
    Mov3 { dst: Out[3u32], src: In[3u32] } = "mov3", copies either;
    /// `dst = src`, n slots, which may overlap.
    MovN { dst: Out[n], src: In[n], n: Count } = "movn", pure either;
    /// `dst = imm`
    LoadImm { dst: Out, imm: Imm32 } = "load.imm", pure;
    /// `dst =` the type, as the first word of an interface
    LoadType { dst: Out, ty: Type } = "load.type", pure;
    /// `dst =` the address of the type's descriptor: in Go's layout the first word of an interface without methods. For
    /// type 0 `dst` is the address of zeros.
    LoadDescriptor { dst: Out, ty: Type } = "load.descriptor", pure;
    /// `dst =` the address of the type's itab: in Go's layout the first word of an interface with methods.
    LoadItab { dst: Out, ty: Type } = "load.itab", pure;
    /// `dst = consts[k]`
    LoadConst { dst: Out, k: Const } = "load.const", pure either;
    /// `dst = strings[k]` (pointer and length)
    LoadStr { dst: Out[2u32], k: Str } = "load.str", pure;
    /// `dst..dst+n = 0`
    Zero { dst: Out[n], n: Count } = "zero", pure either;
    } };
}
pub(super) use moves_ops;
