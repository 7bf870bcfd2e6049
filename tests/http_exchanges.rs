//! Minigo's own net/http answers raw bytes as the real Go does, in a server's and a client's exchanges of
//! `http_exchanges/exchanges.txt`, which the real Go has written.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

#[test]
fn http_messages_are_accepted_and_refused_as_in_go() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http_exchanges");
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
