//! `minigo repl` on a pipe: each `repl/*.in` is piped in, and the `.out` beside it is the expected output, including
//! errors and the exit status. `MINIGO_BLESS=1 cargo test --test repl` writes the expected output: read the changes.

#[path = "support/transcripts.rs"]
mod transcripts;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// Pipes `input` into the REPL. Standard output and error go to one file, so that their order is that of a terminal.
fn run(args: &[&str], input: &str, name: &str) -> (String, i32) {
    let both = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("repl-{name}"));
    let file = std::fs::File::create(&both).expect("the folder exists");
    let mut child = Command::new(MINIGO)
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl"))
        .env_remove("GOTRACEBACK")
        .stdin(Stdio::piped())
        .stderr(file.try_clone().expect("there are descriptors"))
        .stdout(file)
        .spawn()
        .expect("minigo was built");
    // The REPL may leave before it has read all.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let status = child.wait().expect("it was started").code().unwrap_or(-1);
    (without_addresses(&std::fs::read_to_string(both).expect("it was written")), status)
}

/// Returns the text without the parts that depend on generated code and on addresses.
fn without_addresses(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let end = rest[at + 2..].find(|c: char| !c.is_ascii_hexdigit());
        out.push_str(&rest[..at]);
        out.push_str("0x…");
        rest = end.map_or("", |end| &rest[at + 2 + end..]);
    }
    without_ids(&(out + rest))
}

/// Returns the text without the numbers of goroutines, which vary because each P reserves several at a time.
fn without_ids(text: &str) -> String {
    let mut parts = text.split("goroutine ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("goroutine N");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

#[test]
fn transcripts_are_as_they_were() {
    transcripts::compare_transcripts("tests/repl", 4, |input, name| {
        let (text, status) = run(&["repl"], input, name);
        format!("{text}exit status {status}\n")
    });
}

#[test]
fn an_input_that_races_can_be_explained() {
    let input = ":race on
var n int
{ var wg sync.WaitGroup; wg.Go(func() { n++ }); wg.Go(func() { n++ }); wg.Wait() }
:explain
";
    let (text, _) = run(&["repl"], input, "explain-race");
    assert!(text.contains("data race on main.n\n"), "{text}");
    assert!(text.contains("  reads main.n = 0\n"), "{text}");
}

#[test]
fn the_interleavings_of_an_input_are_explored() {
    let input = "var n atomic.Int32
old := 7
func add(wg *sync.WaitGroup) {
\twg.Go(func() { n.Store(n.Load() + 1) })
}
old = 8
:explore var wg sync.WaitGroup; add(&wg); add(&wg); wg.Wait(); if n.Load() != 2 { panic(fmt.Sprint(\"n is \", n.Load(), old)) }
:explain
n.Load()
:explore var wg sync.WaitGroup; add(&wg); wg.Wait()
:explain
";
    let (text, status) = run(&["repl"], input, "interleavings");
    let story = "\nIt takes one switch:\n  G";
    assert_eq!(text.matches("panic: n is 1 7\n").count(), 3, "{text}");
    assert_eq!(text.matches(story).count(), 2, "{text}");
    let lines =
        ["func1  input·3:2  main.n.Load = 0\n", "input·3:2  main.n.Store = 1, over the 1 that G"];
    for line in lines {
        assert!(text.matches(line).count() >= 2, "{line}: {text}");
    }
    assert!(text.contains("\nA run that passes makes the same steps up to this one:\n"), "{text}");
    // The session's variable is not the explored program's.
    assert!(text.contains("\n0 : int32\n"), "{text}");
    let (_, end) = text.split_once("\n0 : int32\n").unwrap_or_default();
    assert!(end.contains("every interleaving was seen, none failed\n"), "{text}");
    let nothing = "nothing has failed: :explore INPUT searches the interleavings of an input\n";
    assert!(end.ends_with(nothing), "{text}");
    assert_eq!(status, 1);
}

#[test]
fn an_argument_is_an_input() {
    assert_eq!(run(&["-e", "fmt.Println(1)"], "", "e1"), ("note: imported \"fmt\"\n1\n".into(), 0));
    assert_eq!(run(&["-e", "1 + 2"], "", "e2"), ("3 : int\n".into(), 0));
    assert_eq!(run(&["-e", "import \"os\"; os.Exit(7)"], "", "e3"), (String::new(), 7));
    assert_eq!(run(&["-e", "import \"os\"; go os.Exit(8); select {}"], "", "e4").1, 8);
    assert_eq!(run(&["-e", "x"], "", "e5"), ("-e:1:1: undefined: x\n".into(), 1));
    let (text, status) = run(&["-e", "panic(1)"], "", "e6");
    assert!(text.starts_with("panic: 1\n\ngoroutine ") && status == 2, "{text}");
}

#[test]
fn a_file_argument_means_run() {
    let file = "../programs/lang/maps.go";
    assert_eq!(run(&[file], "", "f1"), run(&["run", file], "", "f2"));
}

#[test]
fn a_file_imports_from_its_directory() {
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repl-module");
    std::fs::create_dir_all(module.join("words")).expect("the folder exists");
    let write = |name: &str, text: &str| std::fs::write(module.join(name), text).expect("it is");
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write("words/words.go", "package words\n\nfunc Of(n int) int { return n + 1 }\n");
    write("use.go", "package main\n\nimport \"example.com/m/words\"\n\nvar two = words.Of(1)\n");
    let file = module.join("use.go").display().to_string();
    let inputs = "two\nimport w \"example.com/m/words\"\nw.Of(2)\n";
    let shown = || "2 : int\n3 : int\n".to_owned();
    assert_eq!(run(&["repl", &file], inputs, "m1"), (shown(), 0));
    // A file that is loaded later imports from the module, and inputs do not.
    let loads = format!(":load {file}\ntwo\nw.Of(2)\n");
    let (text, status) = run(&["repl"], &loads, "m2");
    assert!(text.starts_with("2 : int\n") && text.contains("undefined: w"), "{text}");
    assert_eq!(status, 1);
    let folder = module.join("words").display().to_string();
    let typed = "type T struct{}\nT{}\n";
    let (text, _) = run(&["repl", &folder], typed, "m3");
    assert_eq!(text, "words.T{} : words.T\n");
}

#[test]
fn the_time_command_reports_allocations() {
    let inputs = ":time for range 1000 { _ = new([100]int) }\n";
    let (text, _) = run(&["repl"], inputs, "t1");
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let before = |word| {
        let at = words.iter().position(|w| *w == word).unwrap_or_else(|| panic!("{text}"));
        words[at - 1].parse::<u64>().unwrap_or_else(|_| panic!("{text}"))
    };
    assert!((1000..1100).contains(&before("allocations")), "{text}");
    assert!((800_000..1_000_000).contains(&before("bytes")), "{text}");
    assert!(text.contains(" to compile, ") && text.ends_with(" 0 goroutines\n"), "{text}");
}
