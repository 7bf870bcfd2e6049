//! The report of `minigo run --seeds` about its runs: those that fail, hang, leak, or print other output than the rest.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::process::{Command, Stdio};
use support::{ProcessResult, minigo};

/// Runs `minigo run` with these flags on a program, in a directory of its own.
fn run(name: &str, text: &str, flags: &[&str], stdin: &str) -> ProcessResult {
    let dir = create_program_dir(name, text);
    let args: Vec<&str> = ["run"].iter().chain(flags).chain(&["a.go"]).copied().collect();
    let ran = minigo(&dir, &args, stdin);
    let _ = std::fs::remove_dir_all(&dir);
    ran
}

fn create_program_dir(name: &str, text: &str) -> std::path::PathBuf {
    let dir = std::env::temp_dir().join(format!("minigo-seed-runs-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    dir
}

const PRINTS_WHAT_COMES_FIRST: &str = "package main\n\nfunc main() {\n\tc := make(chan string, 2)\n\t\
    go func() { c <- \"one\" }()\n\tgo func() { c <- \"two\" }()\n\tprint_(<-c)\n}\n";

#[test]
fn two_outputs_are_shown_with_a_seed_each() {
    let text = PRINTS_WHAT_COMES_FIRST
        .replace("package main\n", "package main\n\nimport \"fmt\"\n")
        .replace("print_", "fmt.Println");
    let ran = run("differs", &text, &["--seeds", "100..400"], "");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let first = ran.stdout.lines().next().unwrap();
    let outputs: Vec<&str> = ran.stdout.lines().collect();
    assert!(outputs == ["one", "two"] || outputs == ["two", "one"], "{}", ran.stdout);
    let other = ran.stderr.lines().filter_map(|l| l.strip_suffix(": output of the run:"));
    let seeds: Vec<&str> = other.map(|l| l.strip_prefix("seed ").unwrap()).collect();
    assert!(seeds.len() == 2 && seeds[0] == "100", "{}", ran.stderr);
    let what = format!(
        "the output with seed {} differs from that with seed 100, from line 1 on",
        seeds[1]
    );
    assert!(ran.stderr.contains(&what), "{}", ran.stderr);
    // Each run can be repeated by its seed.
    for (seed, output) in [(seeds[0], first), (seeds[1], outputs[1])] {
        assert!(ran.stderr.contains(&format!("\nreplay: minigo run --seed {seed} a.go\n")));
        let again = run(&format!("differs-{seed}"), &text, &["--seed", seed], "");
        assert_eq!(again.stdout.trim_end(), output);
    }
}

/// A program that counts how often it polls before each of its child processes has written.
const WAITS_FOR_CHILDREN: &str = "package main\n\nimport (\n\t\"fmt\"\n\t\"os/exec\"\n)\n\nfunc main() {\n\t\
    done := make(chan string)\n\tfor _, word := range []string{\"a\", \"b\", \"c\"} {\n\t\tgo func() {\n\t\t\t\
    b, err := exec.Command(\"echo\", word).Output()\n\t\t\tdone <- fmt.Sprint(string(b), err)\n\t\t}()\n\t}\n\t\
    for n, ended := 0, 0; ended < 3; n++ {\n\t\tselect {\n\t\tcase text := <-done:\n\t\t\tended++\n\t\t\t\
    fmt.Printf(\"%q %d\\n\", text, n)\n\t\tdefault:\n\t\t}\n\t}\n}\n";

/// The seed determines the order in which a program sees that child processes have written and ended, not the system.
/// (The seed also determines how often the program polls, except in a few runs of a hundred.)
#[test]
fn the_seed_orders_the_output_of_child_processes() {
    let order = |ran: &ProcessResult| -> Vec<String> {
        ran.stdout.lines().filter_map(|line| Some(line.split_once(' ')?.0.to_owned())).collect()
    };
    let runs: Vec<ProcessResult> = (0..6)
        .map(|i| run(&format!("children-{i}"), WAITS_FOR_CHILDREN, &["--seed", "3"], ""))
        .collect();
    for ran in &runs {
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{}", ran.stdout);
        assert_eq!(order(ran), order(&runs[0]));
    }
    let other = run("children-other", WAITS_FOR_CHILDREN, &["--seed", "4"], "");
    assert_ne!(other.stdout, runs[0].stdout, "another seed chooses otherwise");
}

/// A seed does not determine the output of a child that takes longer than the run waits for it, and the run reports
/// such a child.
#[test]
fn a_run_that_did_not_wait_for_a_child_is_reported() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"os/exec\"\n)\n\nfunc main() {\n\t\
        b, err := exec.Command(\"sh\", \"-c\", \"sleep 2; echo late\").Output()\n\tfmt.Print(string(b), err)\n}\n";
    let ran = run("late", text, &["--seed", "3"], "");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), "late\n<nil>"), "{}", ran.stderr);
    assert!(ran.stderr.contains("its seed may not repeat it"), "{}", ran.stderr);
}

