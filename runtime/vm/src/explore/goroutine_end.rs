//! Stops before goroutines end: main's end is that of the program, and the ends of other goroutines matter if the
//! program counts goroutines.

use crate::explore::run_record::{ExploredRun, GOROUTINE_COUNT_OBJECT};
use minigo_explore::{Access, Kind};
use minigo_sched::TaskRef;

impl ExploredRun {
    /// Records that the goroutine `me` is about to end the program by returning from main. Reports whether the
    /// goroutine stops before the return, which it does once.
    pub(crate) fn note_main_end(&self, me: TaskRef) -> bool {
        let newly_at_end = !std::mem::replace(&mut self.state().is_at_end, true);
        if newly_at_end {
            self.note_stop_before(me, &[], None);
        }
        newly_at_end
    }

    /// Records that the running goroutine reads the number of goroutines.
    pub(super) fn note_goroutine_count_read(&self) {
        self.state().run.note_access(Access::new(GOROUTINE_COUNT_OBJECT, Kind::Read));
    }

    /// Records that the function of goroutine `me`, which is not main, has returned. Reports whether the goroutine
    /// stops before its end, because the program counts goroutines.
    pub(crate) fn note_goroutine_end(&self, me: TaskRef) -> bool {
        let mut state = self.state();
        let known = state.goroutines.get_mut(&me).filter(|_| self.points.reads_goroutine_count);
        let newly_at_end =
            known.is_some_and(|known| !std::mem::replace(&mut known.is_at_end, true));
        drop(state);
        if newly_at_end {
            self.note_stop_before(me, &[], None);
        }
        newly_at_end
    }
}
