//! Child processes: fork, exec and the wait for the end. Between fork and exec the child has one thread, copied from a
//! process of many: it only makes system calls, on memory that was prepared before.

use super::SysResult;
use super::syscalls::check_result;
use std::ffi::{CStr, CString};
use std::ptr;

/// Bytes of the kernel's `struct rusage` on 64-bit machines.
pub const RUSAGE_BYTES: usize = 144;

/// The description of a child process: the fields of package syscall's `ProcAttr` and `SysProcAttr`.
#[derive(Clone, Default, Debug)]
pub struct ProcessSpec {
    /// The path of the program; it is not searched in directories.
    pub path: CString,
    /// The arguments, beginning with the program's name.
    pub args: Vec<CString>,
    /// The environment.
    pub env: Vec<CString>,
    /// The working directory.
    pub dir: Option<CString>,
    /// The root directory.
    pub root: Option<CString>,
    /// The descriptors that become 0, 1, 2 and so on; -1 leaves that number closed.
    pub files: Vec<i32>,
    /// Whether the child begins a session.
    pub begins_session: bool,
    /// The process group that the child joins; 0 makes a new one.
    pub process_group: Option<i32>,
    /// The terminal, a descriptor of the parent, whose foreground process group the child's becomes.
    pub foreground_terminal: Option<i32>,
    /// The child's own descriptor that becomes its controlling terminal.
    pub controlling_terminal: Option<i32>,
    /// Whether the child gives up the controlling terminal.
    pub drops_terminal: bool,
    /// User, group, and supplementary groups unless they stay as they are.
    pub credential: Option<(u32, u32, Option<Vec<u32>>)>,
    /// The signal that the child gets when the parent thread ends; 0 for none.
    pub death_signal: i32,
    /// Whether the parent traces the child.
    pub is_traced: bool,
    /// The resources that the child stops sharing; flags of unshare(2).
    pub unshare_flags: i32,
}

/// Pointers to strings, in the form of execve(2).
struct StringPointers(Vec<*const libc::c_char>);

impl StringPointers {
    fn new(strings: &[CString]) -> Self {
        let pointers = strings.iter().map(|s| s.as_ptr());
        Self(pointers.chain([ptr::null()]).collect())
    }
}

/// The memory that exec needs, prepared before the fork.
struct PreparedProcess<'a> {
    spec: &'a ProcessSpec,
    args: StringPointers,
    env: StringPointers,
    /// Working space for moving the descriptors to their places.
    files: Vec<i32>,
    parent_pid: i32,
}

impl<'a> PreparedProcess<'a> {
    fn new(spec: &'a ProcessSpec) -> Self {
        // SAFETY: getpid takes no pointer.
        let parent = unsafe { libc::getpid() };
        let files = spec.files.clone();
        let (args, env) = (StringPointers::new(&spec.args), StringPointers::new(&spec.env));
        Self { spec, args, env, files, parent_pid: parent }
    }
}

/// A system call in the child. Unlike a function of libc, such a call neither allocates nor locks nor uses thread
/// state.
macro_rules! raw {
    ($number:ident $(, $arg:expr)*) => {{
        // SAFETY: pointers come from the prepared strings and arrays, of which the child has a copy.
        check_result(unsafe { libc::syscall(libc::$number $(, $arg)*) })
    }};
}

fn string_pointer(s: &CStr) -> *const libc::c_char {
    s.as_ptr()
}

