//! The tour: each chapter runs to its end, and the claims about the scheduler's counters hold (a claim that does not
//! hold makes the exit status a failure).

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

/// Plays a chapter on a pipe.
fn play_chapter(number: u32) -> support::ProcessResult {
    support::minigo(Path::new(env!("CARGO_MANIFEST_DIR")), &["tour", &number.to_string()], "")
}

/// Returns the number of chapters that the tour lists.
fn chapter_count() -> u32 {
    let list = support::minigo(Path::new(env!("CARGO_MANIFEST_DIR")), &["tour", "--list"], "");
    u32::try_from(list.stdout.lines().count()).unwrap()
}

#[test]
fn each_chapters_claims_match_the_counters() {
    let chapters = chapter_count();
    assert!(chapters >= 13, "a chapter for each mechanism");
    for number in 1..=chapters {
        let ran = play_chapter(number);
        assert_eq!(ran.status, Some(0), "{number}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("  counted "), "{number}: {}", ran.stdout);
    }
}

#[test]
fn a_chapter_leads_to_the_next() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let last = chapter_count().to_string();
    let ran = support::minigo(dir, &["tour", &last], ":next\n:tour 1\n:next\n");
    assert_eq!(ran.status, Some(1), "the last one has no next: {}", ran.stderr);
    for title in [format!("{last}. "), "1. ".into(), "2. ".into()] {
        assert!(ran.stdout.lines().any(|line| line.starts_with(&title)), "{}", ran.stdout);
    }
    let none = support::minigo(dir, &["tour", "99"], "");
    assert_eq!((none.status, none.stderr.contains("99 is no chapter")), (Some(1), true));
}
