//! Traces: the scheduler's records, with the names of the program, in the formats of viewers.
//!
//! * `mark`: the marks of goroutines while the trace is recorded;
//! * `event`: the contents of a trace; `replay`: computes them from the records; `names`: functions, lines, channels,
//!   locks;
//! * `lanes`: a trace as lanes, with `levels` for curves, written as JSON (`chrome`) or compactly (`perfetto`);
//! * `page`: the data of the X-ray page.

mod chrome;
mod event;
mod lanes;
mod levels;
pub(crate) mod mark;
pub(crate) mod names;
mod perfetto;
pub(crate) mod replay;
mod xray_page;

pub use perfetto::XRAY_FIELD;

use crate::shared::Shared;
use chrome::Chrome;
use event::TraceFacts;
use lanes::Lanes;
use minigo_sched::{Kind, Trace};
use names::Names;
use perfetto::Perfetto;
use replay::{IgnoreEvents, records_in_order, replay};
use std::sync::Arc;
use std::time::Duration;
use xray_page::{RunData, XrayPageData};

/// The recorded events of a run.
pub struct Recording {
    trace: Trace,
    shared: Arc<Shared>,
    /// The time from which events are reported.
    begin_time: u64,
}

impl Recording {
    /// `window`: report only this much time before the end of the run.
    pub(crate) fn new(trace: Trace, shared: Arc<Shared>, window: Option<Duration>) -> Self {
        let firsts = |all: bool| {
            let lanes = trace.lanes.iter().filter(move |lane| all || lane.dropped_records > 0);
            lanes.filter_map(|lane| lane.records().next()).map(|r| r.time)
        };
        // Events before the first record of a lane that dropped records are incomplete.
        let whole = firsts(false).max().or_else(|| firsts(true).min()).unwrap_or(0);
        let begin = match window {
            Some(window) => {
                let last = records_in_order(&trace).last().map_or(0, |(_, record)| record.time);
                whole.max(last.saturating_sub(window.as_nanos() as u64))
            }
            None => whole,
        };
        Self { trace, shared, begin_time: begin }
    }

    /// The number of events of each kind, as a JSON object.
    #[must_use]
    pub fn counts_json(&self) -> String {
        let each =
            Kind::ALL.iter().map(|k| format!("\"{}\":{}", k.text(), self.trace.event_count(*k)));
        format!("{{{}}}", each.collect::<Vec<_>>().join(","))
    }

    /// The number of events that were dropped for want of room.
    #[must_use]
    pub fn dropped_events(&self) -> u64 {
        self.trace.dropped_records()
    }

    fn collect_facts(&self) -> TraceFacts {
        replay(&self.trace, self.begin_time, &mut IgnoreEvents)
    }

    fn names(&self) -> Names<'_> {
        Names::new(&self.shared.image, self.shared.awaited_names.lock().clone())
    }

    /// The trace as Chrome's JSON, which ui.perfetto.dev opens; `xray` is the result of [`xray_json`](Self::xray_json).
    #[must_use]
    pub fn chrome_json(&self, xray: &str) -> String {
        let (names, facts) = (self.names(), self.collect_facts());
        let mut lanes = Lanes::new(Chrome::new(), &names, &facts, self.begin_time);
        replay(&self.trace, self.begin_time, &mut lanes);
        let counts = self.counts_json();
        let more = format!(
            "\"otherData\":{{\"dropped\":{},{},\n\"minigo\":{xray}",
            self.dropped_events(),
            &counts[1..]
        );
        lanes.finish().finish_json(&more)
    }

    /// The trace in Perfetto's own format.
    #[must_use]
    pub fn perfetto_trace(&self, xray: &str) -> Vec<u8> {
        let (names, facts) = (self.names(), self.collect_facts());
        let mut lanes = Lanes::new(Perfetto::new(xray.as_bytes()), &names, &facts, self.begin_time);
        replay(&self.trace, self.begin_time, &mut lanes);
        lanes.finish().finish_trace()
    }

    /// The data of the X-ray page, as JSON. `source` returns the text of a line of a file.
    #[must_use]
    pub fn xray_json(&self, source: &dyn Fn(&str, u32) -> Option<String>) -> String {
        let mut page = XrayPageData::default();
        let facts = replay(&self.trace, self.begin_time, &mut page);
        let (begin, dropped, counts) =
            (self.begin_time, self.dropped_events(), &*self.counts_json());
        page.finish(
            &facts,
            &self.names(),
            &RunData { begin_time: begin, dropped_events: dropped, counts_json: counts, source },
        )
    }
}
