//! The operands of instructions: newtypes, so that numbers of different meaning cannot be mixed up.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! index {
    ($($(#[doc = $doc:literal])+ $name:ident($int:ty);)*) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub $int);
    )* };
}

index! {
    /// A slot of eight bytes in the current frame, counted from its base.
    Slot(u16);
    /// A function: index into `Program::funcs`.
    FuncId(u32);
    /// A run-time type: index into `Program::types`. Zero means "no type": the type word of a nil interface.
    TypeId(u32);
    /// A method name (with its package, if unexported): index into `Program::method_names`.
    MethodId(u32);
    /// A native function: index into `Program::natives`.
    NativeId(u32);
    /// An interface method call in the code: index into `Program::call_sites`.
    SiteId(u32);
    /// The cases of a `select`: index into `Program::selects`.
    SelectId(u32);
    /// A 64-bit constant: index into `Program::consts`.
    ConstId(u32);
    /// A string constant: index into `Program::strings`.
    StrId(u32);
}

/// Thirty-two bits in an instruction, aligned to two bytes so that instructions stay eight bytes long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wide([u16; 2]);

impl Wide {
    /// Packs an unsigned number.
    #[must_use]
    pub const fn new(v: u32) -> Self {
        Self([v as u16, (v >> 16) as u16])
    }

    /// Packs a signed number.
    #[must_use]
    pub const fn from_signed(v: i32) -> Self {
        Self::new(v as u32)
    }

    /// The number, unsigned.
    #[must_use]
    #[inline(always)]
    pub const fn get(self) -> u32 {
        self.0[0] as u32 | (self.0[1] as u32) << 16
    }

    /// The number, signed.
    #[must_use]
    #[inline(always)]
    pub const fn get_signed(self) -> i32 {
        self.get() as i32
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

/// An operand as a number of 16 or 32 bits.
pub(crate) trait Operand {
    const BITS: u32;
    fn to_bits(self) -> u32;
    fn from_bits(bits: u32) -> Self;
}

impl Operand for Slot {
    const BITS: u32 = 16;
    fn to_bits(self) -> u32 {
        self.0.into()
    }
    fn from_bits(bits: u32) -> Self {
        Self(bits as u16)
    }
}

impl Operand for u16 {
    const BITS: u32 = 16;
    fn to_bits(self) -> u32 {
        self.into()
    }
    fn from_bits(bits: u32) -> Self {
        bits as Self
    }
}

impl Operand for i16 {
    const BITS: u32 = 16;
    fn to_bits(self) -> u32 {
        u32::from(self as u16)
    }
    fn from_bits(bits: u32) -> Self {
        bits as Self
    }
}

impl Operand for Wide {
    const BITS: u32 = 32;
    fn to_bits(self) -> u32 {
        self.get()
    }
    fn from_bits(bits: u32) -> Self {
        Self::new(bits)
    }
}

/// An instruction as a number: its opcode in the lowest 16 bits, its operands above, in the order of their declaration.
pub(crate) struct PackedOp {
    pub(crate) word: u64,
    /// The bit at which the next operand begins.
    pub(crate) next_bit: u32,
}

impl PackedOp {
    pub(crate) fn of(opcode: u16) -> Self {
        Self { word: opcode.into(), next_bit: 16 }
    }

    pub(crate) fn push<T: Operand>(&mut self, operand: T) {
        self.word |= u64::from(operand.to_bits()) << self.next_bit;
        self.next_bit += T::BITS;
    }

    pub(crate) fn pop<T: Operand>(&mut self) -> T {
        let operand = T::from_bits((self.word >> self.next_bit) as u32);
        self.next_bit += T::BITS;
        operand
    }
}

/// The format in which `print` prints a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
#[allow(missing_docs, reason = "the variants' names say what they are")]
pub enum PrintKind {
    Bool,
    Int,
    Uint,
    Float32,
    Float64,
    Complex64,
    Complex128,
    String,
    /// Pointers, channels, functions, maps: the address in hexadecimal.
    Pointer,
    /// An interface value: `(type,data)`.
    Iface,
    /// A slice: `[len/cap]ptr`.
    Slice,
    /// A space between operands of `println`; no operand.
    Space,
    /// The newline of `println`; no operand. A print statement ends with this kind or with `Flush`.
    Newline,
    /// The end of `print`, which outputs all its operands together; no operand.
    Flush,
}

impl PrintKind {
    /// Returns the kind with number `n`.
    #[must_use]
    pub fn from_number(n: u16) -> Option<Self> {
        use PrintKind as K;
        const ALL: [PrintKind; 14] = [
            K::Bool,
            K::Int,
            K::Uint,
            K::Float32,
            K::Float64,
            K::Complex64,
            K::Complex128,
            K::String,
            K::Pointer,
            K::Iface,
            K::Slice,
            K::Space,
            K::Newline,
            K::Flush,
        ];
        ALL.get(usize::from(n)).copied()
    }

    /// How many slots the operand takes.
    #[must_use]
    pub fn slot_count(self) -> u32 {
        match self {
            Self::Complex128 | Self::String | Self::Iface => 2,
            Self::Slice => 3,
            Self::Space | Self::Newline | Self::Flush => 0,
            _ => 1,
        }
    }
}

/// The way in which an instruction uses one of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Reads that many slots, beginning with this one.
    Read(Slot, u32),
    /// Writes that many slots completely, beginning with this one.
    Write(Slot, u32),
    /// Reads and writes one slot, or writes a part of it.
    Update(Slot),
    /// The window of a call: the arguments begin at this slot, the two header slots precede it. All slots above the
    /// arguments are dead; the results begin at this slot too.
    Window(Slot),
    /// A signed number.
    Imm(i64),
    /// A jump distance in instructions, from the instruction after this one.
    Jump(i32),
    /// A byte offset in the block of package-level variables.
    Global(u32),
    /// A constant.
    Const(ConstId),
    /// A string constant.
    Str(StrId),
    /// A function.
    Func(FuncId),
    /// A type.
    Type(TypeId),
    /// A native function.
    Native(NativeId),
    /// An interface method call.
    Site(SiteId),
    /// A select's table: the instruction reads and writes the slots that the table names.
    Select(SelectId),
}
