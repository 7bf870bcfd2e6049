//! `minigo explore` for CI and clusters: shards, stored schedules, resumed searches, output formats, tests of packages;
//! and long runs.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use support::{Dir, ProcessResult, minigo};

fn test_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explore")
}

/// Creates a directory with a program.
fn create_program_dir(name: &str, text: &str) -> Dir {
    Dir::new(name, &[("a.go", text)])
}

fn read_program(name: &str) -> String {
    std::fs::read_to_string(test_dir().join(name)).unwrap()
}

/// Returns the number before ` runs (` in a report.
fn run_count(report: &str) -> usize {
    let line = report.lines().find(|line| line.contains(" runs (")).unwrap();
    line.split(' ').next().unwrap().parse().unwrap()
}

fn explore(dir: &Path, flags: &[&str], name: &str) -> ProcessResult {
    minigo(dir, &[&["explore", "--jobs", "1"], flags, &[name]].concat(), "")
}

const TESTED_PACKAGE: &str = "package store\n\nimport (\n\t\"os\"\n\t\"os/exec\"\n\t\"sync\"\n\t\"testing\"\n)\n\n\
    // add adds n to a sum that is read and written under a lock, but not under the same one.\n\
    func add(mu *sync.Mutex, sum *int, n int) {\n\tmu.Lock()\n\told := *sum\n\tmu.Unlock()\n\tmu.Lock()\n\t\
    *sum = old + n\n\tmu.Unlock()\n}\n\n\
    func both(f func(n int)) {\n\tvar wg sync.WaitGroup\n\twg.Go(func() { f(1) })\n\twg.Go(func() { f(2) })\n\twg.Wait()\n}\n\n\
    func TestSplit(t *testing.T) {\n\tvar mu sync.Mutex\n\tsum := 0\n\tboth(func(n int) { add(&mu, &sum, n) })\n\t\
    if sum != 3 {\n\t\tt.Errorf(\"sum is %d\", sum)\n\t}\n}\n\n\
    func TestWhole(t *testing.T) {\n\tvar mu sync.Mutex\n\tsum := 0\n\t\
    both(func(n int) {\n\t\tmu.Lock()\n\t\tdefer mu.Unlock()\n\t\tsum += n\n\t})\n\t\
    if sum != 3 {\n\t\tt.Errorf(\"sum is %d\", sum)\n\t}\n}\n\n\
    func TestWorld(t *testing.T) {\n\tname := t.TempDir() + \"/file\"\n\tif err := os.WriteFile(name, nil, 0o600); err != nil {\n\t\tt.Fatal(err)\n\t}\n\t\
    if err := exec.Command(\"/bin/touch\", name).Run(); err == nil {\n\t\tt.Fatal(\"started\")\n\t}\n\t\
    if err := os.Remove(\"go.mod\"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n";

