//! Go's run-time errors: their kinds, their exact texts, and the values that `recover` returns for them.
//!
//! Programs and tests compare these texts, so all of them are in this module.

use crate::goroutine::access::FaultedAccess;
use crate::goroutine::native_call::GoError;
use crate::types::Types;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::RType;

/// A slice expression out of range: the offending number and the bound that it was compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoundsFault {
    /// `s[:hi]` above the length.
    Length(u64, u64),
    /// `s[:hi]` above the capacity.
    Capacity(u64, u64),
    /// `s[lo:hi]` with lo above hi.
    Low(u64, u64),
    /// `s[::max]` above the length (of an array).
    Length3(u64, u64),
    /// `s[::max]` above the capacity.
    Capacity3(u64, u64),
    /// `s[:hi:max]` with hi above max.
    High3(u64, u64),
    /// `s[lo:hi:]` with lo above hi.
    Low3(u64, u64),
    /// A conversion to an array (pointer) longer than the slice.
    Convert(u64, u64),
}

/// Why an instruction failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Nil,
    /// An access to memory that is not mapped.
    Access(FaultedAccess),
    Index(i64, u64),
    Slice(BoundsFault),
    Divide,
    Shift,
    MakeSliceLen,
    MakeSliceCap,
    MakeChan,
    GrowSlice,
    NilMap,
    Unhashable(TypeId),
    /// The hash of an unhashable key that a look-up in an empty map computes.
    UnhashableLookup(TypeId),
    Uncomparable(TypeId),
    WrongType {
        interface_type: u32,
        found_type: u32,
        target_type: u32,
    },
    MissingMethod {
        interface_type: u32,
        found_type: u32,
    },
    CloseNil,
    CloseClosed,
    SendClosed,
    UnsafeSliceLen,
    UnsafeSliceNil,
    UnsafeStringLen,
    UnsafeStringNil,
    /// A fatal error, not a panic: it cannot be recovered.
    Fatal(&'static str),
    /// The goroutine reached code that cannot be reached: a bug of minigo.
    Unreachable,
}

impl Fault {
    /// The Go error type of the fault.
    pub(crate) fn error_class(self) -> ErrorClass {
        match self {
            Self::Index(..) | Self::Slice(_) => ErrorClass::Bounds,
            Self::WrongType { .. } | Self::MissingMethod { .. } => ErrorClass::Assertion,
            _ => ErrorClass::Plain,
        }
    }

    /// The access that failed, if the fault is a failed access.
    pub(crate) fn access(self) -> Option<FaultedAccess> {
        match self {
            Self::Nil => Some(FaultedAccess::NIL),
            Self::Access(access) => Some(access),
            _ => None,
        }
    }

    /// The fault as a Go error.
    pub(crate) fn error(self, types: &Types) -> GoError {
        self.error_with_unsigned_operands(types, 0)
    }

    /// The error of an instruction whose indexes have unsigned types according to
    /// [`Detail::unsigned_operands`](minigo_bytecode::func::Detail::unsigned_operands).
    pub(crate) fn error_with_unsigned_operands(self, types: &Types, unsigned: u8) -> GoError {
        let runtime = |text: &str| GoError::Runtime(text.to_owned());
        let plain = |text: &str| GoError::Plain(text.to_owned());
        match self {
            Self::Nil | Self::Access(_) => {
                runtime("invalid memory address or nil pointer dereference")
            }
            Self::Index(i, len) => GoError::Runtime(index_text(i, len, unsigned != 0)),
            Self::Slice(bounds) => GoError::Runtime(bounds.text(unsigned)),
            Self::Divide => runtime("integer divide by zero"),
            Self::Shift => runtime("negative shift amount"),
            Self::MakeSliceLen => runtime("makeslice: len out of range"),
            Self::MakeSliceCap => runtime("makeslice: cap out of range"),
            Self::MakeChan => plain("makechan: size out of range"),
            Self::GrowSlice => runtime("growslice: len out of range"),
            Self::NilMap => plain("assignment to entry in nil map"),
            Self::Unhashable(ty) => {
                GoError::Runtime(format!("hash of unhashable type {}", types.get(ty).string))
            }
            Self::UnhashableLookup(ty) => {
                GoError::Unhashable(format!("hash of unhashable type: {}", types.get(ty).string))
            }
            Self::Uncomparable(ty) => {
                GoError::Runtime(format!("comparing uncomparable type {}", types.get(ty).string))
            }
            Self::WrongType { .. } | Self::MissingMethod { .. } => {
                GoError::Plain(self.assertion_text(types))
            }
            Self::CloseNil => plain("close of nil channel"),
            Self::CloseClosed => plain("close of closed channel"),
            Self::SendClosed => plain("send on closed channel"),
            Self::UnsafeSliceLen => runtime("unsafe.Slice: len out of range"),
            Self::UnsafeSliceNil => runtime("unsafe.Slice: ptr is nil and len is not zero"),
            Self::UnsafeStringLen => runtime("unsafe.String: len out of range"),
            Self::UnsafeStringNil => runtime("unsafe.String: ptr is nil and len is not zero"),
            Self::Fatal(text) => GoError::Fatal(text.to_owned()),
            Self::Unreachable => {
                GoError::Fatal("minigo: reached unreachable code (a bug of minigo)".to_owned())
            }
        }
    }

