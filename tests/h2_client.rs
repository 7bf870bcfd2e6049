//! Minigo's own net/http speaks HTTP/2 as a client as the real Go does, in the exchanges of
//! `h2_client/exchanges.txt`, which the real Go has written: a script sends frames of a server, valid and invalid.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

#[test]
fn servers_of_http2_are_answered_as_by_go() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/h2_client");
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
