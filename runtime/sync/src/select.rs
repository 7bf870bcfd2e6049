//! Select: several channel operations, one of which takes place. Select is the only operation that touches several
//! channels; the crate's header explains why it may first check them one at a time, and why it must lock all of them to
//! wait.

use crate::chan::{AttemptResult, CAN_RECV, CAN_SEND, Channel, Inner};
use crate::queue::Entry;
use crate::waiter::Completion;
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::BusyGuard;

/// A case of a select. A select may have 65,536 cases.
#[derive(Clone, Copy, Debug)]
pub enum Case<'a> {
    /// Sends these words to the channel.
    Send(&'a Channel, &'a [u64]),
    /// Receives from the channel into the first words of the select's `out`.
    Recv(&'a Channel),
    /// An operation on a nil channel: never ready.
    Never,
}

impl<'a> Case<'a> {
    #[inline]
    fn channel(&self) -> Option<&'a Channel> {
        match self {
            Self::Send(channel, _) | Self::Recv(channel) => Some(channel),
            Self::Never => None,
        }
    }

    /// Reports whether the case may be ready, for a thread that has locked the channel.
    #[inline]
    fn is_ready(&self) -> bool {
        self.needed_operation().is_some_and(|(channel, what)| channel.operation_can_succeed(what))
    }

    /// The channel, and the ability that the case needs of it ([`CAN_SEND`] or [`CAN_RECV`]).
    #[inline]
    fn needed_operation(&self) -> Option<(&'a Channel, u32)> {
        match self {
            Self::Send(channel, _) => Some((channel, CAN_SEND)),
            Self::Recv(channel) => Some((channel, CAN_RECV)),
            Self::Never => None,
        }
    }

    /// Reports without the channel's lock whether the case may be ready.
    #[inline]
    fn may_be_ready(&self) -> bool {
        self.needed_operation().is_some_and(|(channel, what)| channel.operation_may_succeed(what))
    }
}

/// The case that took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectResult {
    /// The case's number.
    pub chosen_case: usize,
    /// For a receive: whether a value was received (false: the channel is closed, and `out` is zero). For a send: false
    /// if the channel is closed, which is a panic in Go.
    pub is_open: bool,
}

/// The result of a select.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectStep {
    /// A case took place.
    Chosen(SelectResult),
    /// No case is ready, and there is a default.
    Default,
    /// The task is in the queues: park it, then call [`finish_select`] with the same cases.
    Parked,
}

/// The number of cases up to which a select allocates no memory.
const INLINE_CASES: usize = 8;

