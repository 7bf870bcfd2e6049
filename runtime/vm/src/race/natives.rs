//! Natives under the race detector: each native reports its own actions.
//!
//! A native that lets goroutines wait for each other releases and acquires, one that changes words atomically reports
//! that, one that reads or writes Go memory reports the bytes. In a machine without a detector these reports have no
//! effect.

use crate::explore::scheduling_points::{InstructionRole, PointClass};
use crate::goroutine::context::Cx;
use crate::race::locks::{self, Lock};
use crate::race::sites::AccessSite;
use crate::race::{FILES_KEY, FINALIZERS_KEY, INPUTS_KEY, KnownAccesses, Races, bubble_key, tag};
use crate::report;
use crate::shared::session_inputs::{InputEnd, OutOfMemoryEnd};
use minigo_bytecode::ops::Op;
use minigo_explore as search;
use minigo_race::cell::AccessKind;
use minigo_race::{Goroutine, SyncObjectKey};
use std::sync::atomic::Ordering;

/// How a native changes a word of Go memory that goroutines share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicAccess {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A load and a store in one step.
    Update,
}

impl Cx {
    /// The detector and the goroutine's state, if the goroutine is watched.
    #[inline]
    fn watched_state(&mut self) -> Option<(&Races, &mut Goroutine)> {
        if self.race_state.is_null() {
            return None;
        }
        // SAFETY: the machine outlives its slices; the state is the running goroutine's own.
        unsafe { Some(((*self.shared).race.as_deref()?, &mut *self.race_state)) }
    }

    /// Reports whether the machine detects data races.
    #[must_use]
    pub fn finds_races(&self) -> bool {
        self.shared().race.is_some()
    }

    /// Called before the native wakes goroutines that wait at this address, or makes them runnable later.
    #[inline]
    pub fn race_release(&mut self, addr: usize) {
        self.release_key(SyncObjectKey { addr, tag: tag::NON_READERS_KEY });
    }

    /// Called after the native has waited at this address.
    #[inline]
    pub fn race_acquire(&mut self, addr: usize) {
        self.acquire_key(SyncObjectKey { addr, tag: tag::NON_READERS_KEY });
    }

    #[inline]
    pub(crate) fn release_key(&mut self, key: SyncObjectKey) {
        if self.race_state.is_null() {
            return;
        }
        self.note_explored_release(key, search::Kind::Release);
        if let Some((races, me)) = self.watched_state() {
            races.detector.release(me, key);
        }
    }

    #[inline]
    pub(crate) fn acquire_key(&mut self, key: SyncObjectKey) {
        if self.race_state.is_null() {
            return;
        }
        self.note_explored_release(key, search::Kind::Acquire);
        if let Some((races, me)) = self.watched_state() {
            races.detector.acquire(me, key);
        }
    }

    /// Called after the native has taken a lock, and has reported the acquire to the detector.
    pub(crate) fn race_lock(&mut self, lock: Lock) {
        if !self.race_state.is_null() {
            locks::note_lock(self, lock, self.registers.pc, self.registers.frame_base);
        }
    }

    /// Called before the native unlocks a lock that no instruction or native has tried to unlock in this call.
    pub(crate) fn race_unlock(&mut self, lock: Lock) {
        if let Some((races, me)) = self.watched_state() {
            locks::note_unlock(races, me, lock);
        }
    }

    /// Called before the native unlocks a lock that an instruction may have tried to unlock before.
    pub(crate) fn race_unlock_if_held(&mut self, lock: Lock) {
        if let Some((races, me)) = self.watched_state() {
            locks::note_unlock_if_held(races, me, lock);
        }
    }

    /// Adds `delta` to the number of requests that the goroutine's synchronisation orders nothing.
    pub(crate) fn add_ignored_sync(&mut self, delta: i64) {
        if let Some((_, me)) = self.watched_state() {
            me.change_ignore_depth(delta);
        }
    }

