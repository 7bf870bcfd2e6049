//! Channels as heap objects: what a Go `chan` value points to.
//!
//! A module of its own because a channel owns memory outside the Go heap (its ring, its queues), so somebody must give that
//! back: the processor that made it keeps a list, which the collector goes through.

use crate::interp::Cx;
use crate::perfetto::place_of;
use crate::types::DESC_CHAN;
use minigo_bytecode::operand::TypeId;
use minigo_sched::Mark;
use minigo_sync::Channel;

/// A Go channel.
pub(crate) struct GoChan {
    pub(crate) channel: Channel,
}

/// The channel that a word leads to; `None` for nil.
#[inline(always)]
pub(crate) fn chan_of<'a>(word: u64) -> Option<&'a GoChan> {
    // SAFETY: words of channel type are nil or come from `new_chan`; who holds a channel keeps it alive.
    unsafe { (word as *const GoChan).as_ref() }
}

/// A new channel of type `ty`; `None` when the size is negative or more than there can be.
pub(crate) fn new_chan(cx: &mut Cx, ty: TypeId, size: i64) -> Option<u64> {
    let types = &cx.shared().image.types;
    let elem = types.get(types.get(ty).elem);
    let width = elem.slots() as usize;
    let size = usize::try_from(size).ok()?;
    if (size as u64).checked_mul(elem.size.max(1))? > 1 << 46 {
        return None;
    }
    let channel = Channel::new(size, width)?;
    let at = cx.alloc(size_of::<GoChan>(), DESC_CHAN).cast::<GoChan>();
    // SAFETY: a new object of this size.
    unsafe { at.write(GoChan { channel }) };
    let mark = Mark { object: at as u64, place: place_of(cx.s.pc) };
    cx.task().trace_made(mark);
    cx.task().local().chans.push(at);
    cx.cache().count_external(size * width * 8);
    cx.note_gc();
    Some(at as u64)
}