#[test]
fn tests_are_explored_one_by_one() {
    let place = create_program_dir("tests", "package store\n");
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    std::fs::write(place.0.join("a_test.go"), TESTED_PACKAGE).unwrap();
    let ran = minigo(&place.0, &["test", "--explore", "--budget=5s"], "");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("--- FAIL: TestSplit\n    --- FAIL: TestSplit\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("sum is "), "{}", ran.stdout);
    assert!(ran.stdout.contains("--- PASS: TestWhole: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("--- PASS: TestWorld: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n    refused: starting /bin/touch ("), "{}", ran.stdout);
    assert!(place.0.join("go.mod").exists());
    let ran = minigo(&place.0, &["test", "--explore", "--budget=5s", "-run", "Whole"], "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("\nok  \tstore\t"), "{}", ran.stdout);
}

#[test]
fn shards_are_the_whole_search_together() {
    let place = create_program_dir("shards", &read_program("ok_readers.go"));
    for shard in ["1/3", "2/3", "3/3"] {
        let ran =
            explore(&place.0, &["--shard", shard, "--results", "r", "--strategy", "dpor"], "a.go");
        assert_eq!(ran.status, Some(0), "{shard}: {}{}", ran.stdout, ran.stderr);
    }
    let merge = |dir: &str| minigo(&place.0, &["explore", "merge", dir], "");
    let ran = merge("r");
    let seen = "every interleaving was seen, none failed\n";
    assert!(ran.status == Some(0) && ran.stdout.ends_with(seen), "{}{}", ran.stdout, ran.stderr);
    std::fs::remove_file(place.0.join("r/shard-2-of-3.json")).unwrap();
    let ran = merge("r");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("the results of these shards (of 3) are missing: 2"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("every interleaving was seen"), "{}", ran.stdout);
    // A merge refuses results of another search, and files that are no results.
    explore(&place.0, &["--shard", "2/3", "--results", "r", "--strategy", "dfs"], "a.go");
    let ran = merge("r");
    assert!(ran.status == Some(2) && ran.stderr.contains("different searches"), "{}", ran.stderr);
    std::fs::write(place.0.join("r/x.json"), "{}").unwrap();
    let ran = merge("r");
    assert!(ran.status == Some(2) && ran.stderr.contains("r/x.json: "), "{}", ran.stderr);
    let ran = merge("none");
    assert!(ran.status == Some(2) && ran.stderr.contains("no results"), "{}", ran.stderr);
}

#[test]
fn a_failure_of_a_shard_is_a_failure_of_the_whole_search() {
    let place = create_program_dir("shard", &read_program("bad_update.go"));
    let statuses = ["1/2", "2/2"].map(|shard| {
        explore(&place.0, &["--shard", shard, "--results", "r", "--runs", "200"], "a.go").status
    });
    assert!(statuses.contains(&Some(1)), "{statuses:?}");
    let ran = minigo(&place.0, &["explore", "merge", "--out", "b.schedule", "r"], "");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.starts_with("panic: lost update\n"), "{}", ran.stdout);
    let ran = minigo(&place.0, &["run", "--replay", "b.schedule", "a.go"], "");
    assert!(ran.stderr.contains("panic: lost update"), "{}", ran.stderr);
}

#[test]
fn the_shard_comes_from_the_job_environment() {
    let place = create_program_dir("job", "package main\n\nfunc main() {}\n");
    let env = [
        ("SLURM_ARRAY_TASK_ID", "7"),
        ("SLURM_ARRAY_TASK_MIN", "5"),
        ("SLURM_ARRAY_TASK_COUNT", "4"),
    ];
    let ran = support::minigo_with_env(&env, &place.0, &["explore", "--results", "r", "a.go"], "");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(place.0.join("r/shard-3-of-4.json").exists());
    let ran = explore(&place.0, &["--shard", "5/4"], "a.go");
    assert!(ran.status == Some(2) && ran.stderr.contains("5/4 is not a shard"), "{}", ran.stderr);
}

#[test]
fn stored_schedules_come_first() {
    let text = read_program("bad_update.go");
    let place = create_program_dir("corpus", &text);
    let ran = explore(&place.0, &["--corpus", "c"], "a.go");
    assert!(ran.status == Some(1) && ran.stdout.contains("\nfound in run "), "{}", ran.stdout);
    let ran = explore(&place.0, &["--corpus", "c"], "a.go");
    let found = "panic: lost update\nfound by the stored schedule c/";
    assert!(ran.status == Some(1) && ran.stdout.starts_with(found), "{}", ran.stdout);
    assert_eq!(std::fs::read_dir(place.0.join("c")).unwrap().count(), 1);
    // With the bug fixed, the schedule does not fail, and the run departs from it.
    std::fs::copy(test_dir().join("ok_update.go"), place.0.join("a.go")).unwrap();
    let ran = explore(&place.0, &["--corpus", "c"], "a.go");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("1 stored schedule did not fail\nc/"), "{}", ran.stdout);
    assert!(ran.stdout.contains(": the run departs from the schedule at point "), "{}", ran.stdout);
    std::fs::write(place.0.join("c/x.schedule"), "nonsense").unwrap();
    let ran = explore(&place.0, &["--corpus", "c"], "a.go");
    assert!(ran.status == Some(2) && ran.stderr.contains("c/x.schedule: "), "{}", ran.stderr);
}

#[test]
fn a_search_is_resumed() {
    let place = create_program_dir("resumed", &read_program("ok_readers.go"));
    let cache = place.0.join("cache");
    let go_on = |flags: &[&str]| {
        let args = [&["explore", "--jobs", "1", "--resume"], flags, &["a.go"]].concat();
        support::minigo_with_cache(&cache, &place.0, &args, "")
    };
    let ran = go_on(&["--runs", "10"]);
    assert!(ran.stdout.starts_with("10 runs (0 cut short)"), "{}", ran.stdout);
    let ran = go_on(&["--runs", "10"]);
    assert!(
        ran.stdout.starts_with("20 runs (10 of them by earlier searches, 0 cut short)"),
        "{}",
        ran.stdout
    );
    let ran = go_on(&[]);
    assert!(ran.stdout.ends_with("every interleaving was seen, none failed\n"), "{}", ran.stdout);
    let all = run_count(&ran.stdout);
    let ran = go_on(&[]);
    let nothing = format!("{all} runs ({all} of them by earlier searches, 0 cut short)");
    assert!(ran.stdout.starts_with(&nothing), "{}", ran.stdout);
    // Other flags make another search, which starts from the beginning.
    let ran = go_on(&["--seed", "2", "--runs", "5"]);
    assert!(ran.stdout.starts_with("5 runs (0 cut short)"), "{}", ran.stdout);
}

#[test]
fn output_formats_can_be_parsed() {
    let ran = explore(&test_dir(), &["--format", "junit"], "bad_update.go");
    let head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"1\" failures=\"1\" ";
    assert!(ran.status == Some(1) && ran.stdout.starts_with(head), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("<failure type=\"panic\" message=\"panic: lost update\">"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("&#10;  — switch to G"), "{}", ran.stdout);
    let ran = explore(&test_dir(), &["--format", "github"], "bad_update.go");
    let head = "::error file=bad_update.go,line=25,title=panic%3A lost update::bad_update.go: panic: lost update%0AIt takes one switch:%0A";
    assert!(ran.stdout.starts_with(head), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    let ran = explore(&test_dir(), &["--format", "json"], "ok_update.go");
    let all: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&all["failure"], &all["all"]), (&serde_json::Value::Null, &true.into()));
}

#[test]
fn a_flag_that_the_test_program_refuses_is_no_failing_test() {
    let place = create_program_dir("refused", "package store\n");
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    std::fs::write(place.0.join("a_test.go"), TESTED_PACKAGE).unwrap();
    let ran = minigo(&place.0, &["test", "--explore", "-unknown"], "");
    let error = "flag provided but not defined: -unknown\nUsage of ";
    assert!(ran.stdout.starts_with(error), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.status == Some(1) && ran.stdout.ends_with("\nFAIL\tstore\n"), "{}", ran.stdout);
    assert!(!place.0.join("testdata").exists());
}

#[test]
fn tests_are_explored_as_the_flags_say() {
    let place = create_program_dir("flags", "package store\n");
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    std::fs::write(place.0.join("a_test.go"), TESTED_PACKAGE).unwrap();
    let test = |flags: &[&str]| {
        let args = [&["test", "--explore", "-run=Whole"], flags].concat();
        minigo(&place.0, &args, "").stdout
    };
    let some = test(&["-runs", "5", "-strategy", "random"]);
    assert!(some.starts_with("--- PASS: TestWhole: 5 runs "), "{some}");
    let all = test(&["-assert=^ok"]);
    assert!(all.contains("--- FAIL: TestWhole\n"), "{all}");
}

#[test]
fn failing_tests_keep_their_schedules() {
    let place = create_program_dir("kept", "package store\n");
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    std::fs::write(place.0.join("a_test.go"), TESTED_PACKAGE).unwrap();
    let cache = place.0.join("cache");
    let test = |flags: &[&str]| {
        let args = [&["test", "--explore", "--budget=5s"], flags].concat();
        support::minigo_with_cache(&cache, &place.0, &args, "")
    };
    let ran = test(&[]);
    let schedule = "\n    schedule: testdata/schedules/TestSplit/";
    assert!(ran.status == Some(1) && ran.stdout.contains(schedule), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("\n    replay: minigo test --explore -run='^TestSplit$'\n"),
        "{}",
        ran.stdout
    );
    let ran = test(&["-run=Split"]);
    assert!(
        ran.stdout.contains("\n    found by the stored schedule testdata/schedules/TestSplit/"),
        "{}",
        ran.stdout
    );
    // Interleavings that were explored earlier are not explored again.
    let ran = test(&["-run=Whole"]);
    assert!(
        ran.status == Some(0) && ran.stdout.contains(" of them by earlier searches, "),
        "{}",
        ran.stdout
    );
    let ran = test(&["-run=World"]);
    assert!(ran.stdout.contains("\n    refused: starting /bin/touch ("), "{}", ran.stdout);
    let ran = test(&["--format=junit"]);
    let head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"3\" failures=\"1\" ";
    assert!(ran.status == Some(1) && ran.stdout.starts_with(head), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("</testsuites>\n"), "{}", ran.stdout);
    let ran = test(&["--format=json", "-run=Whole"]);
    let all: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&all["test"], &all["package"]), (&"TestWhole".into(), &"store".into()));
    let ran = test(&["--format=github", "-run=Split"]);
    assert!(ran.stdout.starts_with("::error file=a_test.go,line=15,"), "{}", ran.stdout);
}

/// Explores a program under a limit of 100 steps without progress.
fn explore_with_step_limit(name: &str, main: &str) -> ProcessResult {
    let place = create_program_dir(
        name,
        &format!(
            "package main\n\nimport \"sync\"\n\nvar (\n\tmu sync.Mutex\n\tn, m int\n)\n\nfunc lock() {{\n\tmu.Lock()\n\tn++\n\tmu.Unlock()\n}}\n\n\
             func main() {{\n\tvar wg sync.WaitGroup\n{main}\twg.Wait()\n}}\n"
        ),
    );
    explore(&place.0, &["--steps", "100", "--runs", "30"], "a.go")
}

#[test]
fn a_long_run_is_no_hang() {
    let loops = [
        ("alone", "\twg.Go(lock)\n\tfor range 1000 {\n\t\tlock()\n\t}\n"),
        (
            "counted",
            "\twg.Go(lock)\n\tfor i := 0; i < 1000; i++ {\n\t\tmu.Lock()\n\t\tmu.Unlock()\n\t}\n",
        ),
        (
            "in_memory",
            "\twg.Go(lock)\n\tfor done := false; !done; {\n\t\tmu.Lock()\n\t\tn++\n\t\tdone = n >= 1000\n\t\tmu.Unlock()\n\t}\n",
        ),
        (
            "both",
            "\tfor range 2 {\n\t\twg.Go(func() {\n\t\t\tfor range 1000 {\n\t\t\t\tlock()\n\t\t\t}\n\t\t})\n\t}\n",
        ),
    ];
    for (name, main) in loops {
        let ran = explore_with_step_limit(name, main);
        assert_eq!(ran.status, Some(0), "{name}: {}{}", ran.stdout, ran.stderr);
    }
    let ran = explore_with_step_limit(
        "hang",
        "\twg.Go(lock)\n\tfor m == 0 {\n\t\tmu.Lock()\n\t\tmu.Unlock()\n\t}\n",
    );
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.starts_with("the program does not end"), "{}", ran.stdout);
    // The report shows where the program loops.
    let place = "\n  goroutine 1 [runnable]:\n  sync.(*Mutex).Lock(...)\n";
    let line = "\n  main.main()\n  \t./a.go:20 ";
    assert!(ran.stdout.contains(place) && ran.stdout.contains(line), "{}", ran.stdout);
}