    /// While interleavings are explored (all goroutines are watched then): records that the native makes other
    /// goroutines runnable, or has waited.
    #[inline]
    fn note_explored_release(&mut self, key: SyncObjectKey, kind: search::Kind) {
        if self.shared().explored.is_some() {
            self.note_explored_key(key, kind);
        }
    }

    #[cold]
    fn note_explored_key(&mut self, key: SyncObjectKey, kind: search::Kind) {
        let (me, shared) = (self.task().current_task(), self.shared);
        // SAFETY: the machine outlives its slices.
        let Some(explored) = (unsafe { (*shared).explored.as_deref() }) else { return };
        let at = (self.registers.pc as usize - self.code as usize) / size_of::<Op>();
        if explored.points.role_of(at.wrapping_sub(1)) == InstructionRole::Hidden {
            return;
        }
        match key.tag {
            tag::FILES_KEY => {
                let prints = kind == search::Kind::Release;
                explored.note_file_access(me, prints);
                self.has_printed |= prints;
            }
            tag::NON_READERS_KEY | tag::READERS_KEY | tag::CLOSE_KEY => {
                let is_own = explored.points.class_of(at.wrapping_sub(1)) == PointClass::Own;
                explored.record_access(key.addr as u64, 1, kind, is_own);
            }
            // An operation on a pool is a point of its own; finalizers run in a goroutine of their own.
            _ => {}
        }
    }

    /// While interleavings are explored: records that the native accesses memory, atomically or plainly.
    #[cold]
    fn note_explored_access(&mut self, addr: usize, bytes: usize, kind: AccessKind) {
        let at = (self.registers.pc as usize - self.code as usize) / size_of::<Op>();
        let Some(explored) = self.shared().explored.as_deref() else { return };
        let is_atomic = matches!(kind, AccessKind::AtomicRead | AccessKind::AtomicWrite);
        if explored.points.role_of(at.wrapping_sub(1)) == InstructionRole::Hidden {
            return;
        }
        let class = explored.points.class_of(at.wrapping_sub(1));
        if is_atomic || class == PointClass::Racy {
            let kind = if kind.is_write() { search::Kind::Write } else { search::Kind::Read };
            explored.record_access(addr as u64, bytes as u64, kind, class == PointClass::Own);
        }
    }

    /// Called before the native writes to a file or a socket.
    #[inline]
    pub fn race_write_file(&mut self) {
        self.release_key(FILES_KEY);
    }

    /// Called after the native has read from a file or a socket.
    #[inline]
    pub fn race_read_file(&mut self) {
        self.acquire_key(FILES_KEY);
    }

    /// Called before the goroutine sets a finalizer or a cleanup.
    pub(crate) fn race_set_finalizer(&mut self) {
        if let Some(races) = self.shared().race.as_deref() {
            races.note_finalizer();
            self.release_key(FINALIZERS_KEY);
        }
    }

    /// Called before the goroutine runs a finalizer or a cleanup. Finalizers run one after the other, while cleanups
    /// may run concurrently: for the detector each cleanup is a goroutine of its own.
    pub(crate) fn before_finalizer(&mut self, is_cleanup: bool) {
        if !is_cleanup || self.race_state.is_null() {
            return self.acquire_key(FINALIZERS_KEY);
        }
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let Some(races) = (unsafe { (*shared).race.as_deref() }) else { return };
        // SAFETY: the new state has no maker.
        let part =
            unsafe { races.start_goroutine(KnownAccesses::Released(FINALIZERS_KEY), self.g().id) };
        let own = self.swap_race_state(part);
        races.save_goroutine_state(own);
    }

    /// Called after the goroutine has run a finalizer or a cleanup.
    pub(crate) fn after_finalizer(&mut self) {
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let Some(races) = (unsafe { (*shared).race.as_deref() }) else { return };
        if let Some(own) = races.restore_goroutine_state(self.g().id) {
            let of_cleanup = self.swap_race_state(own);
            of_cleanup.into_iter().for_each(|part| races.end_detector_state(part));
        }
    }

