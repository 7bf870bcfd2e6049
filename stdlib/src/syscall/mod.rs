//! Natives of package syscall, which call the machine's host.
//!
//! Calls that may block run without a P. The error numbers of calls are Linux's. Interrupted calls are repeated.

mod process;

use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SysResult, WOULD_WAIT};
use minigo_vm::native::mapping_syscalls::{SyscallResult, system_call as system_call_of};
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::sync::Arc;
use std::time::Duration;

/// Repeats a call as long as signals interrupt it.
fn retry_interrupted<T>(mut call: impl FnMut() -> SysResult<T>) -> SysResult<T> {
    loop {
        match call() {
            Err(libc::EINTR) => {}
            result => return result,
        }
    }
}

/// Converts a descriptor to the host's type; a number out of range becomes -1.
fn fd_of(fd: i64) -> i32 {
    i32::try_from(fd).unwrap_or(-1)
}

/// Runs a call without a P and returns its value and error number.
fn blocking_call(
    cx: &NativeCx,
    mut call: impl FnMut(&dyn Host) -> SysResult<i64> + Send + 'static,
) -> Outcome<(i64, i64)> {
    let host: Arc<dyn Host> = cx.host().clone();
    Outcome::block(
        move || retry_interrupted(|| call(&*host)),
        |cx, result| {
            cx.race_read_file();
            Outcome::Return(match result {
                Ok(value) => (value, 0),
                Err(WOULD_WAIT) => return Outcome::Again,
                Err(errno) => (-1, i64::from(errno)),
            })
        },
    )
}

/// Runs a call without a P that returns no value, and returns its error number.
fn blocking_call_without_value(
    cx: &mut NativeCx,
    mut call: impl FnMut(&dyn Host) -> SysResult<()> + Send + 'static,
) -> Outcome<i64> {
    cx.race_write_file();
    let host: Arc<dyn Host> = cx.host().clone();
    Outcome::block(
        move || retry_interrupted(|| call(&*host)),
        |_, result| Outcome::Return(result.err().map_or(0, i64::from)),
    )
}

/// Runs a call without a P that reads into `p`.
fn blocking_read_syscall(
    cx: &mut NativeCx,
    p: GoSlice<u8>,
    mut call: impl FnMut(&dyn Host, &mut [u8]) -> SysResult<usize> + Send + 'static,
) -> Outcome<(i64, i64)> {
    cx.expect_writes(&p);
    let host: Arc<dyn Host> = cx.host().clone();
    Outcome::block(
        move || retry_interrupted(|| p.edit_elements(|p| call(&*host, p))),
        move |cx, result| {
            Outcome::Return(match result {
                Ok(n) => {
                    cx.race_write(p.as_ptr(), n);
                    cx.race_read_file();
                    (n as i64, 0)
                }
                Err(WOULD_WAIT) => return Outcome::Again,
                Err(errno) => (-1, i64::from(errno)),
            })
        },
    )
}

fn read(cx: &mut NativeCx, fd: i64, p: GoSlice<u8>) -> Outcome<(i64, i64)> {
    blocking_read_syscall(cx, p, move |host, p| host.read(fd_of(fd), p))
}

/// Runs the system call `number`. Unlike other calls, an interrupted one is not repeated: only the program knows
/// whether it may be.
#[allow(
    clippy::too_many_arguments,
    reason = "the call's window keeps the referenced objects alive"
)]
fn system_call(
    cx: &mut NativeCx,
    number: i64,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    f: u64,
) -> Outcome<(u64, u64)> {
    cx.race_write_file();
    let host: Arc<dyn Host> = cx.host().clone();
    Outcome::block(
        move || system_call_of(&*host, number, [a, b, c, d, e, f]),
        |cx, called| {
            cx.race_read_file();
            Outcome::Return(match called {
                SyscallResult::Done(Ok(value)) => (value, 0),
                SyscallResult::Done(Err(WOULD_WAIT)) => return Outcome::Again,
                SyscallResult::Done(Err(errno)) => (u64::MAX, errno as u64),
                SyscallResult::NoRoom(bytes) => cx.unwind_out_of_memory(bytes),
            })
        },
    )
}

fn nanosleep(cx: &mut NativeCx, sec: i64, nsec: i64) -> Outcome<i64> {
    let (Ok(sec), Ok(nsec @ 0..1_000_000_000)) = (u64::try_from(sec), u32::try_from(nsec)) else {
        return Outcome::Return(i64::from(libc::EINVAL));
    };
    let host: Arc<dyn Host> = cx.host().clone();
    let pause = Duration::new(sec, nsec);
    if cx.host().clock().is_some() {
        // Under a virtual clock, a sleeping thread would not notice that time jumps ahead.
        let nanos = i64::try_from(pause.as_nanos()).unwrap_or(i64::MAX);
        return if pause >= MIN_HANDOFF_PAUSE {
            cx.sleep_in_call(nanos, 0)
        } else {
            cx.sleep(nanos, 0)
        };
    }
    let sleep = Outcome::block(move || host.nanosleep(pause), |_, ()| Outcome::Return(0));
    if pause >= MIN_HANDOFF_PAUSE { sleep.as_long_work() } else { sleep }
}

