//! `minigo debug --replay` on the failing schedules of programs of `tests/bugs`: from each failure, the debugger goes
//! back to the bad write, which names the goroutine and the line.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use support::{Dir, minigo};

/// A program, the variable that is wrong at its failure, and the line that has written it last.
const LAST_WRITE_CASES: &[(&str, &str, u32)] = &[
    ("atomicity/aba", "b", 44),
    ("atomicity/audit", "a.sum", 22),
    ("atomicity/created_twice", "c.made", 24),
    ("atomicity/flag_as_lock", "inside.v", 23),
    ("atomicity/last_reference", "r.users.v", 19),
    ("atomicity/load_store", "n.v", 18),
    ("atomicity/maximum", "most.v", 17),
    ("atomicity/peterson_reordered", "inside.v", 34),
    ("atomicity/rare_load_store", "total.v", 26),
    ("atomicity/same_ticket", "last.v", 16),
    ("atomicity/stale_index", "l.items", 28),
    ("atomicity/three_over_limit", "used.v", 23),
    ("atomicity/torn_pair", "p.x.v", 18),
    ("atomicity/turns3", "state.v", 19),
    ("atomicity/turns5", "state.v", 19),
    ("atomicity/withdraw", "a.sum", 23),
    ("atomicity/worst_sum", "n.v", 20),
    ("once/copied", "s.count.v", 19),
    ("select/operand_evaluated", "tickets.v", 15),
    ("select/zero_of_closed", "sum", 26),
];

/// Finds the failing schedule of a program, goes from the failure to the last write of a variable, and returns what the
/// debugger has printed.
fn go_to_last_write(name: &str, variable: &str) -> String {
    let bugs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    let text = std::fs::read_to_string(bugs.join(name).join("bug.go")).unwrap();
    let place = Dir::new(&format!("backwards-{}", name.replace('/', "-")), &[("bug.go", &text)]);
    let ran = minigo(&place.0, &["explore", "--jobs", "1", "--out", "s", "bug.go"], "");
    assert_eq!(ran.status, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
    let commands = format!(":cont\n:back\n:who {variable}\n:goroutines\n:back\n:quit\n");
    let ran = minigo(&place.0, &["debug", "--replay", "s", "bug.go"], &commands);
    assert_eq!(ran.status, Some(0), "{name}: {}{}", ran.stdout, ran.stderr);
    ran.stdout
}

#[test]
fn the_bad_write_is_found_behind_each_failure() {
    let mut wrong = String::new();
    for (name, variable, line) in LAST_WRITE_CASES {
        let text = go_to_last_write(name, variable);
        let failed = text.contains("\nthe program ends: ");
        let found = text.contains(&format!(" writes {variable} at bug.go:{line} in main."));
        let before = text.rsplit("> :back\n").next().unwrap().starts_with("step (G");
        if !(failed && found && before) {
            wrong.push_str(&format!("== {name} {line}\n{text}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