#[test]
fn a_run_that_hangs_is_a_result() {
    // The ticker keeps the program alive.
    let text = "package main\n\nimport \"time\"\n\nfunc main() {\n\tticker := time.NewTicker(time.Second)\n\t\
        go func() {\n\t\tfor range ticker.C {\n\t\t}\n\t}()\n\tdone := make(chan bool)\n\t<-done\n}\n";
    let flags = ["--seeds", "3", "--seed-limit", "700ms"];
    let ran = run("hangs", text, &flags, "");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    for part in [
        "SIGQUIT: quit\n",
        "\nminigo: a partial deadlock: main can never go on; 1 goroutine that can, and 1 timer, keep the program alive\n",
        "goroutine 1 in main.main at ./a.go:12 waits to receive from done, a chan bool",
        "\nseed 0: the run did not end within 700ms (--seed-limit)\n",
        "\nreplay: minigo run --seed 0 a.go\n",
    ] {
        assert!(ran.stderr.contains(part), "no {part:?} in\n{}", ran.stderr);
    }
}

#[test]
fn a_leak_is_a_failure_where_leaks_are_looked_for() {
    let text = "package main\n\nimport \"runtime\"\n\nfunc main() {\n\tgo func() { <-make(chan int) }()\n\t\
        for range 100 {\n\t\truntime.Gosched()\n\t}\n}\n";
    let without = run("leak", text, &["--seeds", "2"], "");
    assert_eq!((without.status, without.stdout.as_str()), (Some(0), ""));
    let with = run("leak", text, &["--seeds", "200", "--leaks"], "");
    assert_eq!(with.status, Some(1), "{}", with.stderr);
    assert!(with.stderr.contains("minigo: 1 goroutine leaked: "), "{}", with.stderr);
    assert!(with.stderr.contains(": the run leaked goroutines\n"), "{}", with.stderr);
    assert!(with.stderr.contains(" --leaks a.go\n"), "{}", with.stderr);
}

#[test]
fn a_partial_deadlock_is_a_failure_where_leaks_are_looked_for() {
    let text = "package main\n\nimport (\n\t\"runtime\"\n\t\"sync\"\n)\n\nvar a, b sync.Mutex\n\n\
        func both(x, y *sync.Mutex) {\n\tx.Lock()\n\truntime.Gosched()\n\ty.Lock()\n\ty.Unlock()\n\tx.Unlock()\n}\n\n\
        func main() {\n\tgo both(&a, &b)\n\tgo both(&b, &a)\n\tfor range 100 {\n\t\truntime.Gosched()\n\t}\n}\n";
    let ran = run("partial", text, &["--seeds", "200", "--leaks"], "");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("minigo: a partial deadlock: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("\ncycle: goroutine "), "{}", ran.stderr);
}

#[test]
fn every_run_reads_the_same_standard_input() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"os\"\n)\n\nfunc main() {\n\
        \tall, err := io.ReadAll(os.Stdin)\n\tfmt.Println(len(all), err)\n}\n";
    let input = "0123456789".repeat(50_000);
    for jobs in ["1", "3"] {
        let ran = run(&format!("input-{jobs}"), text, &["--seeds", "6", "-j", jobs], &input);
        let told = "6 seeds: no run failed, and all runs printed the same output\n";
        let got = (ran.stdout.as_str(), ran.stderr.as_str(), ran.status);
        assert_eq!(got, ("500000 <nil>\n", told, Some(0)));
    }
}