#[test]
fn the_replay_of_a_hang_fails() {
    let text = "package main\n\nimport \"sync/atomic\"\n\nvar n atomic.Int32\n\nfunc spin() {\n\t\
                for n.Load() == 0 {\n\t}\n}\n\nfunc main() {\n\tgo spin()\n\tspin()\n}\n";
    let place = create_program_dir("rounds", text);
    let ran = explore(&place.0, &["--steps", "200", "--out", "bug.schedule"], "a.go");
    assert!(ran.stdout.starts_with("the program does not end"), "{}", ran.stdout);
    // An iteration of the loop is shown once, apart from the loop's beginning.
    assert!(ran.stdout.matches("n.Load = 0").count() < 6, "{}", ran.stdout);
    assert!(ran.stdout.contains(" more times\n"), "{}", ran.stdout);
    let ran = minigo(&place.0, &["run", "--replay", "bug.schedule", "a.go"], "");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.ends_with("minigo: the program does not end (hang or livelock)\n"),
        "{}",
        ran.stderr
    );
}

const SUBTESTS_PACKAGE: &str = "package store\n\nimport \"testing\"\n\n\
    func TestOuter(t *testing.T) {\n\tt.Run(\"inner\", func(t *testing.T) { t.Error(testing.Short()) })\n\tt.Run(\"fine\", func(t *testing.T) {})\n}\n\n\
    func TestOther(t *testing.T) {}\n";

