//! `minigo run --trace`: the output is JSON that ui.perfetto.dev understands, however the program ends.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use support::minigo;

/// Runs `text` with a trace; returns the exit status, standard error and the trace.
fn run_traced(name: &str, text: &str, flags: &[&str]) -> (i32, String, Value) {
    let dir = std::env::temp_dir().join(format!("minigo-trace-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let args = [&["run", "--trace", "t.json"], flags, &["a.go"]].concat();
    let ran = minigo(&dir, &args, "");
    let trace = std::fs::read_to_string(dir.join("t.json")).unwrap_or_default();
    let _ = std::fs::remove_dir_all(&dir);
    let trace = serde_json::from_str(&trace).unwrap_or_else(|e| panic!("{name}: {e}"));
    (ran.status.unwrap_or(-1), ran.stderr, trace)
}

fn number_field(event: &Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or_else(|| panic!("{key} in {event}"))
}

fn event_count(trace: &Value, kind: &str) -> u64 {
    trace["otherData"][kind].as_u64().unwrap_or_else(|| panic!("no count of {kind}"))
}

/// Checks that slices of a lane do not overlap, and that every slice and every arrow has both of its ends.
fn check_slices_and_arrows(trace: &Value) {
    let mut slices: HashMap<(u64, u64), Vec<(f64, f64)>> = HashMap::new();
    let mut depth: HashMap<(u64, u64), i32> = HashMap::new();
    let mut arrows: HashMap<u64, Vec<(String, f64)>> = HashMap::new();
    let mut named = Vec::new();
    let mut monitors = HashSet::new();
    let mut curves = HashMap::new();
    for event in trace["traceEvents"].as_array().unwrap() {
        let lane = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
        let name = event["name"].as_str().unwrap();
        match event["ph"].as_str().unwrap() {
            "X" => {
                let at = number_field(event, "ts");
                slices.entry(lane).or_default().push((at, at + number_field(event, "dur")));
            }
            "B" => *depth.entry(lane).or_default() += 1,
            "E" => {
                let depth = depth.entry(lane).or_default();
                *depth -= 1;
                assert!(*depth >= 0, "the end of a slice that never began: {event}");
            }
            phase @ ("s" | "f") => {
                let arrow = arrows.entry(event["id"].as_u64().unwrap()).or_default();
                arrow.push((phase.to_owned(), number_field(event, "ts")));
            }
            "M" => {
                // The viewer identifies threads by their number alone, and reserves 0.
                let taken = named.iter().any(|(n, other): &(String, (u64, u64))| {
                    name == "thread_name" && n == name && other.1 == lane.1
                });
                assert!(lane.1 > 0 && !taken, "{event}");
                named.push((name.to_owned(), lane));
            }
            "C" => {
                let curve: &mut (f64, f64) = curves.entry(name.to_owned()).or_default();
                let (at, value) =
                    (number_field(event, "ts"), number_field(&event["args"], "value"));
                assert!(at >= curve.0 && value >= 0.0, "{event} after {curve:?}");
                *curve = (at, value);
            }
            "i" => {
                assert!(number_field(event, "ts") >= 0.0);
                if name.starts_with("sysmon") || ["retake", "preempt.ask"].contains(&name) {
                    monitors.insert(lane);
                }
            }
            other => panic!("phase {other}"),
        }
    }
    assert!(monitors.len() <= 1, "all records of sysmon are in one lane: {monitors:?}");
    assert!(depth.values().all(|d| *d == 0), "{depth:?}");
    for (lane, mut slices) in slices {
        assert!(named.contains(&("thread_name".to_owned(), lane)), "{lane:?} has no name");
        slices.sort_by(|a, b| a.partial_cmp(b).unwrap());
        for pair in slices.windows(2) {
            assert!(pair[0].1 <= pair[1].0, "{lane:?}: {pair:?}");
        }
    }
    for (id, arrow) in arrows {
        let [(tail, from), (head, to)] = &arrow[..] else { panic!("arrow {id}: {arrow:?}") };
        assert!((tail.as_str(), head.as_str()) == ("s", "f") && from <= to, "{id}: {arrow:?}");
    }
}

const PROGRAM: &str = r#"package main

import (
	"sync"
	"time"
)

func worker(in <-chan int, wg *sync.WaitGroup) {
	defer wg.Done()
	for range in {
		time.Sleep(time.Microsecond)
	}
}

func main() {
	var wg sync.WaitGroup
	in := make(chan int)
	for range 4 {
		wg.Add(1)
		go worker(in, &wg)
	}
	for i := range 200 {
		in <- i
	}
	close(in)
	wg.Wait()
	END
}
"#;

#[test]
fn a_trace_is_whole_and_names_things() {
    let text = PROGRAM
        .replace("\"sync\"", "\"runtime\"\n\t\"sync\"")
        .replace("END", "for runtime.NumGoroutine() > 1 { time.Sleep(time.Millisecond) }");
    let (status, _, trace) = run_traced("names", &text, &["--procs", "2"]);
    assert_eq!(status, 0);
    check_slices_and_arrows(&trace);
    let text = trace.to_string();
    for part in ["main.worker", "main.main", "chan ", "sleep", "a.go:", "made at "] {
        assert!(text.contains(part), "{part} is missing");
    }
    assert_eq!(event_count(&trace, "create"), 5);
    assert_eq!(event_count(&trace, "done"), 4);
    assert_eq!(event_count(&trace, "dropped"), 0);
    let starts = event_count(&trace, "start");
    let events = trace["traceEvents"].as_array().unwrap();
    let slices = events
        .iter()
        .filter(|e| e["ph"] == "X" && e["pid"] == 1 && e["args"]["end"] != Value::Null);
    assert_eq!(slices.count() as u64, starts, "a slice for each start");
    let arrows = events.iter().filter(|e| e["ph"] == "s").count() as u64;
    assert_eq!(arrows, event_count(&trace, "wake") + 5, "an arrow for each wake and each creation");
    let lanes = lane_names(&trace, GOROUTINE_GROUP);
    assert_eq!(lanes.len(), 5, "{lanes:?}");
    let workers = lanes.iter().filter(|name| name.ends_with(" main.worker")).count();
    assert_eq!(workers, 4, "{lanes:?}");
    assert!(counter_points(&trace, "goroutines: running").iter().all(|(_, value)| *value <= 2.0));
    assert!(counter_points(&trace, "Ms").iter().any(|(_, value)| *value >= 1.0));
}

/// The group of the goroutines' lanes.
const GOROUTINE_GROUP: u64 = 4;

/// Returns the names of a group's lanes.
fn lane_names(trace: &Value, group: u64) -> Vec<String> {
    let events = trace["traceEvents"].as_array().unwrap();
    let names = events.iter().filter(|e| e["name"] == "thread_name" && e["pid"] == group);
    names.map(|e| e["args"]["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns the points of a curve: time and value.
fn counter_points(trace: &Value, curve: &str) -> Vec<(f64, f64)> {
    let events = trace["traceEvents"].as_array().unwrap();
    let values = events.iter().filter(|e| e["ph"] == "C" && e["name"] == curve);
    values.map(|e| (number_field(e, "ts"), number_field(&e["args"], "value"))).collect()
}

/// Returns the slices with this name in the goroutines' own lanes.
fn slices<'t>(trace: &'t Value, name: &str) -> Vec<&'t Value> {
    let events = trace["traceEvents"].as_array().unwrap();
    events
        .iter()
        .filter(|e| e["ph"] == "X" && e["pid"] == GOROUTINE_GROUP && e["name"] == name)
        .collect()
}

#[test]
fn a_wait_in_the_library_is_at_the_users_line_and_names_the_object() {
    let text = "package main\n\nimport (\n\t\"sync\"\n\t\"time\"\n)\n\ntype store struct{ mu sync.Mutex }\n\n\
        func (s *store) get() {\n\ts.mu.Lock() // line 11\n\ttime.Sleep(time.Millisecond)\n\ts.mu.Unlock()\n}\n\n\
        func main() {\n\ts := new(store)\n\tvar wg sync.WaitGroup\n\tfor range 3 {\n\t\twg.Go(s.get)\n\t}\n\twg.Wait() // line 22\n}\n";
    let (status, stderr, trace) = run_traced("library", text, &["--procs", "2"]);
    assert_eq!(status, 0, "{stderr}");
    check_slices_and_arrows(&trace);
    for (reason, line, object) in
        [("sync.Mutex.Lock", "a.go:11", "s.mu"), ("sync.WaitGroup.Wait", "a.go:22", "wg")]
    {
        let waits = slices(&trace, reason);
        assert!(!waits.is_empty(), "nobody waits for {object}");
        for wait in waits {
            assert!(wait["args"]["at"].as_str().unwrap().ends_with(line), "{wait}");
            assert_eq!(wait["args"]["for"], object, "{wait}");
        }
    }
    // A goroutine that the library creates is named, too.
    let lanes = lane_names(&trace, GOROUTINE_GROUP);
    assert_eq!(
        lanes.iter().filter(|name| name.ends_with(" main.(*store).get")).count(),
        3,
        "{lanes:?}"
    );
    let events = trace["traceEvents"].as_array().unwrap();
    let runs =
        events.iter().filter(|e| e["pid"] == 1 && e["name"].as_str().unwrap().ends_with(".get"));
    let made: HashSet<&str> = runs.filter_map(|e| e["args"]["made"].as_str()).collect();
    assert!(made.len() == 1 && made.iter().all(|at| at.ends_with("a.go:20")), "{made:?}");
}

#[test]
fn the_goroutines_that_a_steal_or_an_overflow_moved_are_named() {
    let text = "package main\n\nimport \"sync\"\n\nfunc main() {\n\tvar wg sync.WaitGroup\n\tfor range 600 {\n\
        \t\twg.Go(func() { for range 20000 {} })\n\t}\n\twg.Wait()\n}\n";
    let (status, stderr, trace) = run_traced("moved", text, &["--procs", "2"]);
    assert_eq!(status, 0, "{stderr}");
    check_slices_and_arrows(&trace);
    let events = trace["traceEvents"].as_array().unwrap();
    let moved = |by: &str| {
        let moves = events.iter().filter(|e| e["name"] == "moved" && e["args"]["by"] == by);
        moves.map(|e| (e["args"]["from"].clone(), e["args"]["to"].clone())).collect::<Vec<_>>()
    };
    // An overflow moves half of the full queue, and the goroutine for which there was no room.
    let overflows = event_count(&trace, "overflow");
    assert!(overflows > 0);
    let to_global = moved("overflow");
    assert_eq!(to_global.len() as u64, 129 * overflows);
    assert!(to_global.iter().all(|(_, to)| to == "global queue"), "{to_global:?}");
    let highest =
        |curve: &str| counter_points(&trace, curve).iter().map(|l| l.1).fold(0.0, f64::max);
    assert!(highest("global queue") >= 129.0);
    let longest = highest("queue of P0").max(highest("queue of P1"));
    assert!(
        (256.0..=257.0).contains(&longest),
        "{longest}: a queue has 256 places, and runnext one"
    );
    let (steals, batches) = (moved("steal"), moved("global"));
    assert!(steals.iter().all(|(from, to)| from != to && from != "global queue"), "{steals:?}");
    assert!(!batches.is_empty() && batches.iter().all(|(from, _)| from == "global queue"));
}

/// The lane of goroutine main is named main, whatever function it was in when its first slice ended.
#[test]
fn main_is_named_main() {
    let text = "package main\n\nimport \"time\"\n\nfunc say() {\n\ttime.Sleep(time.Millisecond)\n}\n\n\
        func main() {\n\tgo say()\n\tsay()\n\ttime.Sleep(time.Millisecond)\n}\n";
    let (status, stderr, trace) = run_traced("main", text, &["--procs", "1"]);
    assert_eq!(status, 0, "{stderr}");
    let lanes = lane_names(&trace, GOROUTINE_GROUP);
    assert!(lanes.contains(&"G1 main.main".into()), "{lanes:?}");
    assert_eq!(lanes.iter().filter(|name| name.ends_with("main.say")).count(), 1, "{lanes:?}");
}

#[test]
fn a_trace_window_keeps_only_the_last_events() {
    let text = PROGRAM.replace("END", "").replace("range 200", "range 30000");
    let (status, stderr, trace) =
        run_traced("window", &text, &["--virtual-time", "--trace-last", "3ms"]);
    assert_eq!((status, &*stderr), (0, ""));
    check_slices_and_arrows(&trace);
    let events = trace["traceEvents"].as_array().unwrap();
    let times = || events.iter().filter_map(|e| e["ts"].as_f64());
    let (first, last) = (times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max));
    assert!(last > 30_000.0 && last - first <= 3_000.0, "from {first} to {last}");
    assert!(last - first > 1_000.0 && event_count(&trace, "start") > 30_000);
}

#[test]
fn a_trace_is_written_however_the_program_ends() {
    let ends = [
        ("exit", "os.Exit(3)", 3),
        ("panic", "panic(1)", 2),
        ("deadlock", "<-make(chan int)", 2),
        ("fatal", "var m sync.Mutex; m.Unlock()", 2),
        ("interrupt", "syscall.Kill(syscall.Getpid(), syscall.SIGINT); for { }", 130),
        ("quit", "syscall.Kill(syscall.Getpid(), syscall.SIGQUIT); for { }", 2),
        ("blocked", "go time.Sleep(time.Hour); go func() { for {} }()", 0),
    ];
    for (name, end, want) in ends {
        let text = PROGRAM.replace("END", end);
        let package = ["os", "syscall"].iter().find(|p| end.contains(&format!("{p}.")));
        let imports = package.map_or(String::new(), |p| format!("\"{p}\"\n\t"));
        let text = text.replace("\"sync\"", &format!("{imports}\"sync\""));
        for flags in [&[][..], &["--seed", "3"]] {
            let (status, stderr, trace) = run_traced(name, &text, flags);
            assert_eq!(status, want, "{name} {flags:?}: {stderr}");
            check_slices_and_arrows(&trace);
            assert!(event_count(&trace, "create") >= 5, "{name} {flags:?}");
        }
    }
}

#[test]
fn the_trace_of_a_seed_repeats() {
    let text = PROGRAM.replace("END", "");
    let run = || run_traced("repeats", &text, &["--seed", "5"]).2.to_string();
    let first = run();
    // `assert_eq` would print two whole traces.
    assert!((0..10).all(|_| run() == first));
}

#[test]
fn dropped_events_are_counted() {
    let text = PROGRAM.replace("END", "");
    let dir = std::env::temp_dir().join(format!("minigo-trace-{}-room", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file: PathBuf = dir.join("a.go");
    std::fs::write(&file, text).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["run", "--trace", "t.json", "a.go"]).current_dir(&dir);
    command.env("MINIGOCACHE", "off").env("MINIGODEBUG", "tracebuf=100");
    let out = support::run_output(command);
    let trace: Value =
        serde_json::from_str(&std::fs::read_to_string(dir.join("t.json")).unwrap()).unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    check_slices_and_arrows(&trace);
    let dropped = event_count(&trace, "dropped");
    assert!(dropped > 200, "{dropped}");
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert!(stderr.contains(&format!("the {dropped} oldest events were dropped")), "{stderr}");
}

/// The trace covers the time from `:trace start` to `:trace stop`, with goroutines that existed before, even idle ones.
#[test]
fn a_session_records_between_trace_start_and_stop() {
    let dir = std::env::temp_dir().join(format!("minigo-trace-{}-session", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let inputs = "in, out, never := make(chan int), make(chan int), make(chan int)\n\
        func serve() { for n := range in { out <- n } }\n\
        func idle() { <-never }\n\
        go serve(); go idle(); in <- 1; <-out\n\
        :trace stop t.json\n:trace start\n:trace start\n:trace stop\n\
        for i := range 100 { in <- i; <-out }\n\
        :trace stop t.json\n:trace stop\n\
        :trace start u.html\nin <- 1; <-out\n:trace stop\n\
        :trace start v.perfetto\nin <- 1; <-out\n";
    let ran = minigo(&dir, &["repl"], inputs);
    let read = |name: &str| std::fs::read(dir.join(name)).unwrap();
    let (trace, page, packed) = (read("t.json"), read("u.html"), read("v.perfetto"));
    let _ = std::fs::remove_dir_all(&dir);
    let said: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(
        said,
        [
            "no trace runs: :trace start begins one",
            "recording: :trace stop FILE writes the trace",
            "a trace runs already: :trace stop FILE ends it",
            "name a file: :trace stop FILE (recording continues)",
            "written to t.json",
            "no trace runs: :trace start begins one",
            "recording: :trace stop writes the trace",
            "written to u.html",
            "recording: :trace stop writes the trace",
            "written to v.perfetto",
        ]
    );
    let trace: Value = serde_json::from_slice(&trace).unwrap();
    check_slices_and_arrows(&trace);
    let parks = event_count(&trace, "park");
    assert!((100..1000).contains(&parks), "only recorded events are counted: {parks}");
    let names = lane_names(&trace, GOROUTINE_GROUP);
    for name in ["main.serve", "main.idle"] {
        assert!(names.iter().any(|n| n.ends_with(name)), "{name}: {names:?}");
    }
    let waits = slices(&trace, "chan receive");
    let idle =
        |event: &&&Value| event["args"]["for"] == "main.never" && number_field(event, "dur") > 0.0;
    assert_eq!(waits.iter().filter(idle).count(), 1, "a waiting goroutine has a lane");
    assert!(page.starts_with(b"<!") && packed.starts_with(&[0x1f, 0x8b]));
}