#[test]
fn an_open_standard_input_does_not_delay_the_end_of_runs() {
    let dir = create_program_dir("open", "package main\n\nfunc main() {}\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .args(["run", "--seeds", "3", "a.go"])
        .current_dir(&dir)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _watch = support::TimeoutWatch::new(&child);
    let open = child.stdin.take();
    let out = child.wait_with_output().unwrap();
    drop(open);
    let _ = std::fs::remove_dir_all(&dir);
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(told, "3 seeds: no run failed, and all runs printed the same output\n");
}

#[test]
fn the_lowest_failing_seed_is_reported() {
    // Failing runs end before the others.
    let text = "package main\n\nimport \"math/rand\"\n\nfunc main() {\n\tif rand.Intn(4) == 0 {\n\t\tpanic(\"lost\")\n\t}\n\
        \tn := 0\n\tfor i := range 300000 {\n\t\tn += i\n\t}\n\tif n == 0 {\n\t\tprintln(n)\n\t}\n}\n";
    let alone = run("lowest", text, &["--seeds", "50", "-j", "1"], "");
    let many = run("lowest", text, &["--seeds", "50", "-j", "8"], "");
    assert!(alone.stderr.contains("panic: lost"), "{}", alone.stderr);
    assert_eq!((alone.stderr, alone.status), (many.stderr, many.status));
}

#[test]
fn invalid_flag_values_are_refused() {
    for flags in [["-j", "0"], ["--seed-limit", "soon"]] {
        let ran = run("refused", "package main\n\nfunc main() {}\n", &flags, "");
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    }
}

/// A test run is repeated by `minigo test`, with the flags of the first command.
#[test]
fn a_run_of_tests_is_repeated_by_a_test_command() {
    let text = "package sd\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {\n\tc := make(chan int, 2)\n\t\
        go func() { c <- 1 }()\n\tgo func() { c <- 2 }()\n\tif <-c == 1 {\n\t\tt.Fatal(\"one first\")\n\t}\n}\n";
    let dir = create_program_dir("tests", "package sd\n");
    std::fs::write(dir.join("a_test.go"), text).unwrap();
    std::fs::write(dir.join("go.mod"), "module sd\n\ngo 1.26\n").unwrap();
    let first = ["test", "--seeds", "50", "--procs", "2", "-run", "TestX", ".", "-args", "a b"];
    let ran = minigo(&dir, &first, "");
    let replay = ran
        .stderr
        .lines()
        .chain(ran.stdout.lines())
        .find_map(|line| line.strip_prefix("replay: minigo "));
    let replay = replay.unwrap_or_else(|| panic!("{}{}", ran.stdout, ran.stderr));
    let seed = replay.split(' ').nth(2).unwrap();
    assert_eq!(replay, format!("test --seed {seed} --procs=2 -run=TestX sd -args 'a b'"));
    let again = minigo(
        &dir,
        &["test", "--seed", seed, "--procs=2", "-run=TestX", "sd", "-args", "a b"],
        "",
    );
    let _ = std::fs::remove_dir_all(&dir);
    assert!(again.status == Some(1) && again.stdout.contains("one first"), "{}", again.stdout);
}

#[test]
fn a_run_that_fails_says_how_to_repeat_it() {
    let text = "package main\n\nimport \"os\"\n\nfunc main() {\n\tif len(os.Args) > 1 {\n\t\tpanic(\"no\")\n\t}\n\t<-make(chan int)\n}\n";
    let dir = create_program_dir("replay", text);
    let ran = minigo(&dir, &["run", "--procs", "2", "--seed=7", "a.go", "it's"], "");
    let line = "\nreplay: minigo run --seed 7 --procs 2 a.go 'it'\\''s'\n";
    assert!(ran.stderr.ends_with(line), "{}", ran.stderr);
    assert_eq!(ran.status, Some(2));
    let ran = minigo(&dir, &["run", "--seed", "random", "a.go"], "");
    let seed = ran.stderr.strip_prefix("seed: ").unwrap().split('\n').next().unwrap();
    assert!(ran.stderr.contains("all goroutines are asleep - deadlock!"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with(&format!("\nreplay: minigo run --seed {seed} a.go\n")));
    assert_eq!(minigo(&dir, &["run", "--seed", "x", "a.go"], "").status, Some(2));
    let _ = std::fs::remove_dir_all(&dir);
}