#[test]
fn patterns_choose_what_is_explored() {
    let place = create_program_dir("patterns", "package store\n");
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    std::fs::write(place.0.join("a_test.go"), SUBTESTS_PACKAGE).unwrap();
    let test = |flags: &[&str]| {
        let ran = minigo(&place.0, &[&["test", "--explore", "--budget=5s"], flags].concat(), "");
        let tests = ran.stdout.lines().filter(|line| line.starts_with("--- ")).count();
        (ran.status, tests, ran.stdout)
    };
    let (status, tests, text) = test(&["-run=TestOuter/inner", "-short"]);
    assert!((status, tests) == (Some(1), 1) && text.contains("a_test.go:6: true"), "{text}");
    let (status, tests, text) = test(&["-run=TestOuter/fine"]);
    assert!((status, tests) == (Some(0), 1), "{text}");
    let (status, tests, text) = test(&["-skip=TestOuter"]);
    assert!((status, tests) == (Some(0), 1), "{text}");
    let (status, tests, text) = test(&["-skip=TestOuter/inner"]);
    assert!((status, tests) == (Some(0), 2), "{text}");
    // The test program reports flags that it does not know.
    let (status, _, text) = test(&["-unheard=1"]);
    assert!(status == Some(1) && text.contains("-unheard"), "{text}");
}