/// The shortest pause for which the thread hands its P to another thread at once.
const MIN_HANDOFF_PAUSE: Duration = Duration::from_millis(1);

fn write(cx: &mut NativeCx, fd: i64, p: GoSlice<u8>) -> Outcome<(i64, i64)> {
    cx.race_read(p.as_ptr(), p.len());
    cx.race_write_file();
    let host: Arc<dyn Host> = cx.host().clone();
    if host.never_blocks_writes(fd_of(fd)) {
        return Outcome::Return(match host.write(fd_of(fd), &p) {
            Ok(n) => (n as i64, 0),
            Err(errno) => (-1, i64::from(errno)),
        });
    }
    Outcome::block(
        move || retry_interrupted(|| host.write(fd_of(fd), &p)),
        move |cx, result| match result {
            Ok(n) => Outcome::Return((n as i64, 0)),
            // As in Go, a broken pipe on standard output or error ends a program that does not handle SIGPIPE; other
            // broken pipes are errors.
            Err(libc::EPIPE) if (fd == 1 || fd == 2) && !cx.take_signal(libc::SIGPIPE) => {
                Outcome::Kill(libc::SIGPIPE)
            }
            Err(WOULD_WAIT) => Outcome::Again,
            Err(errno) => Outcome::Return((-1, i64::from(errno))),
        },
    )
}

fn pread(cx: &mut NativeCx, fd: i64, p: GoSlice<u8>, off: i64) -> Outcome<(i64, i64)> {
    blocking_read_syscall(cx, p, move |host, p| host.pread(fd_of(fd), p, off))
}

fn pwrite(cx: &mut NativeCx, fd: i64, p: GoSlice<u8>, off: i64) -> Outcome<(i64, i64)> {
    cx.race_read(p.as_ptr(), p.len());
    cx.race_write_file();
    blocking_call(cx, move |host| host.pwrite(fd_of(fd), &p, off).map(|n| n as i64))
}

fn lseek(cx: &mut NativeCx, fd: i64, off: i64, whence: i64) -> Outcome<(i64, i64)> {
    let whence = i32::try_from(whence).unwrap_or(-1);
    blocking_call(cx, move |host| host.lseek(fd_of(fd), off, whence))
}

fn open(cx: &mut NativeCx, path: GoStr, flags: i64, mode: u32) -> Outcome<(i64, i64)> {
    blocking_call(cx, move |host| host.open(path.bytes(), flags as i32, mode).map(i64::from))
}

fn read_dirents(cx: &mut NativeCx, fd: i64, p: GoSlice<u8>) -> Outcome<(i64, i64)> {
    blocking_read_syscall(cx, p, move |host, p| host.read_dirents(fd_of(fd), p))
}

fn file_stat(
    cx: &mut NativeCx,
    fd: i64,
    path: GoStr,
    follow: bool,
    out: *mut [u8; STAT_BYTES],
) -> Outcome<i64> {
    let host: Arc<dyn Host> = cx.host().clone();
    if out.is_null() {
        return Outcome::Return(i64::from(libc::EFAULT));
    }
    let out = out as usize;
    Outcome::block(
        move || {
            let mut stat = [0; STAT_BYTES];
            retry_interrupted(|| host.stat(fd_of(fd), path.bytes(), follow, &mut stat))
                .map(|()| stat)
        },
        move |_, result| match result {
            Ok(stat) => {
                // SAFETY: the Go code passes a pointer to a Stat_t, which its frame keeps alive.
                unsafe { *(out as *mut [u8; STAT_BYTES]) = stat };
                Outcome::Return(0)
            }
            Err(errno) => Outcome::Return(i64::from(errno)),
        },
    )
}

fn path_call(cx: &mut NativeCx, call: i64, a: GoStr, b: GoStr, x: i64, y: i64) -> Outcome<i64> {
    blocking_call_without_value(cx, move |host| {
        let call = PathCall::from_number(call).ok_or(libc::ENOSYS)?;
        host.path_call(call, a.bytes(), b.bytes(), x, y)
    })
}

fn fd_call(cx: &mut NativeCx, call: i64, fd: i64, x: i64, y: i64) -> Outcome<i64> {
    let close = call == FdCall::Close as i64;
    blocking_call_without_value(cx, move |host| {
        let call = FdCall::from_number(call).ok_or(libc::ENOSYS)?;
        match host.fd_call(call, fd_of(fd), x, y) {
            Err(libc::EINTR) if close => Ok(()), // On Linux, close releases the descriptor even if it is interrupted.
            result => result,
        }
    })
}

fn text_result(result: SysResult<Vec<u8>>, cx: &mut NativeCx) -> (GoStr, i64) {
    match result {
        Ok(text) => (cx.string(&text), 0),
        Err(errno) => (cx.string(b""), i64::from(errno)),
    }
}

fn readlink(cx: &mut NativeCx, path: GoStr) -> (GoStr, i64) {
    text_result(cx.host().readlink(path.bytes()), cx)
}

