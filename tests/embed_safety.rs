//! Data races of a sandboxed program neither tear values nor leave pointers that the collector does not know:
//! goroutines of random programs read and write shared variables of several words, while the collector runs at random
//! and checks the heap, and the goroutines switch at every safepoint.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo::embed::{Engine, Limits, Source, World};
use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

/// The environment variable that is set for the process that runs the programs: the collector's checks are settings of
/// a process.
const CHILD_PROCESS_ENV_VAR: &str = "MINIGO_EMBED_SAFETY";

/// The number of programs.
const PROGRAM_COUNT: u64 = 40;

/// The shared variables: the parts of each stored value are consistent, and `check` reports a value whose parts are
/// not.
const SHARED_VARIABLES_SOURCE: &str = r#"package p

import ("errors"; "runtime"; "strings")

type pair struct { a, b, c int; next *pair }
type shape interface { sides() int }
type square struct{ n int }
type line [3]int

func (s *square) sides() int { return s.n }
func (l line) sides() int { return l[0] + l[1] + l[2] }

var (
	slice []int
	text = "1"
	iface shape = &square{4}
	value any = 1
	record pair
	array [4]string
	function = func() int { return 0 }
	kept = map[string][]int{}
	failed error
	_ = runtime.Gosched
)

func numbers(n int) []int { s := make([]int, n); for i := range s { s[i] = n }; return s }

func fail(what string) { if failed == nil { failed = errors.New(what) } }

func check() {
	for _, n := range slice { if n != len(slice) && cap(slice) < len(slice) { fail("slice") } }
	s := slice
	for _, n := range s { if n != len(s) { fail("slice") } }
	t := text
	if strings.Count(t, t[:1]) != len(t) { fail("text") }
	switch i := iface.(type) {
	case *square: if i.sides() != 4 { fail("pointer in interface") }
	case line: if i.sides() != 3*i[0] { fail("array in interface") }
	}
	switch v := value.(type) {
	case int: if v != 1 { fail("int") }
	case string: if v != "two" { fail("string") }
	case []int: if len(v) != 3 || v[2] != 3 { fail("slice in interface") }
	case pair: if v.a != v.c { fail("struct in interface") }
	}
	r := record
	if r.a != r.b || r.b != r.c || r.next != nil && r.next.a != r.a { fail("struct") }
	a := array
	if a[0] != a[3] { fail("array") }
	if f := function; f() != f() { fail("function") }
}

func Failed() error { return failed }
"#;

/// Statements that store into a shared variable; `%` stands for a number from 1 to 9.
const STORE_STATEMENTS: &[&str] = &[
    "slice = numbers(%)",
    "slice = numbers(% * 100)[:0]",
    "slice = nil",
    "text = strings.Repeat(\"%\", %)",
    "iface = &square{4}",
    "iface = line{%, %, %}",
    "value = 1",
    "value = \"two\"",
    "value = numbers(3)",
    "value = pair{%, %, %, nil}",
    "record = pair{%, %, %, &pair{a: %}}",
    "array = [4]string{\"x%\", \"\", \"\", \"x%\"}",
    "function = func() int { return % }",
    "function = (&square{%}).sides",
    "slice, text = numbers(%), strings.Repeat(\"%\", %)",
    "kept[text] = slice",
];

/// Statements at which goroutines switch.
const SWITCH_STATEMENTS: &[&str] = &[
    "check()",
    "runtime.Gosched()",
    "ch <- 1; <-ch",
    "for range % * 10 { }",
    "func() { defer check(); check() }()",
    "make([]byte, % * 500)[0]++",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Returns a random program.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = format!(
        "{SHARED_VARIABLES_SOURCE}\nfunc Run() {{\n\tch := make(chan int, 8)\n\tch <- 1\n\tdone := make(chan int)\n"
    );
    let goroutines = 2 + random.below(3);
    for _ in 0..goroutines {
        text += "\tgo func() {\n\t\tfor range 150 {\n";
        for _ in 0..4 + random.below(8) {
            let statements =
                if random.below(2) == 0 { STORE_STATEMENTS } else { SWITCH_STATEMENTS };
            let number = (1 + random.below(9)).to_string();
            let statement = statements[random.below(statements.len())].replace('%', &number);
            let _ = writeln!(text, "\t\t\t{statement}");
        }
        text += "\t\t}\n\t\tdone <- 1\n\t}()\n";
    }
    let _ = writeln!(text, "\tfor range {goroutines} {{ <-done }}\n}}");
    text
}

#[test]
fn data_races_tear_no_values() {
    if std::env::var_os(CHILD_PROCESS_ENV_VAR).is_none() {
        let run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "data_races_tear_no_values", "--nocapture"])
            .env(CHILD_PROCESS_ENV_VAR, "1")
            .env("MINIGODEBUG", "gcverify=1,gcstress=1,preemptstress=1")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{text}");
        return;
    }
    for seed in 1..=PROGRAM_COUNT {
        let text = program(seed);
        let module = Engine::new().compile(Source::text("p.go", &text)).unwrap();
        let limits = Limits::new().memory(64 << 20).wall(Duration::from_secs(60));
        let mut run = module.start(&World::empty(), limits).unwrap();
        run.func::<(), ()>("Run")
            .unwrap()
            .call(&mut run, ())
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let failed = run.func::<(), Result<(), String>>("Failed").unwrap();
        assert_eq!(failed.call(&mut run, ()).unwrap(), Ok(()), "seed {seed}\n{text}");
    }
}
