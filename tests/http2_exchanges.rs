//! Minigo's own net/http serves HTTP/2 as the real Go does: it answers the sequences of frames in
//! `http2_exchanges/exchanges.txt`, which the real Go has written.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

#[test]
fn frames_are_answered_as_in_go() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http2_exchanges");
    let mut command = support::command();
    command
        .args(["test", "."])
        .current_dir(&dir)
        .env_clear()
        .env("PATH", "")
        .env("MINIGOCACHE", "off");
    let ran = support::run(command, "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
}
