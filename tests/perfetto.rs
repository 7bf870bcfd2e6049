//! Perfetto can read the compact format that `minigo run --trace t.pftrace` writes; the file contains the same data as
//! the JSON trace, and is small.
//!
//! The reader in this file knows the messages of `protos/perfetto/trace` that occur, and shares no code with the
//! writer.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::HashMap;
use std::io::Read as _;
use support::{Dir, minigo};

/// A field of a message.
#[derive(Clone, Copy, Debug)]
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// Returns the fields of a message, each with its number.
fn fields(mut bytes: &[u8]) -> Vec<(u64, Field<'_>)> {
    fn varint(bytes: &mut &[u8]) -> u64 {
        let mut n = 0;
        for shift in (0..70).step_by(7) {
            let (byte, rest) = bytes.split_first().expect("a number ends");
            *bytes = rest;
            n |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return n;
            }
        }
        panic!("a number is too long");
    }
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let field = match key & 7 {
            0 => Field::Number(varint(&mut bytes)),
            1 => {
                let (number, rest) = bytes.split_first_chunk::<8>().expect("eight bytes");
                bytes = rest;
                Field::Number(u64::from_le_bytes(*number))
            }
            2 => {
                let len = varint(&mut bytes) as usize;
                let (inner, rest) = bytes.split_at(len);
                bytes = rest;
                Field::Bytes(inner)
            }
            wire => panic!("wire type {wire}"),
        };
        all.push((key >> 3, field));
    }
    all
}

fn number_field(fields: &[(u64, Field<'_>)], wanted: u64) -> Option<u64> {
    fields.iter().find_map(|(n, field)| match field {
        Field::Number(value) if *n == wanted => Some(*value),
        _ => None,
    })
}

fn bytes_field<'a>(fields: &[(u64, Field<'a>)], wanted: u64) -> Option<&'a [u8]> {
    fields.iter().find_map(|(n, field)| match field {
        Field::Bytes(value) if *n == wanted => Some(*value),
        _ => None,
    })
}

fn utf8_text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The content of a trace.
#[derive(Default)]
struct TraceContent {
    /// The names of the tracks.
    track_names: HashMap<u64, String>,
    /// The slices: track, begin, end, name.
    slices: Vec<(u64, u64, u64, String)>,
    open_slices: HashMap<u64, Vec<(u64, String)>>,
    instants: Vec<String>,
    /// The values of counters, by track.
    counter_values: HashMap<u64, Vec<i64>>,
    flow_ids: Vec<u64>,
    terminating_flow_ids: Vec<u64>,
    event_names: HashMap<u64, String>,
    annotation_values: HashMap<u64, String>,
}

impl TraceContent {
    fn parse(trace: &[u8]) -> Self {
        let mut told = Self::default();
        for (i, (field, packet)) in fields(trace).into_iter().enumerate() {
            let (1, Field::Bytes(packet)) = (field, packet) else {
                panic!("field {field} of the trace")
            };
            let packet = fields(packet);
            assert_eq!(number_field(&packet, 10), Some(1), "the packet belongs to sequence 1");
            assert_eq!(number_field(&packet, 13), Some(if i == 0 { 1 } else { 2 }), "flags");
            told.add_packet(&packet);
        }
        told
    }