#[test]
fn a_search_goes_on_only_where_nothing_has_changed() {
    let place = create_program_dir(
        "changed",
        "package main\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\nfunc main() {\n\tb, _ := os.ReadFile(\"in.txt\")\n\tc, _ := io.ReadAll(os.Stdin)\n\t\
         if string(b)+string(c)+os.Getenv(\"BAD\") != \"good\" {\n\t\tpanic(\"bad\")\n\t}\n}\n",
    );
    let cache = place.0.join("cache");
    let go_on = |stdin: &str| {
        support::minigo_with_cache(&cache, &place.0, &["explore", "--resume", "a.go"], stdin)
    };
    let write = |text: &str| std::fs::write(place.0.join("in.txt"), text).unwrap();
    write("good");
    assert_eq!(go_on("").status, Some(0));
    let ran = go_on("");
    assert!(
        ran.status == Some(0) && ran.stdout.contains("of them by earlier searches"),
        "{}",
        ran.stdout
    );
    assert_eq!(go_on("x").status, Some(1), "another input");
    let env = [("BAD", "1"), ("MINIGOCACHE", cache.to_str().unwrap())];
    let ran = support::minigo_with_env(&env, &place.0, &["explore", "--resume", "a.go"], "");
    assert_eq!(ran.status, Some(1), "another environment");
    write("worse");
    assert_eq!(go_on("").status, Some(1), "another file");
}

#[test]
fn a_shard_claims_completeness_for_its_part_only() {
    let place = create_program_dir("claims", &read_program("ok_update.go"));
    let ran = explore(&place.0, &["--shard", "1/2", "--strategy", "dpor"], "a.go");
    assert!(ran.stdout.contains("every interleaving of shard 1 of 2 was seen"), "{}", ran.stdout);
    let ran = explore(&place.0, &["--shard", "1/4294967295", "--runs", "3"], "a.go");
    assert!(ran.status == Some(0) && ran.stderr.is_empty(), "{}", ran.stderr);
}

