//! The laboratory's commands on a pipe: each `repl/lab/*.in` is piped into `minigo repl` with one P, and the `.out`
//! beside it is the expected output. `MINIGO_BLESS=1 cargo test --test lab` writes the expected output: read the
//! changes.
//!
//! Numbers of goroutines are replaced by letters, in the order in which they first occur, and lists of goroutines are
//! sorted by the text behind the numbers: the numbers depend on the goroutines that the machine starts for itself.
//! Times and addresses are left out.

#[path = "support/transcripts.rs"]
mod transcripts;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// Pipes `input` into the REPL; standard output and error go to one file.
fn run(input: &str, name: &str) -> String {
    let both = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lab-{name}"));
    let file = std::fs::File::create(&both).expect("the folder exists");
    let mut child = Command::new(MINIGO)
        .arg("repl")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env_remove("GOTRACEBACK")
        .env("GOMAXPROCS", "1")
        .stdin(Stdio::piped())
        .stderr(file.try_clone().expect("there are descriptors"))
        .stdout(file)
        .spawn()
        .expect("minigo was built");
    // The REPL may leave before it has read all.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let status = child.wait().expect("it was started").code().unwrap_or(-1);
    let text = std::fs::read_to_string(both).expect("it was written");
    format!(
        "{}exit status {status}\n",
        without_volatile_parts(&without_group_numbers(&with_sorted_rows(&text)))
    )
}

/// Returns the text with lines that begin with a goroutine's number sorted by the text behind the number.
fn with_sorted_rows(text: &str) -> String {
    let is_row = |line: &&str| {
        line.strip_prefix('G').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let without_ids = |line: &&str| -> String {
        let words = line.split_whitespace().skip(1);
        words.filter(|w| !is_row(w)).collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<&str> = text.lines().collect();
    for rows in lines.chunk_by_mut(|a, b| is_row(a) && is_row(b)) {
        rows.sort_by_cached_key(without_ids);
    }
    lines.join("\n") + "\n"
}

/// Removes the numbers from groups of goroutines (`G4–G9 G12 ×7`): how many ranges the numbers form depends on other
/// goroutines' numbers.
fn without_group_numbers(text: &str) -> String {
    let group = |line: &str| {
        let (head, rest) = line.split_once(" ×")?;
        let is_numbers = head.split(' ').all(|word| word.starts_with('G'));
        is_numbers.then(|| format!("G… ×{rest}\n"))
    };
    text.lines().map(|line| group(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Returns the text without the parts that differ from run to run.
fn without_volatile_parts(text: &str) -> String {
    let mut names: Vec<u64> = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let (head, plural) = match () {
            () if rest.starts_with("goroutines ") => ("goroutines ", true),
            () if rest.starts_with("goroutine ") => ("goroutine ", false),
            () if c == 'G' && digits(&rest[1..]) > 0 => ("G", false),
            () if rest.starts_with("0x") => {
                let end =
                    rest[2..].find(|c: char| !c.is_ascii_hexdigit()).map_or(rest.len(), |n| n + 2);
                out.push_str("0x…");
                rest = &rest[end..];
                continue;
            }
            () => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        out.push_str(head);
        rest = &rest[head.len()..];
        while digits(rest) > 0 {
            let n = digits(rest);
            let id = rest[..n].parse().expect("digits");
            let at = names.iter().position(|&known| known == id).unwrap_or(names.len());
            if at == names.len() {
                names.push(id);
            }
            out.push(char::from(b'A' + u8::try_from(at).expect("few goroutines")));
            rest = &rest[n..];
            if plural && rest.starts_with(", ") && digits(&rest[2..]) > 0 {
                out.push_str(", ");
                rest = &rest[2..];
            }
        }
    }
    out.lines().map(without_times).collect()
}

/// Returns the line with a column of times (`<1s`, `12s`, `3m05s`) and the spaces around it replaced by one space.
fn without_times(line: &str) -> String {
    let is_time = |word: &str| {
        word == "<1s"
            || word
                .strip_suffix('s')
                .is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit() || c == 'm'))
    };
    let is_row = line.starts_with("id ") || line.starts_with('G') && line.contains("  ");
    if !line.split(' ').any(is_time) && !is_row {
        return format!("{line}\n");
    }
    let words = line.split_whitespace().map(|w| if is_time(w) { "<time>" } else { w });
    words.collect::<Vec<_>>().join(" ") + "\n"
}

#[test]
fn transcripts_are_as_they_were() {
    transcripts::compare_transcripts("tests/repl/lab", 1, run);
}

#[test]
fn a_snapshot_names_the_holders_of_awaited_objects() {
    use minigo::inspect::{Detail, Hold, State};
    use minigo::session::{Options, Session, SyntaxStore};
    let work = || {
        let store = SyntaxStore::default();
        let mut session =
            Session::new(&store, &Options::default()).expect("the library is available");
        let inputs = [
            "import \"sync\"; var mu sync.Mutex; c, held := make(chan int), make(chan bool)",
            "func holder() { mu.Lock(); held <- true; c <- 1; mu.Unlock() }",
            "func waiter() { defer mu.Unlock(); mu.Lock(); <-c }",
            "go holder(); <-held; go waiter()",
        ];
        inputs.into_iter().for_each(|input| assert!(session.eval("i", input).has_succeeded()));
        let remote = session.remote();
        assert!(remote.wait_until_idle(std::time::Duration::from_secs(60)));
        let detail = Detail { helpers: true, leaks: true, ..Detail::GOROUTINES };
        let snapshot = remote.inspect_all(detail);
        let runs = |name: &str| {
            let mut all = snapshot.goroutines.iter();
            all.find(|g| g.frames.last().is_some_and(|f| f.place.func == name))
                .expect("the folder exists")
        };
        let (holder, waiter) = (runs("main.holder"), runs("main.waiter"));
        assert_eq!((waiter.state, waiter.reason), (State::Waiting, Some("sync.Mutex.Lock")));
        let [mutex] = &waiter.waits_for[..] else { panic!("{waiter:?}") };
        assert_eq!((&*mutex.name, mutex.is_send), ("main.mu", None));
        let [held] = &mutex.held_by[..] else { panic!("{mutex:?}") };
        assert_eq!((held.goroutine, held.hold), (holder.id, Hold::Locked));
        // The goroutine could receive once it had the lock. The report of this possibility follows from the code alone;
        // the goroutine may never receive.
        let [chan] = &holder.waits_for[..] else { panic!("{holder:?}") };
        assert_eq!((chan.is_send, &chan.possible_enders[..]), (Some(true), &[waiter.id][..]));
        assert_eq!((holder.leaked, waiter.leaked), (Some(false), Some(false)));
        let created = holder.created.as_ref().expect("by an input");
        assert_eq!((&*created.place.file, created.place.line), ("i", 1));
        assert!(
            remote
                .explain_wait(waiter.id)
                .expect("the folder exists")
                .iter()
                .any(|l| l.starts_with("cycle"))
        );
        assert_eq!(remote.explain_wait(1 << 40), None);
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(work);
    thread.expect("there are threads").join().expect("the process has the descriptor");
}
