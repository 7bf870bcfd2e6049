//! Reads the state of a channel.

use crate::channel::{GoChan, chan_of};
use crate::goroutine::state::{Goroutine, GoroutineShared, Wait};
use crate::image::lines::{TraceFrame, position};
use crate::inspect::view::{ChannelView, SourceLine};
use crate::report::value_text;
use crate::shared::Shared;
use hashbrown::HashMap;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_sched::{Handle, StoppedWorld, TaskRef};
use minigo_sync::Waiter;
use std::sync::atomic::Ordering::Relaxed;

/// Why a value is not a channel that can be inspected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoChannel {
    /// The value is not a channel, but has this type.
    OfType(String),
    /// The channel is nil: sends to it and receives from it wait forever.
    Nil,
}

/// The channel in the package-level variable at `offset`, of type `ty`.
pub(crate) fn channel_view(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    shared: &Shared,
    (offset, ty): (u32, TypeId),
) -> Result<ChannelView, NoChannel> {
    let image = &shared.image;
    let of = image.types.get(ty);
    if of.kind != Kind::Chan {
        return Err(NoChannel::OfType(of.string.to_string()));
    }
    // SAFETY: the variable exists and has this type; the world is stopped.
    let word = unsafe { image.globals().wrapping_add(offset as usize).cast::<u64>().read() };
    let Some(chan) = chan_of(word) else { return Err(NoChannel::Nil) };
    let mut view = ChannelView {
        ty: of.string.to_string(),
        capacity: chan.cap(),
        buffer: Vec::new(),
        closed: chan.channel.is_closed(),
        belongs_to_timer: chan.is_timer.load(Relaxed),
        made_at: where_made(shared, chan),
        receivers: Vec::new(),
        senders: Vec::new(),
    };
    add_buffer_and_waiters(handle, world, shared, (chan, of.elem), &mut view);
    Ok(view)
}

/// The place where a channel was made.
fn where_made(shared: &Shared, chan: &GoChan) -> Option<SourceLine> {
    if chan.made_at.is_null() {
        return None;
    }
    let image = &shared.image;
    let frame = TraceFrame::innermost(image, chan.made_at);
    let (file, line) = position(image, frame);
    let func = image.program.funcs[frame.func.0 as usize].name.to_string();
    Some(SourceLine { func, file: file.to_owned(), line })
}

/// Adds the values in the buffer, and the goroutines that wait.
fn add_buffer_and_waiters(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    shared: &Shared,
    (chan, elem): (&GoChan, TypeId),
    view: &mut ChannelView,
) {
    let mut goroutines: HashMap<TaskRef, (u64, bool)> = HashMap::new();
    world.each_task(|task, _, g| {
        goroutines.insert(task, (g.id, matches!(g.wait, Wait::Select { .. })));
    });
    let show = |words: &[u64]| {
        // SAFETY: these are the slots of a value of the element type; the world is stopped.
        unsafe { value_text::slots_text(shared, elem, words.as_ptr()) }
    };
    chan.channel.each_element(|words| view.buffer.push(show(words)));
    let waiter_of = |task: TaskRef| -> &Waiter {
        let part: &GoroutineShared = handle.shared(task);
        part.as_ref()
    };
    chan.channel.each_waiting_task(waiter_of, |task, value| {
        let Some(&(id, selects)) = goroutines.get(&task) else { return };
        match value {
            Some(words) => view.senders.push((id, show(words), selects)),
            None => view.receivers.push((id, selects)),
        }
    });
}
