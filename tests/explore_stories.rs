//! The explanation of a failing run by `minigo explore`: its story in terms of the program, a run that passes, and the
//! page.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use support::{Dir, ProcessResult, minigo};

fn test_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore")
}

fn explore(dir: &Path, flags: &[&str], name: &str) -> ProcessResult {
    let args: Vec<&str> =
        ["explore", "--jobs", "1"].iter().chain(flags).chain(&[name]).copied().collect();
    minigo(dir, &args, "")
}

fn search_result(ran: &ProcessResult) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).unwrap()
}

/// The name of a story, its program, and lines that the report must contain in this order.
const STORY_CASES: [(&str, &str, &[&str]); 6] = [
    // A CompareAndSwap that fails.
    (
        "cas",
        "var n atomic.Int32\n\tvar wg sync.WaitGroup\n\tfor range 2 {\n\t\twg.Go(func() {\n\t\t\told := n.Load()\n\t\t\tn.CompareAndSwap(old, old+1)\n\t\t})\n\t}\n\twg.Wait()\n\tif n.Load() != 2 {\n\t\tpanic(\"lost\")\n\t}",
        &[
            "n.Load = 0\n",
            "n.Load = 0\n",
            "n.CompareAndSwap(0, 1) succeeds\n",
            "n.CompareAndSwap(0, 1) fails: the value is 1\n",
        ],
    ),
    // The choice of a select's case.
    (
        "select",
        "a, b := make(chan int, 1), make(chan int, 1)\n\ta <- 1\n\tb <- 2\n\tselect {\n\tcase <-a:\n\tcase <-b:\n\t\tpanic(\"b\")\n\t}",
        &[
            "It takes another case of a select:\n",
            "select on a, b: takes the case that receives from b\n",
            "A run that passes ",
            "  this run: main ",
            "takes the case that receives from b\n",
            "  that run: main ",
            "takes the case that receives from a\n",
        ],
    ),
    // An RWMutex's reader that waits behind a waiting writer.
    (
        "readers",
        "var mu sync.RWMutex\n\tvar wg sync.WaitGroup\n\twg.Go(func() {\n\t\tmu.RLock()\n\t\tmu.RLock()\n\t\tmu.RUnlock()\n\t\tmu.RUnlock()\n\t})\n\twg.Go(func() {\n\t\tmu.Lock()\n\t\tmu.Unlock()\n\t})\n\twg.Wait()",
        &[
            "mu.RLock\n",
            "mu.Lock waits for a reader\n",
            "mu.RLock waits for the writer\n",
            "this run: ",
            "that run: ",
        ],
    ),
    // The story shows the lock that `Cond.Wait` acquires again as the program's lock, and the value of each update
    // under that lock, even the last one.
    (
        "cond",
        "var mu sync.Mutex\n\tc := sync.NewCond(&mu)\n\tvar tokens atomic.Int32\n\tdone := make(chan bool)\n\tfor range 2 {\n\t\tgo func() {\n\t\t\tmu.Lock()\n\t\t\tif tokens.Load() == 0 {\n\t\t\t\tc.Wait()\n\t\t\t}\n\t\t\tif tokens.Add(-1) < 0 {\n\t\t\t\tpanic(\"none\")\n\t\t\t}\n\t\t\tmu.Unlock()\n\t\t\tdone <- true\n\t\t}()\n\t}\n\tmu.Lock()\n\ttokens.Add(1)\n\tmu.Unlock()\n\tc.Broadcast()\n\t<-done",
        &["c.Wait\n", "locks mu (in sync.Cond.Wait)\n", "tokens.Add = -1\n"],
    ),
    // Methods of a map are not reported as steps of its lock. A value is overwritten, but that is no lost update of one
    // line.
    (
        "map",
        "var m sync.Map\n\tvar last atomic.Int32\n\tvar wg sync.WaitGroup\n\tfor i := range 2 {\n\t\twg.Go(func() {\n\t\t\tm.Store(i, true)\n\t\t\tif last.Load() == 0 {\n\t\t\t\tlast.Store(int32(i + 5))\n\t\t\t}\n\t\t})\n\t}\n\twg.Wait()\n\tif last.Load() == 5 {\n\t\tpanic(\"five\")\n\t}",
        &["m.Store\n", "last.Load = 0\n"],
    ),
    // The wait group is described by its counter.
    (
        "group",
        "var wg sync.WaitGroup\n\tvar n atomic.Int32\n\tgo func() {\n\t\twg.Add(1)\n\t\tn.Add(1)\n\t\twg.Done()\n\t}()\n\twg.Wait()\n\tif n.Load() == 0 {\n\t\tpanic(\"early\")\n\t}",
        &[
            "A run that passes ",
            "wg.Add, counter 1\n",
            "this run: n.Load = 0\n",
            "that run: n.Load = 1\n",
        ],
    ),
];

