//! The world as the scheduler's source of readiness.

use super::Inner;
use minigo_sched::{Event, Readiness};
use std::io;
use std::time::{Duration, Instant};

impl Readiness for Inner {
    fn register(&self, fd: i32, token: u64) -> io::Result<()> {
        self.with_state(|state| {
            let waited = state.waited_object(fd).map_err(io::Error::from_raw_os_error)?;
            state.ready.register(fd, token, waited);
            Ok(())
        })
    }

    fn deregister(&self, fd: i32) {
        self.with_state(|state| state.ready.deregister(fd));
    }

    fn wait(&self, pause: Option<Duration>, show: &mut dyn FnMut(Event)) -> bool {
        let end = pause.and_then(|pause| Instant::now().checked_add(pause));
        let mut events = Vec::new();
        let mut state = self.state.lock();
        let interrupted = loop {
            while let Some((fd, token)) = {
                let state = &mut *state;
                state.ready.take_report(&mut *state.choices)
            } {
                let (readable, writable, special) =
                    state.readiness(fd).unwrap_or((true, true, true));
                if readable || writable {
                    events.push(Event {
                        token,
                        readable,
                        writable,
                        has_exceptional_condition: special,
                    });
                }
            }
            let interrupted = std::mem::take(&mut state.ready.is_interrupted);
            if interrupted || !events.is_empty() || pause == Some(Duration::ZERO) {
                break interrupted;
            }
            match end {
                None => self.reports_ready.wait(&mut state),
                Some(end) if self.reports_ready.wait_until(&mut state, end).timed_out() => {
                    break false;
                }
                Some(_) => {}
            }
        };
        drop(state);
        events.into_iter().for_each(show);
        interrupted
    }

    fn interrupt(&self) {
        self.state.lock().ready.is_interrupted = true;
        self.reports_ready.notify_all();
    }

    fn has_only_task_events(&self) -> bool {
        true
    }
}