/// Starts a child. The caller may wait for long until the child has executed its program.
pub(super) fn start(spec: &ProcessSpec) -> SysResult<i32> {
    let mut prepared = PreparedProcess::new(spec);
    let mut report = [0i32; 2];
    // SAFETY: the array has room for both descriptors.
    check_result(i64::from(unsafe { libc::pipe2(report.as_mut_ptr(), libc::O_CLOEXEC) }))?;
    let held = block_all_signals();
    // SAFETY: the child only makes calls that are allowed in the copy of one thread of many.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let errno = exec_program(&mut prepared, &mut report[1]).err().unwrap_or(libc::EIO);
        // SAFETY: errno outlives the call.
        unsafe {
            libc::write(report[1], ptr::from_ref(&errno).cast(), 4);
            libc::_exit(253)
        }
    }
    let forked = check_result(i64::from(pid));
    restore_signals(&held);
    close(report[1]);
    let outcome = forked.and_then(|_| read_child_error(report[0]));
    close(report[0]);
    match outcome {
        Ok(()) => Ok(pid),
        Err(errno) => {
            if pid > 0 {
                let _ = wait(pid, 0, &mut [0; RUSAGE_BYTES]);
            }
            Err(errno)
        }
    }
}

fn close(fd: i32) {
    // SAFETY: close takes no pointer; the descriptor belongs to this module.
    unsafe { libc::close(fd) };
}

/// Reads the child's report: nothing, once it has executed its program, or an error number.
fn read_child_error(fd: i32) -> SysResult<()> {
    let mut errno = 0i32;
    loop {
        // SAFETY: errno has four bytes.
        match check_result(unsafe { libc::read(fd, ptr::from_mut(&mut errno).cast(), 4) as i64 }) {
            Err(libc::EINTR) => {}
            Ok(0) => return Ok(()),
            Ok(4) => return Err(errno),
            Ok(_) => return Err(libc::EPIPE),
            Err(errno) => return Err(errno),
        }
    }
}

/// Blocks all signals, so that no signal sent to the parent runs a handler in the child.
fn block_all_signals() -> libc::sigset_t {
    // SAFETY: a set of signals is plain bits, and both sets outlive the calls.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        before
    }
}

fn restore_signals(before: &libc::sigset_t) {
    // SAFETY: the set outlives the call.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, ptr::null_mut()) };
}

/// Resets signals with handlers, and SIGPIPE, to their default action, and unblocks all. Ignored signals stay ignored.
fn reset_signals() {
    // SAFETY: the structures outlive the calls; the process has one thread, or is about to be replaced.
    unsafe {
        for signal in 1..=64 {
            let mut action: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, ptr::null(), &raw mut action) != 0 {
                continue;
            }
            let ignored = action.sa_sigaction == libc::SIG_IGN && signal != libc::SIGPIPE;
            if ignored || action.sa_sigaction == libc::SIG_DFL {
                continue;
            }
            action = std::mem::zeroed();
            action.sa_sigaction = libc::SIG_DFL;
            libc::sigaction(signal, &raw const action, ptr::null_mut());
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
    }
}

/// The child's part: only returns with an error, which is to be written to `report`.
fn exec_program(prepared: &mut PreparedProcess<'_>, report: &mut i32) -> SysResult<()> {
    let spec = prepared.spec;
    set_session_and_groups(spec)?;
    if spec.unshare_flags != 0 {
        raw!(SYS_unshare, spec.unshare_flags)?;
    }
    set_root_and_credentials(spec)?;
    if let Some(dir) = &spec.dir {
        raw!(SYS_chdir, string_pointer(dir))?;
    }
    if spec.death_signal != 0 {
        raw!(SYS_prctl, libc::PR_SET_PDEATHSIG, spec.death_signal, 0, 0, 0)?;
        // The parent may have ended already: then the child sends itself the signal, since nothing else sends it.
        // SAFETY: the calls take no pointer.
        unsafe {
            if libc::getppid() != prepared.parent_pid {
                libc::kill(libc::getpid(), spec.death_signal);
            }
        }
    }
    install_descriptors(&mut prepared.files, report)?;
    if spec.drops_terminal {
        raw!(SYS_ioctl, 0, libc::TIOCNOTTY, 0)?;
    }
    if let Some(fd) = spec.controlling_terminal {
        raw!(SYS_ioctl, fd, libc::TIOCSCTTY, 1)?;
    }
    if spec.is_traced {
        raw!(SYS_ptrace, libc::PTRACE_TRACEME, 0, 0, 0)?;
    }
    reset_signals();
    let (args, env) = (prepared.args.0.as_ptr(), prepared.env.0.as_ptr());
    raw!(SYS_execve, string_pointer(&spec.path), args, env).map(drop)
}

