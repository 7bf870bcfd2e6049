//! Where a task that waits for the network is at home: who finds that it can go on sends it there.
//!
//! A module of its own because it is the answer to one cost. The poller is everybody's, and who looks there finds what all wait for.
//! Ran it everything that it finds, a connection would go to another core with every second message, and with it the kernel's two
//! sockets, the task, its stack: two processors then do no more echoes than one. So a task is at home where it went to wait, and is
//! sent there while that processor looks at the network often itself. And now and then whoever goes to wait asks on which core
//! the kernel has taken in the last packet: if the sender is on this machine that is the sender's core, and home is the processor
//! there. One side follows the other, and from then on both ends of the connection stay in one cache.
//!
//! Nobody is sent to a processor that is idle or in a long slice, or that has much more to do: an idle one would have to be woken
//! (then the work goes to all), and what waits must not wait longer than where it was found.

use crate::gmp::{Face, OnP, Processor, Shared, Task};
use crate::processor::net_affinity::current_core;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One in so many asks where its packets come from.
const ASKS: u32 = 8;
/// The core on which the kernel has taken in the last packet of a connection.
fn core_of_packets(fd: i32) -> Option<u32> {
    let mut core: libc::c_int = -1;
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    let at = (&raw mut core).cast();
    // SAFETY: both pointers lead to values that live over the call, and `len` is the first one's length.
    let result =
        unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_INCOMING_CPU, at, &raw mut len) };
    (result == 0 && core >= 0).then_some(core.cast_unsigned())
}

impl<T: Task> OnP<'_, T> {
    /// The number of the processor at which a task is at home that is about to wait here for something to read from `fd`.
    pub(super) fn home_of_reader(&mut self, fd: i32) -> u32 {
        let here = self.p.id.0;
        let procs = self.sched.procs.load(Ordering::Relaxed) as usize;
        if procs == 1 || self.sched.config.seed.is_some() || self.p.policy.dice.below(ASKS) != 0 {
            return here;
        }
        let Some(theirs) = core_of_packets(fd).filter(|theirs| *theirs != current_core()) else {
            return here;
        };
        let is_there = |face: &Arc<Face<T>>| face.seat.core.load(Ordering::Relaxed) == theirs;
        let there = self.sched.faces().take(procs).position(is_there);
        there.map_or(here, |there| there as u32)
    }
}

impl<T: Task> Shared<T> {
    /// `p` has found these: sends away those that are at home elsewhere, and says whether there were any. Somebody has to look then.
    pub(crate) fn send_home(&self, found: &mut Vec<u32>, p: &Processor<T>) -> bool {
        let switches = p.policy.switches;
        let procs = self.procs.load(Ordering::Relaxed);
        if procs == 1 || !(switches.steal && switches.local_queues && switches.park) {
            return false;
        }
        let now = p.face.seat.looked.load(Ordering::Relaxed);
        let elsewhere = |task: u32| {
            let home = self.slab.slot(task).home.load(Ordering::Relaxed);
            let home = u32::from(home).checked_sub(1)?;
            (home != p.id.0 && home < procs).then_some(home)
        };
        let mut kept = found.iter().filter(|task| elsewhere(**task).is_none()).count();
        let mut bag = Vec::new();
        // For whom it is, and how many more that one may get.
        let (mut to, mut room) = (None, 0);
        let mut sent = false;
        found.retain(|task| {
            let Some(face) = elsewhere(*task).and_then(|home| self.face(home)) else { return true };
            if to.is_none_or(|to: &Arc<_>| !Arc::ptr_eq(to, face)) {
                Self::post(to, &mut bag);
                let slices = face.slices.load(Ordering::Relaxed);
                let may = if face.seat.is_taken(now, slices) { 4 * kept + 8 } else { 0 };
                (to, room) = (Some(face), may.saturating_sub(face.queued()));
            }
            if room == 0 {
                kept += 1;
                return true;
            }
            room -= 1;
            bag.push(*task);
            sent = true;
            false
        });
        Self::post(to, &mut bag);
        sent
    }

    fn post(to: Option<&Arc<Face<T>>>, bag: &mut Vec<u32>) {
        if let Some(to) = to
            && !bag.is_empty()
        {
            to.mail.put(bag);
            bag.clear();
        }
    }
}
