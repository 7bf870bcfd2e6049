//! The kinds of operands: how each is stored, and what it means to those who read code.
//!
//! A module of its own beside the table of instructions, whose header describes the kinds, since that is long enough.

/// Turns a declared operand kind into its storage type and its [`Use`].
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
    (use Out [$w:expr] $e:expr) => {
        Use::Write($e, u32::from($w))
    };
    (use In [$w:expr] $e:expr) => {
        Use::Read($e, u32::from($w))
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
}
pub(crate) use operand;
