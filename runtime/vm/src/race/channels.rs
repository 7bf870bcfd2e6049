//! Channels: a processor that passes the transfers that `minigo_sync` notes on to the detector.
//!
//! Operations are generic over who performs them, so those of goroutines that are not watched contain nothing of it.

use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::race::{Races, tag};
use minigo_race::{Detector, Key};
use minigo_sched::{OnP, Peer, TaskRef};
use minigo_sync::{Waiter, WakeContext};
use std::sync::atomic::Ordering::Relaxed;

/// Performs an operation on channels: by the processor, or by one that tells the detector.
macro_rules! on_channels {
    ($cx:expr, |$on:ident| $act:expr) => {
        if $cx.race.is_null() {
            let $on = $cx.on();
            $act
        } else {
            let $on = &mut $crate::race::channels::Watching::of($cx);
            $act
        }
    };
}

pub(crate) use on_channels;

/// A processor that tells the detector of transfers.
pub(crate) struct Watching<'a, 's> {
    on: &'a mut OnP<'s, Goroutine>,
    races: &'a Races,
    /// The running goroutine's part; null for a timer.
    me: *mut minigo_race::Goroutine,
}

/// Addresses of a channel that are keys of places in its buffer: it is larger.
const PLACES_AT: usize = 64;

impl<'a, 's> Watching<'a, 's> {
    /// That of a goroutine that is watched.
    pub(crate) fn of(cx: &'a mut Cx) -> Watching<'a, 'static> {
        let (races, me) = (cx.m, cx.race);
        // SAFETY: the machine outlives its slices.
        let races = unsafe { &*races }.race.as_deref();
        Watching { races: races.expect("a goroutine is watched by a detector"), me, on: cx.on() }
    }

    /// That of a timer which sends to its channel.
    pub(crate) fn of_timer(on: &'a mut OnP<'s, Goroutine>, races: &'a Races) -> Self {
        Self { on, races, me: std::ptr::null_mut() }
    }

    /// Calls `act` with the part of the running goroutine, or of one whose wait was claimed, if it is watched.
    fn with(
        &self,
        peer: Option<Peer<'s, Goroutine>>,
        act: impl FnOnce(&Detector, &mut minigo_race::Goroutine),
    ) {
        let part = peer.map_or(self.me, |peer| peer.shared().race.load(Relaxed));
        // SAFETY: the running goroutine's own; a claimed one is parked or about to be, and leaves its part to its
        // claimer until the wait is complete. It has stored the pointer before it queued itself under the channel's
        // lock, which is held now. No part is in use twice: a goroutine does not claim its own wait.
        if let Some(g) = unsafe { part.as_mut() } {
            act(&self.races.detector, g);
        }
    }
}

impl<'s> WakeContext for Watching<'_, 's> {
    type Peer = Peer<'s, Goroutine>;

    fn peer(&self, task: TaskRef) -> Self::Peer {
        OnP::peer(self.on, task)
    }

    fn waiter_of(&self, peer: Self::Peer) -> &Waiter {
        peer.shared().as_ref()
    }

    fn wake_peer(&mut self, peer: Self::Peer) {
        OnP::wake_peer(self.on, peer);
    }

    fn random(&mut self, n: u32) -> u32 {
        OnP::random(self.on, n)
    }

    fn chosen(&mut self, n: u32) -> Option<u32> {
        OnP::chosen(self.on, n)
    }

    fn now(&self) -> u64 {
        OnP::now(self.on)
    }

    fn shade_received(&mut self, words: &[u64]) {
        WakeContext::shade_received(self.on, words);
    }

    fn note_place(&self, channel: usize, place: usize, peer: Option<Self::Peer>) {
        // Far places share a clock: what is ordered too much is missed only.
        let tag = tag::PLACES as usize + (place / PLACES_AT).min((u8::MAX - tag::PLACES) as usize);
        let key = Key { addr: channel + place % PLACES_AT, tag: tag as u8 };
        self.with(peer, |detector, g| {
            detector.acquire_release(g, key);
            if self.races.has_timers() {
                detector.acquire(g, Key { addr: channel, tag: tag::TIMER });
            }
        });
    }

    fn note_meeting(&self, channel: usize, peer: Self::Peer) {
        self.with(Some(peer), |detector, other| {
            if self.me.is_null() {
                return detector.acquire(other, Key { addr: channel, tag: tag::TIMER });
            }
            self.with(None, |detector, me| detector.meet(me, other));
        });
    }

    fn note_close(&self, channel: usize) {
        let key = Key { addr: channel, tag: tag::CLOSE };
        self.with(None, |detector, me| detector.release(me, key));
    }

    fn note_closed(&self, channel: usize, peer: Option<Self::Peer>) {
        let key = Key { addr: channel, tag: tag::CLOSE };
        self.with(peer, |detector, g| detector.acquire(g, key));
    }
}
