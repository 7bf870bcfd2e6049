//! `make(chan T, n)`.

use crate::channel::GoChan;
use crate::goroutine::context::Cx;
use crate::goroutine::out_of_memory;
use crate::image::lines::code_number;
use crate::interp::alloc::MAX_ALLOC;
use crate::types::DESC_CHAN;
use minigo_bytecode::operand::TypeId;
use minigo_heap::ledger::charge_explicitly;
use minigo_heap::publication_barrier;
use minigo_sched::TraceMark;
use minigo_sync::Channel;
use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicBool;

/// The most bytes of a channel's elements, as in Go.
const MAX_BUFFER_BYTES: u64 = MAX_ALLOC - 96;

/// A zeroed ring of `words` words. Unwinds if there is no memory.
fn new_ring(cx: &mut Cx, words: usize) -> Box<[u64]> {
    let bytes = words.saturating_mul(8);
    cx.require_memory(bytes);
    let Ok(layout) = Layout::array::<u64>(words) else { out_of_memory::raise_out_of_memory(bytes) };
    if bytes == 0 {
        return Box::default();
    }
    // SAFETY: the layout is not of size zero; a block of that many words is a vector of them.
    unsafe {
        let at = alloc_zeroed(layout).cast::<u64>();
        if at.is_null() {
            out_of_memory::raise_out_of_memory(bytes);
        }
        Vec::from_raw_parts(at, words, words).into_boxed_slice()
    }
}

/// A new channel of type `ty`; `None` when the size is negative or too large.
pub(crate) fn new_chan(cx: &mut Cx, ty: TypeId, size: i64) -> Option<u64> {
    let types = &cx.shared().image.types;
    let elem = types.get(types.get(ty).elem);
    let width = elem.slots() as usize;
    let size = usize::try_from(size).ok()?;
    if (size as u64).checked_mul(elem.size)? > MAX_BUFFER_BYTES {
        return None;
    }
    let ring = new_ring(cx, size.saturating_mul(width));
    let channel = Channel::with_ring(size, width, ring);
    charge_explicitly(size * width * 8);
    let at = cx.alloc(size_of::<GoChan>(), DESC_CHAN).cast::<GoChan>();
    let (timer, bubble, made_at) = (AtomicBool::new(false), cx.g().bubble, cx.registers.pc);
    // SAFETY: the pointer is a new object of this size.
    unsafe { at.write(GoChan { channel, is_timer: timer, bubble, made_at }) };
    // Publishes the channel, so that a racing goroutine that reads it finds it initialised.
    publication_barrier();
    let mark = TraceMark { object: at as u64, location: code_number(cx.registers.pc) };
    cx.task().trace_object_made(mark);
    cx.task().local_data().made_channels.push(at);
    cx.cache().count_external_bytes(size * width * 8);
    cx.request_due_collection();
    Some(at as u64)
}