    /// Gives the goroutine another detector state; returns the one that it had.
    fn swap_race_state(&mut self, mut part: Box<Goroutine>) -> Option<Box<Goroutine>> {
        let at: *mut Goroutine = &raw mut *part;
        self.race_state = at;
        self.task().shared_data().race_state.store(at, Ordering::Relaxed);
        self.g().race_state.replace(part)
    }

    /// Records the end of an input of a session, if the goroutine runs an input.
    pub(crate) fn end_input(&mut self, end: InputEnd) {
        let id = self.g().id;
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let Some(inputs) = (unsafe { &(*shared).inputs }) else { return };
        if inputs.current_goroutine() == id {
            self.release_key(INPUTS_KEY);
        }
        let must_end = std::mem::replace(&mut self.g().out_of_memory_end, OutOfMemoryEnd::No);
        if must_end == OutOfMemoryEnd::Alone {
            inputs.note_out_of_memory_end();
        }
        // SAFETY: as above.
        if let Some(embedding) = unsafe { (*shared).embedding.as_deref() } {
            embedding.end_goroutine(
                id,
                self.g().session_input_number,
                end,
                must_end != OutOfMemoryEnd::No,
            );
        }
        inputs.end_input(id, end);
    }

    /// Called when the goroutine has ended, before its bubble's controller sees that.
    pub(crate) fn race_leave_bubble(&mut self) {
        let bubble = self.g().bubble;
        self.release_key(bubble_key(bubble));
    }

    /// Called after the goroutine has waited until all others of its bubble wait or have ended.
    pub(crate) fn race_join_bubble(&mut self, bubble: u32) {
        self.acquire_key(bubble_key(bubble));
    }

    /// Called before the native accesses a word of Go memory atomically.
    #[inline]
    pub fn before_atomic(&mut self, addr: usize, bytes: usize, access: AtomicAccess) {
        if self.race_state.is_null() {
            return;
        }
        let kind = match access {
            AtomicAccess::Load => AccessKind::AtomicRead,
            AtomicAccess::Store | AtomicAccess::Update => AccessKind::AtomicWrite,
        };
        self.race_access(addr, bytes, kind);
        if access != AtomicAccess::Load {
            self.race_release(addr);
        }
    }

    /// Called after the native has accessed a word atomically.
    #[inline]
    pub fn after_atomic(&mut self, addr: usize, access: AtomicAccess) {
        if access != AtomicAccess::Store {
            self.race_acquire(addr);
        }
        if access == AtomicAccess::Update {
            self.acquire_key(SyncObjectKey { addr, tag: tag::READERS_KEY });
        }
    }

    /// Reports that the native reads these bytes of Go memory.
    #[inline]
    pub fn race_read(&mut self, at: *const u8, bytes: usize) {
        if !self.race_state.is_null() {
            self.race_access(at as usize, bytes, AccessKind::Read);
        }
    }

    /// Reports that the native writes these bytes of Go memory.
    #[inline]
    pub fn race_write(&mut self, at: *const u8, bytes: usize) {
        if !self.race_state.is_null() {
            self.race_access(at as usize, bytes, AccessKind::Write);
        }
    }

    #[inline(never)]
    fn race_access(&mut self, addr: usize, bytes: usize, kind: AccessKind) {
        if self.shared().explored.is_some() {
            self.note_explored_access(addr, bytes, kind);
        }
        let at = (self.registers.pc as usize - self.code as usize) / size_of::<Op>();
        let shared = self.shared;
        let cx: *const Self = self;
        let Some((races, me)) = self.watched_state() else { return };
        // SAFETY: the machine outlives its slices.
        let place = races.race_places.place_of(unsafe { &(*shared).image }, at);
        let Some(position) = place.shown_position() else { return };
        // SAFETY: the frame of the native's caller, which waits for it.
        let here = unsafe { AccessSite::<false>::new(cx, (*cx).registers.frame_base, position) };
        if let Some(race) = races.detector.record_bytes(me, addr, bytes, kind, here) {
            report::race::report_race(self, &race);
        }
    }
}
