//! `minigo explore`: the programs of `tests/explore`, and orders of a given depth.
//!
//! A program with a bug gives the beginning of its failure by `// WANT …`. A program without a bug fails in no
//! interleaving; with `// ALL` the search is exhaustive, otherwise `// SEEN …` gives the report's statement on how much
//! was seen.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use support::{ProcessResult, minigo};

/// The number of runs within which a bug must be found.
const MAX_RUNS: &str = "50";

/// Reports whether this build runs the `n`-th case of a long list; an optimised build, which `.ci/run` uses, runs all.
fn is_selected(n: usize) -> bool {
    !cfg!(debug_assertions) || n.is_multiple_of(3)
}

fn test_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore")
}

/// Returns the names and texts of the programs whose names begin with `prefix`.
fn programs(prefix: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(test_dir()).unwrap().map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    let mut programs: Vec<(String, String)> = named
        .filter(|(name, _)| name.starts_with(prefix) && name.ends_with(".go"))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    programs
}

fn explore(dir: &Path, flags: &[&str], name: &str) -> ProcessResult {
    let args: Vec<&str> =
        ["explore", "--jobs", "1"].iter().chain(flags).chain(&[name]).copied().collect();
    minigo(dir, &args, "")
}

/// A directory with a program; dropping the value removes it.
struct ProgramDir(PathBuf);

