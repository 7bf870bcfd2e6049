//! Queueing the tasks that the poller has found ready.

use crate::gmp::{Processor, Sched, Task};
use crate::task::state::WakeResult;
use crate::task::task_ref::TaskRef;
use crate::trace::{Kind, QueuePlace, Record};

impl<T: Task> Sched<T> {
    /// Queues tasks that waited at gates and are now runnable: at `p` those that no idle processor can take and that
    /// have no affinity to another processor. Returns one task for `p` to run.
    pub(crate) fn queue_ready_tasks(
        &self,
        tasks: &mut Vec<TaskRef>,
        p: Option<&mut Processor<T>>,
    ) -> Option<u32> {
        let ready = |task: &TaskRef| {
            let slot = self.slab.get(task.index())?;
            (slot.state.wake(task.generation()) == WakeResult::Enqueue).then_some(task.index())
        };
        let mut list: Vec<u32> = tasks.iter().filter_map(ready).collect();
        if self.tracer.is_some() && !list.is_empty() {
            self.note_event(Kind::Netpoll, Record::NO_TASK, list.len() as u32);
            let place = QueuePlace::Global.code();
            list.iter().for_each(|task| self.note_event(Kind::Wake, *task, place));
        }
        let left = tasks.len();
        tasks.clear();
        let mut first = None;
        let mut shared = list.len();
        let mut sent = false;
        if let Some(p) = p {
            let idle = self.spinning.idle_processors() as usize;
            sent = idle == 0 && self.send_to_affine_processors(&mut list, p);
            if !list.is_empty() {
                first = Some(list.remove(0));
            }
            shared = list.len().min(idle);
            for task in list.drain(shared..) {
                let place = p.push_place();
                p.note_moved(&[task], place);
                p.push(task, self);
            }
        }
        if shared > 0 {
            self.inject_tasks(&list[..shared]);
        }
        self.net.subtract_waiting_tasks(left);
        if shared > 0 || sent {
            self.wake_one_worker();
        }
        first
    }
}
