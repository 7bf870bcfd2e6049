//! A compiled program: what code generation hands to the VM.

use crate::func::Func;
use crate::operand::{FuncId, MethodId, Slot, TypeId};
use crate::rtype::{MethodName, RType};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A compiled program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// All functions.
    pub funcs: Vec<Func>,
    /// Constants of 64 bits.
    pub consts: Vec<u64>,
    /// String constants: any bytes. Those of a stored program stay where they are stored.
    #[serde(skip)]
    pub strings: Vec<Bytes>,
    /// All run-time types; the first is no type.
    pub types: Vec<RType>,
    /// All method names.
    pub methods: Vec<MethodName>,
    /// The interface method calls.
    pub sites: Vec<CallSite>,
    /// The cases of `select` statements.
    pub selects: Vec<SelectTable>,
    /// The natives that the code calls.
    pub natives: Vec<NativeRef>,
    /// Names of the source files.
    pub files: Vec<Arc<str>>,
    /// Whether these names are whole: else those that are no absolute paths are relative to where the program starts.
    pub whole_file_names: bool,
    /// The package-level variables, in one block of memory.
    pub globals: Vec<GlobalVar>,
    /// Bytes of that block.
    pub globals_size: u32,
    /// What to call, without arguments: it initialises all packages, then calls `main.main`.
    pub entry: FuncId,
    /// Types that the VM itself makes values of.
    pub known: KnownTypes,
    /// What GODEBUG is unless the environment says otherwise: `name=value`, divided by commas.
    pub godebug: Arc<str>,
    /// Whether interface values have the layout that Go's have, so that the program can look at their words: the first
    /// leads to a descriptor or an itab ([`type_word`](crate::type_word)), and the second is a pointer. Else the first
    /// is the id of a type and the second the value, if that has up to eight bytes, which costs no memory.
    pub go_layout: bool,
    /// Whether its code is for a run that looks for data races: loads without effect are there.
    pub watched: bool,
}

/// The tables that instructions refer to, of a program or of what a machine has made of one.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'p> {
    /// See [`Program::funcs`].
    pub funcs: &'p [Func],
    /// See [`Program::sites`].
    pub sites: &'p [CallSite],
    /// See [`Program::selects`].
    pub selects: &'p [SelectTable],
    /// See [`Program::natives`].
    pub natives: &'p [NativeRef],
}

impl Program {
    /// The tables that its instructions refer to.
    #[must_use]
    pub fn tables(&self) -> Tables<'_> {
        let Self { funcs, sites, selects, natives, .. } = self;
        Tables { funcs, sites, selects, natives }
    }
}

/// Types that the VM makes values of. Zero where the program does not have them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct KnownTypes {
    /// `string`
    pub string: TypeId,
    /// `int`
    pub int: TypeId,
    /// `runtime.errorString`: a defined string type, whose `Error` puts `runtime error: ` before it.
    pub error_string: TypeId,
    /// `runtime.boundsError`: as `error_string`, for indexes and slices out of range.
    pub bounds_error: TypeId,
    /// `runtime.errorAddressString`: a struct of such a text and the address of an access that failed.
    pub address_error: TypeId,
    /// `runtime.plainError`: a defined string type, whose `Error` is the string: `close of nil channel`.
    pub plain_error: TypeId,
    /// `maps.unhashableTypeError`: as `plain_error`, for a look-up by a key that cannot be hashed.
    pub unhashable_error: TypeId,
    /// `*runtime.TypeAssertionError`: points to a struct of one string, the whole text.
    pub type_assertion_error: TypeId,
    /// `*runtime.PanicNilError`: points to a struct of at most one word.
    pub panic_nil_error: TypeId,
    /// `error`
    pub error: TypeId,
    /// `fmt.Stringer`-like printing of panics needs method names: `Error` and `String`.
    pub error_method: MethodId,
    /// See `error_method`.
    pub string_method: MethodId,
}

/// An interface method call in the code.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CallSite {
    /// The method.
    pub method: MethodId,
    /// The static interface type.
    pub iface: TypeId,
}

/// A native function the code calls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NativeRef {
    /// The import path of its package.
    pub package: Arc<str>,
    /// Its name: `Index`, `(*T).m`.
    pub name: Arc<str>,
    /// What is declared without a body: its position, and its name as tracebacks show it.
    pub func: FuncId,
    /// Slots of its arguments.
    pub arg_slots: u32,
    /// Slots of its results.
    pub result_slots: u32,
}

/// A package-level variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GlobalVar {
    /// `main.x`
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its offset in the block, aligned for its type.
    pub offset: u32,
}

/// The cases of a `select`, in source order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SelectTable {
    /// The cases but `default`.
    pub cases: Vec<SelectCase>,
    /// Whether there is a `default`.
    pub has_default: bool,
}

/// A case of a `select`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelectCase {
    /// The slot of the channel (nil never communicates).
    pub ch: Slot,
    /// Whether it sends the value at `val`, or receives into it.
    pub send: bool,
    /// The value's first slot.
    pub val: Slot,
    /// Slots of the value.
    pub words: u16,
    /// Where a receive stores whether the channel gave a value.
    pub ok: Option<Slot>,
}
