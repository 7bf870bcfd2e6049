//! A service on a machine without Go: net/http, TLS, JSON, slog, exec, embed and gzip of minigo's own library print the
//! same as under Go (`service/output.txt`, by the real `go run`).

use std::path::Path;
use std::process::Command;

#[test]
fn a_service_needs_no_installed_go() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service");
    let out = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .args(["run", "."])
        .current_dir(&dir)
        .env_clear()
        .env("PATH", "")
        .env("MINIGOCACHE", "off")
        .output()
        .expect("minigo runs");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&out.stderr), "");
    assert_eq!(text(&out.stdout), include_str!("service/output.txt"));
}
