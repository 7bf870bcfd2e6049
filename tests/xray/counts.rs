//! Counts of a trace's content, from its Chrome format.

use serde_json::Value;

/// The groups of lanes.
const PROC_GROUP: u64 = 1;
const GOROUTINE_GROUP: u64 = 4;

/// The counts of a trace's content.
#[derive(Debug)]
pub(crate) struct TraceCounts {
    pub(crate) goroutine_run_starts: u64,
    pub(crate) steals: u64,
    pub(crate) goroutine_moves: u64,
    pub(crate) flow_arrows: u64,
    pub(crate) procs: u64,
    /// The goroutines' names, in the order of their lanes.
    pub(crate) goroutines: Vec<String>,
    /// The numbers of spans in the goroutines' lanes, by the page's numbers of states: runnable, running, waiting, in a
    /// call.
    pub(crate) spans_by_state: [u64; 4],
    /// The changes of curves: name, time in ns, value.
    pub(crate) counter_changes: Vec<(String, u64, u64)>,
    /// The reasons and objects of waits.
    waits: Vec<(String, String)>,
}

fn nanos(microseconds: &Value) -> u64 {
    (microseconds.as_f64().unwrap() * 1000.0).round() as u64
}

impl TraceCounts {
    pub(crate) fn from_trace(trace: &Value) -> Self {
        let all = trace["traceEvents"].as_array().unwrap();
        let of = |phase: &'static str, group: u64| {
            all.iter().filter(move |e| e["ph"] == phase && e["pid"] == group)
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut spans = [0; 4];
        for span in of("X", GOROUTINE_GROUP) {
            spans[match span["name"].as_str().unwrap() {
                "runnable" => 0,
                "running" => 1,
                "blocking call" => 3,
                _ => 2,
            }] += 1;
        }
        // A slice of duration zero is missing in the goroutine's own lane, so the Ps' slices are counted.
        spans[1] = of("X", PROC_GROUP).filter(|e| !e["args"]["end"].is_null()).count() as u64;
        let names = |group| of("M", group).filter(|e| e["name"] == "thread_name");
        let mut goroutines: Vec<&Value> = names(GOROUTINE_GROUP).collect();
        goroutines.sort_by_key(|e| e["tid"].as_u64());
        let level =
            |e: &Value| (text(&e["name"]), nanos(&e["ts"]), e["args"]["value"].as_u64().unwrap());
        Self {
            goroutine_run_starts: trace["otherData"]["start"].as_u64().unwrap(),
            steals: trace["otherData"]["steal"].as_u64().unwrap(),
            goroutine_moves: all.iter().filter(|e| e["ph"] == "i" && e["name"] == "moved").count()
                as u64,
            flow_arrows: all.iter().filter(|e| e["ph"] == "s").count() as u64,
            procs: names(PROC_GROUP).count() as u64,
            goroutines: goroutines.iter().map(|e| text(&e["args"]["name"])).collect(),
            spans_by_state: spans,
            counter_changes: of("C", PROC_GROUP).map(level).collect(),
            waits: of("X", GOROUTINE_GROUP)
                .map(|e| (text(&e["name"]), text(&e["args"]["for"])))
                .collect(),
        }
    }

    /// Returns the objects that goroutines waited for with this reason.
    pub(crate) fn waits(&self, reason: &str) -> Vec<String> {
        let of = self.waits.iter().filter(|(r, _)| r == reason).map(|(_, object)| object.clone());
        let mut all: Vec<String> = of.collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