/// Sets session, process group, and the foreground group of a terminal.
fn set_session_and_groups(spec: &ProcessSpec) -> SysResult<()> {
    if spec.begins_session {
        raw!(SYS_setsid)?;
    }
    if let Some(group) = spec.process_group {
        raw!(SYS_setpgid, 0, group)?;
    }
    if let Some(terminal) = spec.foreground_terminal {
        // SAFETY: getpid takes no pointer.
        let own = unsafe { libc::getpid() };
        let group = spec.process_group.filter(|group| *group != 0).unwrap_or(own);
        raw!(SYS_ioctl, terminal, libc::TIOCSPGRP, &raw const group)?;
    }
    Ok(())
}

/// Sets root directory, groups and user.
fn set_root_and_credentials(spec: &ProcessSpec) -> SysResult<()> {
    if let Some(root) = &spec.root {
        raw!(SYS_chroot, string_pointer(root))?;
    }
    if let Some((user, group, others)) = &spec.credential {
        if let Some(others) = others {
            raw!(SYS_setgroups, others.len(), others.as_ptr())?;
        }
        raw!(SYS_setgid, *group)?;
        raw!(SYS_setuid, *user)?;
    }
    Ok(())
}

/// Moves each descriptor to its place. Descriptors that are below their places are first moved out of the way.
fn install_descriptors(files: &mut [i32], report: &mut i32) -> SysResult<()> {
    let mut free = files.iter().copied().max().unwrap_or(0).max(files.len() as i32) + 1;
    let mut move_up = |fd: i32| -> SysResult<i32> {
        let moved = raw!(SYS_fcntl, fd, libc::F_DUPFD_CLOEXEC, free)? as i32;
        free = moved + 1;
        Ok(moved)
    };
    if (*report as usize) < files.len().max(3) {
        *report = move_up(*report)?;
    }
    for (place, fd) in files.iter_mut().enumerate() {
        if *fd >= 0 && (*fd as usize) < place {
            *fd = move_up(*fd)?;
        }
    }
    for (place, fd) in files.iter().enumerate() {
        let place = place as i32;
        if *fd < 0 {
            close(place);
        } else if *fd == place {
            raw!(SYS_fcntl, place, libc::F_SETFD, 0)?;
        } else {
            raw!(SYS_dup3, *fd, place, 0)?;
        }
    }
    for place in files.len() as i32..3 {
        close(place);
    }
    Ok(())
}

/// Waits for a child by wait4(2): the process id and the status.
pub(super) fn wait(
    pid: i32,
    options: i32,
    usage: &mut [u8; RUSAGE_BYTES],
) -> SysResult<(i32, i32)> {
    let mut status = 0i32;
    let (status_at, usage_at) = (&raw mut status, usage.as_mut_ptr());
    let found = raw!(SYS_wait4, pid, status_at, options, usage_at)?;
    Ok((found as i32, status))
}

/// Waits until a child has ended, without reaping it.
pub(super) fn wait_end(pid: i32) -> SysResult<()> {
    // SAFETY: the structure is plain bytes, and outlives the call.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOWAIT;
        check_result(i64::from(libc::waitid(libc::P_PID, pid as u32, &raw mut info, options)))
            .map(drop)
    }
}

/// A descriptor of a process; see pidfd_open(2).
pub(super) fn open_pidfd(pid: i32) -> SysResult<i32> {
    raw!(SYS_pidfd_open, pid, 0).map(|fd| fd as i32)
}

/// Executes another program in this process; only returns with an error.
pub(super) fn replace_process(spec: &ProcessSpec) -> SysResult<()> {
    let prepared = PreparedProcess::new(spec);
    let held = block_all_signals();
    reset_signals();
    let (args, env) = (prepared.args.0.as_ptr(), prepared.env.0.as_ptr());
    let result = raw!(SYS_execve, string_pointer(&spec.path), args, env).map(drop);
    restore_signals(&held);
    result
}