#[test]
fn a_failure_is_reported_though_its_schedule_cannot_be_written() {
    for flag in ["--out", "--corpus"] {
        let ran = explore(&test_dir(), &[flag, "/proc/none/x"], "bad_abba.go");
        assert_eq!(ran.status, Some(1), "{flag}: {}", ran.stderr);
        assert!(ran.stdout.starts_with("fatal error: ") && ran.stderr.contains("/proc/none/x"));
    }
}

#[test]
fn a_long_computation_is_no_hang() {
    let text = |end: &str| {
        format!("package main\n\nvar n int\n\nfunc main() {{\n\tfor {end} {{\n\t\tn++\n\t}}\n}}\n")
    };
    let place = create_program_dir("computes", &text("i := 0; i < 30_000_000; i++"));
    let ran = explore(&place.0, &["--runs", "1"], "a.go");
    assert!(ran.status == Some(0), "{}", ran.stdout);
    let place = create_program_dir("spins", "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n");
    let ran = explore(&place.0, &["--runs", "1"], "a.go");
    assert!(ran.stdout.starts_with("the program does not end"), "{}", ran.stdout);
}

#[test]
fn a_long_run_takes_no_hours() {
    let text = "package main\n\nimport (\n\t\"sync\"\n\t\"time\"\n)\n\nfunc main() {\n\tstart := time.Now()\n\tvar mu sync.Mutex\n\t\
                for range 36_000 {\n\t\tmu.Lock()\n\t\tmu.Unlock()\n\t}\n\tif time.Since(start) > time.Minute {\n\t\tpanic(\"late\")\n\t}\n}\n";
    let place = create_program_dir("clock", text);
    let ran = explore(&place.0, &["--runs", "1"], "a.go");
    assert_eq!(ran.status, Some(0), "{}", ran.stdout);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "most of a minute: the gate runs it optimised")]
fn a_race_counts_in_a_run_that_is_not_finished() {
    let text = "package main\n\nfunc main() {\n\tx := 0\n\tgo func() { x = 1 }()\n\tx = 2\n\tfor i := x; ; i++ {\n\t\tprintln(i)\n\t}\n}\n";
    let place = create_program_dir("unfinished", text);
    let ran = explore(&place.0, &["--runs", "1", "--steps", "2000"], "a.go");
    assert!(ran.status == Some(1) && ran.stdout.starts_with("data race on x\n"), "{}", ran.stdout);
}

/// Changes the results in a file.
fn change_results(path: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let mut results = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    change(&mut results);
    std::fs::write(path, results.to_string()).unwrap();
}

#[test]
fn a_merge_overlooks_no_failure() {
    let place = create_program_dir("merged", &read_program("bad_abba.go"));
    explore(&place.0, &["--results", "r1"], "a.go");
    explore(&place.0, &["--results", "r2", "--runs", "1"], "a.go");
    // The later results come from the same search, run again for longer without finding the failure.
    change_results(&place.0.join("r2/all.json"), |results| results["runs"] = 1000.into());
    for dirs in [["r1", "r2"], ["r2", "r1"]] {
        let ran = minigo(&place.0, &[&["explore", "merge"][..], &dirs].concat(), "");
        assert!(ran.status == Some(1) && ran.stdout.starts_with("fatal error: "), "{}", ran.stdout);
    }
    let out = ["explore", "merge", "--out", "/proc/none/x", "r1"];
    let ran = minigo(&place.0, &out, "");
    assert!(ran.status == Some(1) && ran.stdout.starts_with("fatal error: "), "{}", ran.stdout);
    let place = create_program_dir("printed", "package main\n\nfunc main() { print() }\n");
    for shard in ["1/2", "2/2"] {
        explore(&place.0, &["--shard", shard, "--results", "r", "--fail-on", "output"], "a.go");
    }
    let merge = || minigo(&place.0, &["explore", "merge", "r"], "");
    assert_eq!(merge().status, Some(0));
    change_results(&place.0.join("r/shard-2-of-2.json"), |results| {
        results["outcomes"][0]["stdout"] = "other".into();
    });
    let ran = merge();
    let title = "the output differs between shards\n";
    assert!(ran.status == Some(1) && ran.stdout.starts_with(title), "{}", ran.stdout);
}