#[test]
fn stories_use_the_programs_variables_and_calls() {
    let mut wrong = String::new();
    for (name, body, lines) in STORY_CASES {
        let text = format!(
            "package main\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\nvar (\n\t_ sync.Mutex\n\t_ atomic.Int32\n)\n\nfunc main() {{\n\t{body}\n}}\n"
        );
        let place = Dir::new(name, &[("a.go", &text)]);
        let ran = explore(&place.0, &[], "a.go");
        let mut rest = &*ran.stdout;
        for line in lines {
            match rest.split_once(line) {
                Some((_, behind)) => rest = behind,
                None => wrong.push_str(&format!("{name}: no {line:?} in\n{}\n", ran.stdout)),
            }
        }
        for internal in [".v ", ".readerCount", ".state", ".word", "m.mu", ".waiters"] {
            if ran.stdout.contains(internal) {
                wrong.push_str(&format!("{name}: {internal:?} in\n{}\n", ran.stdout));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn library_calls_appear_in_stories_by_name() {
    let pipe = "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nfunc main() {\n\tr, w := io.Pipe()\n\tgo func() {\n\t\tfmt.Fprint(w, \"a\")\n\t\t\
                fmt.Fprint(w, \"b\")\n\t}()\n\tio.ReadAll(r)\n}\n";
    let output = std::fs::read_to_string(test_dir().join("bad_unlocked_output.go")).unwrap();
    let reflected = std::fs::read_to_string(test_dir().join("bad_reflected.go")).unwrap();
    let weak = std::fs::read_to_string(test_dir().join("bad_weak.go")).unwrap();
    let all = [
        ("pipe", pipe, &["w.Write\n", "io.ReadAll"][..]),
        ("output", &output, &["  os.File.Write\n", "  os.File.ReadAt\n"]),
        ("reflected", &reflected, &["  sends ", "— switch to main —", "  receives from c\n"]),
        ("weak", &weak, &["— the garbage collector runs —", "weak.Pointer.Value = nil\n"]),
    ];
    for (name, text, lines) in all {
        let place = Dir::new(name, &[("a.go", text)]);
        let ran = explore(&place.0, &[], "a.go");
        assert_eq!(ran.status, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
        for line in lines {
            assert!(ran.stdout.contains(line), "{name}: no {line:?} in\n{}", ran.stdout);
        }
    }
}

#[test]
fn variables_of_inlined_functions_have_names() {
    let bugs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    for (bug, name) in [
        ("context/shared_value", "tags"),
        ("race/append_to_argument", "list[2]"),
        ("race/shared_entry", "e.n"),
    ] {
        let ran = explore(&bugs.join(bug), &[], "bug.go");
        assert!(ran.stdout.starts_with(&format!("data race on {name}\n")), "{bug}: {}", ran.stdout);
    }
}

#[test]
fn a_failing_run_is_compared_with_a_passing_run() {
    let text = std::fs::read_to_string(test_dir().join("bad_abba.go")).unwrap();
    let place = Dir::new("beside", &[("a.go", &text)]);
    let ran = explore(&place.0, &[], "a.go");
    let (_, beside) =
        ran.stdout.split_once("A run that passes makes the same steps up to this one:\n").unwrap();
    let lines: Vec<Vec<&str>> =
        beside.lines().take(6).map(|line| line.split_whitespace().collect()).collect();
    // One goroutine has locked; in the failing run the other goroutine continues, in the passing run the same
    // goroutine.
    let (first, second) = (lines[0][0], lines[1][2]);
    assert_ne!(first, second, "{beside}");
    assert_eq!(lines[0][1..], ["main.main.func1", "./a.go:10", "first.Lock"], "{beside}");
    assert_eq!(lines[1][..2], ["this", "run:"], "{beside}");
    assert_eq!(lines[1][3..], ["main.main.func1", "./a.go:10", "first.Lock"], "{beside}");
    assert_eq!(
        lines[2],
        ["that", "run:", first, "main.main.func1", "./a.go:11", "second.Lock"],
        "{beside}"
    );
    assert_eq!(lines[3], ["Then", second, "at", "./a.go:11:"], "{beside}");
    assert_eq!(lines[4], ["this", "run:", "second.Lock", "blocks"], "{beside}");
    assert_eq!(lines[5], ["that", "run:", "second.Lock"], "{beside}");
    // The JSON output has the same comparison as the text.
    let result = search_result(&explore(&place.0, &["--format", "json"], "a.go"));
    let failure = &result["failure"];
    let beside = &failure["beside"];
    assert_eq!(beside["race"], false, "{beside}");
    assert_eq!(beside["common"]["does"], "first.Lock", "{beside}");
    assert_eq!(beside["fails"]["does"], "first.Lock", "{beside}");
    assert_eq!(beside["passes"]["does"], "second.Lock", "{beside}");
    assert_eq!(beside["passes"]["source"], "second.Lock()", "{beside}");
    assert_eq!(beside["differs"]["fails"]["does"], "second.Lock blocks", "{beside}");
    let steps = failure["steps"].as_array().unwrap();
    let kinds: Vec<&str> = steps.iter().map(|step| step["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"switch") && kinds.contains(&"does"), "{kinds:?}");
    let apart = steps.iter().find(|step| step["step"].as_u64() > beside["steps"].as_u64());
    assert_eq!(apart.unwrap()["goroutine"], beside["fails"]["goroutine"], "{failure}");
    // If every run fails, there is no passing run.
    let text = std::fs::read_to_string(test_dir().join("bad_race.go")).unwrap();
    let place = Dir::new("beside-none", &[("a.go", &text)]);
    let ran = explore(&place.0, &[], "a.go");
    assert!(!ran.stdout.contains(" run: "), "{}", ran.stdout);
    // A race alone has a story, too.
    assert!(ran.stdout.contains("writes main.hint = 1\n"), "{}", ran.stdout);
    // A run that has the failing run's data race, and no other failure, does not count as passing.
    let text = std::fs::read_to_string(test_dir().join("bad_update.go")).unwrap();
    let place = Dir::new("beside-race", &[("a.go", &text)]);
    let ran = explore(&place.0, &[], "a.go");
    let head = "\nA run whose only failure is the data race makes the same steps up to this one:\n";
    assert!(ran.stdout.contains(head), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("\n  this run: reads a.balance = 0\n  that run: reads a.balance = 1\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_page_is_written_for_a_run_that_fails() {
    let text = std::fs::read_to_string(test_dir().join("bad_update.go")).unwrap();
    let place = Dir::new("page", &[("a.go", &text)]);
    let ran = explore(&place.0, &["--xray", "a.html", "--out", "a.schedule"], "a.go");
    assert_eq!(ran.status, Some(1), "{}", ran.stdout);
    let replay = ["run", "--replay", "a.schedule", "--xray", "b.html", "--trace", "b.json", "a.go"];
    assert_eq!(minigo(&place.0, &replay, "").status, Some(2));
    for file in ["a.html", "b.html"] {
        let page = std::fs::read_to_string(place.0.join(file)).unwrap();
        assert!(page.contains("<title>a.go"), "{file}");
    }
    assert!(std::fs::read_to_string(place.0.join("b.json")).unwrap().starts_with('{'));
    // Both pages show the same run, with the same amount of detail.
    let bytes = |file: &str| std::fs::read(place.0.join(file)).unwrap();
    assert_eq!(bytes("a.html"), bytes("b.html"));
    let fixed = text.replace("a.balance++", "_ = a");
    std::fs::write(place.0.join("a.go"), fixed.replace("panic(", "print(")).unwrap();
    let ran = explore(&place.0, &["--xray", "c.html"], "a.go");
    assert_eq!(ran.status, Some(0), "{}", ran.stdout);
    assert_eq!(ran.stderr, "minigo: no run failed, so the page c.html is not written\n");
    assert!(!place.0.join("c.html").exists());
}
