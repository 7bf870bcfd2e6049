//! Channels: instructions on top of the `sync` crate. A goroutine that must wait records in its [`Wait`] for which
//! event, leaves the interpreter, and gets the result when it is resumed.

use crate::channel::chan_of;
use crate::explore::point_stop;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::Wait;
use crate::interp::handler::{sem, slow};
use crate::interp::new_chan::new_chan;
use crate::interp::select::{
    begin_select, end_select, select_case_or_default, with_cases, with_receive_buffer,
};
use crate::race::channels::on_channels;
use minigo_bytecode::operand::{SelectId, TypeId};
use minigo_bytecode::ops::Op;
use minigo_sched::Reason;
use minigo_sync::{Channel, RecvStep, SendStep, withdraw_select};

sem! {
    MakeChan(s, cx; dst, size) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, make_chan(cx, s.slot_address(dst), s.signed_slot(size), ty));
    }
    Send(s, cx; ch, val, n) {
        slow!(s, cx, send(cx, s.get(ch), s.slot_address(val), n));
    }
    Recv(s, cx; dst, ch, n) {
        slow!(s, cx, recv(cx, s.slot_address(dst), s.get(ch), n, false));
    }
    RecvOk(s, cx; dst, ch, n) {
        slow!(s, cx, recv(cx, s.slot_address(dst), s.get(ch), n, true));
    }
    Close(s, cx; ch) {
        slow!(s, cx, close(cx, s.get(ch)));
    }
    ChanLen(s, cx; dst, ch) {
        s.set(dst, chan_of(s.get(ch)).map_or(0, |c| c.len() as u64));
    }
    ChanCap(s, cx; dst, ch) {
        s.set(dst, chan_of(s.get(ch)).map_or(0, |c| c.cap() as u64));
    }
    Select(s, cx; dst, table) {
        slow!(s, cx, begin_select(cx, dst.0, SelectId(table.get())));
    }
    SelectOne(s, cx; dst, table) {
        slow!(s, cx, select_case_or_default(cx, dst.0, SelectId(table.get())));
    }
}

#[inline(never)]
unsafe fn make_chan(cx: &mut Cx, dst: *mut u64, size: i64, ty: u32) -> bool {
    match new_chan(cx, TypeId(ty), size) {
        Some(ch) => {
            // SAFETY: the address is a slot of the frame.
            unsafe { *dst = ch };
            true
        }
        None => cx.fail_with(Fault::MakeChan),
    }
}

/// The fatal errors of a goroutine that uses a channel of another bubble.
pub(crate) const SEND_OUTSIDE_BUBBLE: Fault =
    Fault::Fatal("send on synctest channel from outside bubble");
pub(crate) const RECEIVE_OUTSIDE_BUBBLE: Fault =
    Fault::Fatal("receive on synctest channel from outside bubble");
pub(crate) const CLOSE_OUTSIDE_BUBBLE: Fault =
    Fault::Fatal("close of synctest channel from outside bubble");
pub(crate) const SELECT_OUTSIDE_BUBBLE: Fault =
    Fault::Fatal("select on synctest channel from outside bubble");

/// Parks the goroutine.
pub(crate) fn park(cx: &mut Cx, wait: Wait, reason: Reason) -> bool {
    cx.g().wait = wait;
    cx.set_exit(InterpreterExit::Park(reason));
    false
}

#[inline(never)]
pub(crate) unsafe fn send(cx: &mut Cx, ch: u64, val: *const u64, n: u16) -> bool {
    let Some(chan) = chan_of(ch) else {
        return park(cx, Wait::Forever, Reason::ChanSendNil);
    };
    if chan.is_of_other_bubble(cx.g().bubble) {
        return cx.fail_with(SEND_OUTSIDE_BUBBLE);
    }
    // SAFETY: the value lies in slots of the frame.
    let value = unsafe { std::slice::from_raw_parts(val, usize::from(n)) };
    let me = cx.task().current_task();
    match on_channels!(cx, |on| chan.channel.send(on, me, value)) {
        SendStep::Sent => true,
        SendStep::Closed => cx.fail_with(Fault::SendClosed),
        SendStep::Parked => park(cx, Wait::Send(ch), Reason::ChanSend),
    }
}

