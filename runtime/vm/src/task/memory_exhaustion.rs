//! Out of memory: the collector runs first, then the program ends.
//!
//! Memory can run out anywhere, also deep in a native; all these places fail in the same way.
//!
//! An allocation that does not fit *unwinds* to the goroutine's slice. After the unwinding, the frames are as before
//! the instruction (which stores its results last), so this is a safepoint: the collector runs, and the instruction is
//! executed again. If memory is still insufficient, the program ends with Go's fatal error. An allocation that cannot
//! be repeated (in the VM's own steps between two instructions) ends the program at once.

use crate::collector::stopped_cycle::{self, CollectResult};
use crate::goroutine::context::Cx;
use crate::memory::memory_limit_allocator::ByteSize;
use crate::report::crash::die_with_message;
use crate::report::traceback::{self, Names};
use crate::shared::embedding::Resource;
use crate::shared::{ExitStatus, Shared};
use crate::task::goroutine_ending;
use minigo_bytecode::ops::Op;
use minigo_sched::{Reason, Step};

/// Handles a slice that an allocation of `wanted` bytes unwound; `None` if the instruction is to be executed again.
#[cold]
pub(crate) fn handle_unwound_allocation(cx: &mut Cx, wanted: usize) -> Option<Step> {
    if !cx.is_running {
        return Some(end_out_of_memory(cx, wanted));
    }
    // SAFETY: an instruction that allocates has stored the address of the next one; the instruction's operands lie
    // between the two.
    unsafe {
        cx.registers.pc = cx.registers.pc.sub(1);
        let image = &(*cx.shared).image;
        while let Op::Ext { .. } = *cx.registers.pc {
            cx.registers.pc = cx.registers.pc.sub(1);
        }
        if let Op::Leave { .. } | Op::RunDefers { .. } = image.op_at(cx.registers.pc) {
            return Some(end_out_of_memory(cx, wanted));
        }
    }
    collect_and_retry(cx, wanted)
}

/// Collects at a safepoint for want of `wanted` bytes; `None` if the instruction is to be executed again.
#[cold]
pub(crate) fn collect_and_retry(cx: &mut Cx, wanted: usize) -> Option<Step> {
    let here = cx.shared().image.offset_of(cx.registers.pc) as u32 + 1;
    if cx.g().retried_instruction == here {
        return Some(end_out_of_memory(cx, wanted));
    }
    cx.shared().gc.note_failed_allocation();
    match stopped_cycle::collect_now(cx) {
        CollectResult::Done => {}
        CollectResult::Wait => return Some(Step::Park(Reason::GcWait)),
        CollectResult::Again => return Some(Step::Preempted),
    }
    cx.g().retried_instruction = here;
    // With an empty budget the interpreter leaves at the first safepoint after the instruction; by then the instruction
    // has had enough memory.
    cx.give_up_budget();
    None
}

/// Ends a call of the embedder, which needs more of a resource than its limit.
#[cold]
pub(crate) fn end_over_limit(cx: &mut Cx, resource: Resource) -> Step {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if let Some(embedding) = shared.embedding.as_deref() {
        embedding.note_exhausted(cx.g().session_input_number, resource);
    }
    goroutine_ending::end_with_input(cx, shared)
}

/// Ends the program: an allocation of `wanted` bytes failed.
#[cold]
pub(crate) fn end_out_of_memory(cx: &mut Cx, wanted: usize) -> Step {
    let heap = &cx.shared().heap;
    let used = heap.used_bytes() + heap.external_bytes();
    end_with_message(cx, &format!("cannot allocate {wanted}-byte block ({used} in use)"))
}

/// Ends the program because collections free next to nothing.
#[cold]
pub(crate) fn end_for_scarcity(cx: &mut Cx) -> Step {
    let heap = &cx.shared().heap;
    let used = heap.used_bytes() + heap.external_bytes();
    end_with_message(cx, &format!("collections free next to nothing ({used} in use)"))
}

fn end_with_message(cx: &mut Cx, why: &str) -> Step {
    let mut out = match cx.shared().heap.limit() {
        usize::MAX => "fatal error: runtime: out of memory\n\n".to_owned(),
        limit => format!(
            "runtime: out of memory: {why}\nfatal error: out of memory: the limit is {}\n\n",
            ByteSize(limit)
        ),
    };
    traceback::append_current_goroutine(cx, Names::for_messages, &mut out);
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if let Some(inputs) = &shared.inputs {
        if let Some(embedding) = shared.embedding.as_deref() {
            embedding.note_exhausted(cx.g().session_input_number, Resource::Memory);
        } else if inputs.note_out_of_memory_input(cx.g().session_input_number) {
            shared.write_stderr(out.as_bytes());
        }
        return goroutine_ending::end_with_input(cx, shared);
    }
    die_with_message(cx, ExitStatus::Exited(2), out.as_bytes())
}