    fn assertion_text(self, types: &Types) -> String {
        let name = |id: u32| &*types.get(TypeId(id)).string;
        match self {
            Self::WrongType { interface_type: iface, found_type: 0, target_type: target } => {
                format!(
                    "interface conversion: {} is nil, not {}",
                    iface_name(types, iface),
                    name(target)
                )
            }
            Self::WrongType { interface_type: iface, found_type: found, target_type: target } => {
                let (has_name, want_name) = (name(found), name(target));
                let mut text = format!(
                    "interface conversion: {} is {has_name}, not {want_name}",
                    iface_name(types, iface)
                );
                if has_name == want_name {
                    let (a, b) = (types.get(TypeId(found)), types.get(TypeId(target)));
                    text.push_str(if package_of(a) == package_of(b) {
                        " (types from different scopes)"
                    } else {
                        " (types from different packages)"
                    });
                }
                text
            }
            Self::MissingMethod { interface_type: iface, found_type: 0 } => {
                format!("interface conversion: interface is nil, not {}", iface_name(types, iface))
            }
            Self::MissingMethod { interface_type: iface, found_type: found } => {
                let method = types.missing_method(TypeId(found), TypeId(iface));
                let method = method.map_or("", |m| &types.method_name(m).name);
                let iface = iface_name(types, iface);
                format!(
                    "interface conversion: {} is not {iface}: missing method {method}",
                    name(found)
                )
            }
            _ => unreachable!("only failed assertions have this text"),
        }
    }
}

/// The package path that distinguishes a type from other types with the same text.
fn package_of(ty: &RType) -> &str {
    let of_fields = ty.fields.iter().map(|f| &*f.pkg_path).find(|p| !p.is_empty());
    if ty.pkg_path.is_empty() { of_fields.unwrap_or("") } else { &ty.pkg_path }
}

fn iface_name(types: &Types, id: u32) -> &str {
    match &*types.get(TypeId(id)).string {
        "any" => "interface {}",
        name => name,
    }
}

fn index_text(i: i64, len: u64, unsigned: bool) -> String {
    if i < 0 && !unsigned {
        format!("index out of range [{i}]")
    } else {
        let i = i as u64;
        format!("index out of range [{i}] with length {len}")
    }
}

impl BoundsFault {
    fn text(self, unsigned: u8) -> String {
        let range = "slice bounds out of range";
        let is_signed = match self {
            Self::Low(..) | Self::Low3(..) => unsigned & 1 == 0,
            Self::Length(..) | Self::Capacity(..) | Self::High3(..) => unsigned & 2 == 0,
            Self::Length3(..) | Self::Capacity3(..) => unsigned & 4 == 0,
            Self::Convert(..) => false,
        };
        let negative = |x: u64| is_signed && (x as i64) < 0;
        let show = |x: u64| x as i64;
        match self {
            Self::Length(x, _) | Self::Capacity(x, _) if negative(x) => {
                format!("{range} [:{}]", show(x))
            }
            Self::Low(x, _) if negative(x) => format!("{range} [{}:]", show(x)),
            Self::Length3(x, _) | Self::Capacity3(x, _) if negative(x) => {
                format!("{range} [::{}]", show(x))
            }
            Self::High3(x, _) if negative(x) => format!("{range} [:{}:]", show(x)),
            Self::Low3(x, _) if negative(x) => format!("{range} [{}::]", show(x)),
            Self::Length(x, y) => format!("{range} [:{x}] with length {y}"),
            Self::Capacity(x, y) => format!("{range} [:{x}] with capacity {y}"),
            Self::Low(x, y) => format!("{range} [{x}:{y}]"),
            Self::Length3(x, y) => format!("{range} [::{x}] with length {y}"),
            Self::Capacity3(x, y) => format!("{range} [::{x}] with capacity {y}"),
            Self::High3(x, y) => format!("{range} [:{x}:{y}]"),
            Self::Low3(x, y) => format!("{range} [{x}:{y}:]"),
            Self::Convert(x, y) => format!(
                "cannot convert slice with length {y} to array or pointer to array with length {x}"
            ),
        }
    }
}

/// Go's error type of a run-time error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorClass {
    Plain,
    Bounds,
    Assertion,
}
