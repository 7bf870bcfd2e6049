//! Channels: instructions on top of the `sync` crate. A goroutine that must wait notes in its [`Wait`] what for, leaves, and is
//! given the result when it is resumed.

use super::{Cx, Exit, Op, S, sem, slow};
use crate::fault::Fault;
use crate::goroutine::Wait;
use crate::object::chan::{GoChan, chan_of, new_chan};
use minigo_bytecode::operand::{SelectId, TypeId};
use minigo_sched::Reason;
use minigo_sync::{Case, Chosen, RecvNow, RecvStep, SelectStep, SendNow, SendStep, select};

sem! {
    MakeChan(s, cx; dst, size) {
        let (_, ty) = s.ext();
        slow!(s, cx, make_chan(cx, s.at(dst), s.int(size), ty));
    }
    Send(s, cx; ch, val, n) {
        slow!(s, cx, send(cx, s.get(ch), s.at(val), n));
    }
    Recv(s, cx; dst, ch, n) {
        slow!(s, cx, recv(cx, s.at(dst), s.get(ch), n, false));
    }
    RecvOk(s, cx; dst, ch, n) {
        slow!(s, cx, recv(cx, s.at(dst), s.get(ch), n, true));
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
        slow!(s, cx, select_one(cx, dst.0, SelectId(table.get())));
    }
}

#[inline(never)]
unsafe fn make_chan(cx: &mut Cx, dst: *mut u64, size: i64, ty: u32) -> bool {
    match new_chan(cx, TypeId(ty), size) {
        Some(ch) => {
            // SAFETY: a slot of the frame.
            unsafe { *dst = ch };
            true
        }
        None => cx.fail(Fault::MakeChan),
    }
}

/// Leaves to wait.
fn park(cx: &mut Cx, wait: Wait, reason: Reason) -> bool {
    cx.g().wait = wait;
    cx.leave(Exit::Park(reason));
    false
}

#[inline(never)]
unsafe fn send(cx: &mut Cx, ch: u64, val: *const u64, n: u16) -> bool {
    let Some(chan) = chan_of(ch) else {
        return park(cx, Wait::Forever, Reason::ChanSendNil);
    };
    // SAFETY: the value lies in slots of the frame.
    let value = unsafe { std::slice::from_raw_parts(val, usize::from(n)) };
    let me = cx.task().me();
    match chan.channel.send(cx.task(), me, value) {
        SendStep::Sent => true,
        SendStep::Closed => cx.fail(Fault::SendClosed),
        SendStep::Parked => park(cx, Wait::Send(ch), Reason::ChanSend),
    }
}

#[inline(never)]
unsafe fn recv(cx: &mut Cx, dst: *mut u64, ch: u64, n: u16, ok: bool) -> bool {
    let Some(chan) = chan_of(ch) else {
        return park(cx, Wait::Forever, Reason::ChanReceiveNil);
    };
    // SAFETY: the slots of the result lie in the frame.
    let out = unsafe { std::slice::from_raw_parts_mut(dst, usize::from(n)) };
    let me = cx.task().me();
    let received = match chan.channel.recv(cx.task(), me, out) {
        RecvStep::Received => true,
        RecvStep::Closed => false,
        RecvStep::Parked => {
            // SAFETY: both point into the frame.
            let dst = unsafe { dst.offset_from(cx.s.r) } as u32;
            return park(cx, Wait::Recv { ch, dst, n, ok }, Reason::ChanReceive);
        }
    };
    if ok {
        // SAFETY: the slot after the value is the instruction's too.
        unsafe { *dst.add(usize::from(n)) = u64::from(received) };
    }
    true
}

#[inline(never)]
fn close(cx: &mut Cx, ch: u64) -> bool {
    let Some(chan) = chan_of(ch) else { return cx.fail(Fault::CloseNil) };
    match chan.channel.close(cx.task()) {
        Ok(()) => true,
        Err(_) => cx.fail(Fault::CloseClosed),
    }
}

/// The most cases of a select whose list needs no allocation.
const FEW: usize = 8;

