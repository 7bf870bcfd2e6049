//! Natives of package `internal/display`, which calls the methods of values that a session shows.

use crate::native::{Native, NativeCx, Outcome};
use crate::report::value_text::{self, MAX_STRING_BYTES, TextMethods, TextRequest};
use crate::types::DESC_ANY;
use crate::types::value::{GoSlice, GoStr, Iface};

/// The natives of package `internal/display`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("collect", collect_values),
        Native::constant_time("tell", store_text),
        Native::constant_time("shown", |cx: &mut NativeCx, v: Iface| shown_text(cx, v)),
    ]
}

/// The values whose methods are to be called. The objects that these values refer to live until the native returns,
/// although the program runs: no marking ends before the return.
fn collect_values(cx: &mut NativeCx) -> Outcome<GoSlice<Iface>> {
    let (shared, me) = (cx.shared, cx.g().id);
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(inputs) = &shared.inputs else { return Outcome::Return(GoSlice::nil()) };
    let wanted = inputs.value_texts.with_state(me, |telling| telling.values.clone());
    let Some(world) = cx.task().stop_world() else { return Outcome::Again };
    let read = value_text::read_values(shared, &wanted.unwrap_or_default(), TextMethods::Called);
    drop(world);
    inputs.value_texts.with_state(me, |telling| {
        telling.shown_values = read.shown_values;
        telling.called_types = read.text_requests.iter().map(|asked| asked.ty).collect();
    });
    Outcome::Return(boxed_values(cx, &read.text_requests))
}

fn boxed_values(cx: &mut NativeCx, asked: &[TextRequest]) -> GoSlice<Iface> {
    let list = cx.alloc((asked.len() * size_of::<Iface>()).max(8), DESC_ANY).cast::<Iface>();
    for (i, &TextRequest { ty, address: at }) in asked.iter().enumerate() {
        // SAFETY: a value of the type lies there; the list has room for as many as there are.
        unsafe { list.add(i).write(cx.box_value(ty, at)) };
    }
    // SAFETY: the pointer is a new list of that many values.
    unsafe { GoSlice::from_raw(list, asked.len(), asked.len()) }
}

fn store_text(cx: &mut NativeCx, text: GoStr) {
    let me = cx.g().id;
    let Some(inputs) = &cx.shared().inputs else { return };
    let bytes = text.bytes();
    let (shown, more) = bytes.split_at(bytes.len().min(MAX_STRING_BYTES));
    let mut text = String::from_utf8_lossy(shown).into_owned();
    if !more.is_empty() {
        text.push_str(&format!("… ({} more bytes)", more.len()));
    }
    inputs.value_texts.with_state(me, |telling| telling.texts.push(text));
}

fn shown_text(cx: &mut NativeCx, v: Iface) -> Outcome<GoStr> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(world) = cx.task().stop_world() else { return Outcome::Again };
    let any = [v.ty, v.data];
    // SAFETY: the words of an interface value; the world is stopped.
    let text = unsafe { value_text::interface_text(shared, any.as_ptr()) };
    drop(world);
    Outcome::Return(cx.string(text.as_bytes()))
}
