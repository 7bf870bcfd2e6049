//! Jumps. A distance is counted from the next instruction. Backward jumps are safepoints, and take one from the budget
//! when they jump.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! jump_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// Jumps.
    Jmp { to: Jump32 } = "jmp", ends;
    /// Jumps when a bool is true.
    JmpIf { a: In, to: Jump32 } = "jmp.if", pure;
    /// Jumps when a bool is false.
    JmpIfNot { a: In, to: Jump32 } = "jmp.ifnot", pure;
    /// `if a == b` jumps, 64 bits.
    JmpEq { a: In, b: In, to: Jump16 } = "jmp.eq", pure;
    /// `if a != b` jumps, 64 bits.
    JmpNe { a: In, b: In, to: Jump16 } = "jmp.ne", pure;
    /// `if a < b` jumps, signed.
    JmpLt { a: In, b: In, to: Jump16 } = "jmp.lt", pure;
    /// `if a <= b` jumps, signed.
    JmpLe { a: In, b: In, to: Jump16 } = "jmp.le", pure;
    /// `if a < b` jumps, unsigned.
    JmpLtU { a: In, b: In, to: Jump16 } = "jmp.lt.u", pure;
    /// `if a <= b` jumps, unsigned.
    JmpLeU { a: In, b: In, to: Jump16 } = "jmp.le.u", pure;
    /// `if a == imm` jumps.
    JmpEqImm { a: In, imm: Imm, to: Jump16 } = "jmp.eq.imm", pure;
    /// `if a != imm` jumps.
    JmpNeImm { a: In, imm: Imm, to: Jump16 } = "jmp.ne.imm", pure;
    /// `if a < imm` jumps, signed.
    JmpLtImm { a: In, imm: Imm, to: Jump16 } = "jmp.lt.imm", pure;
    /// `if a <= imm` jumps, signed.
    JmpLeImm { a: In, imm: Imm, to: Jump16 } = "jmp.le.imm", pure;
    /// `if a > imm` jumps, signed.
    JmpGtImm { a: In, imm: Imm, to: Jump16 } = "jmp.gt.imm", pure;
    /// `if a >= imm` jumps, signed.
    JmpGeImm { a: In, imm: Imm, to: Jump16 } = "jmp.ge.imm", pure;
    /// Jumps if `k & 255 <= a <= (k & 255) + (k >> 8)`.
    JmpIn { a: In, k: Count, to: Jump16 } = "jmp.in", pure;
    /// Jumps unless `k & 255 <= a <= (k & 255) + (k >> 8)`.
    JmpNotIn { a: In, k: Count, to: Jump16 } = "jmp.notin", pure;
    /// Jumps if `x[i]`, a bool, is true. Panics as `index.u8` does.
    JmpIfIndex { x: In[2u32], i: In, to: Jump16 } = "jmp.if.index", panics reads, (reads x[i]: 1);
    /// Jumps if `x[i]`, a bool, is false. Panics as `index.u8` does.
    JmpIfNotIndex { x: In[2u32], i: In, to: Jump16 } = "jmp.ifnot.index", panics reads, (reads x[i]: 1);
    /// `if a < b` jumps.
    JmpLtF64 { a: In, b: In, to: Jump16 } = "jmp.lt.f64", pure float_operands;
    /// `if a <= b` jumps.
    JmpLeF64 { a: In, b: In, to: Jump16 } = "jmp.le.f64", pure float_operands;
    /// `if !(a < b)` jumps (NaN too).
    JmpNotLtF64 { a: In, b: In, to: Jump16 } = "jmp.notlt.f64", pure float_operands;
    /// `if !(a <= b)` jumps (NaN too).
    JmpNotLeF64 { a: In, b: In, to: Jump16 } = "jmp.notle.f64", pure float_operands;
    /// Jumps back.
    Loop { to: Jump32 } = "loop", ends budget;
    /// Jumps back when a bool is true.
    LoopIf { a: In, to: Jump32 } = "loop.if", budget;
    /// Jumps back when a bool is false.
    LoopIfNot { a: In, to: Jump32 } = "loop.ifnot", budget;
    /// `if a == b` jumps back.
    LoopEq { a: In, b: In, to: Jump16 } = "loop.eq", budget;
    /// `if a != b` jumps back.
    LoopNe { a: In, b: In, to: Jump16 } = "loop.ne", budget;
    /// `if a < b` jumps back, signed.
    LoopLt { a: In, b: In, to: Jump16 } = "loop.lt", budget;
    /// `if a <= b` jumps back, signed.
    LoopLe { a: In, b: In, to: Jump16 } = "loop.le", budget;
    /// `if a < b` jumps back, unsigned.
    LoopLtU { a: In, b: In, to: Jump16 } = "loop.lt.u", budget;
    /// `if a <= b` jumps back, unsigned.
    LoopLeU { a: In, b: In, to: Jump16 } = "loop.le.u", budget;
    /// `if a != imm` jumps back.
    LoopNeImm { a: In, imm: Imm, to: Jump16 } = "loop.ne.imm", budget;
    /// `if a < imm` jumps back, signed.
    LoopLtImm { a: In, imm: Imm, to: Jump16 } = "loop.lt.imm", budget;
    /// `if a <= imm` jumps back, signed.
    LoopLeImm { a: In, imm: Imm, to: Jump16 } = "loop.le.imm", budget;
    /// `if a > imm` jumps back, signed.
    LoopGtImm { a: In, imm: Imm, to: Jump16 } = "loop.gt.imm", budget;
    /// `if a >= imm` jumps back, signed.
    LoopGeImm { a: In, imm: Imm, to: Jump16 } = "loop.ge.imm", budget;
    /// Jumps back if `k & 255 <= a <= (k & 255) + (k >> 8)`.
    LoopIn { a: In, k: Count, to: Jump16 } = "loop.in", budget;
    /// `i += 1; if i < n` jumps back, signed.
    ForLt { i: InOut, n: In, to: Jump16 } = "for.lt", budget;
    /// `i += 1; if i <= n` jumps back, signed.
    ForLe { i: InOut, n: In, to: Jump16 } = "for.le", budget;
    /// `i += 1; if i < imm` jumps back, signed.
    ForLtImm { i: InOut, imm: Imm, to: Jump16 } = "for.lt.imm", budget;
    /// `i += step; if i < n` jumps back, signed. Ext: b = the distance, counted from the instruction after the Ext.
    ForAddLt { i: InOut, step: In, n: In } + { b: Jump32 } = "for.add.lt", budget;
    /// `i += step; if i <= n` jumps back, signed. Ext: see `for.add.lt`.
    ForAddLe { i: InOut, step: In, n: In } + { b: Jump32 } = "for.add.le", budget;
    } };
}
pub(super) use jump_ops;
