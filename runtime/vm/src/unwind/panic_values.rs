//! The panic values of run-time errors, and their texts.

use crate::goroutine::access::FaultedAccess;
use crate::goroutine::context::Cx;
use crate::goroutine::fault::ErrorClass;
use crate::goroutine::native_call::GoError;
use crate::types::{DESC_ANY, equality};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word::type_of;
use minigo_heap::Desc;

/// An interface value of a string type.
fn string_value(cx: &mut Cx, ty: TypeId, text: &str) -> [u64; 2] {
    let string = cx.string(text.as_bytes());
    let at = cx.alloc(16, DESC_ANY).cast::<[u64; 2]>();
    // SAFETY: the pointer is a new object of this size.
    unsafe { at.write([string.ptr() as u64, string.len() as u64]) };
    [cx.types().interface_word(ty), at as u64]
}

/// The panic value of a bad access.
pub(crate) fn value_of_access(cx: &mut Cx, error: &GoError, access: FaultedAccess) -> [u64; 2] {
    let known = cx.shared().image.program.known_types;
    let GoError::Runtime(text) = error else { unreachable!("the error is a run-time error") };
    let ty = known.address_error;
    if access.is_near_nil() || ty.0 == 0 {
        return value_of(cx, error, ErrorClass::Plain).expect("the error is not fatal");
    }
    let [_, text] = string_value(cx, known.string, text);
    // SAFETY: `text` points to the two words of a string; the new object has room for three.
    unsafe {
        let at = cx.alloc(24, DESC_ANY).cast::<[u64; 3]>();
        let [data, len] = *(text as *const [u64; 2]);
        at.write([data, len, access.address]);
        [cx.types().interface_word(ty), at as u64]
    }
}

/// The panic value of this error; `None` for a fatal error.
pub(crate) fn value_of(cx: &mut Cx, error: &GoError, class: ErrorClass) -> Option<[u64; 2]> {
    let known = cx.shared().image.program.known_types;
    let or_string = |ty: TypeId| if ty.0 == 0 { known.string } else { ty };
    Some(match error {
        GoError::Runtime(text) if class == ErrorClass::Bounds && known.bounds_error.0 != 0 => {
            string_value(cx, known.bounds_error, text)
        }
        GoError::Runtime(text) => {
            let bare = known.error_string.0 == 0;
            let text = if bare { format!("runtime error: {text}") } else { text.clone() };
            string_value(cx, or_string(known.error_string), &text)
        }
        GoError::Plain(text)
            if class == ErrorClass::Assertion && known.type_assertion_error.0 != 0 =>
        {
            // The value is a pointer to a struct with one string.
            let [_, at] = string_value(cx, known.string, text);
            [cx.types().interface_word(known.type_assertion_error), at]
        }
        GoError::Plain(text) => string_value(cx, or_string(known.plain_error), text),
        GoError::Unhashable(text) => string_value(cx, or_string(known.unhashable_error), text),
        GoError::Text(text) => string_value(cx, known.string, text),
        GoError::Value(v) if v.ty == 0 => nil_panic_value(cx),
        GoError::Value(v) => [v.ty, v.data],
        GoError::Fatal(_) => return None,
    })
}

/// The text that `Error` returns for a value made by [`value_of`]. Programs that print no errors themselves have no
/// code for that method.
pub(crate) fn text_of(cx: &Cx, [ty, at]: [u64; 2]) -> Option<Vec<u8>> {
    let known = cx.shared().image.program.known_types;
    let ty = type_of(ty);
    if ty.0 == 0 {
        return None;
    }
    if ty == known.panic_nil_error {
        return Some(b"runtime error: panic called with nil argument".to_vec());
    }
    let of_runtime = [known.error_string, known.bounds_error, known.address_error];
    let prefix: &[u8] = if of_runtime.contains(&ty) {
        b"runtime error: "
    } else if [known.plain_error, known.unhashable_error, known.type_assertion_error].contains(&ty)
    {
        b""
    } else {
        return None;
    };
    if at < NIL_PAGE_SIZE {
        return None;
    }
    // SAFETY: values of these types are strings, or point to a struct with one string.
    Some([prefix, unsafe { equality::string_at(at as *const u8) }].concat())
}

/// The value with which `panic(nil)` panics.
pub(crate) fn nil_panic_value(cx: &mut Cx) -> [u64; 2] {
    if cx.shared().settings.nil_panics() {
        return [0, 0];
    }
    let known = cx.shared().image.program.known_types;
    if known.panic_nil_error.0 == 0 {
        let text = "runtime error: panic called with nil argument";
        return string_value(cx, known.string, text);
    }
    let at = cx.alloc(8, Desc::NO_SCAN);
    [cx.types().interface_word(known.panic_nil_error), at as u64]
}
