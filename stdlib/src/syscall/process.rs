//! Natives of package syscall for child processes.

use super::blocking_call_without_value;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::host::process::{ProcessSpec, RUSAGE_BYTES};
use minigo_vm::host::{Host, SysResult};
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::ffi::CString;
use std::sync::Arc;

/// The bits of the setting `flags`, as process.go numbers them.
mod flag {
    pub(super) const NEW_SESSION: i64 = 1;
    pub(super) const NEW_PROCESS_GROUP: i64 = 1 << 1;
    pub(super) const FOREGROUND: i64 = 1 << 2;
    pub(super) const SET_TERMINAL: i64 = 1 << 3;
    pub(super) const NO_TERMINAL: i64 = 1 << 4;
    pub(super) const CREDENTIAL: i64 = 1 << 5;
    pub(super) const SET_GROUPS: i64 = 1 << 6;
    pub(super) const TRACED: i64 = 1 << 7;
}

/// The number of integer settings that process.go passes; [`process_spec`] destructures them in process.go's order.
const SETTING_COUNT: usize = 7;

/// Splits a text into its strings, each of which ends with a zero byte.
fn split_strings(text: &GoStr) -> Vec<CString> {
    let parts = text.bytes().split_inclusive(|byte| *byte == 0);
    parts.filter_map(|part| CString::from_vec_with_nul(part.to_vec()).ok()).collect()
}

/// Returns the text as a C string, or none if it is empty.
fn optional_text(text: &GoStr) -> SysResult<Option<CString>> {
    if text.bytes().is_empty() {
        return Ok(None);
    }
    CString::new(text.bytes()).map(Some).map_err(|_| libc::EINVAL)
}

/// The paths of the program, its working directory and its root.
type ProcessPaths = (GoStr, GoStr, GoStr);

fn process_spec(
    (path, dir, root): ProcessPaths,
    args: &GoStr,
    env: &GoStr,
    files: &[i64],
    settings: &[i64],
    groups: &[u32],
) -> SysResult<ProcessSpec> {
    let settings: &[i64; SETTING_COUNT] = settings.try_into().map_err(|_| libc::EINVAL)?;
    let [flags, group, terminal, death_signal, user, user_group, unshared] = *settings;
    let has = |bit: i64| flags & bit != 0;
    let others = || has(flag::SET_GROUPS).then(|| groups.to_vec());
    Ok(ProcessSpec {
        path: CString::new(path.bytes()).map_err(|_| libc::EINVAL)?,
        args: split_strings(args),
        env: split_strings(env),
        dir: optional_text(&dir)?,
        root: optional_text(&root)?,
        files: files.iter().map(|fd| i32::try_from(*fd).unwrap_or(-1)).collect(),
        begins_session: has(flag::NEW_SESSION),
        process_group: has(flag::NEW_PROCESS_GROUP).then_some(group as i32),
        foreground_terminal: has(flag::FOREGROUND).then_some(terminal as i32),
        controlling_terminal: has(flag::SET_TERMINAL).then_some(terminal as i32),
        drops_terminal: has(flag::NO_TERMINAL),
        credential: has(flag::CREDENTIAL).then(|| (user as u32, user_group as u32, others())),
        death_signal: death_signal as i32,
        is_traced: has(flag::TRACED),
        unshare_flags: unshared as i32,
    })
}

#[allow(clippy::too_many_arguments, reason = "a native takes the arguments of its func")]
fn fork_exec(
    cx: &mut NativeCx,
    path: GoStr,
    dir: GoStr,
    root: GoStr,
    args: GoStr,
    env: GoStr,
    files: GoSlice<i64>,
    settings: GoSlice<i64>,
    groups: GoSlice<u32>,
) -> Outcome<(i64, i64)> {
    let host: Arc<dyn Host> = cx.host().clone();
    match process_spec((path, dir, root), &args, &env, &files, &settings, &groups) {
        Err(errno) => Outcome::Return((-1, i64::from(errno))),
        Ok(spec) => Outcome::block(
            move || host.start_process(&spec),
            |_, result| {
                Outcome::Return(match result {
                    Ok(pid) => (i64::from(pid), 0),
                    Err(errno) => (-1, i64::from(errno)),
                })
            },
        ),
    }
}

fn exec(cx: &mut NativeCx, path: GoStr, args: GoStr, env: GoStr) -> i64 {
    let spec = CString::new(path.bytes()).map(|path| ProcessSpec {
        path,
        args: split_strings(&args),
        env: split_strings(&env),
        ..ProcessSpec::default()
    });
    let result = match spec {
        Ok(spec) => cx.host().replace_process(&spec),
        Err(_) => Err(libc::EINVAL),
    };
    result.err().map_or(0, i64::from)
}

fn wait4(
    cx: &mut NativeCx,
    pid: i64,
    options: i64,
    usage: *mut [u8; RUSAGE_BYTES],
) -> Outcome<(i64, i64, i64)> {
    let host: Arc<dyn Host> = cx.host().clone();
    let usage = usage as usize;
    let wait = Outcome::block(
        move || {
            let mut used = [0; RUSAGE_BYTES];
            host.wait_process(pid as i32, options as i32, &mut used).map(|ended| (ended, used))
        },
        move |_, result| match result {
            Ok(((pid, status), used)) => {
                if usage != 0 {
                    // SAFETY: the Go code passes a pointer to a Rusage, which its frame keeps alive.
                    unsafe { *(usage as *mut [u8; RUSAGE_BYTES]) = used };
                }
                Outcome::Return((i64::from(pid), i64::from(status), 0))
            }
            Err(errno) => Outcome::Return((-1, 0, i64::from(errno))),
        },
    );
    if options & i64::from(libc::WNOHANG) == 0 { wait.as_long_work() } else { wait }
}

/// Returns the natives of package syscall for child processes, by the names of their Go funcs.
pub(super) fn natives() -> Vec<Native> {
    vec![
        Native::blocking("forkExec", fork_exec),
        Native::blocking("exec", exec),
        Native::blocking("wait4", wait4),
        Native::blocking("waitEnd", |cx: &mut NativeCx, pid: i64| {
            blocking_call_without_value(cx, move |host| host.wait_process_end(pid as i32))
                .as_long_work()
        }),
        Native::constant_time("pidfdOpen", |cx: &mut NativeCx, pid: i64| -> (i64, i64) {
            match cx.host().open_process(pid as i32) {
                Ok(fd) => (i64::from(fd), 0),
                Err(errno) => (-1, i64::from(errno)),
            }
        }),
    ]
}
