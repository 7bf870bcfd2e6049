//! Natives of package `internal/embed`: see [`crate::embed`].

use crate::embed::{ChannelStep, GoroutineWaker, HostChannel, TrackedChannel};
use crate::goroutine::native_call::GoError;
use crate::native::{Native, NativeCx, Outcome};
use crate::types::value::{GoStr, Iface};
use minigo_sched::Reason;
use std::sync::Arc;

/// The natives of package `internal/embed`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("call", call),
        Native::constant_time("register", register),
        Native::constant_time("next", next),
        Native::constant_time("takeValue", take_value),
        Native::constant_time("finish", |cx: &mut NativeCx, number: i64| {
            if let Some(embedding) = cx.shared().embedding.as_deref() {
                embedding.drop_channel_end(number as u32);
            }
        }),
    ]
}

fn call(_: &mut NativeCx) -> Outcome<bool> {
    Outcome::EmbedderCall
}

fn register(cx: &mut NativeCx, name: GoStr, function: Iface) {
    if let Some(embedding) = cx.shared().embedding.as_deref() {
        embedding.register(name.lossy(), function);
    }
}

/// The next value of a channel for the program, or memory for the next value for the embedder; false once the embedder
/// has no end any more.
fn next(cx: &mut NativeCx, number: i64) -> Outcome<(u64, bool)> {
    match channel_step(cx, number as u32, |end, cx, waiter| end.next(cx, waiter)) {
        Some(ChannelStep::At(value)) => Outcome::Return((value as u64, true)),
        Some(ChannelStep::Wait) => Outcome::Park(Reason::Unknown),
        Some(ChannelStep::Invalid(text)) => Outcome::Panic(GoError::Text(text)),
        Some(ChannelStep::Closed | ChannelStep::Passed) => Outcome::Return((0, false)),
        None => Outcome::End,
    }
}

/// Passes a value to the embedder.
fn take_value(cx: &mut NativeCx, number: i64, value: *mut u8) -> Outcome<()> {
    match channel_step(cx, number as u32, |end, cx, waiter| end.take_value(cx, value, waiter)) {
        Some(ChannelStep::Wait) => Outcome::Park(Reason::Unknown),
        Some(ChannelStep::Invalid(text)) => Outcome::Panic(GoError::Text(text)),
        Some(_) => Outcome::Return(()),
        None => Outcome::End,
    }
}

/// Takes a step at the embedder's end of a channel; `None`: the goroutine must end, and has dropped the end.
fn channel_step(
    cx: &mut NativeCx,
    number: u32,
    step: impl FnOnce(&dyn HostChannel, &mut NativeCx, &dyn Fn() -> GoroutineWaker) -> ChannelStep,
) -> Option<ChannelStep> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let embedding = unsafe { (*shared).embedding.as_deref() }?;
    if cx.must_give_up_wait() {
        embedding.drop_channel_end(number);
        return None;
    }
    let end = embedding.channel_end(number);
    let Some(Ok(end)) = end.map(Arc::downcast::<TrackedChannel>) else {
        return Some(ChannelStep::Closed);
    };
    let (handle, task) = (cx.task().handle(), cx.task().current_task());
    let waiter = || GoroutineWaker::new(handle.clone(), task);
    Some(step(&*end.0, cx, &waiter))
}
