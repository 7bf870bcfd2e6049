//! How a session gets its program: the requests `launch` and `attach`.

use super::attach_server::{AttachGuard, RunningProgram};
use super::session::{Incoming, Session};
use super::wire::Request;
use crate::cmd::debug::{Program, RepeatSettings, machine_of};
use crate::options::{Run, Tests};
use minigo_vm::Machine;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program that has been compiled.
pub(super) struct LaunchedProgram {
    pub(super) machine: Arc<Machine>,
    pub(super) program: Program,
    pub(super) stops_on_entry: bool,
    /// For a program that goes on when the session ends.
    pub(super) attach_guard: Option<AttachGuard>,
}

impl Session {
    /// Compiles the program of a request `launch`.
    pub(super) fn launch(&self, request: &Request) -> Result<LaunchedProgram, String> {
        let a = &request.arguments;
        let text = |name: &str| a[name].as_str().map(str::to_owned);
        if !self.has_token(a) {
            return Err(String::from("launch needs the token that minigo dap has printed"));
        }
        let program =
            text("program").ok_or("launch needs the program: a Go file or a directory")?;
        let program = enter_directory(text("cwd"), &program)?;
        let strings = |name: &str| -> Vec<String> {
            let list = a[name].as_array();
            list.into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
        };
        let mut run = Run {
            words: [program.clone()].into_iter().chain(strings("args")).map(Into::into).collect(),
            procs: a["procs"].as_u64().map(|n| n as usize),
            ..Run::default()
        };
        match a["mode"].as_str() {
            None | Some("debug" | "auto") => {}
            Some("test") => run.debugged_tests = Some(Tests::of_path(program.into())),
            Some(other) => return Err(format!("mode {other} is not served: debug or test")),
        }
        if let Some(tags) = text("tags") {
            run.common.build.tags = Some(tags);
        }
        let repeated = RepeatSettings {
            seed: a["seed"].as_u64(),
            replay: text("replay").map(PathBuf::from),
            environment: environment(&a["env"]),
        };
        if repeated.replay.is_some() && run.debugged_tests.is_some() {
            return Err(String::from(
                "mode test cannot use a schedule: a schedule belongs to a program",
            ));
        }
        let (machine, repeated) = machine_of(&run, &repeated).map_err(|_| {
            String::from("the program does not compile, or its schedule cannot be read")
        })?;
        let stops_on_entry = a["stopOnEntry"].as_bool() == Some(true);
        let (machine, tell) = (Arc::new(machine), self.incoming_sender.clone());
        let program = Program::new(machine.clone(), repeated, move |status| {
            // Nobody waits for the end of a program whose session is over.
            let _ = tell.send(Incoming::Ended(status));
        });
        Ok(LaunchedProgram { machine, program, stops_on_entry, attach_guard: None })
    }

    /// The running program to which a request `attach` attaches.
    pub(super) fn attach(
        &self,
        running: &RunningProgram,
        request: &Request,
    ) -> Result<LaunchedProgram, String> {
        let a = &request.arguments;
        if !self.has_token(a) {
            return Err(String::from("attach needs the token that minigo run has printed"));
        }
        let attached = running.attach(self.incoming_sender.clone())?;
        let (machine, gate) = (running.machine.clone(), running.gate.clone());
        Ok(LaunchedProgram {
            program: Program::of_attached_machine(machine.clone(), gate),
            machine,
            stops_on_entry: a["stopOnEntry"].as_bool() == Some(true),
            attach_guard: Some(attached),
        })
    }

    fn has_token(&self, arguments: &Value) -> bool {
        self.token.as_ref().is_none_or(|token| arguments["token"].as_str() == Some(token))
    }
}

/// Changes to the directory in which a program is compiled and runs: the wanted one, or else its own. Returns the
/// program's absolute path.
fn enter_directory(wanted: Option<String>, program: &str) -> Result<String, String> {
    let enter = |dir: &Path| {
        std::env::set_current_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))
    };
    if let Some(dir) = &wanted {
        enter(Path::new(dir))?;
    }
    let path = std::path::absolute(program).map_err(|error| format!("{program}: {error}"))?;
    if wanted.is_none() {
        let own = if path.is_dir() { Some(&*path) } else { path.parent() };
        own.map_or(Ok(()), enter)?;
    }
    Ok(path.display().to_string())
}

/// The environment of a program with the changes of a request: `null` removes a variable.
fn environment(changes: &Value) -> Option<Vec<Vec<u8>>> {
    use std::os::unix::ffi::OsStringExt as _;
    let changes = changes.as_object()?;
    let kept = std::env::vars_os()
        .filter(|(key, _)| !key.to_str().is_some_and(|k| changes.contains_key(k)));
    let kept = kept.map(|(key, value)| [key.into_vec(), b"=".to_vec(), value.into_vec()].concat());
    let set = changes
        .iter()
        .filter_map(|(key, value)| Some(format!("{key}={}", value.as_str()?).into_bytes()));
    Some(kept.chain(set).collect())
}
