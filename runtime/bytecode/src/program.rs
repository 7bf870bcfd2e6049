//! A compiled program: the result of code generation, which the VM executes.

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
    /// String constants: any bytes. The strings of a stored program stay in its file and are not serialised here.
    #[serde(skip)]
    pub strings: Vec<Bytes>,
    /// All run-time types; index 0 means "no type".
    pub types: Vec<RType>,
    /// All method names.
    pub method_names: Vec<MethodName>,
    /// The interface method calls.
    pub call_sites: Vec<CallSite>,
    /// The cases of `select` statements.
    pub selects: Vec<SelectTable>,
    /// The native functions that the code calls.
    pub natives: Vec<NativeRef>,
    /// The names of the source files.
    pub files: Vec<Arc<str>>,
    /// How the program names its files.
    pub file_names: FileNames,
    /// The package-level variables, in one block of memory.
    pub globals: Vec<GlobalVar>,
    /// The size in bytes of the block of package-level variables.
    pub globals_size: u32,
    /// The function at which the program starts, without arguments: it initialises all packages, then calls
    /// `main.main`.
    pub entry: FuncId,
    /// Types of which the VM itself makes values.
    pub known_types: KnownTypes,
    /// The default of GODEBUG, which the environment overrides: `name=value` pairs, separated by commas.
    pub godebug: Arc<str>,
    /// Whether interface values have Go's layout, so that the program can look at their words: the first word leads to
    /// a descriptor or an itab ([`type_word`](crate::type_word)), and the second is a pointer. Without Go's layout the
    /// first word of an interface value is the id of a type and the second the value, if that has up to eight bytes,
    /// which costs no memory.
    pub has_go_interface_layout: bool,
    /// Whether the code is compiled for the race detector: loads whose result is unused are kept.
    pub has_race_detector: bool,
}

/// How a program names its files, in messages and for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FileNames {
    /// Relative names are relative to the directory in which the program starts: messages print them so, and the
    /// program itself sees absolute ones.
    #[default]
    Relative,
    /// The names are complete.
    Whole,
    /// The names are complete, and library files are named without the installation's directory: `-trimpath`.
    Trimmed,
}

/// The tables that instructions refer to: those of a program, or those that a machine has derived from a program's.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'p> {
    /// The functions: see [`Program::funcs`].
    pub funcs: &'p [Func],
    /// The interface method calls: see [`Program::call_sites`].
    pub call_sites: &'p [CallSite],
    /// The cases of selects: see [`Program::selects`].
    pub selects: &'p [SelectTable],
    /// The native functions: see [`Program::natives`].
    pub natives: &'p [NativeRef],
}

impl Program {
    /// The tables that the program's instructions refer to.
    #[must_use]
    pub fn tables(&self) -> Tables<'_> {
        let Self { funcs, call_sites: sites, selects, natives, .. } = self;
        Tables { funcs, call_sites: sites, selects, natives }
    }
}

/// The types of which the VM makes values; zero for a type that the program does not have.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct KnownTypes {
    /// Go's `string`.
    pub string: TypeId,
    /// Go's `int`.
    pub int: TypeId,
    /// `runtime.errorString`: a defined string type, whose `Error` puts `runtime error: ` before it.
    pub error_string: TypeId,
    /// `runtime.boundsError`: a type like `error_string`, for indexes and slices out of range.
    pub bounds_error: TypeId,
    /// `runtime.errorAddressString`: a struct of a message and the address of an access that failed.
    pub address_error: TypeId,
    /// `runtime.plainError`: a defined string type, whose `Error` is the string: `close of nil channel`.
    pub plain_error: TypeId,
    /// `maps.unhashableTypeError`: a type like `plain_error`, for a look-up with a key that cannot be hashed.
    pub unhashable_error: TypeId,
    /// `*runtime.TypeAssertionError`: points to a struct of one string, the whole text.
    pub type_assertion_error: TypeId,
    /// `*runtime.PanicNilError`: points to a struct of at most one word.
    pub panic_nil_error: TypeId,
    /// Go's `error`.
    pub error: TypeId,
    /// The name of the method `Error`, which the printing of a panic value calls.
    pub error_method: MethodId,
    /// The name of the method `String`, which the printing of a panic value calls.
    pub string_method: MethodId,
}

/// An interface method call in the code.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CallSite {
    /// The called method's name.
    pub method: MethodId,
    /// The static interface type.
    pub iface: TypeId,
}

/// A native function that the code calls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NativeRef {
    /// The import path of the function's package.
    pub package: Arc<str>,
    /// The function's name: `Index`, `(*T).m`.
    pub name: Arc<str>,
    /// The declaration without a body: it holds the position, and the name that tracebacks show.
    pub func: FuncId,
    /// How many slots the arguments take.
    pub arg_slots: u32,
    /// How many slots the results take.
    pub result_slots: u32,
}

/// A package-level variable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GlobalVar {
    /// The qualified name: `main.x`.
    pub name: Arc<str>,
    /// The variable's type.
    pub ty: TypeId,
    /// The variable's offset in the block in bytes, aligned for the type.
    pub offset: u32,
}

/// The cases of a `select`, in source order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SelectTable {
    /// The cases without `default`.
    pub cases: Vec<SelectCase>,
    /// Whether there is a `default`.
    pub has_default: bool,
}

/// A case of a `select`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelectCase {
    /// The slot of the channel (nil never communicates).
    pub channel: Slot,
    /// Whether the case sends the value at `value`; else it receives into `value`.
    pub is_send: bool,
    /// The value's first slot.
    pub value: Slot,
    /// How many slots the value takes.
    pub value_slots: u16,
    /// The slot where a receive stores whether a sent value arrived (false: the channel is closed).
    pub ok_slot: Option<Slot>,
}