/// Performs one of the ready `cases`, chosen at random. If none is ready, returns [`SelectStep::Default`] if
/// `has_default`; else queues `me` at all channels. `out` must have room for the widest element received.
pub fn select(
    on: &mut impl WakeContext,
    me: TaskRef,
    cases: &[Case<'_>],
    has_default: bool,
    out: &mut [u64],
) -> SelectStep {
    let (mut few, mut many);
    let list: &mut [u16] = if cases.len() <= INLINE_CASES {
        few = [0_u16; INLINE_CASES];
        &mut few[..cases.len()]
    } else {
        many = vec![0_u16; cases.len()];
        &mut many
    };
    for &i in &*in_random_order(on, cases, Case::may_be_ready, list) {
        let case = &cases[i as usize];
        let Some(channel) = case.channel() else { continue };
        let attempt = {
            let mut inner = channel.lock();
            let attempt = attempt_case(&mut inner, case, on, out);
            channel.publish_hint(&inner);
            attempt
        };
        if let Some((chosen, peer)) = select_result(i, attempt) {
            if let Some(peer) = peer {
                on.wake_peer(peer);
            }
            return SelectStep::Chosen(chosen);
        }
    }
    if has_default {
        return SelectStep::Default;
    }
    if cases.len() <= INLINE_CASES {
        lock_and_queue(on, me, cases, list, &mut [const { None }; INLINE_CASES], out)
    } else {
        let mut guards: Vec<_> = cases.iter().map(|_| None).collect();
        lock_and_queue(on, me, cases, list, &mut guards, out)
    }
}

/// The numbers of the cases that are `ready`, in a random order (Fisher and Yates).
fn in_random_order<'l, 'c>(
    on: &mut impl WakeContext,
    cases: &[Case<'c>],
    ready: impl Fn(&Case<'c>) -> bool,
    list: &'l mut [u16],
) -> &'l mut [u16] {
    let mut n = 0;
    for (i, case) in cases.iter().enumerate() {
        if ready(case) {
            list[n] = i as u16;
            n += 1;
        }
    }
    let list = &mut list[..n];
    if n > 1
        && let Some(first) = on.explored_choice(n as u32)
    {
        // All these cases are ready, and the select performs the first of them: put the explored choice there.
        list.swap(0, first as usize);
        return list;
    }
    for i in (1..n).rev() {
        list.swap(i, on.random(i as u32 + 1) as usize);
    }
    list
}

fn attempt_case<C: WakeContext>(
    inner: &mut Inner,
    case: &Case<'_>,
    on: &mut C,
    out: &mut [u64],
) -> AttemptResult<C::Peer> {
    match case {
        Case::Send(channel, value) => inner.try_send(channel.capacity(), on, value),
        Case::Recv(channel) => {
            inner.try_recv(channel.capacity(), on, &mut out[..channel.element_words()])
        }
        Case::Never => AttemptResult::Wait,
    }
}

/// Turns an attempt into the select's result, and the task to wake.
fn select_result<P>(case: u16, attempt: AttemptResult<P>) -> Option<(SelectResult, Option<P>)> {
    let case = case as usize;
    match attempt {
        AttemptResult::Through(peer) => {
            Some((SelectResult { chosen_case: case, is_open: true }, peer))
        }
        AttemptResult::Closed => Some((SelectResult { chosen_case: case, is_open: false }, None)),
        AttemptResult::Wait => None,
    }
}

/// Locks all channels in the order of their addresses, checks the cases once more, and queues the task at each channel.
fn lock_and_queue<'a>(
    on: &mut impl WakeContext,
    me: TaskRef,
    cases: &[Case<'a>],
    list: &mut [u16],
    guards: &mut [Option<BusyGuard<'a, Inner>>],
    out: &mut [u64],
) -> SelectStep {
    // `sorted` lists the cases by their channels' addresses; each channel is locked once, and its
    // guard has the index of the first such case.
    let (mut few, mut many);
    let sorted: &mut [(usize, u16)] = if cases.len() <= INLINE_CASES {
        few = [(0, 0); INLINE_CASES];
        &mut few[..cases.len()]
    } else {
        many = vec![(0, 0); cases.len()];
        &mut many
    };
    for (i, (to, case)) in sorted.iter_mut().zip(cases).enumerate() {
        *to = (channel_address(case), i as u16);
    }
    sorted.sort_unstable();
    let mut last = 0;
    for &(address, i) in &*sorted {
        if address != last {
            last = address;
            guards[i as usize] = cases[i as usize].channel().map(Channel::lock);
        }
    }
    for &i in &*in_random_order(on, cases, Case::is_ready, list) {
        let Some(inner) = guard_of(cases, sorted, guards, i) else { continue };
        if let Some((chosen, peer)) =
            select_result(i, attempt_case(inner, &cases[i as usize], on, out))
        {
            unlock_channels(cases, guards);
            if let Some(peer) = peer {
                on.wake_peer(peer);
            }
            return SelectStep::Chosen(chosen);
        }
    }
    let waiter = on.waiter(me);
    let ticket = waiter.begin_wait();
    let mut at = 0;
    waiter.note_entry_indices((0..cases.len()).map(|i| {
        let case = i as u16;
        let Some(inner) = guard_of(cases, sorted, guards, case) else { return u32::MAX };
        match &cases[i] {
            Case::Send(_, value) => {
                let entry = Entry {
                    task: me,
                    wait_ticket: ticket,
                    select_case: case,
                    is_select: true,
                    offset_or_time: at,
                };
                at += value.len() as u32;
                inner.senders.push(entry)
            }
            _ => inner.receivers.push(Entry {
                task: me,
                wait_ticket: ticket,
                select_case: case,
                is_select: true,
                offset_or_time: 0,
            }),
        }
    }));
    let mut at = 0;
    for case in cases {
        if let Case::Send(_, value) = case {
            waiter.put_value(at, value);
            at += value.len();
        }
    }
    unlock_channels(cases, guards);
    SelectStep::Parked
}

/// Releases the locks of channels that may have changed.
#[inline]
fn unlock_channels(cases: &[Case<'_>], guards: &mut [Option<BusyGuard<'_, Inner>>]) {
    for (case, guard) in cases.iter().zip(guards) {
        if let (Some(channel), Some(inner)) = (case.channel(), guard.take()) {
            channel.publish_hint(&inner);
        }
    }
}

#[inline]
fn channel_address(case: &Case<'_>) -> usize {
    case.channel().map_or(0, |channel| std::ptr::from_ref(channel) as usize)
}

/// The guard of a case's channel, which may be stored at another case's index.
#[inline]
fn guard_of<'g, 'a>(
    cases: &[Case<'a>],
    sorted: &[(usize, u16)],
    guards: &'g mut [Option<BusyGuard<'a, Inner>>],
    case: u16,
) -> Option<&'g mut Inner> {
    let holder = if guards[case as usize].is_some() {
        case
    } else {
        let channel = channel_address(&cases[case as usize]);
        if channel == 0 {
            return None;
        }
        sorted[sorted.partition_point(|&(address, _)| address < channel)].1
    };
    guards[holder as usize].as_deref_mut()
}

/// Finishes the select of the parked task `me`; `None`: it has not completed, park again. `cases` are the same as
/// before.
pub fn finish_select(
    on: &impl WakeContext,
    me: TaskRef,
    cases: &[Case<'_>],
    out: &mut [u64],
) -> Option<SelectResult> {
    let waiter = on.waiter(me);
    let Completion { chosen_case: case, is_operation_done: ok } = waiter.completion()?;
    let case = case as usize;
    if let Case::Recv(channel) = &cases[case] {
        let out = &mut out[..channel.element_words()];
        if ok {
            waiter.get_value(0, out);
        } else {
            out.fill(0);
        }
    }
    leave_queues(on, me, cases, Some(case));
    waiter.finish_wait();
    Some(SelectResult { chosen_case: case, is_open: ok })
}

/// Withdraws task `me`, which has parked in a select; a case that has completed stays completed. `cases` are the same
/// as before.
pub fn withdraw_select(on: &impl WakeContext, me: TaskRef, cases: &[Case<'_>]) {
    let done = on.waiter(me).withdraw_wait();
    leave_queues(on, me, cases, done.map(|done| usize::from(done.chosen_case)));
}

/// Removes the entries of all cases but the chosen one: they are of no use any more.
fn leave_queues(on: &impl WakeContext, me: TaskRef, cases: &[Case<'_>], chosen: Option<usize>) {
    let waiter = on.waiter(me);
    let (mut few, mut many);
    let places: &mut [u32] = if cases.len() <= INLINE_CASES {
        few = [0; INLINE_CASES];
        &mut few[..cases.len()]
    } else {
        many = vec![0; cases.len()];
        &mut many
    };
    waiter.copy_entry_indices(places);
    for (i, loser) in cases.iter().enumerate() {
        let sends = matches!(loser, Case::Send(..));
        if let (Some(channel), true) = (loser.channel(), Some(i) != chosen) {
            let mut inner = channel.lock();
            inner.leave_queue(sends, places[i], me, waiter.current_ticket());
            channel.publish_hint(&inner);
        }
    }
}