impl ProgramDir {
    fn new(name: &str, text: &str) -> Self {
        let dir =
            std::env::temp_dir().join(format!("minigo-explore-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("a.go"), text).unwrap();
        Self(dir)
    }
}

impl Drop for ProgramDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn bugs_are_found_soon() {
    let mut wrong = Vec::new();
    for (n, (name, text)) in programs("bad_").into_iter().enumerate() {
        let wanted = text.lines().find_map(|line| line.strip_prefix("// WANT ")).unwrap();
        for (_, seed) in ["1", "2", "3"].iter().enumerate().filter(|(s, _)| is_selected(n + s)) {
            let ran = explore(
                &test_dir(),
                &["--runs", MAX_RUNS, "--seed", seed, "--steps", "2000"],
                &name,
            );
            if ran.status != Some(1) || !ran.stdout.starts_with(wanted) {
                wrong.push(format!(
                    "{name}, seed {seed}, status {:?}: wanted {wanted}\n{}{}",
                    ran.status, ran.stdout, ran.stderr
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes seconds for each run: .ci/run runs it optimised")]
fn long_runs_continue_without_choices() {
    let cases = [
        ("end", "1", "panic: at the end\n"),
        ("leak", "1", "1 goroutine leaked: "),
        ("slow_clock", "20", "panic: done\n"),
    ];
    for (name, runs, wanted) in cases {
        let ran = explore(&test_dir().join("long"), &["--runs", runs], &format!("{name}.go"));
        assert_eq!(ran.status, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.starts_with(wanted), "{name}: {}", ran.stdout);
    }
}

#[test]
fn correct_programs_fail_in_no_interleaving() {
    let mut wrong = Vec::new();
    for (_, (name, text)) in programs("ok_").iter().enumerate().filter(|(n, _)| is_selected(*n)) {
        let seen = text.lines().find_map(|line| line.strip_prefix("// SEEN "));
        let all = text.contains("// ALL").then_some("every interleaving was seen, none failed");
        let wanted = seen.or(all).unwrap_or("none failed");
        let ran = explore(&test_dir(), &["--runs", "2000"], name);
        let is_so = ran.stdout.contains(wanted) && ran.stdout.ends_with("none failed\n");
        if ran.status != Some(0) || !is_so {
            wrong.push(format!("{name}, status {:?}\n{}{}", ran.status, ran.stdout, ran.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns a program with two goroutines whose steps must alternate, `depth` steps in all, for the bug to occur.
fn alternation_program(depth: usize) -> String {
    format!(
        "package main\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\nvar s atomic.Int32\n\n\
         func side(me int32) {{\n\tfor i := me; i < {depth}; i += 2 {{\n\t\tif s.Load() == i {{\n\t\t\t\
         s.Store(i + 1)\n\t\t}}\n\t}}\n}}\n\nfunc main() {{\n\tvar wg sync.WaitGroup\n\t\
         for i := range int32(2) {{\n\t\twg.Go(func() {{ side(i) }})\n\t}}\n\twg.Wait()\n\t\
         if s.Load() == {depth} {{\n\t\tpanic(\"in order\")\n\t}}\n}}\n"
    )
}

#[test]
fn orders_are_found_whatever_their_depth() {
    for depth in 3..=6 {
        let place = ProgramDir::new(&format!("order{depth}"), &alternation_program(depth));
        for seed in ["1", "2", "3"] {
            let ran = explore(&place.0, &["--runs", MAX_RUNS, "--seed", seed], "a.go");
            assert_eq!(ran.status, Some(1), "depth {depth}, seed {seed}: {}", ran.stdout);
            assert!(ran.stdout.starts_with("panic: in order\n"), "{}", ran.stdout);
        }
    }
}

/// Returns the number before ` runs (` in a report.
fn run_count(report: &str) -> usize {
    let line = report.lines().find(|line| line.contains(" runs (")).unwrap();
    line.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn few_runs_cover_two_locked_updates_per_thread() {
    let ran = explore(&test_dir(), &["--strategy", "dpor"], "ok_update.go");
    assert!(ran.stdout.contains("every interleaving was seen, none failed"), "{}", ran.stdout);
    assert!(run_count(&ran.stdout) <= 60, "{}", ran.stdout);
}

#[test]
fn a_timer_fires_early_by_the_delay_at_most() {
    for (delay, status) in [("0s", 0), ("4ms", 0), ("5ms", 1), ("1h", 1)] {
        let ran = explore(&test_dir(), &["--delay", delay], "bad_early.go");
        assert_eq!(ran.status, Some(status), "{delay}: {}{}", ran.stdout, ran.stderr);
    }
    let ran = explore(&test_dir(), &[], "bad_early.go");
    let told = "\nIt takes a timer that fires early:\n";
    let timer = "\n  — a timer fires 5ms early, while goroutines can run —\n";
    assert!(ran.stdout.contains(told) && ran.stdout.contains(timer), "{}", ran.stdout);
}

#[test]
fn every_strategy_finds_a_deadlock() {
    for strategy in ["dfs", "random", "pct", "pos", "surw", "dpor", "auto"] {
        let ran = explore(&test_dir(), &["--runs", "500", "--strategy", strategy], "bad_abba.go");
        assert_eq!(ran.status, Some(1), "{strategy}: {}{}", ran.stdout, ran.stderr);
    }
}

/// Programs that print the results of their goroutines.
const PRINTING_BODIES: [(&str, &str); 14] = [
    (
        "channels",
        "c := make(chan int, 1)\n\tgo func() { c <- 1 }()\n\tgo func() { c <- 2 }()\n\ta := <-c\n\tprint_(a, <-c)",
    ),
    (
        "unbuffered",
        "c := make(chan int)\n\tgo func() { c <- 1 }()\n\tgo func() { c <- 2 }()\n\tselect {\n\tcase x := <-c:\n\t\t\
         print_(x, <-c)\n\tdefault:\n\t\tprint_(\"none\", <-c, <-c)\n\t}",
    ),
    (
        "locks",
        "var mu sync.Mutex\n\tvar wg sync.WaitGroup\n\ts := \"\"\n\tfor _, t := range []string{\"a\", \"b\", \"c\"} {\n\t\t\
         wg.Go(func() {\n\t\t\tif mu.TryLock() {\n\t\t\t\ts += t\n\t\t\t\tmu.Unlock()\n\t\t\t}\n\t\t})\n\t}\n\twg.Wait()\n\t\
         print_(s)",
    ),
    (
        "atomics",
        "var n atomic.Int32\n\tvar wg sync.WaitGroup\n\tfor range 2 {\n\t\twg.Go(func() {\n\t\t\tx := n.Load()\n\t\t\t\
         n.Store(x*2 + 1)\n\t\t})\n\t}\n\tx := n.Load()\n\twg.Wait()\n\tprint_(x, n.Load())",
    ),
    (
        "packets",
        "s, _ := net.ListenPacket(\"udp\", \"127.0.0.1:0\")\n\tfor _, t := range []string{\"a\", \"b\"} {\n\t\tgo func() {\n\t\t\t\
         c, _ := net.Dial(\"udp\", s.LocalAddr().String())\n\t\t\tc.Write([]byte(t))\n\t\t}()\n\t}\n\tb := make([]byte, 2)\n\t\
         s.ReadFrom(b[:1])\n\ts.ReadFrom(b[1:])\n\tprint_(string(b))",
    ),
    (
        "pipes",
        "r, w, _ := os.Pipe()\n\tfor _, t := range []string{\"a\", \"b\"} {\n\t\tgo func() { w.WriteString(t) }()\n\t}\n\t\
         b := make([]byte, 2)\n\tn, _ := r.Read(b)\n\tif n == 1 {\n\t\tr.Read(b[1:])\n\t}\n\tprint_(string(b), n)",
    ),
    (
        "both ends of a select",
        "a, b := make(chan int), make(chan int)\n\tfor _, c := range []chan int{a, b} {\n\t\tgo func() {\n\t\t\t\
         time.Sleep(time.Second)\n\t\t\tselect {\n\t\t\tcase c <- 1:\n\t\t\tdefault:\n\t\t\t}\n\t\t}()\n\t}\n\t\
         select {\n\tcase <-a:\n\t\tprint_(\"a\")\n\tcase <-b:\n\t\tprint_(\"b\")\n\t}",
    ),
    (
        "files",
        "f, _ := os.OpenFile(\"log\", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)\n\tvar wg sync.WaitGroup\n\t\
         for _, t := range []string{\"a\", \"b\"} {\n\t\twg.Go(func() {\n\t\t\tf.WriteString(t)\n\t\t\tf.WriteString(t)\n\t\t})\n\t}\n\t\
         wg.Wait()\n\ttext, _ := os.ReadFile(\"log\")\n\tprint_(string(text))",
    ),
    (
        "output behind a lock",
        "var mu sync.Mutex\n\tvar wg sync.WaitGroup\n\tn := 0\n\tfor range 2 {\n\t\twg.Go(func() {\n\t\t\tmu.Lock()\n\t\t\tn++\n\t\t\t\
         mine := n\n\t\t\tmu.Unlock()\n\t\t\tprint_(mine)\n\t\t})\n\t}\n\twg.Wait()",
    ),
    (
        "an exit behind a lock",
        "var mu sync.Mutex\n\tgo func() {\n\t\tmu.Lock()\n\t\tprint_(1)\n\t\tmu.Unlock()\n\t}()\n\tmu.Lock()\n\tmu.Unlock()\n\tos.Exit(0)",
    ),
    (
        "channels by reflect",
        "a, b := make(chan int, 1), make(chan int, 1)\n\tx, y := reflect.ValueOf(a), reflect.ValueOf(b)\n\t\
         go func() { x.Send(reflect.ValueOf(1)) }()\n\tgo func() { y.Send(reflect.ValueOf(2)) }()\n\t\
         _, early := x.TryRecv()\n\tprint_(early, y.Len())",
    ),
    (
        "a select by reflect",
        "a, b := make(chan int), make(chan int)\n\tgo func() { a <- 1 }()\n\tgo func() { b <- 2 }()\n\t\
         var cases []reflect.SelectCase\n\tfor _, c := range []chan int{a, b} {\n\t\t\
         cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)})\n\t}\n\t\
         cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})\n\ti, _, _ := reflect.Select(cases)\n\tprint_(i)",
    ),
    (
        "weak pointers",
        "type node struct {\n\t\tn int\n\t\tnext *node\n\t}\n\tvar mu sync.Mutex\n\tp := &node{n: 1}\n\tw := weak.Make(p)\n\t\
         go func() {\n\t\tmu.Lock()\n\t\tp.n++\n\t\tmu.Unlock()\n\t}()\n\ta := w.Value() == nil\n\tprint_(a, w.Value() == nil)",
    ),
    (
        "goroutines that are counted",
        "var wg sync.WaitGroup\n\twg.Go(func() {})\n\twg.Go(func() {})\n\twg.Wait()\n\tprint_(runtime.NumGoroutine())",
    ),
];

fn printing_program(body: &str) -> String {
    let body = body.replace("print_", "fmt.Println");
    let known = [
        ("fmt", "fmt."),
        ("net", "net."),
        ("os", "os."),
        ("reflect", "reflect."),
        ("runtime", "runtime."),
        ("sync", "sync."),
        ("sync/atomic", "atomic."),
        ("time", "time.Sleep"),
        ("weak", "weak."),
    ];
    let imports: Vec<String> = known
        .iter()
        .filter(|(_, use_)| body.contains(use_))
        .map(|(path, _)| format!("\t\"{path}\"\n"))
        .collect();
    format!("package main\n\nimport (\n{})\n\nfunc main() {{\n\t{body}\n}}\n", imports.concat())
}

/// Returns the distinct outputs of the runs of a search by this strategy.
fn distinct_outputs(place: &ProgramDir, strategy: &str) -> Vec<String> {
    let flags = ["--strategy", strategy, "--keep-going", "--format", "json", "--runs", "20000"];
    let ran = explore(&place.0, &flags, "a.go");
    let result: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(result["all"], true, "{strategy}: {result}");
    assert_eq!(result["departed"], 0, "{strategy}: {result}");
    let outcomes = result["outcomes"].as_array().unwrap();
    let text = |outcome: &serde_json::Value| format!("{} {}", outcome["stdout"], outcome["title"]);
    let mut printed: Vec<String> = outcomes.iter().map(text).collect();
    printed.sort();
    printed
}

#[test]
fn partial_orders_have_the_results_of_all_interleavings() {
    // In a debug build, the first half of the programs takes half a minute; `.ci/run` runs all of them in an optimised
    // build.
    let first = if cfg!(debug_assertions) { PRINTING_BODIES.len() / 2 } else { 0 };
    for (name, body) in &PRINTING_BODIES[first..] {
        let place = ProgramDir::new(name, &printing_program(body));
        let (all, reduced) = (distinct_outputs(&place, "dfs"), distinct_outputs(&place, "dpor"));
        assert!(all.len() > 1, "{name}: {all:?}");
        assert_eq!(all, reduced, "{name}");
    }
}

#[test]
fn the_number_of_runs_is_exact() {
    for seed in 1..10 {
        let seed = seed.to_string();
        let flags = ["--jobs", "8", "--runs", "5", "--strategy", "random", "--seed", &*seed];
        let args = [&["explore"], &flags[..], &["ok_readers.go"]].concat();
        let ran = minigo(&test_dir(), &args, "");
        assert_eq!(run_count(&ran.stdout), 5, "{}", ran.stdout);
    }
}

#[test]
fn a_replay_has_the_time_limit_of_the_search() {
    let text = std::fs::read_to_string(test_dir().join("bad_hang.go")).unwrap();
    let place = ProgramDir::new("patience", &text);
    let ran = explore(&place.0, &["--steps", "2000", "--out", "bug.schedule"], "a.go");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    let schedule = std::fs::read_to_string(place.0.join("bug.schedule")).unwrap();
    assert!(schedule.contains("\nsteps 2000\n"), "{schedule}");
    let again = minigo(&place.0, &["run", "--replay", "bug.schedule", "a.go"], "");
    assert_eq!(again.status, Some(1), "{}", again.stderr);
    assert!(!again.stderr.contains("departs"), "{}", again.stderr);
}

#[test]
fn runs_begin_as_initialisation_has_left_the_program() {
    // Each run prints the initialised state, and changes it.
    let flags = ["--runs", "200", "--strategy", "random", "--fail-on", "output"];
    let ran = explore(&test_dir(), &flags, "ok_initialised.go");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(run_count(&ran.stdout), 200, "{}", ran.stdout);
    let flags = ["--runs", "20", "--fail-on", "output", "--jobs", "2"];
    let ran = minigo(&test_dir(), &[&["explore"][..], &flags, &["ok_initialised.go"]].concat(), "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_schedule_is_repeated_and_checked() {
    let text = std::fs::read_to_string(test_dir().join("bad_update.go")).unwrap();
    let place = ProgramDir::new("replay", &text);
    let ran = explore(&place.0, &["--out", "bug.schedule"], "a.go");
    assert!(
        ran.stdout.contains("\nreplay: minigo run --replay bug.schedule a.go\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("reads a.balance = 0\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("writes a.balance = 1, from the 0 read above: "), "{}", ran.stdout);
    let schedule = std::fs::read_to_string(place.0.join("bug.schedule")).unwrap();
    assert!(schedule.starts_with("minigo schedule 3\n"), "{schedule}");
    assert_eq!(
        schedule.lines().filter(|line| line.starts_with("switch ")).count(),
        1,
        "{schedule}"
    );
    let replay = || minigo(&place.0, &["run", "--replay", "bug.schedule", "a.go"], "");
    let (once, again) = (replay(), replay());
    assert_eq!(
        (once.status, &once.stdout, &once.stderr),
        (again.status, &again.stdout, &again.stderr)
    );
    assert_eq!(once.status, Some(2));
    assert!(once.stderr.contains("panic: lost update\n"), "{}", once.stderr);
    assert!(!once.stderr.contains("departs"), "{}", once.stderr);
    // The program changes, so a replay must report where it departs from the schedule.
    std::fs::write(place.0.join("a.go"), text.replace("a.balance++", "_ = a")).unwrap();
    let changed = replay();
    assert!(
        changed.stderr.contains("bug.schedule: the run departs from the schedule at point "),
        "{}",
        changed.stderr
    );
    std::fs::write(place.0.join("bug.schedule"), "minigo schedule 99\n").unwrap();
    let other = replay();
    assert_eq!(other.status, Some(1));
    assert!(
        other.stderr.contains("the file does not begin with `minigo schedule 3`"),
        "{}",
        other.stderr
    );
}

const PRINTS_IN_ANY_ORDER: &str = "go func() { print_(1); done <- true }()\n\tgo func() { print_(2); done <- true }()\n\t<-done\n\t<-done";

#[test]
fn different_output_is_a_failure_if_asked_for() {
    let text = printing_program(&format!("done := make(chan bool)\n\t{PRINTS_IN_ANY_ORDER}"));
    let place = ProgramDir::new("differs", &text);
    let ran = explore(&place.0, &[], "a.go");
    assert_eq!(ran.status, Some(0), "{}", ran.stdout);
    assert!(ran.stdout.contains("passes, prints \"1\" …"), "{}", ran.stdout);
    assert!(ran.stdout.contains("passes, prints \"2\" …"), "{}", ran.stdout);
    let ran = explore(&place.0, &["--fail-on", "output"], "a.go");
    assert_eq!(ran.status, Some(1), "{}", ran.stdout);
    let ran = explore(&place.0, &["--assert", "^1\n2\n$"], "a.go");
    assert_eq!(ran.status, Some(1), "{}", ran.stdout);
    assert!(ran.stdout.starts_with("the output does not match\n"), "{}", ran.stdout);
    let ran = explore(&place.0, &["--assert", "[12]\n"], "a.go");
    assert_eq!(ran.status, Some(0), "{}", ran.stdout);
}

#[test]
fn each_run_reads_standard_input() {
    let text = "package main\n\nimport (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tc := make(chan int)\n\t\
        go func() { c <- 1 }()\n\ts := bufio.NewScanner(os.Stdin)\n\tfor s.Scan() {\n\t\tfmt.Print(s.Text(), \";\")\n\t}\n\t\
        <-c\n}\n";
    let place = ProgramDir::new("input", text);
    let args = ["explore", "--format", "json", "a.go"];
    let ran = minigo(&place.0, &args, "one\ntwo\n");
    let result: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(result["outcomes"].as_array().unwrap().len(), 1, "{result}");
    assert_eq!(result["outcomes"][0]["stdout"], "one;two;", "{result}");
    assert!(result["runs"].as_u64().unwrap() > 1, "{result}");
}

/// Returns the result of a search, as JSON.
fn search_result(ran: &ProcessResult) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

#[test]
fn a_run_leaves_no_file() {
    let text = printing_program(
        "c := make(chan int, 2)\n\tgo func() { c <- 1 }()\n\tgo func() { c <- 2 }()\n\t\
         f, err := os.OpenFile(\"new\", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\t\
         f.WriteString(\"text\")\n\told, _ := os.ReadFile(\"old\")\n\tos.WriteFile(\"old\", []byte(\"written over\"), 0)\n\t\
         text, _ := os.ReadFile(\"new\")\n\t<-c\n\t<-c\n\tprint_(string(old), string(text), os.Getpid())",
    );
    let place = ProgramDir::new("files", &text);
    std::fs::write(place.0.join("old"), "as it was").unwrap();
    let ran = explore(&place.0, &["--format", "json", "--keep-going"], "a.go");
    let result = search_result(&ran);
    assert!(result["runs"].as_u64().unwrap() > 1, "{result}");
    assert_eq!(result["outcomes"].as_array().unwrap().len(), 1, "{result}");
    assert_eq!(result["outcomes"][0]["stdout"], "as it was text 100\n", "{result}");
    assert_eq!(std::fs::read_to_string(place.0.join("old")).unwrap(), "as it was");
    assert!(!place.0.join("new").exists());
}

/// Two clients send more than the connection buffers to a server that counts the bytes, and may lose some of them.
const LONG_TEXTS_PROGRAM: &str = "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"net\"\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\n\
    var total atomic.Int64\n\n\
    func serve(c net.Conn) {\n\tdefer c.Close()\n\tn, err := io.Copy(c, c)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\t\
    old := total.Load()\n\ttotal.Store(old + n)\n}\n\n\
    func main() {\n\tl, err := net.Listen(\"tcp\", \"127.0.0.1:0\")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tvar wg sync.WaitGroup\n\t\
    for range 2 {\n\t\twg.Go(func() {\n\t\t\tc, err := net.Dial(\"tcp\", l.Addr().String())\n\t\t\tif err != nil {\n\t\t\t\tpanic(err)\n\t\t\t}\n\t\t\t\
    go func() {\n\t\t\t\tc.Write(make([]byte, 300<<10))\n\t\t\t\tc.(*net.TCPConn).CloseWrite()\n\t\t\t}()\n\t\t\t\
    back, _ := io.ReadAll(c)\n\t\t\tfmt.Println(c.LocalAddr(), len(back))\n\t\t})\n\t\tc, err := l.Accept()\n\t\tif err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t\t\
    wg.Go(func() { serve(c) })\n\t}\n\twg.Wait()\n\tif total.Load() != 600<<10 {\n\t\tpanic(fmt.Sprint(\"lost: \", total.Load()))\n\t}\n}\n";

#[test]
fn long_texts_over_tcp_are_repeated_byte_for_byte() {
    let place = ProgramDir::new("tcp", LONG_TEXTS_PROGRAM);
    let ran = explore(&place.0, &["--format", "json", "--out", "bug.schedule"], "a.go");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    let result = search_result(&ran);
    // No run of the search departed from its schedule.
    assert_eq!(result["departed"], 0, "{result}");
    assert_eq!(result["failure"]["title"], "panic: lost: 307200", "{result}");
    let replay = || {
        let ran = minigo(&place.0, &["run", "--replay", "bug.schedule", "a.go"], "");
        (ran.status, ran.stdout, ran.stderr)
    };
    let first = replay();
    assert!(first.1.contains("127.0.0.1:32769 307200\n"), "{first:?}");
    assert!(!first.2.contains("departs"), "{first:?}");
    for _ in 1..20 {
        assert_eq!(replay(), first);
    }
}

#[test]
fn the_ports_of_a_run_are_its_own() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    let text = printing_program(&format!(
        "c := make(chan int, 2)\n\tgo func() {{ c <- 1 }}()\n\tgo func() {{ c <- 2 }}()\n\t\
         _, err := net.Listen(\"tcp\", \"{at}\")\n\tprint_(err)\n\t<-c\n\t<-c"
    ));
    let place = ProgramDir::new("ports", &text);
    let ran = minigo(&place.0, &["explore", "--jobs", "2", "--format", "json", "a.go"], "");
    let result = search_result(&ran);
    assert_eq!(result["outcomes"].as_array().unwrap().len(), 1, "{result}");
    assert_eq!(result["outcomes"][0]["stdout"], "<nil>\n", "{result}");
}

#[test]
fn a_simulated_network_takes_no_time() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"net\"\n\t\"time\"\n)\n\nfunc main() {\n\t\
        l, _ := net.Listen(\"tcp\", \"127.0.0.1:0\")\n\tgo func() {\n\t\tc, _ := l.Accept()\n\t\tb := make([]byte, 1)\n\t\t\
        for {\n\t\t\tif _, err := c.Read(b); err != nil {\n\t\t\t\treturn\n\t\t\t}\n\t\t\ttime.Sleep(time.Second)\n\t\t\tc.Write(b)\n\t\t}\n\t}()\n\t\
        c, _ := net.Dial(\"tcp\", l.Addr().String())\n\tfor range 500 {\n\t\tc.Write([]byte(\"x\"))\n\t\tc.Read(make([]byte, 1))\n\t}\n\t\
        fmt.Println(\"500 answers\")\n}\n";
    let place = ProgramDir::new("sleep", text);
    let ran = explore(&place.0, &["--format", "json", "--runs", "1"], "a.go");
    let result = search_result(&ran);
    assert_eq!(result["outcomes"][0]["stdout"], "500 answers\n", "{result}");
    // Polling the system before each jump of the clock would take 20 ms each time.
    assert!(result["seconds"].as_f64().unwrap() < 5.0, "{result}");
}

#[test]
fn sockets_that_wait_for_each_other_are_a_deadlock() {
    let text = printing_program(
        "a, _ := net.Listen(\"tcp\", \"127.0.0.1:0\")\n\tc, _ := net.Dial(\"tcp\", a.Addr().String())\n\ts, _ := a.Accept()\n\t\
         go func() { s.Read(make([]byte, 1)) }()\n\tn, err := c.Read(make([]byte, 1))\n\tprint_(n, err)",
    );
    let place = ProgramDir::new("deadlock", &text);
    let ran = explore(&place.0, &["--format", "json"], "a.go");
    let result = search_result(&ran);
    assert_eq!(result["failure"]["kind"], "deadlock", "{result}");
}

#[test]
fn operations_on_the_real_world_are_refused_by_name() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"net\"\n\t\"os/exec\"\n\t\"syscall\"\n)\n\nfunc main() {\n\t\
        _, err := exec.Command(\"/bin/echo\", \"hello\").Output()\n\tfmt.Println(err)\n\t\
        _, _, errno := syscall.Syscall(syscall.SYS_PTRACE, 0, 0, 0)\n\tfmt.Println(errno)\n\t\
        _, err = net.Dial(\"tcp\", \"192.0.2.1:80\")\n\tfmt.Println(err)\n}\n";
    let place = ProgramDir::new("refused", text);
    let ran = explore(&place.0, &["--format", "json"], "a.go");
    let result = search_result(&ran);
    let names = ["connecting to 192.0.2.1:80", "starting /bin/echo", "the system call ptrace"];
    assert_eq!(result["refused"], serde_json::json!(names), "{result}");
    let printed = "fork/exec /bin/echo: function not implemented\nfunction not implemented\n\
                   dial tcp 192.0.2.1:80: connect: network is unreachable\n";
    assert_eq!(result["outcomes"][0]["stdout"], printed, "{result}");
    let line = format!(
        "refused: {} (explored runs cannot reach the real world: their files, network and process are simulated)\n",
        names.join(", ")
    );
    let ran = explore(&place.0, &[], "a.go");
    assert_eq!(ran.stdout.matches(&line).count(), 1, "{}", ran.stdout);
    std::fs::write(place.0.join("no.schedule"), "minigo schedule 1\n").unwrap();
    let ran = minigo(&place.0, &["run", "--replay", "no.schedule", "a.go"], "");
    assert_eq!((&*ran.stdout, ran.status), (printed, Some(0)));
    assert!(ran.stderr.contains(&line), "{}", ran.stderr);
}

/// The programs that the test leaves out, and the reasons: a run's simulated world refuses an operation, or the program
/// takes longer than a run may take.
const EXCLUDED_PROGRAMS: [(&str, &str); 5] = [
    ("https_servers.go", "computes for longer than a run may take"),
    ("net_control_data.go", "passes descriptors through a socket"),
    ("net_many.go", "computes for longer than a run may take"),
    ("net_raw.go", "passes descriptors through a socket"),
    ("os_own_file.go", "starts its own file"),
];

#[test]
fn programs_behave_the_same_in_a_simulated_world() {
    let std = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/std");
    let mut names: Vec<String> = std::fs::read_dir(&std)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            let is_wanted = ["net_", "os_", "http", "filepath", "ioutil", "log_"]
                .iter()
                .any(|prefix| name.starts_with(prefix));
            is_wanted && name.ends_with(".go") && !EXCLUDED_PROGRAMS.iter().any(|(o, _)| name == o)
        })
        .collect();
    names.sort();
    let place = ProgramDir::new("same", "package main\n");
    std::fs::write(place.0.join("no.schedule"), "minigo schedule 1\n").unwrap();
    let schedule = place.0.join("no.schedule");
    let flags = ["--replay", schedule.to_str().unwrap()];
    let wrong = support::on_all_cores(&names, |name| {
        support::check_program(&format!("tests/programs/std/{name}"), &flags).err()
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(names.len() > 15, "{names:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_usage_has_a_status_of_its_own() {
    let place = ProgramDir::new("usage", "package main\n\nfunc main() { x }\n");
    assert_eq!(explore(&place.0, &[], "a.go").status, Some(2));
    assert_eq!(explore(&place.0, &[], "none.go").status, Some(2));
    assert_eq!(explore(&place.0, &["--assert", "("], "a.go").status, Some(2));
    assert_eq!(explore(&place.0, &["--strategy", "none"], "a.go").status, Some(2));
}

#[test]
fn a_search_continues_near_an_outdated_schedule() {
    // The bug needs two orders of depth 6 in succession: a run that differs little from the schedule finds the failure
    // again.
    let place = ProgramDir::new("near", &alternation_program(6));
    let ran = explore(&place.0, &["--out", "b.schedule"], "a.go");
    assert_eq!(ran.status, Some(1), "{}", ran.stdout);
    // A new scheduling point before all others changes the names of the points.
    let moved = alternation_program(6).replace("\tfor i := me", "\ts.Load()\n\tfor i := me");
    std::fs::write(place.0.join("a.go"), moved).unwrap();
    let ran = minigo(&place.0, &["run", "--replay", "b.schedule", "--search", "a.go"], "");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("the run departs"), "{}", ran.stderr);
    assert!(ran.stdout.contains("panic: in order\n"), "{}", ran.stdout);
    let ran = explore(&place.0, &["--near", "none"], "a.go");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
}