#[inline(never)]
unsafe fn recv(cx: &mut Cx, dst: *mut u64, ch: u64, n: u16, ok: bool) -> bool {
    let Some(chan) = chan_of(ch) else {
        return park(cx, Wait::Forever, Reason::ChanReceiveNil);
    };
    if chan.is_of_other_bubble(cx.g().bubble) {
        return cx.fail_with(RECEIVE_OUTSIDE_BUBBLE);
    }
    // SAFETY: the slots of the result lie in the frame.
    let out = unsafe { std::slice::from_raw_parts_mut(dst, usize::from(n)) };
    let me = cx.task().current_task();
    let received = match on_channels!(cx, |on| chan.channel.recv(on, me, out)) {
        RecvStep::Received => true,
        RecvStep::Closed => false,
        RecvStep::Parked => {
            // SAFETY: both point into the frame.
            let dst = unsafe { dst.offset_from(cx.registers.frame_base) } as u32;
            return park(cx, Wait::Recv { ch, dst, n, ok }, Reason::ChanReceive);
        }
    };
    if ok {
        // SAFETY: the slot behind the value belongs to the instruction too.
        unsafe { *dst.add(usize::from(n)) = u64::from(received) };
    }
    true
}

#[inline(never)]
fn close(cx: &mut Cx, ch: u64) -> bool {
    let Some(chan) = chan_of(ch) else { return cx.fail_with(Fault::CloseNil) };
    if chan.is_of_other_bubble(cx.g().bubble) {
        return cx.fail_with(CLOSE_OUTSIDE_BUBBLE);
    }
    match on_channels!(cx, |on| chan.channel.close(on)) {
        Ok(()) => true,
        Err(_) => cx.fail_with(Fault::CloseClosed),
    }
}

/// The state of a wait.
pub(crate) enum WaitState {
    /// The wait is over: continue.
    Over,
    /// The wait has ended in a panic, which is in `exit`.
    Failed,
    /// The wait is not over.
    Still(Reason),
}

/// Withdraws the goroutine's wait, if it waits for channels; false if it does not.
#[cold]
pub(crate) fn withdraw_wait(cx: &mut Cx) -> bool {
    let me = cx.task().current_task();
    match std::mem::replace(&mut cx.g().wait, Wait::Nothing) {
        Wait::Nothing => return false,
        Wait::Point => {}
        Wait::Forever => {}
        Wait::SplitUpdate(old) => super::step::finish_split_update(cx, old),
        Wait::Send(ch) | Wait::Recv { ch, .. } => {
            let chan = chan_of(ch).expect("a send or receive waits at a channel");
            chan.channel.withdraw_wait(cx.on_p(), me);
        }
        Wait::Select { table, .. } => {
            with_cases(cx, table, |cx, cases, _| withdraw_select(cx.on_p(), me, cases));
        }
    }
    true
}

/// Checks whether the event that the goroutine waits for has happened, and stores its result in the frame. The
/// registers are in `cx.registers`.
pub(crate) fn resume_wait(cx: &mut Cx) -> WaitState {
    let waited = match cx.g().wait {
        Wait::Nothing => WaitState::Over,
        Wait::Point => {
            cx.passes_scheduling_point = true;
            WaitState::Over
        }
        Wait::Forever => WaitState::Still(Reason::Unknown),
        Wait::SplitUpdate(old) => {
            if cx.shared().explored.is_some() {
                point_stop::note_split_update_store(cx);
            }
            super::step::finish_split_update(cx, old);
            WaitState::Over
        }
        Wait::Send(_) => match Channel::finish_send(cx.task().shared_data().as_ref()) {
            None => WaitState::Still(Reason::ChanSend),
            Some(SendStep::Closed) => {
                cx.fail_with(Fault::SendClosed);
                WaitState::Failed
            }
            Some(_) => WaitState::Over,
        },
        Wait::Recv { dst, n, ok, .. } => {
            // SAFETY: the slots of the result lie in the frame.
            unsafe {
                let at = cx.registers.frame_base.add(dst as usize);
                let out = std::slice::from_raw_parts_mut(at, usize::from(n));
                match Channel::finish_recv(cx.task().shared_data().as_ref(), out) {
                    None => WaitState::Still(Reason::ChanReceive),
                    Some(step) => {
                        if ok {
                            *at.add(usize::from(n)) = u64::from(step == RecvStep::Received);
                        }
                        WaitState::Over
                    }
                }
            }
        }
        Wait::Select { dst, table } => {
            let me = cx.task().current_task();
            with_cases(cx, table, |cx, cases, together| {
                with_receive_buffer(cx, together.widest_value, |cx, out| {
                    match minigo_sync::finish_select(cx.on_p(), me, cases, out) {
                        None => WaitState::Still(Reason::Select),
                        Some(chosen) if end_select(cx, dst, table, chosen, out) => WaitState::Over,
                        Some(_) => WaitState::Failed,
                    }
                })
            })
        }
    };
    if !matches!(waited, WaitState::Still(_)) {
        cx.g().wait = Wait::Nothing;
    }
    waited
}
