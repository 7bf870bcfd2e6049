//! Why goroutines wait, and for which others.

use crate::inspect::Detail;
use crate::inspect::scheduler::ProcPlaces;
use crate::inspect::wait_chain;
pub use crate::inspect::wait_chain::WaitEdge;
use crate::machine::debug::StoppedMachine;

impl StoppedMachine<'_> {
    /// Explains in words why a goroutine does not continue:
    /// see [`Machine::explain_wait`](crate::Machine::explain_wait).
    pub fn explain_wait(&mut self, id: u64) -> Option<Vec<String>> {
        let machine = self.machine;
        let handle = machine.scheduler.handle();
        let inspection = machine.inspect_stopped(&handle, &mut self.world, Detail::SCHEDULER);
        let places = ProcPlaces::from_snapshot(&inspection.scheduler);
        wait_chain::explain_wait(&handle, &mut self.world, &places, &machine.shared, id)
    }

    /// Which goroutines of the program wait for which, as far as that is known.
    pub fn waits(&mut self) -> Vec<WaitEdge> {
        let machine = self.machine;
        wait_chain::wait_edges(&machine.scheduler.handle(), &mut self.world, &machine.shared)
    }
}
