//! The kinds of operands: how each is stored, and how an instruction uses an operand of that kind.

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident)*) => {
        /// The kind of an operand. See [`ops`](crate::ops).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum OperandKind { $($(#[doc = $doc])+ $name),* }
    };
}

kinds! {
    /// Slots that are written.
    Out
    /// Slots that are read.
    In
    /// A slot that is read and written.
    InOut
    /// The window of a call.
    Win
    /// A part of a slot that is read.
    ByteIn
    /// A part of a slot that is written.
    ByteOut
    /// Bytes of the frame that are read: as many as the preceding operand says.
    Bytes
    /// A signed number of 16 bits.
    Imm
    /// A signed number of 32 bits.
    Imm32
    /// An unsigned number of 16 bits.
    Count
    /// A jump distance of 16 bits.
    Jump16
    /// A jump distance of 32 bits.
    Jump32
    /// A byte offset in the block of package-level variables.
    Global
    /// A constant.
    Const
    /// A string constant.
    Str
    /// A function.
    Func
    /// A type.
    Type
    /// A native function.
    Native
    /// A select's table.
    Table
    /// An interface method call.
    Site
}

impl OperandKind {
    /// How many bits an operand of this kind has in an instruction.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Out
            | Self::In
            | Self::InOut
            | Self::Win
            | Self::Bytes
            | Self::Imm
            | Self::Count
            | Self::Jump16 => 16,
            Self::ByteIn
            | Self::ByteOut
            | Self::Imm32
            | Self::Jump32
            | Self::Global
            | Self::Const
            | Self::Str
            | Self::Func
            | Self::Type
            | Self::Native
            | Self::Table
            | Self::Site => 32,
        }
    }
}

/// Turns a declared operand kind into its storage type, its [`Use`](crate::operand::Use), and so on.
macro_rules! operand {
    (type Out) => {
        Slot
    };
    (type In) => {
        Slot
    };
    (type InOut) => {
        Slot
    };
    (type Win) => {
        Slot
    };
    (type ByteIn) => {
        Wide
    };
    (type ByteOut) => {
        Wide
    };
    (type Imm) => {
        i16
    };
    (type Imm32) => {
        Wide
    };
    (type Count) => {
        u16
    };
    (type Jump16) => {
        i16
    };
    (type Jump32) => {
        Wide
    };
    (type Global) => {
        Wide
    };
    (type Const) => {
        Wide
    };
    (type Str) => {
        Wide
    };
    (type Func) => {
        Wide
    };
    (type Type) => {
        Wide
    };
    (type Native) => {
        Wide
    };
    (type Table) => {
        Wide
    };
    // The width 0 stands for a width that depends on the `Ext` or on the kind of print.
    (use Out [ext $($w:tt)+] $e:expr) => {
        Use::Write($e, 0)
    };
    (use In [ext $($w:tt)+] $e:expr) => {
        Use::Read($e, 0)
    };
    (use In [print $kind:ident] $e:expr) => {
        Use::Read($e, 0)
    };
    (use Out [$($w:tt)+] $e:expr) => {
        Use::Write($e, u32::from($($w)+))
    };
    (use In [$($w:tt)+] $e:expr) => {
        Use::Read($e, u32::from($($w)+))
    };
    (use Out $e:expr) => {
        Use::Write($e, 1)
    };
    (use In $e:expr) => {
        Use::Read($e, 1)
    };
    (use InOut $e:expr) => {
        Use::Update($e)
    };
    (use Win $e:expr) => {
        Use::Window($e)
    };
    (use ByteIn $e:expr) => {
        Use::Read(Slot(($e.get() / 8) as u16), 1)
    };
    (use ByteOut $e:expr) => {
        Use::Update(Slot(($e.get() / 8) as u16))
    };
    (use Imm $e:expr) => {
        Use::Imm(i64::from($e))
    };
    (use Imm32 $e:expr) => {
        Use::Imm(i64::from($e.get_signed()))
    };
    (use Count $e:expr) => {
        Use::Imm(i64::from($e))
    };
    (use Jump16 $e:expr) => {
        Use::Jump(i32::from($e))
    };
    (use Jump32 $e:expr) => {
        Use::Jump($e.get_signed())
    };
    (use Global $e:expr) => {
        Use::Global($e.get())
    };
    (use Const $e:expr) => {
        Use::Const(ConstId($e.get()))
    };
    (use Str $e:expr) => {
        Use::Str(StrId($e.get()))
    };
    (use Func $e:expr) => {
        Use::Func(FuncId($e.get()))
    };
    (use Type $e:expr) => {
        Use::Type(TypeId($e.get()))
    };
    (use Native $e:expr) => {
        Use::Native(NativeId($e.get()))
    };
    (use Table $e:expr) => {
        Use::Select(SelectId($e.get()))
    };
    // The operand's use with its exact width.
    (exact Out [ext $($w:tt)+] $e:expr, $cx:expr) => {
        Use::Write($e, operand!(width $cx, $($w)+))
    };
    (exact In [ext $($w:tt)+] $e:expr, $cx:expr) => {
        Use::Read($e, operand!(width $cx, $($w)+))
    };
    (exact In [print $kind:ident] $e:expr, $cx:expr) => {
        Use::Read($e, PrintKind::from_number($kind).map_or(0, PrintKind::slot_count))
    };
    (exact $kind:ident [$($w:tt)+] $e:ident, $cx:expr) => {
        operand!(use $kind [$($w)+] $e)
    };
    (exact $kind:ident $e:ident, $cx:expr) => {
        operand!(use $kind $e)
    };
    (width $cx:expr, a) => {
        $cx.ext_a
    };
    (width $cx:expr, a + 1) => {
        $cx.ext_a + 1
    };
    (width $cx:expr, a * elem) => {
        $cx.ext_a * $cx.elem_slots()
    };
    (width $cx:expr, key) => {
        $cx.key_slots()
    };
    // True if the width is a literal in the instruction table: then it does not depend on operands.
    (fixed $n:literal) => {
        true
    };
    (fixed $($w:tt)+) => {
        false
    };
    // The operands of the `n`th `Ext`.
    (ext a In, $n:expr, $a:expr, $b:expr) => {
        Use::Read(Slot($a), 1)
    };
    (ext a Count, $n:expr, $a:expr, $b:expr) => {
        Use::Imm(i64::from($a))
    };
    (ext b Imm32, $n:expr, $a:expr, $b:expr) => {
        Use::Imm(i64::from($b as i32))
    };
    (ext b Bytes, $n:expr, $a:expr, $b:expr) => {
        Use::Read(Slot(($b / 8) as u16), ($b + u32::from($a)).div_ceil(8) - $b / 8)
    };
    (ext b Type, $n:expr, $a:expr, $b:expr) => {
        Use::Type(TypeId($b))
    };
    (ext b Site, $n:expr, $a:expr, $b:expr) => {
        Use::Site(SiteId($b))
    };
    (ext b Jump32, $n:expr, $a:expr, $b:expr) => {
        Use::Jump(($b as i32).wrapping_add($n))
    };
    // The operand with another distance, if it is a jump distance.
    (jump Jump16 $e:expr, $distance:expr) => {
        i16::try_from($distance).ok()?
    };
    (jump Jump32 $e:expr, $distance:expr) => {
        Wide::from_signed($distance)
    };
    (jump $kind:ident $e:expr, $distance:expr) => {
        $e
    };
}
pub(super) use operand;