    fn add_packet(&mut self, packet: &[(u64, Field<'_>)]) {
        if let Some(interned) = bytes_field(packet, 12) {
            for (kind, entry) in fields(interned) {
                let Field::Bytes(entry) = entry else { panic!("interned data are messages") };
                let entry = fields(entry);
                let (iid, value) =
                    (number_field(&entry, 1).unwrap(), utf8_text(bytes_field(&entry, 2).unwrap()));
                let table = match kind {
                    2 => &mut self.event_names,
                    3 => continue,
                    29 => &mut self.annotation_values,
                    other => panic!("interned field {other}"),
                };
                assert!(table.insert(iid, value).is_none(), "a number means one text");
            }
        }
        if let Some(track) = bytes_field(packet, 60) {
            let track = fields(track);
            let (uuid, name) =
                (number_field(&track, 1).unwrap(), bytes_field(&track, 2).map(utf8_text));
            assert!(self.track_names.insert(uuid, name.unwrap_or_default()).is_none(), "{uuid}");
            // The ranks of lanes have an effect only if the parent's ordering says so.
            assert_eq!(number_field(&track, 5).is_none(), number_field(&track, 11) == Some(3));
            if let Some(parent) = number_field(&track, 5) {
                assert!(self.track_names.contains_key(&parent), "parents come first");
            }
        }
        if let Some(event) = bytes_field(packet, 11) {
            self.add_event(number_field(packet, 8).expect("a time"), &fields(event));
        }
    }

    fn add_event(&mut self, at: u64, event: &[(u64, Field<'_>)]) {
        let track = number_field(event, 11).unwrap();
        assert!(self.track_names.contains_key(&track), "track {track} is described");
        let name = number_field(event, 10).map(|iid| self.event_names[&iid].clone());
        self.flow_ids.extend(number_field(event, 47));
        self.terminating_flow_ids.extend(number_field(event, 48));
        match number_field(event, 9).unwrap() {
            1 => self.open_slices.entry(track).or_default().push((at, name.unwrap())),
            2 => {
                let (from, name) =
                    self.open_slices.get_mut(&track).unwrap().pop().expect("an open slice");
                assert!(from <= at);
                self.slices.push((track, from, at, name));
            }
            3 => self.instants.push(name.unwrap()),
            4 => self
                .counter_values
                .entry(track)
                .or_default()
                .push(number_field(event, 30).unwrap() as i64),
            other => panic!("type {other}"),
        }
    }

    fn slice_count_in(&self, group: u64) -> usize {
        self.slices.iter().filter(|(track, ..)| track >> 32 == group).count()
    }
}

const PROGRAM: &str = include_str!("xray/work.go");

fn unpack(dir: &Dir, name: &str) -> Vec<u8> {
    let mut plain = Vec::new();
    let file = std::fs::File::open(dir.0.join(name)).unwrap();
    GzDecoder::new(file).read_to_end(&mut plain).unwrap();
    plain
}

#[test]
fn the_perfetto_trace_equals_the_json_trace() {
    let dir = Dir::new("same", &[("work.go", PROGRAM)]);
    for file in ["t.pftrace", "t.json"] {
        let ran =
            minigo(&dir.0, &["run", "--procs", "2", "--seed", "9", "--trace", file, "work.go"], "");
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    }
    let told = TraceContent::parse(&unpack(&dir, "t.pftrace"));
    let json = std::fs::read(dir.0.join("t.json")).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    let events = json["traceEvents"].as_array().unwrap();
    let of = |phase: &'static str| events.iter().filter(move |e| e["ph"] == phase);
    assert!(told.open_slices.values().all(Vec::is_empty), "every slice ends");
    for group in 1..=4 {
        // An arrow that begins outside any slice begins at an instant in this format, and at a slice in the JSON.
        let begins = |e: &&Value| {
            ["wake ", "create "].iter().any(|w| e["name"].as_str().unwrap().starts_with(w))
        };
        let slices = of("X").filter(|e| e["pid"] == group && !begins(e)).count();
        assert_eq!(told.slice_count_in(group), slices, "group {group}");
    }
    assert!(told.slice_count_in(4) > 200);
    let arrows = of("s").count();
    assert!(arrows > 50);
    let sorted = |mut ids: Vec<u64>| {
        ids.sort_unstable();
        ids
    };
    assert_eq!(told.flow_ids.len(), arrows);
    assert_eq!(
        sorted(told.flow_ids.clone()),
        sorted(told.terminating_flow_ids.clone()),
        "both ends of each arrow"
    );
    assert_eq!(told.instants.len(), of("i").count() + arrows);
    for curve in ["queue of P0", "queue of P1", "global queue", "goroutines: running", "Ms"] {
        let values =
            of("C").filter(|e| e["name"] == curve).map(|e| e["args"]["value"].as_i64().unwrap());
        let track = told.track_names.iter().find(|(_, name)| *name == curve).map(|(uuid, _)| *uuid);
        let found = told.counter_values.get(&track.unwrap_or_else(|| panic!("{curve}"))).cloned();
        assert_eq!(found.unwrap_or_default(), values.collect::<Vec<_>>(), "{curve}");
    }
    assert!(
        told.annotation_values.values().any(|v| v == "s.mu")
            && told.annotation_values.values().any(|v| v.ends_with("work.go:16"))
    );
}

#[test]
fn an_event_takes_few_bytes() {
    let text = "package main\n\nfunc main() {\n\tping, pong := make(chan int), make(chan int)\n\tgo func() {\n\
        \t\tfor v := range ping {\n\t\t\tpong <- v\n\t\t}\n\t}()\n\tfor i := range 20000 {\n\t\tping <- i\n\t\t<-pong\n\t}\n}\n";
    let dir = Dir::new("small", &[("a.go", text)]);
    let ran = minigo(
        &dir.0,
        &["run", "--procs", "1", "--trace", "t.pftrace", "--trace-last", "3600s", "a.go"],
        "",
    );
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let told = TraceContent::parse(&unpack(&dir, "t.pftrace"));
    let size = std::fs::metadata(dir.0.join("t.pftrace")).unwrap().len();
    // Three slices for a time slice (of a P, its M, its goroutine), two more for the goroutine's activity, and an
    // arrow.
    let slices = told.slice_count_in(1) as u64;
    assert!(slices > 40_000);
    assert!(size / slices < 75, "{size} bytes for {slices} slices");
}
