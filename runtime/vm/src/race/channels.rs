//! Channels under the race detector: a processor that passes the transfers recorded by `minigo_sync` to the detector.
//!
//! Operations are generic over the processor that performs them, so operations of unwatched goroutines contain no
//! detector code.

use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::race::{Races, tag};
use minigo_race::{Detector, SyncObjectKey};
use minigo_sched::{Peer, PeerWaker, ProcessorCx, TaskRef};
use minigo_sync::{Waiter, WakeContext};
use std::sync::atomic::Ordering::Relaxed;

/// Performs an operation on channels: on the plain processor, or on one that reports to the detector.
macro_rules! on_channels {
    ($cx:expr, |$on:ident| $act:expr) => {
        if $cx.race_state.is_null() {
            let $on = $cx.on_p();
            $act
        } else {
            let $on = &mut $crate::race::channels::TransferReporter::of_context($cx);
            $act
        }
    };
}

pub(crate) use on_channels;

/// A processor that reports transfers to the detector.
pub(crate) struct TransferReporter<'a, 's> {
    on: &'a mut ProcessorCx<'s, Goroutine>,
    races: &'a Races,
    /// The detector state of the running goroutine; null for a timer.
    race_state: *mut minigo_race::Goroutine,
}

/// The number of addresses in a channel that serve as keys of buffer places; a channel has more bytes than this number.
const BUFFER_PLACE_KEYS: usize = 64;

impl<'a, 's> TransferReporter<'a, 's> {
    /// The processor of a watched goroutine.
    pub(crate) fn of_context(cx: &'a mut Cx) -> TransferReporter<'a, 'static> {
        let (races, me) = (cx.shared, cx.race_state);
        // SAFETY: the machine outlives its slices.
        let races = unsafe { &*races }.race.as_deref();
        TransferReporter {
            races: races.expect("a goroutine is watched by a detector"),
            race_state: me,
            on: cx.on_p(),
        }
    }

    /// The processor of a timer that sends to its channel.
    pub(crate) fn of_timer(on: &'a mut ProcessorCx<'s, Goroutine>, races: &'a Races) -> Self {
        Self { on, races, race_state: std::ptr::null_mut() }
    }

    /// Calls `act` with the detector state of the running goroutine, or of the goroutine whose wait was claimed, if it
    /// is watched.
    fn with_detector_state(
        &self,
        peer: Option<Peer<'s, Goroutine>>,
        act: impl FnOnce(&Detector, &mut minigo_race::Goroutine),
    ) {
        let part = peer.map_or(self.race_state, |peer| peer.shared().race_state.load(Relaxed));
        // SAFETY: the running goroutine's own state; a claimed goroutine is parked or about to be, and leaves its state
        // to its claimer until the wait is complete. The claimed goroutine has stored the pointer before it queued
        // itself under the channel's lock, which is held now. No state is in use twice: a goroutine does not claim its
        // own wait.
        if let Some(g) = unsafe { part.as_mut() } {
            act(&self.races.detector, g);
        }
    }
}

impl<'s> PeerWaker for TransferReporter<'_, 's> {
    type Peer = Peer<'s, Goroutine>;

    fn peer(&self, task: TaskRef) -> Self::Peer {
        self.on.peer(task)
    }

    fn wake_peer(&mut self, peer: Self::Peer) {
        self.on.wake_peer(peer);
    }
}

impl WakeContext for TransferReporter<'_, '_> {
    fn waiter_of(&self, peer: Self::Peer) -> &Waiter {
        peer.shared().as_ref()
    }

    fn random(&mut self, n: u32) -> u32 {
        ProcessorCx::random(self.on, n)
    }

    fn explored_choice(&mut self, n: u32) -> Option<u32> {
        ProcessorCx::explored_choice(self.on, n)
    }

    fn now(&self) -> u64 {
        ProcessorCx::now(self.on)
    }

    fn shade_received(&mut self, words: &[u64]) {
        WakeContext::shade_received(self.on, words);
    }

    fn note_buffer_place(&self, channel: usize, place: usize, peer: Option<Self::Peer>) {
        // Distant places of a buffer share a clock: too much order can only hide races.
        let tag = tag::FIRST_BUFFER_PLACE_KEY as usize
            + (place / BUFFER_PLACE_KEYS).min((u8::MAX - tag::FIRST_BUFFER_PLACE_KEY) as usize);
        let key = SyncObjectKey { addr: channel + place % BUFFER_PLACE_KEYS, tag: tag as u8 };
        self.with_detector_state(peer, |detector, g| {
            detector.acquire_release(g, key);
            if self.races.has_timers() {
                detector.acquire(g, SyncObjectKey { addr: channel, tag: tag::TIMER_KEY });
            }
        });
    }

    fn note_rendezvous(&self, channel: usize, peer: Self::Peer) {
        self.with_detector_state(Some(peer), |detector, other| {
            if self.race_state.is_null() {
                return detector
                    .acquire(other, SyncObjectKey { addr: channel, tag: tag::TIMER_KEY });
            }
            self.with_detector_state(None, |detector, me| detector.join_goroutines(me, other));
        });
    }

    fn note_close(&self, channel: usize) {
        let key = SyncObjectKey { addr: channel, tag: tag::CLOSE_KEY };
        self.with_detector_state(None, |detector, me| detector.release(me, key));
    }

    fn note_recv_from_closed(&self, channel: usize, peer: Option<Self::Peer>) {
        let key = SyncObjectKey { addr: channel, tag: tag::CLOSE_KEY };
        self.with_detector_state(peer, |detector, g| detector.acquire(g, key));
    }
}
