//! Looking into a machine from outside: see [`inspect`](crate::inspect).

use crate::inspect::channel::{self, NoChannel};
use crate::inspect::{ChannelView, Detail, Inspection, chain, collect, scheduler};
use crate::machine::Machine;
use crate::machine::session::Part;
use crate::report::leak_report;
use minigo_bytecode::growth::Value;

impl Machine {
    /// The scheduler at this moment, and as much of the goroutines as `detail` says. The world stops for it, so it is
    /// not to be called by a thread that runs a goroutine.
    #[must_use]
    pub fn inspect(&self, detail: Detail) -> Inspection {
        let handle = self.scheduler.handle();
        let running = handle.running();
        let mut world = handle.stop_world();
        let mut inspection = scheduler::inspect(&mut world);
        if detail.goroutines {
            inspection.goroutines =
                collect::goroutines(&handle, &mut world, &running, &self.shared, detail);
        }
        inspection
    }

    /// Why a goroutine does not go on, in words: what it waits for, the goroutines that have that or could give it,
    /// what those wait for, and so on, a line each. `None` if there is no such goroutine.
    #[must_use]
    pub fn why(&self, id: u64) -> Option<Vec<String>> {
        let handle = self.scheduler.handle();
        let running = handle.running();
        let mut world = handle.stop_world();
        chain::why(&handle, &mut world, &running, &self.shared, id)
    }

    /// The channel that is the value of a part that has run.
    ///
    /// # Errors
    /// [`NoChannel`]: the value is of another type, nil, or there is none.
    pub fn channel(&self, part: &Part) -> Result<ChannelView, NoChannel> {
        let &[Value { offset, ty }] = &part.values[..] else {
            return Err(NoChannel::OfType(String::from("no single value")));
        };
        let handle = self.scheduler.handle();
        let mut world = handle.stop_world();
        channel::view(&handle, &mut world, &self.shared, (offset, ty))
    }

    /// The goroutines that nothing can wake any more, in words, by kind.
    #[must_use]
    pub fn leaks(&self) -> String {
        leak_report::while_running(&self.scheduler.handle(), &self.shared)
    }

    /// Waits until no goroutine can go on by itself, or for `most`; says whether that came about.
    #[must_use]
    pub fn settle(&self, most: std::time::Duration) -> bool {
        let began = std::time::Instant::now();
        loop {
            let counts = self.scheduler.handle().counts();
            let quiet = counts.idle_procs == counts.procs && counts.global == 0 && counts.lent == 0;
            if quiet || began.elapsed() >= most {
                return quiet;
            }
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    }
}
