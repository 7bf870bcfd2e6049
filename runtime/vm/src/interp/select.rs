//! `select`: reads the cases from slots, and writes the result to slots.

use crate::channel::chan_of;
use crate::explore::story_recorder;
use crate::goroutine::context::Cx;
use crate::goroutine::fault::Fault;
use crate::goroutine::state::Wait;
use crate::interp::chan::{
    RECEIVE_OUTSIDE_BUBBLE, SELECT_OUTSIDE_BUBBLE, SEND_OUTSIDE_BUBBLE, park,
};
use crate::race::channels::on_channels;
use minigo_bytecode::operand::SelectId;
use minigo_sched::Reason;
use minigo_sync::{Case, SelectResult, SelectStep, TryRecvResult, TrySendResult, select};

/// The most cases of a select whose list needs no allocation.
const INLINE_CASES: usize = 8;

/// Facts about all cases of a select.
#[derive(Default)]
pub(crate) struct SelectFacts {
    /// The number of words of the widest element that a case of the select receives.
    pub(crate) widest_value: usize,
    /// Whether a channel belongs to another bubble than the goroutine's.
    has_channel_of_other_bubble: bool,
}

/// Calls `then` with the cases of a select, read from the frame.
pub(crate) fn with_cases<R>(
    cx: &mut Cx,
    table: SelectId,
    then: impl FnOnce(&mut Cx, &[Case<'_>], &SelectFacts) -> R,
) -> R {
    let bubble = cx.g().bubble;
    let mut together = SelectFacts::default();
    let shared = cx.shared;
    // SAFETY: the machine outlives the slice.
    let shared = unsafe { &*shared };
    let table = &shared.image.program.select_tables[table.0 as usize];
    let r = cx.registers.frame_base;
    let mut case_of = |case: &minigo_bytecode::program::SelectCase| {
        // SAFETY: the table names slots of the frame.
        let ch = unsafe { *r.add(usize::from(case.channel.0)) };
        let Some(chan) = chan_of(ch) else { return Case::Never };
        together.has_channel_of_other_bubble |= chan.is_of_other_bubble(bubble);
        if !case.is_send {
            together.widest_value = together.widest_value.max(usize::from(case.value_slots));
            return Case::Recv(&chan.channel);
        }
        // SAFETY: as above.
        let value = unsafe {
            std::slice::from_raw_parts(
                r.add(usize::from(case.value.0)),
                usize::from(case.value_slots),
            )
        };
        Case::Send(&chan.channel, value)
    };
    if table.cases.len() <= INLINE_CASES {
        let mut few = [Case::Never; INLINE_CASES];
        for (to, from) in few.iter_mut().zip(&table.cases) {
            *to = case_of(from);
        }
        then(cx, &few[..table.cases.len()], &together)
    } else {
        let many: Vec<_> = table.cases.iter().map(case_of).collect();
        then(cx, &many, &together)
    }
}

/// Calls `then` with a buffer for the element that a select receives.
pub(crate) fn with_receive_buffer<R>(
    cx: &mut Cx,
    n: usize,
    then: impl FnOnce(&mut Cx, &mut [u64]) -> R,
) -> R {
    if n <= 4 { then(cx, &mut [0; 4][..n]) } else { then(cx, &mut vec![0; n]) }
}

#[inline(never)]
pub(crate) fn begin_select(cx: &mut Cx, dst: u16, table: SelectId) -> bool {
    let shape = &cx.shared().image.program.select_tables[table.0 as usize];
    let (has_default, cases) = (shape.has_default, shape.cases.len());
    if cases == 0 && !has_default {
        return park(cx, Wait::Forever, Reason::SelectNoCases);
    }
    with_cases(cx, table, |cx, cases, together| {
        if together.has_channel_of_other_bubble {
            return cx.fail_with(SELECT_OUTSIDE_BUBBLE);
        }
        with_receive_buffer(cx, together.widest_value, |cx, out| {
            let me = cx.task().current_task();
            match on_channels!(cx, |on| select(on, me, cases, has_default, out)) {
                SelectStep::Chosen(chosen) => end_select(cx, dst, table, chosen, out),
                SelectStep::Default => {
                    // SAFETY: the address is a slot of the frame.
                    unsafe { *cx.registers.frame_base.add(usize::from(dst)) = u64::MAX };
                    note_selected_case(cx, table, None);
                    true
                }
                SelectStep::Parked => park(cx, Wait::Select { dst, table }, Reason::Select),
            }
        })
    })
}

/// Executes a select with one case and a default: an operation that does not wait.
#[inline(never)]
pub(crate) fn select_case_or_default(cx: &mut Cx, dst: u16, table: SelectId) -> bool {
    let case = cx.shared().image.program.select_tables[table.0 as usize].cases[0];
    let r = cx.registers.frame_base;
    // SAFETY: the table names slots of the frame.
    unsafe {
        let chosen = r.add(usize::from(dst));
        let value = r.add(usize::from(case.value.0));
        *chosen = u64::MAX;
        let Some(chan) = chan_of(*r.add(usize::from(case.channel.0))) else { return true };
        if chan.is_of_other_bubble(cx.g().bubble) {
            return cx.fail_with(if case.is_send {
                SEND_OUTSIDE_BUBBLE
            } else {
                RECEIVE_OUTSIDE_BUBBLE
            });
        }
        if case.is_send {
            let value = std::slice::from_raw_parts(value, usize::from(case.value_slots));
            match on_channels!(cx, |on| chan.channel.try_send(on, value)) {
                TrySendResult::WouldBlock => {
                    note_selected_case(cx, table, None);
                    return true;
                }
                TrySendResult::Closed => return cx.fail_with(Fault::SendClosed),
                TrySendResult::Sent => {}
            }
        } else {
            let out = std::slice::from_raw_parts_mut(value, usize::from(case.value_slots));
            let step = on_channels!(cx, |on| chan.channel.try_recv(on, out));
            if step == TryRecvResult::WouldBlock {
                note_selected_case(cx, table, None);
                return true;
            }
            if let Some(ok) = case.ok_slot {
                *r.add(usize::from(ok.0)) = u64::from(step == TryRecvResult::Received);
            }
        }
        *chosen = 0;
    }
    note_selected_case(cx, table, Some(0));
    true
}

/// Tells an explored run which case a select has taken, or `None` for the default. Explored runs are watched for races.
fn note_selected_case(cx: &mut Cx, table: SelectId, case: Option<usize>) {
    if !cx.race_state.is_null() {
        story_recorder::record_selected_case(cx, table, case);
    }
}

/// Stores the result of a select; false if the result is a panic.
pub(crate) fn end_select(
    cx: &mut Cx,
    dst: u16,
    table: SelectId,
    chosen: SelectResult,
    out: &[u64],
) -> bool {
    let case = cx.shared().image.program.select_tables[table.0 as usize].cases[chosen.chosen_case];
    if case.is_send && !chosen.is_open {
        return cx.fail_with(Fault::SendClosed);
    }
    note_selected_case(cx, table, Some(chosen.chosen_case));
    let r = cx.registers.frame_base;
    // SAFETY: the table names slots of the frame.
    unsafe {
        *r.add(usize::from(dst)) = chosen.chosen_case as u64;
        if !case.is_send {
            let n = usize::from(case.value_slots);
            r.add(usize::from(case.value.0)).copy_from(out.as_ptr(), n);
            if let Some(ok) = case.ok_slot {
                *r.add(usize::from(ok.0)) = u64::from(chosen.is_open);
            }
        }
    }
    true
}
