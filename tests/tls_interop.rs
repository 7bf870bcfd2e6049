//! crypto/tls with the real Go at the other end: `tls_interop` is a server and a client, which report the properties of
//! each connection. Whether minigo runs the server or the client, both sides must report the same as if Go ran both.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::Dir;

fn program_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls_interop")
}

/// Returns the program as compiled by the real Go; none if there is no Go 1.27.
fn build_program(dir: &Dir) -> Option<PathBuf> {
    let go = support::real_go("tls_interop")?;
    let program = dir.0.join("interop");
    let mut build = Command::new(&go);
    build.args(["build", "-o"]).arg(&program).arg(".").current_dir(program_dir());
    let done = build.env("GOFLAGS", "").env("GOWORK", "off").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Some(program)
}

/// Returns the command of the server or the client: the program as compiled by Go, or minigo with the program's
/// sources.
fn command_words(program: Option<&Path>) -> Vec<OsString> {
    match program {
        Some(program) => vec![program.into()],
        None => vec![env!("CARGO_BIN_EXE_minigo").into(), "run".into(), program_dir().into()],
    }
}

fn start_peer(words: &[OsString], side: &str, dir: &Path, ech: &str) -> Child {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg(side).arg(dir).env("ECH", ech).env("GODEBUG", "");
    // minigo uses the crypto/tls of an installed Go if it finds one, so hide the installed Go.
    command.env("PATH", "").env("GOROOT", "");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn output_of(child: Child) -> String {
    let out = child.wait_with_output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    format!("{stdout}{stderr}")
}

/// Returns the reports of the server and the client.
fn run_handshake(
    name: &str,
    server: &[OsString],
    client: &[OsString],
    ech: &str,
) -> (String, String) {
    let dir = Dir::new(name, &[]);
    std::fs::create_dir_all(&dir.0).unwrap();
    let mut server = start_peer(server, "serve", &dir.0, ech);
    let begin = Instant::now();
    while !dir.0.join("ports").exists() {
        let ended = server.try_wait().unwrap().is_some();
        if ended || begin.elapsed() > Duration::from_secs(120) {
            server.kill().unwrap();
            panic!("{name}: no server: {}", output_of(server));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let client = output_of(start_peer(client, "dial", &dir.0, ech));
    if !client.lines().last().is_some_and(|last| last.starts_with("hello ")) {
        // The server still waits for clients that will not come.
        server.kill().unwrap();
    }
    (output_of(server), client)
}

#[test]
fn tls_is_spoken_with_the_real_go() {
    let dir = Dir::new("tls_interop", &[]);
    let Some(program) = build_program(&dir) else { return };
    let (go, minigo) = (command_words(Some(&program)), command_words(None));
    // A server on minigo cannot decrypt encrypted hellos.
    let cases = [("client", &go, &minigo, "on"), ("server", &minigo, &go, "off")];
    for (side, server, client, ech) in cases {
        let wanted = run_handshake("tls_interop_go", &go, &go, ech);
        assert!(wanted.1.lines().count() > 50, "{}", wanted.1);
        let found = run_handshake(&format!("tls_interop_{side}"), server, client, ech);
        assert_eq!(found.0, wanted.0, "the server says; minigo is the {side}");
        assert_eq!(found.1, wanted.1, "the client says; minigo is the {side}");
    }
}
