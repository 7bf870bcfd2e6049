//! A program's own file: lets a running program start itself again, and runs a program that was started by such a file.

use super::run::ReadyProgram;
use super::{print_error, run};
use crate::cache::Entry;
use crate::cache::program_file::{LAUNCHED_COMMAND, ProgramFile, load_launched};
use crate::options::tools::LaunchedArgs;
use crate::options::{self, Command, Run, Seed};
use clap::ValueEnum;
use minigo_vm::LinkedProgram;
use minigo_vm::host::ProgramExecutable;
use minigo_vm::host::process::ProcessSpec;
use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

/// The native functions by which a program starts processes.
const STARTING_NATIVES: [&str; 2] = ["forkExec", "exec"];

/// The own file of a run's program, for its host; `None` if the program has another file or no name.
pub(super) fn own_file_of(
    run: &Run,
    linked: &LinkedProgram,
    entry: Option<&Entry>,
) -> Option<ProgramOwnFile> {
    if run.launched || run.words.is_empty() {
        return None;
    }
    let first = Path::new(&run.words[0]);
    let name = match run.tests.is_some() {
        true => first.to_path_buf(),
        // The program is a script, which is its own file.
        false if first.extension().is_none_or(|e| e != "go") && first.is_file() => return None,
        false if first.is_dir() => std::path::absolute(first).ok()?.components().as_path().into(),
        false if run.words[0] == "-" => "main".into(),
        false => first.with_extension(""),
    };
    let natives = linked.natives();
    let starts =
        natives.iter().any(|n| &*n.package == "syscall" && STARTING_NATIVES.contains(&&*n.name));
    Some(ProgramOwnFile::new(ProgramFile::for_program(
        linked,
        entry,
        &name,
        inherited_flags(run),
        starts,
    )))
}

/// The flags of minigo that a program started by its own file inherits: not those that write files or print reports.
fn inherited_flags(run: &Run) -> Vec<OsString> {
    fn value_name<V: ValueEnum>(value: &V) -> String {
        value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
    let mut flags = Vec::new();
    let mut flag = |flag: &str, value: Option<String>| {
        flags.extend(value.map(|value| OsString::from(format!("--{flag}={value}"))));
    };
    flag("procs", run.procs.map(|n| n.to_string()));
    let without: Vec<String> = run.without.iter().map(value_name).collect();
    flag("without", (!without.is_empty()).then(|| without.join(",")));
    flag("quantum", run.quantum.map(|time| format!("{}us", time.as_micros())));
    flag("max-memory", run.max_memory.map(|bytes| bytes.to_string()));
    flag("jit", run.jit.as_ref().map(value_name));
    flag("driver", run.driver.as_ref().map(value_name));
    let seed = run.seed.and_then(|seed| match seed {
        Seed::Number(seed) => Some(seed.to_string()),
        Seed::Random => None,
    });
    flag("seed", seed);
    if run.virtual_time {
        flags.push("--virtual-time".into());
    }
    flags
}

/// The own file of a program, as its host uses it.
pub(super) struct ProgramOwnFile {
    file: ProgramFile,
    path: CString,
}

impl ProgramOwnFile {
    fn new(file: ProgramFile) -> Self {
        let path = CString::new(file.path().as_os_str().as_bytes()).unwrap_or_default();
        Self { file, path }
    }

    pub(super) fn name(&self) -> Vec<u8> {
        self.path.to_bytes().to_vec()
    }
}

impl ProgramExecutable for ProgramOwnFile {
    fn path(&self) -> &CStr {
        &self.path
    }

    fn create(&self) {
        // If the program's own file cannot be made, the program's attempt to open it fails.
        let _ = self.file.make_files();
    }

    fn spec_to_start(&self, spec: &ProcessSpec) -> Option<ProcessSpec> {
        process_of_own_file(&self.path, spec)
    }
}

/// The own file of a program that was started by that file.
struct StartedScript(CString);

impl ProgramExecutable for StartedScript {
    fn path(&self) -> &CStr {
        &self.0
    }

    fn create(&self) {}

    fn spec_to_start(&self, spec: &ProcessSpec) -> Option<ProcessSpec> {
        process_of_own_file(&self.0, spec)
    }
}

/// The process to start if a program starts its own file. The started process is minigo with a flag for the new
/// program's name, which is its first argument: if the kernel started the script, it would drop that argument.
fn process_of_own_file(path: &CStr, spec: &ProcessSpec) -> Option<ProcessSpec> {
    let minigo = c"/proc/self/exe";
    if spec.root.is_some() || *spec.path != *path && *spec.path != *minigo {
        return None;
    }
    let command = CString::new(LAUNCHED_COMMAND).ok()?;
    let name = spec.args.first().cloned().unwrap_or_default();
    let ours = [c"minigo".to_owned(), command, c"--as".to_owned(), name, path.to_owned()];
    let args = ours.into_iter().chain(spec.args.iter().skip(1).cloned()).collect();
    Some(ProcessSpec { path: minigo.to_owned(), args, ..spec.clone() })
}

/// The run of a program that was started by its own file.
///
/// # Errors
/// Returns the exit status, after the reason was printed.
pub fn launched_run(launched: &LaunchedArgs) -> Result<(Box<Run>, ReadyProgram), u8> {
    let (script, arguments) = launched.words.split_first().expect("the file is required");
    let started = load_launched(Path::new(script)).map_err(|message| print_error(&message))?;
    let name = launched.name.clone().unwrap_or_else(|| script.clone());
    let words = [OsString::from("minigo"), "run".into()].into_iter().chain(started.flags);
    let words = words.chain(["--".into(), "program".into()]);
    let Some(Command::Run(mut run)) = options::parse(words).command else {
        return Err(print_error(
            "minigo: a script that starts a compiled program cannot have flags of minigo run",
        ));
    };
    run.launched = true;
    run.words = [name].into_iter().chain(arguments.iter().cloned()).collect();
    let script = std::path::absolute(script).unwrap_or_else(|_| script.into());
    let own = CString::new(script.into_os_string().into_vec()).unwrap_or_default();
    let ready =
        run::prepare_own_file_program(&run, started.linked, started.native, StartedScript(own))?;
    started.map.release_pages();
    Ok((run, ready))
}
