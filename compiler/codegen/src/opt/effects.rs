//! What instructions do to values, as far as it matters for using them again: see `reuse`.
//!
//! A module of its own beside it since it is a list, and since what is missing in the list is only not improved.

use minigo_bytecode::ops::Op;

/// What an instruction computes, and from what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// A value of its operands alone. It never panics.
    Pure,
    /// The same, but it may panic.
    Checked,
    /// A value of its operands and of memory; it may panic.
    Load,
    /// The same of so many words from a pointer and an offset on.
    Words(u16),
    /// A copy of so many slots.
    Move(u16),
    /// Memory changes, by operands alone, and no slots.
    Store,
    /// Nothing but its operands: jumps, checks.
    Test,
    /// Slots change as the table says, memory does not.
    Plain,
    /// The same, of parts of slots.
    Parts,
    /// Anything.
    Other,
}

/// The class of an instruction.
pub(crate) fn class(op: Op) -> Class {
    class_of_arithmetic(op).or_else(|| class_of_memory(op)).unwrap_or(Class::Other)
}

macro_rules! is {
    ($op:expr; $($name:ident)*) => {
        matches!($op, $(Op::$name { .. })|*)
    };
}

fn class_of_arithmetic(op: Op) -> Option<Class> {
    if is!(op; LoadImm LoadConst LoadStr Add AddImm Sub RsubImm Mul MulImm Add3 MulAdd MulImmAdd
        DivImm DivPow2 RemPow2 RemImm And AndImm Or Xor XorImm AndNot Shl ShlImm ShrI ShrIImm ShrU ShrUImm Neg Not
        Sext8 Sext16 Sext32 Zext8 Zext16 Zext32 AddI32 SubI32 MulI32 AddU32 SubU32 MulU32 ShlU32Imm
        RotlU32Imm RotlU64Imm XorRotlU32 XorRotlU64 Add3U32 AddU8
        AddF64 SubF64 MulF64 MulAddToF64 DivF64 NegF64 SqrtF64 AbsF64 AddF32 SubF32 MulF32 DivF32 NegF32
        I64ToF64 U64ToF64 I64ToF32 U64ToF32 F64ToI64 F64ToI32 F64ToU64 F64ToF32 F32ToF64
        Eq Ne LtI LeI LtU LeU EqImm NeImm LtImm GtImm EqF64 NeF64 LtF64 LeF64 EqF32 NeF32 LtF32 LeF32
        LoadCapture Closure GlobalAddr)
    {
        return Some(Class::Pure);
    }
    if is!(op; DivI DivU RemI RemU AddrOff AddrOffWide IndexAddr) {
        return Some(Class::Checked);
    }
    if is!(op; Jmp JmpIf JmpIfNot JmpEq JmpNe JmpLt JmpLe JmpLtU JmpLeU JmpEqImm JmpNeImm JmpLtImm JmpLeImm
        JmpGtImm JmpGeImm JmpIn JmpNotIn JmpIfIndex JmpIfNotIndex JmpLtF64 JmpLeF64 JmpNotLtF64 JmpNotLeF64
        Loop LoopIf LoopIfNot LoopEq LoopNe LoopLt LoopLe LoopLtU LoopLeU LoopNeImm LoopLtImm LoopLeImm
        LoopGtImm LoopGeImm LoopIn Nop Weigh CheckShift CheckIndex NilCheck Ret RetMov RetAdd)
    {
        return Some(Class::Test);
    }
    match op {
        Op::Mov { .. } => Some(Class::Move(1)),
        Op::Mov2 { .. } => Some(Class::Move(2)),
        Op::Mov3 { .. } => Some(Class::Move(3)),
        _ => None,
    }
}

fn class_of_memory(op: Op) -> Option<Class> {
    if is!(op; LoadI8 LoadU8 LoadI16 LoadU16 LoadI32 LoadU32 LoadGlobal IndexI8 IndexU8 IndexI16 IndexU16
        IndexI32 IndexU32 Index64 Index128 Index192 IndexOffU8 IndexOffU32 IndexOff64 IndexIndex64
        IndexMemU8 IndexMem64 IndexArrU8 IndexArrU32 IndexArr64 AddF64Mem SubF64Mem MulF64Mem)
    {
        return Some(Class::Load);
    }
    if is!(op; Store8 Store16 Store32 Store64 StorePtr AddMem64 AddMemF64 SubMemF64 Store128 Store192 StoreStr
        StoreIface StoreSlice StoreGlobal StoreGlobalPtr SetIndex8 SetIndex16 SetIndex32 SetIndex64
        SetIndexPtr SetIndexStr SetIndexIface SetIndexSlice SetIndexMem8 SetIndexMem64 AddIndex64 AddIndexF64
        SubIndexF64)
    {
        return Some(Class::Store);
    }
    if is!(op; MovN Zero MulAddF64 ForLt ForLe ForLtImm ForAddLt ForAddLe New NewClosure FuncValue MakeSlice
        SliceStr SliceSlice NextRune)
    {
        return Some(Class::Plain);
    }
    if is!(op; PartI8 PartU8 PartI16 PartU16 PartI32 PartU32 SetPart8 SetPart16 SetPart32) {
        return Some(Class::Parts);
    }
    match op {
        Op::Load64 { .. } => Some(Class::Words(1)),
        Op::Load128 { .. } => Some(Class::Words(2)),
        Op::Load192 { .. } => Some(Class::Words(3)),
        _ => None,
    }
}
