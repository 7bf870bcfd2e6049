//! Before goroutines end: main's end is that of the program, and those of others count where the program counts
//! goroutines.

use crate::explore::noted::{Explored, GOROUTINES};
use minigo_explore::{Access, Kind};
use minigo_sched::TaskRef;

impl Explored {
    /// The goroutine `me` is about to end the program by returning from main: true if it stands before that now, and
    /// has not before.
    pub(crate) fn stands_at_end(&self, me: TaskRef) -> bool {
        let stands = !std::mem::replace(&mut self.state().is_at_end, true);
        if stands {
            self.stands(me, &[], None);
        }
        stands
    }

    /// The running goroutine asks how many there are.
    pub(super) fn counts_goroutines(&self) {
        self.state().run.accesses(Access::new(GOROUTINES, Kind::Read));
    }

    /// The function of goroutine `me` has returned, which is not main: true if it stops before it ends, since the
    /// program counts goroutines.
    pub(crate) fn stands_before_end(&self, me: TaskRef) -> bool {
        let mut state = self.state();
        let known = state.known.get_mut(&me).filter(|_| self.points.counts_goroutines);
        let stands = known.is_some_and(|known| !std::mem::replace(&mut known.is_at_end, true));
        drop(state);
        if stands {
            self.stands(me, &[], None);
        }
        stands
    }
}