fn getcwd(cx: &mut NativeCx) -> (GoStr, i64) {
    text_result(cx.host().getcwd(), cx)
}

fn pipe(cx: &mut NativeCx) -> (i64, i64, i64) {
    match cx.host().pipe() {
        Ok((r, w)) => (i64::from(r), i64::from(w), 0),
        Err(errno) => (-1, -1, i64::from(errno)),
    }
}

/// Joins the parts, with a zero byte behind each.
fn join_zero_terminated(cx: &mut NativeCx, parts: Vec<Vec<u8>>) -> GoStr {
    let mut all = Vec::new();
    for part in parts {
        all.extend_from_slice(&part);
        all.push(0);
    }
    cx.string(&all)
}

/// Returns Go's text for an error number: the C library's text in lower case, unless it begins with an abbreviation or
/// a name.
#[must_use]
pub fn errno_text(errno: i64) -> String {
    let unknown = || format!("errno {errno}");
    let Ok(number) = i32::try_from(errno) else { return unknown() };
    if !(1..=133).contains(&number) || number == 41 || number == 58 {
        return unknown();
    }
    let text = std::io::Error::from_raw_os_error(number).to_string();
    let text = text.rsplit_once(" (os error").map_or(&*text, |(text, _)| text);
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

/// The names of the signals from 1 on.
const SIGNAL_TEXTS: [&str; 31] = [
    "hangup",
    "interrupt",
    "quit",
    "illegal instruction",
    "trace/breakpoint trap",
    "aborted",
    "bus error",
    "floating point exception",
    "killed",
    "user defined signal 1",
    "segmentation fault",
    "user defined signal 2",
    "broken pipe",
    "alarm clock",
    "terminated",
    "stack fault",
    "child exited",
    "continued",
    "stopped (signal)",
    "stopped",
    "stopped (tty input)",
    "stopped (tty output)",
    "urgent I/O condition",
    "CPU time limit exceeded",
    "file size limit exceeded",
    "virtual timer expired",
    "profiling timer expired",
    "window changed",
    "I/O possible",
    "power failure",
    "bad system call",
];

fn signal_text(signal: i64) -> String {
    let name = usize::try_from(signal - 1).ok().and_then(|at| SIGNAL_TEXTS.get(at));
    name.map_or_else(|| format!("signal {signal}"), |name| (*name).to_owned())
}

/// Returns the natives of package internal/stdio, by the names of their Go funcs.
pub(crate) fn stdio_natives() -> Vec<Native> {
    vec![
        Native::constant_time("errnoText", errno_text),
        Native::blocking("read", read),
        Native::blocking("write", write),
    ]
}

/// Returns the natives of package syscall, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    let mut natives = process::natives();
    natives.extend([
        Native::constant_time("errnoText", errno_text),
        Native::constant_time("signalText", signal_text),
        Native::blocking("read", read),
        Native::blocking("write", write),
        Native::blocking("pread", pread),
        Native::blocking("pwrite", pwrite),
        Native::blocking("lseek", lseek),
        Native::blocking("open", open),
        Native::blocking("fileStat", file_stat),
        Native::blocking("pathCall", path_call),
        Native::blocking("fdCall", fd_call),
        Native::blocking("readlink", readlink),
        Native::constant_time("getcwd", getcwd),
        Native::blocking("readDirents", read_dirents),
        Native::constant_time("pipe", pipe),
        Native::constant_time("sysInfo", |cx: &mut NativeCx, what: i64| cx.host().sys_info(what)),
        Native::blocking("systemCall", system_call),
        Native::constant_time("kill", |cx: &mut NativeCx, pid: i64, signal: i64| -> i64 {
            let result = cx.host().kill(pid as i32, signal as i32);
            result.err().map_or(0, i64::from)
        }),
        Native::constant_time("Gettid", |cx: &mut NativeCx| cx.host().thread_id()),
        Native::blocking("nanosleep", nanosleep),
        Native::constant_time("Exit", |code: i64| -> Outcome<()> { Outcome::Exit(code as i32) }),
        Native::constant_time("hostArgs", |cx: &mut NativeCx| {
            let args = cx.host().args();
            join_zero_terminated(cx, args)
        }),
        Native::constant_time("takeDebug", |cx: &mut NativeCx, value: GoStr| {
            cx.apply_godebug(value.bytes());
        }),
        Native::constant_time("hostEnviron", |cx: &mut NativeCx| {
            let vars = cx.host().environ();
            join_zero_terminated(cx, vars)
        }),
    ]);
    natives
}

#[cfg(test)]
mod tests {
    use super::{errno_text, signal_text};

    #[test]
    fn errno_and_signal_texts_match_go() {
        assert_eq!(errno_text(2), "no such file or directory");
        assert_eq!(errno_text(5), "input/output error");
        assert_eq!(errno_text(76), "name not unique on network");
        assert_eq!(errno_text(4000), "errno 4000");
        assert_eq!(signal_text(2), "interrupt");
        assert_eq!(signal_text(99), "signal 99");
    }
}
