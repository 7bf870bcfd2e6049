//! The mark of a goroutine in a trace when its slice ends: the place in the user's own code, and the channel or lock
//! that the goroutine waits for.
//!
//! The place of a wait in the library (`sync.Mutex.Lock`) is the line that called the library. The program's name for
//! the object is looked up at the first wait at a place, and kept by place. Other goroutines run during the search, so
//! it does not read memory that they may write.

use crate::goroutine::processor::{NAMED_WAIT_SITE_SLOTS, ProcLocal};
use crate::goroutine::state::{Goroutine, NativeWait, Wait};
use crate::image::Image;
use crate::image::code::call_window_before;
use crate::image::lines::{code_number, is_user_code};
use crate::report::object_names;
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_sched::TraceMark;
use std::sync::Arc;

/// The mark for the end of a slice.
pub(crate) fn mark_of(local: &mut ProcLocal, g: &Goroutine) -> TraceMark {
    let location = code_number(g.pc);
    let object = match g.wait {
        Wait::Send(ch) | Wait::Recv { ch, .. } => ch,
        _ => 0,
    };
    if local.named_wait_sites[location as usize % NAMED_WAIT_SITE_SLOTS] == location {
        return TraceMark { object, location };
    }
    look_up_mark(local, g, object)
}

/// The mark for a place that is not cached, or is in the library.
#[cold]
fn look_up_mark(local: &mut ProcLocal, g: &Goroutine, object: u64) -> TraceMark {
    let shared = &*local.shared;
    let image = &shared.image;
    let user = g.frames(image).map(|frame| frame.pc).find(|&pc| is_user_code(image, pc));
    let location = code_number(user.unwrap_or(g.pc));
    let object = if object == 0 { awaited_lock(image, g).unwrap_or(0) } else { object };
    note_object_name(shared, g, location, object);
    // An instruction of the user's own code always waits for the object of the same variable, so one look-up suffices.
    // A goroutine that starts waits for nothing yet.
    let waits = !matches!(g.wait, Wait::Nothing);
    if waits && user == Some(g.pc) && g.native_wait().is_none() {
        local.named_wait_sites[location as usize % NAMED_WAIT_SITE_SLOTS] = location;
    }
    TraceMark { object, location }
}

/// The word at which a goroutine waits in one of `internal/rt`'s functions.
fn awaited_lock(image: &Image, g: &Goroutine) -> Option<u64> {
    let Some(NativeWait::Parked) = g.native_wait() else { return None };
    let at = image.offset_of(g.pc);
    if at >= image.code.len() {
        return None;
    }
    let Op::CallNative { native, .. } = image.op_at_index(at) else { return None };
    let func = image.program.natives[native.get() as usize].func;
    let name = image.program.funcs[func.0 as usize].name.strip_prefix("internal/rt.")?;
    let waits = ["Lock", "LockReader", "LockWriter", "WaitForGroup", "SemAcquire"];
    if !waits.contains(&name) {
        return None;
    }
    // SAFETY: the instruction at `pc` is a call.
    let window = unsafe { call_window_before(g.pc.wrapping_add(1)) };
    g.frame_words().get(g.frame_base as usize + window).copied()
}

/// Looks up the program's name of the object, unless it is known at this place.
fn note_object_name(shared: &Shared, g: &Goroutine, location: u32, object: u64) {
    let objects = match g.wait {
        Wait::Select { .. } => selected_channels(shared, g),
        _ if object != 0 => vec![object],
        _ => return,
    };
    if shared.awaited_names.lock().contains_key(&location) {
        return;
    }
    let named = |object: &u64| object_names::name_while_running(shared, g, *object);
    let paths: Vec<String> = objects.iter().filter_map(named).collect();
    let name: Arc<str> = paths.join(", ").into();
    shared.awaited_names.lock().insert(location, name);
}

/// The channels of the select that a goroutine waits in.
fn selected_channels(shared: &Shared, g: &Goroutine) -> Vec<u64> {
    let Wait::Select { table, .. } = g.wait else { return Vec::new() };
    let cases = &shared.image.program.select_tables[table.0 as usize].cases;
    let words = g.frame_words();
    let chans = cases
        .iter()
        .filter_map(|case| words.get(g.frame_base as usize + usize::from(case.channel.0)));
    chans.copied().filter(|chan| *chan != 0).collect()
}