/// Calls `then` with the cases of a select, made from the frame.
fn with_cases<R>(cx: &mut Cx, table: SelectId, then: impl FnOnce(&mut Cx, &[Case<'_>]) -> R) -> R {
    let shared = cx.m;
    // SAFETY: the machine outlives the slice.
    let shared = unsafe { &*shared };
    let table = &shared.image.program.selects[table.0 as usize];
    let r = cx.s.r;
    let case_of = |case: &minigo_bytecode::program::SelectCase| {
        // SAFETY: the table names slots of the frame.
        let ch = unsafe { *r.add(usize::from(case.ch.0)) };
        let Some(chan) = chan_of(ch) else { return Case::Never };
        if !case.send {
            return Case::Recv(&chan.channel);
        }
        // SAFETY: as above.
        let value = unsafe {
            std::slice::from_raw_parts(r.add(usize::from(case.val.0)), usize::from(case.words))
        };
        Case::Send(&chan.channel, value)
    };
    if table.cases.len() <= FEW {
        let mut few = [Case::Never; FEW];
        for (to, from) in few.iter_mut().zip(&table.cases) {
            *to = case_of(from);
        }
        then(cx, &few[..table.cases.len()])
    } else {
        let many: Vec<_> = table.cases.iter().map(case_of).collect();
        then(cx, &many)
    }
}

/// Room for the widest element that a select of this table receives.
fn widest(cx: &Cx, table: SelectId) -> usize {
    let cases = &cx.shared().image.program.selects[table.0 as usize].cases;
    cases.iter().filter(|c| !c.send).map(|c| usize::from(c.words)).max().unwrap_or(0)
}

/// Calls `then` with a buffer for the element that a select receives.
fn with_buffer<R>(cx: &mut Cx, n: usize, then: impl FnOnce(&mut Cx, &mut [u64]) -> R) -> R {
    if n <= 4 { then(cx, &mut [0; 4][..n]) } else { then(cx, &mut vec![0; n]) }
}

#[inline(never)]
fn begin_select(cx: &mut Cx, dst: u16, table: SelectId) -> bool {
    let shape = &cx.shared().image.program.selects[table.0 as usize];
    let (has_default, cases) = (shape.has_default, shape.cases.len());
    if cases == 0 && !has_default {
        return park(cx, Wait::Forever, Reason::SelectNoCases);
    }
    let n = widest(cx, table);
    with_buffer(cx, n, |cx, out| {
        let step = with_cases(cx, table, |cx, cases| {
            let me = cx.task().me();
            select(cx.task(), me, cases, has_default, out)
        });
        match step {
            SelectStep::Chosen(chosen) => end_select(cx, dst, table, chosen, out),
            SelectStep::Default => {
                // SAFETY: a slot of the frame.
                unsafe { *cx.s.r.add(usize::from(dst)) = u64::MAX };
                true
            }
            SelectStep::Parked => park(cx, Wait::Select { dst, table }, Reason::Select),
        }
    })
}

/// A select of one case and a default: an operation that does not wait.
#[inline(never)]
fn select_one(cx: &mut Cx, dst: u16, table: SelectId) -> bool {
    let case = cx.shared().image.program.selects[table.0 as usize].cases[0];
    let r = cx.s.r;
    // SAFETY: the table names slots of the frame.
    unsafe {
        let chosen = r.add(usize::from(dst));
        let value = r.add(usize::from(case.val.0));
        *chosen = u64::MAX;
        let Some(chan) = chan_of(*r.add(usize::from(case.ch.0))) else { return true };
        if case.send {
            let value = std::slice::from_raw_parts(value, usize::from(case.words));
            match chan.channel.try_send(cx.task(), value) {
                SendNow::WouldBlock => return true,
                SendNow::Closed => return cx.fail(Fault::SendClosed),
                SendNow::Sent => {}
            }
        } else {
            let out = std::slice::from_raw_parts_mut(value, usize::from(case.words));
            let step = chan.channel.try_recv(cx.task(), out);
            if step == RecvNow::WouldBlock {
                return true;
            }
            if let Some(ok) = case.ok {
                *r.add(usize::from(ok.0)) = u64::from(step == RecvNow::Received);
            }
        }
        *chosen = 0;
    }
    true
}

/// Stores what a select came to; false if that is a panic.
fn end_select(cx: &mut Cx, dst: u16, table: SelectId, chosen: Chosen, out: &[u64]) -> bool {
    let case = cx.shared().image.program.selects[table.0 as usize].cases[chosen.case];
    if case.send && !chosen.ok {
        return cx.fail(Fault::SendClosed);
    }
    let r = cx.s.r;
    // SAFETY: the table names slots of the frame.
    unsafe {
        *r.add(usize::from(dst)) = chosen.case as u64;
        if !case.send {
            let n = usize::from(case.words);
            r.add(usize::from(case.val.0)).copy_from(out.as_ptr(), n);
            if let Some(ok) = case.ok {
                *r.add(usize::from(ok.0)) = u64::from(chosen.ok);
            }
        }
    }
    true
}

/// What came of a wait.
pub(crate) enum Waited {
    /// It is over: go on.
    Over,
    /// It is over with a panic, which is in `exit`.
    Failed,
    /// It is not over.
    Still(Reason),
}

/// Looks whether what the goroutine waits for has come, and stores it in the frame. The registers are in `cx.s`.
pub(crate) fn resume_wait(cx: &mut Cx) -> Waited {
    let me = cx.task().me();
    match cx.g().wait {
        Wait::Nothing => Waited::Over,
        Wait::Forever => Waited::Still(Reason::Unknown),
        Wait::Torn(old) => {
            super::step::mend(cx, old);
            Waited::Over
        }
        Wait::Send(ch) => {
            let chan = chan_of(ch).expect("who waits waits at a channel");
            match chan.channel.finish_send(cx.task(), me) {
                None => Waited::Still(Reason::ChanSend),
                Some(SendStep::Closed) => {
                    cx.fail(Fault::SendClosed);
                    Waited::Failed
                }
                Some(_) => Waited::Over,
            }
        }
        Wait::Recv { ch, dst, n, ok } => {
            let chan: &GoChan = chan_of(ch).expect("who waits waits at a channel");
            // SAFETY: the slots of the result lie in the frame.
            unsafe {
                let at = cx.s.r.add(dst as usize);
                let out = std::slice::from_raw_parts_mut(at, usize::from(n));
                match chan.channel.finish_recv(cx.task(), me, out) {
                    None => return Waited::Still(Reason::ChanReceive),
                    Some(step) if ok => {
                        *at.add(usize::from(n)) = u64::from(step == RecvStep::Received);
                    }
                    Some(_) => {}
                }
            }
            Waited::Over
        }
        Wait::Select { dst, table } => {
            let n = widest(cx, table);
            with_buffer(cx, n, |cx, out| {
                let chosen = with_cases(cx, table, |cx, cases| {
                    minigo_sync::finish_select(cx.task(), me, cases, out)
                });
                match chosen {
                    None => Waited::Still(Reason::Select),
                    Some(chosen) if end_select(cx, dst, table, chosen, out) => Waited::Over,
                    Some(_) => Waited::Failed,
                }
            })
        }
    }
}
