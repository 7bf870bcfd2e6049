//! Writes the [lanes](super::lanes) of a trace as Chrome's JSON, which ui.perfetto.dev and chrome://tracing open.

use super::lanes::{Args, GROUPS, Lane, LaneFormat, PROC_GROUP, RUNTIME_GROUP, THREAD_GROUP};
use super::levels::Curve;
use std::fmt::Write as _;

/// The JSON text so far.
pub(crate) struct Chrome {
    json: String,
}

/// A lane's thread number in the viewer, which requires different numbers for threads of different processes; 0 means
/// none.
fn thread_number((group, lane): Lane) -> u32 {
    let first = match group {
        PROC_GROUP => 1,
        THREAD_GROUP => 10_001,
        RUNTIME_GROUP => 100_001,
        _ => 1_000_001,
    };
    first + lane
}

/// Text as a JSON string.
pub(crate) fn json_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // This character is escaped so that no text can end the script element that contains the JSON.
            '<' => out.push_str("\\u003c"),
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A time in microseconds.
fn micros(ns: u64) -> String {
    format!("{}.{:03}", ns / 1000, ns % 1000)
}

/// The written length of a slice from `from` to `to`. Readers parse times as floating-point numbers: the sum of begin
/// and length, rounded as readers do, must not exceed the begin of a slice at `to`, or readers would nest that slice.
fn slice_length(from: u64, to: u64) -> u64 {
    let read = |ns: u64| micros(ns).parse::<f64>().unwrap_or(0.0);
    let mut length = to.saturating_sub(from);
    while length > 0 && read(from) + read(length) > read(to) {
        length -= 1;
    }
    length
}

fn json_object(args: Args<'_>) -> String {
    let args = args.iter().map(|(name, value)| format!("\"{name}\":{}", json_quoted(value)));
    args.collect::<Vec<_>>().join(",")
}

impl Chrome {
    pub(crate) fn new() -> Self {
        let mut chrome =
            Self { json: String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[") };
        for (group, name) in GROUPS {
            chrome.write_metadata("process_name", (group, 0), name);
        }
        chrome
    }

    /// The whole JSON text; `more` are further members of the object.
    pub(crate) fn finish_json(mut self, more: &str) -> String {
        self.json.truncate(self.json.trim_end_matches([',', '\n']).len());
        let _ = writeln!(self.json, "\n],{more}}}");
        self.json
    }

    fn write_metadata(&mut self, what: &str, lane: Lane, name: &str) {
        let (pid, tid) = (lane.0, thread_number(lane));
        let _ = writeln!(
            self.json,
            "{{\"ph\":\"M\",\"pid\":{pid},\"tid\":{tid},\"name\":\"{what}\",\"args\":{{\"name\":{}}}}},",
            json_quoted(name)
        );
    }

    /// Writes an event: phase, group, lane, time, name, and its other members.
    fn write_event(&mut self, phase: &str, lane: Lane, at: u64, name: &str, rest: &str) {
        let (pid, tid) = (lane.0, thread_number(lane));
        let (at, name) = (micros(at), json_quoted(name));
        let _ = writeln!(
            self.json,
            "{{\"ph\":\"{phase}\",\"pid\":{pid},\"tid\":{tid},\"ts\":{at},\"name\":{name}{rest}}},"
        );
    }
}

impl LaneFormat for Chrome {
    fn name_lane(&mut self, lane: Lane, name: &str) {
        self.write_metadata("thread_name", lane, name);
    }

    fn write_slice(
        &mut self,
        lane: Lane,
        (from, to): (u64, u64),
        name: &str,
        args: Args<'_>,
        head: u64,
    ) {
        let rest = format!(
            ",\"dur\":{},\"args\":{{{}}}",
            micros(slice_length(from, to)),
            json_object(args)
        );
        self.write_event("X", lane, from, name, &rest);
        if head > 0 {
            let rest = format!(",\"cat\":\"wake\",\"id\":{head},\"bp\":\"e\"");
            self.write_event("f", lane, from, "wake", &rest);
        }
    }

    fn write_instant(&mut self, lane: Lane, at: u64, name: &str, args: Args<'_>) {
        self.write_event(
            "i",
            lane,
            at,
            name,
            &format!(",\"s\":\"t\",\"args\":{{{}}}", json_object(args)),
        );
    }

    fn write_arrow_tail(&mut self, lane: Lane, at: u64, name: &str, arrow: u64, within: bool) {
        if !within {
            // An arrow must begin at a slice.
            self.write_slice(lane, (at, at), name, &[], 0);
        }
        self.write_event("s", lane, at, "wake", &format!(",\"cat\":\"wake\",\"id\":{arrow}"));
    }

    fn write_level(&mut self, curve: Curve, at: u64, value: i64) {
        let rest = format!(",\"args\":{{\"value\":{value}}}");
        self.write_event("C", (PROC_GROUP, 0), at, &curve.text(), &rest);
    }
}

#[cfg(test)]
mod tests {
    use super::{json_quoted, micros, slice_length};

    #[test]
    fn slices_that_follow_each_other_do_not_overlap_when_read() {
        let read = |ns: u64| micros(ns).parse::<f64>().unwrap();
        let mut shortened = 0;
        for i in 0..100_000_u64 {
            let from = i * 1_234_577;
            let to = from + 1 + i % 9973;
            let length = slice_length(from, to);
            assert!(read(from) + read(length) <= read(to), "{from} {to}");
            assert!(to - from - length <= 1, "{from} {to} {length}");
            shortened += to - from - length;
        }
        assert!(shortened > 0, "some slices were shortened");
        assert_eq!((slice_length(5, 5), slice_length(6, 5)), (0, 0));
    }

    #[test]
    fn no_text_ends_a_script() {
        assert_eq!(json_quoted("</script>\"\n"), "\"\\u003c/script>\\\"\\u000a\"");
    }
}