#[test]
fn a_resumed_search_knows_what_the_first_run_has_printed() {
    let text = "package main\n\nfunc main() {\n\tc := make(chan int, 1)\n\td := make(chan int, 1)\n\tc <- 1\n\td <- 2\n\t\
                select {\n\tcase <-c:\n\tcase <-d:\n\t\tos.Stdout.WriteString(\"other\")\n\t}\n}\n";
    let text = text.replace("func main", "import \"os\"\n\nfunc main");
    let place = create_program_dir("first", &text);
    let cache = place.0.join("cache");
    let args = ["explore", "-j", "1", "--resume", "--runs", "1", "--fail-on", "output", "a.go"];
    let statuses = [(); 4].map(|()| support::minigo_with_cache(&cache, &place.0, &args, "").status);
    assert!(statuses.contains(&Some(1)), "{statuses:?}");
}

#[test]
fn output_lines_are_not_taken_for_tests() {
    let place = create_program_dir("main", "package store\n");
    std::fs::remove_file(place.0.join("a.go")).unwrap();
    std::fs::write(place.0.join("go.mod"), "module store\n\ngo 1.27\n").unwrap();
    let text = "package store\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n)\n\n\
                func TestMain(m *testing.M) {\n\tfmt.Println(\"Testing the store\")\n\tos.Exit(m.Run())\n}\n\nfunc TestOne(t *testing.T) {}\n";
    std::fs::write(place.0.join("a_test.go"), text).unwrap();
    let junit = || minigo(&place.0, &["test", "--explore", "--format=junit"], "");
    let ran = junit();
    assert!(ran.stdout.contains("<testsuites tests=\"1\" failures=\"0\" "), "{}", ran.stdout);
    std::fs::write(place.0.join("a_test.go"), text.replace("m.Run()", "m.Walk()")).unwrap();
    let ran = junit();
    let head = "<testsuites tests=\"1\" failures=\"1\" ";
    assert!(ran.status == Some(1) && ran.stdout.contains(head), "{}{}", ran.stdout, ran.stderr);
}

/// Returns the tests of a file: the name, and the texts that the report must contain.
fn expected_reports(text: &str) -> Vec<(&str, Vec<&str>)> {
    let blocks = text.split("\nfunc Test").skip(1);
    let wants = |block| str::lines(block).filter_map(|line| line.trim().strip_prefix("// WANT "));
    blocks.map(|block| (block.split('(').next().unwrap(), wants(block).collect())).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "most of a minute: the gate runs it optimised")]
fn synctest_bubbles_are_explored() {
    let folder = test_dir().join("bubbles");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let (module, text) = (read("go.mod"), read("a_test.go"));
    let place = Dir::new("bubbles", &[("go.mod", &module), ("a_test.go", &text)]);
    // The test runs in two halves, because it is the longest test here.
    let run =
        |half: &str| minigo(&place.0, &["test", "--explore", "--budget=100s", half], "").stdout;
    let halves = || {
        std::thread::scope(|scope| {
            let bad = scope.spawn(|| run("-run=^TestBad"));
            run("-skip=^TestBad") + &bad.join().unwrap()
        })
    };
    let (first, again) = (halves(), halves());
    let tests = expected_reports(&text);
    assert!(tests.len() > 20, "{tests:?}");
    for (name, wants) in tests {
        let report = |all: &str| {
            let begin = all.find(&format!("--- FAIL: Test{name}\n"));
            let begin = begin.or(all.find(&format!("--- PASS: Test{name}: "))).unwrap();
            let behind = &all[begin + 1..];
            behind[..behind.find("\n---").unwrap_or(behind.len())].to_owned()
        };
        let (found, stored) = (report(&first), report(&again));
        if name.starts_with("Bad") {
            assert!(found.starts_with("-- FAIL") && !wants.is_empty(), "{found}");
            let lacking = wants.into_iter().find(|want| !found.contains(want));
            assert_eq!(lacking, None, "{found}");
            assert!(stored.contains("found by the stored schedule "), "{stored}");
        } else {
            assert!(found.contains("every interleaving was seen, none failed"), "{found}");
        }
    }
}
