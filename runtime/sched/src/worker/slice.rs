//! A slice: runs a task once and files the outcome.

use super::LOOK_AT_CLOCK;
use crate::gmp::TaskSlot;
use crate::gmp::{Cx, FLAG_STOP, Handed, OnP, Processor, Shared, Step, Task};
use crate::task::state::Parked;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use crate::trace::Kind;
use crate::worker::{Turn, Worker};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl<T: Task> Worker<T> {
    /// Runs one slice of `task` (more than one if it need not give way) and files the outcome.
    pub(super) fn execute(
        &mut self,
        sched: &Arc<Shared<T>>,
        mut p: Box<Processor<T>>,
        task: u32,
        inherits: bool,
    ) -> Turn<T> {
        let slot = sched.slab.slot(task);
        let pin = slot.pin.load(Ordering::Relaxed);
        if pin != 0 && pin != self.pin.worker {
            return self.run_elsewhere(p, task, pin);
        }
        let me = TaskRef::from_parts(task, slot.state.transition_to_running());
        if !inherits {
            p.next_tick();
        }
        let mut inherits = inherits;
        loop {
            p.count_slice();
            T::admit(&mut OnP { sched, p: &mut p }, me);
            p.note_start(slot, task, self.pin.worker - 1, inherits);
            inherits = false;
            let step = {
                let budget = p.policy.budget();
                let on = OnP { sched, p: &mut p };
                let mut cx = Cx { on, me, pin: &mut self.pin, budget };
                // SAFETY: this worker moved the state to `Running`, and the task was admitted: nobody looks at it.
                unsafe { slot.task() }.resume(&mut cx)
            };
            p.note_stop(slot, task, &step);
            match step {
                Step::Park(reason) => {
                    slot.note_park(reason, sched.coarse.load(Ordering::Relaxed));
                    match slot.state.transition_to_parked() {
                        Parked::Asleep if p.policy.switches.park => break,
                        Parked::Asleep => return self.stay_with(p, slot, task),
                        Parked::WokenMeanwhile => p.note(Kind::Unpark, task, 0),
                    }
                }
                Step::Yield if self.is_alone(&p) => {
                    // Through the global queue and back, had it been there: without its lock.
                    self.unclocked += 1;
                    p.next_tick();
                }
                Step::Yield => return self.give_way(p, slot, task),
                Step::Preempted if p.face.flag.load(Ordering::Relaxed) == FLAG_STOP => {
                    // It was not asked to make room for others: afterwards it goes on here.
                    slot.state.transition_to_queued();
                    if p.policy.switches.runnext && !p.face.has_next() {
                        p.face.put_next(task);
                    } else {
                        p.push(task, sched);
                    }
                    break;
                }
                Step::Preempted | Step::Pause => {
                    self.unclocked = LOOK_AT_CLOCK;
                    return self.give_way(p, slot, task);
                }
                Step::Done => {
                    self.retire(&mut p, slot, task);
                    break;
                }
                Step::Block(call) => match self.block(sched, p, slot, task, call, false) {
                    Ok(back) => p = back,
                    Err(turn) => return turn,
                },
                Step::BlockLong(call) => match self.block(sched, p, slot, task, call, true) {
                    Ok(back) => p = back,
                    Err(turn) => return turn,
                },
            }
            if p.face.flag.load(Ordering::Relaxed) != 0 {
                p.note(Kind::Displaced, task, 0);
                slot.state.transition_to_queued();
                p.push(task, sched);
                break;
            }
        }
        self.after_slice(p)
    }

    /// The slice is filed; a pinned worker has nothing to do until its task runs again.
    pub(super) fn after_slice(&mut self, p: Box<Processor<T>>) -> Turn<T> {
        if self.pin.task.is_none() {
            return Turn::Find(p);
        }
        self.sched.release(self.sched.core.lock(), p);
        Turn::Sleep
    }

    /// Whether a task that gives way would be the next to run here again, and nobody need look at clock or network.
    #[inline]
    fn is_alone(&self, p: &Processor<T>) -> bool {
        let looks = p.face.timers.earliest() != NEVER || self.sched.net.wants_look();
        (self.unclocked < LOOK_AT_CLOCK || !looks)
            && self.sched.global.load(Ordering::Relaxed) == 0
            && p.has_none_queued()
            && p.outgoing.is_empty()
            && !p.face.has_next()
            && p.face.flag.load(Ordering::Relaxed) == 0
    }

    /// `task` goes to the tail of the global queue, by way of those that this processor collects for it. With nothing local
    /// to run they go there now, and the head of that queue is next, in the same critical section.
    fn give_way(&mut self, mut p: Box<Processor<T>>, slot: &TaskSlot<T>, task: u32) -> Turn<T> {
        slot.state.transition_to_queued();
        let sched = &*self.sched;
        let alone = self.pin.task.is_none() && p.has_none_queued() && !p.face.has_next();
        if !alone && p.policy.switches.local_queues && p.outgoing.try_push(task).is_ok() {
            sched.wake_one();
            return self.after_slice(p);
        }
        let mut core = sched.core.lock();
        core.collect(&p.face, sched);
        core.inject(&[task], sched);
        let at_once =
            alone && p.face.flag.load(Ordering::Relaxed) == 0 && self.unclocked < LOOK_AT_CLOCK;
        if !at_once {
            let more = !alone || core.queue.len() > 1;
            drop(core);
            if more {
                sched.wake_one();
            }
            return self.after_slice(p);
        }
        self.unclocked += 1;
        let next = core.take_batch(&mut p, sched).expect("it has just been put there");
        let more = !core.queue.is_empty();
        drop(core);
        if more {
            sched.wake_one();
        }
        Turn::Run(p, next, false)
    }

    fn retire(&mut self, p: &mut Processor<T>, slot: &TaskSlot<T>, task: u32) {
        // SAFETY: this worker moved the state to `Running`, and the number goes to this processor's
        // free list.
        unsafe {
            slot.task().retire(&mut OnP { sched: &self.sched, p });
            slot.empty();
        }
        p.face.count_ended();
        p.keep_free(task, &self.sched);
        if self.pin.clear() {
            slot.pin.store(0, Ordering::Relaxed);
        }
    }

    /// The task is pinned to another worker: that one gets it, and the processor.
    #[cold]
    fn run_elsewhere(&mut self, mut p: Box<Processor<T>>, task: u32, pin: u32) -> Turn<T> {
        let core = self.sched.core.lock();
        if self.sched.closing.load(Ordering::Relaxed) {
            // The owner may have gone.
            self.sched.release(core, p);
            return Turn::Exit;
        }
        let owner = core.threads.iter().find(|(member, _)| member.number + 1 == pin);
        let owner = owner.map(|(member, _)| member.clone());
        let owner = owner.expect("a worker outlives the task that is pinned to it");
        p.note(Kind::Pinned, task, owner.number);
        owner.inbox.put(Handed::Pinned { p, task });
        self.lie_down(core)
    }
}
