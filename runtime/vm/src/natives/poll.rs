//! Natives of package `internal/poll`: reads, writes, accepts and connects for which a goroutine waits and no thread
//! does.
//!
//! The natives combine the host's calls, which never wait, with the scheduler's netpoller, which waits. A system call
//! on a socket takes microseconds, so the P is kept. Result codes: 0, the kernel's error number, or one of the codes
//! below.

use crate::host::sockets::Address;
use crate::host::{FdCall, Host, SysResult, WOULD_WAIT};
use crate::native::convert::IntoSlots;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::types::value::{GoSlice, GoStr};
use minigo_sched::{CloseResult, Direction, NetAttempt, NetRef, Reason, Refusal};
use std::sync::Arc;
use std::time::Duration;

/// The descriptor was closed.
const CLOSED: i64 = -1;

/// The deadline has passed.
const TIMED_OUT: i64 = -2;

/// How long a blocking wait lasts before it checks whether a deadline or a close has refused the operation.
const BLOCKING_WAIT_STEP: Duration = Duration::from_millis(10);

/// The natives of package `internal/poll`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("open", open),
        Native::constant_time("openFile", open_file),
        Native::constant_time("closeDesc", close),
        Native::constant_time("fdOf", |cx: &mut NativeCx, pd: u64| {
            cx.task().net_with_descriptor(NetRef::from_bits(pd), i64::from).unwrap_or(-1)
        }),
        Native::constant_time("setDeadline", set_deadline),
        Native::constant_time("read", read),
        Native::constant_time("write", write),
        Native::constant_time("receive", receive),
        Native::constant_time("send", send),
        Native::constant_time("accept", accept),
        Native::constant_time("connect", connect),
        Native::constant_time("waitReady", wait_ready),
        Native::constant_time("check", check_descriptor),
        Native::constant_time(
            "socket",
            |cx: &mut NativeCx, domain: i64, kind: i64, protocol: i64| {
                result_pair(cx.host().sockets().socket(domain as i32, kind as i32, protocol as i32))
            },
        ),
        Native::constant_time("bind", |cx: &mut NativeCx, pd: u64, address: GoSlice<u8>| {
            with_descriptor(cx, pd, |host, fd| host.sockets().bind(fd, &address)).1
        }),
        Native::constant_time("listen", |cx: &mut NativeCx, pd: u64, backlog: i64| {
            with_descriptor(cx, pd, |host, fd| host.sockets().listen(fd, backlog as i32)).1
        }),
        Native::constant_time("shutdown", |cx: &mut NativeCx, pd: u64, how: i64| {
            with_descriptor(cx, pd, |host, fd| host.sockets().shutdown(fd, how as i32)).1
        }),
        Native::constant_time(
            "setOption",
            |cx: &mut NativeCx, pd: u64, level: i64, name: i64, value: GoSlice<u8>| {
                let (level, name) = (level as i32, name as i32);
                with_descriptor(cx, pd, |host, fd| {
                    host.sockets().set_option(fd, level, name, &value)
                })
                .1
            },
        ),
        Native::constant_time("option", |cx: &mut NativeCx, pd: u64, level: i64, name: i64| {
            let (level, name) = (level as i32, name as i32);
            let (value, code) =
                with_descriptor(cx, pd, |host, fd| host.sockets().option(fd, level, name));
            (value.map_or(0, i64::from), code)
        }),
        Native::constant_time("name", |cx: &mut NativeCx, pd: u64, peer: bool, to: GoSlice<u8>| {
            let (address, code) =
                with_descriptor(cx, pd, |host, fd| host.sockets().socket_address(fd, peer));
            (address.map_or(0, |address| put_address(to, &address)), code)
        }),
        Native::constant_time("setNonblocking", |cx: &mut NativeCx, fd: i64, on: bool| -> i64 {
            let result = cx.host().sockets().set_nonblocking(fd as i32, on);
            result.err().map_or(0, i64::from)
        }),
        Native::constant_time("isNonblocking", |cx: &mut NativeCx, fd: i64| {
            cx.host().sockets().is_nonblocking(fd as i32).unwrap_or(false)
        }),
        Native::constant_time("lookUp", look_up),
    ]
}

fn result_pair(result: SysResult<i32>) -> (i64, i64) {
    match result {
        Ok(value) => (i64::from(value), 0),
        Err(errno) => (-1, i64::from(errno)),
    }
}

fn refusal_code(refusal: Refusal) -> i64 {
    match refusal {
        Refusal::Closed => CLOSED,
        Refusal::TimedOut => TIMED_OUT,
    }
}

/// Copies an address to Go memory. Returns the address's length.
fn put_address(to: GoSlice<u8>, address: &Address) -> i64 {
    let bytes = address.bytes();
    let n = bytes.len().min(to.len());
    to.with_len(n).set(&bytes[..n]);
    n as i64
}

/// Makes a quick system call with the descriptor, which cannot be closed during the call.
fn with_descriptor<R>(
    cx: &mut NativeCx,
    pd: u64,
    act: impl Fn(&dyn Host, i32) -> SysResult<R>,
) -> (Option<R>, i64) {
    let host = cx.host().clone();
    match cx.task().net_with_descriptor(NetRef::from_bits(pd), |fd| act(&*host, fd)) {
        None => (None, CLOSED),
        Some(Ok(value)) => (Some(value), 0),
        Some(Err(errno)) => (None, i64::from(errno)),
    }
}

fn open(cx: &mut NativeCx, fd: i64, file: bool) -> (u64, i64) {
    let protocol = || cx.host().sockets().option(fd as i32, libc::SOL_SOCKET, libc::SO_PROTOCOL);
    let tcp = !file && protocol() == Ok(libc::IPPROTO_TCP);
    match cx.task().net_open(fd as i32, tcp) {
        Ok(named) => (named.to_bits(), 0),
        Err(error) => (0, i64::from(error.raw_os_error().unwrap_or(libc::ENOMEM))),
    }
}

/// Opens a file. The two system calls run without a P: each return to the P is a chance for another thread to take it.
fn open_file(cx: &mut NativeCx, path: GoStr, flags: i64, mode: u32) -> Outcome<(i64, bool, i64)> {
    let host = cx.host().clone();
    let opened = move || loop {
        match host.open(path.bytes(), flags as i32, mode) {
            Err(libc::EINTR) => {}
            result => return result.map(|fd| (fd, host.is_fifo(fd))),
        }
    };
    Outcome::block(opened, |_, result| {
        Outcome::Return(match result {
            Ok((fd, fifo)) => (i64::from(fd), fifo, 0),
            Err(WOULD_WAIT) => return Outcome::Again,
            Err(errno) => (-1, false, i64::from(errno)),
        })
    })
}

fn close(cx: &mut NativeCx, pd: u64) -> Outcome<i64> {
    let (me, is_retry) = (cx.task().current_task(), cx.is_retry());
    // A reader of the other end may see the end of the data.
    cx.race_write_file();
    match cx.task().net_close(NetRef::from_bits(pd), me, is_retry) {
        CloseResult::Now(fd) => {
            let result = cx.host().fd_call(FdCall::Close, fd, 0, 0);
            Outcome::Return(result.err().map_or(0, i64::from))
        }
        CloseResult::Park => Outcome::Park(Reason::Semacquire),
        CloseResult::Already => Outcome::Return(if is_retry { 0 } else { CLOSED }),
    }
}

fn direction(write: bool) -> Direction {
    if write { Direction::Write } else { Direction::Read }
}

fn set_deadline(cx: &mut NativeCx, pd: u64, write: bool, when: i64) -> i64 {
    let when = (when != 0).then(|| when.max(0) as u64);
    let set = cx.task().net_set_deadline(NetRef::from_bits(pd), direction(write), when);
    if set { 0 } else { CLOSED }
}

/// The result of an attempt.
enum AttemptResult<R> {
    Done(R),
    /// Done: a read has returned fewer bytes than requested, but some.
    Short(R),
    /// Not done: the kernel reports that the call would block.
    Not,
}

/// Reports whether an error number means that the call would block.
fn would_wait(errno: i32) -> bool {
    errno == libc::EAGAIN || errno == libc::EWOULDBLOCK
}

/// The wait of a thread where there is no poller: until the descriptor is ready, or the operation is refused.
fn blocking_wait(
    cx: &mut NativeCx,
    named: NetRef,
    direction: Direction,
    fd: i32,
) -> impl Fn() + Send + Sync + 'static {
    let host: Arc<dyn Host> = cx.host().clone();
    let handle = cx.task().handle();
    let write = direction == Direction::Write;
    move || {
        while !handle.net_is_refused(named, direction)
            && host.sockets().wait_ready(fd, write, BLOCKING_WAIT_STEP) == Ok(false)
        {}
    }
}

/// An operation: Calls `attempt` until the operation is done; the goroutine waits between two attempts.
fn attempt_until_done<R: IntoSlots + Send + 'static>(
    cx: &mut NativeCx,
    pd: u64,
    direction: Direction,
    is_retry: bool,
    mut attempt: impl FnMut(&mut NativeCx, i32) -> AttemptResult<R> + Send + 'static,
    on_refusal: impl FnOnce(&mut NativeCx, i64) -> R + Send + 'static,
) -> Outcome<R> {
    let named = NetRef::from_bits(pd);
    let me = cx.task().current_task();
    if is_retry && cx.must_end_goroutine() {
        cx.task().net_withdraw(named, direction, me);
        return Outcome::End;
    }
    let mut next = cx.task().net_begin_operation(named, direction, me, is_retry);
    loop {
        match next {
            NetAttempt::Go(fd) => match attempt(cx, fd) {
                AttemptResult::Done(result) => {
                    cx.task().net_end_operation(named, direction);
                    return Outcome::Return(result);
                }
                AttemptResult::Short(result) => {
                    cx.task().net_end_short_read(named);
                    return Outcome::Return(result);
                }
                AttemptResult::Not => next = cx.task().net_wait(named, direction, me, fd),
            },
            NetAttempt::Park => return Outcome::Park(Reason::IoWait),
            NetAttempt::Refused(refusal) => {
                return Outcome::Return(on_refusal(cx, refusal_code(refusal)));
            }
            NetAttempt::Block(fd) => {
                return Outcome::block(blocking_wait(cx, named, direction, fd), move |cx, ()| {
                    attempt_until_done(cx, pd, direction, true, attempt, on_refusal)
                });
            }
        }
    }
}

/// The kernel's result as a native returns it; `None`: the call would block.
fn would_block_or<T>(mut call: impl FnMut() -> SysResult<T>) -> Option<Result<T, i64>> {
    loop {
        match call() {
            Ok(value) => return Some(Ok(value)),
            Err(libc::EINTR) => {}
            Err(errno) if would_wait(errno) => return None,
            Err(errno) => return Some(Err(i64::from(errno))),
        }
    }
}

/// Reads into `p`, and reports the bytes read to the race detector.
fn read_and_report_to_race_detector(
    cx: &mut NativeCx,
    p: &GoSlice<u8>,
    read: impl FnOnce(&mut NativeCx) -> Option<Result<usize, i64>>,
) -> Option<Result<usize, i64>> {
    let result = read(cx);
    if let Some(Ok(n)) = result {
        cx.race_write(p.as_ptr(), n);
        cx.race_read_file();
    }
    result
}

fn read(cx: &mut NativeCx, pd: u64, p: GoSlice<u8>) -> Outcome<(i64, i64)> {
    cx.expect_writes(&p);
    let is_retry = cx.is_retry();
    let attempt =
        move |cx: &mut NativeCx, fd| match read_and_report_to_race_detector(cx, &p, |cx| {
            would_block_or(|| p.edit_elements(|p| cx.host().read(fd, p)))
        }) {
            Some(Ok(n)) if n > 0 && n < p.len() => AttemptResult::Short((n as i64, 0)),
            Some(result) => AttemptResult::Done(result.map_or_else(|e| (0, e), |n| (n as i64, 0))),
            None => AttemptResult::Not,
        };
    attempt_until_done(cx, pd, Direction::Read, is_retry, attempt, |_, code| (0, code))
}

/// Writes `p`. The number of bytes written so far is kept in the goroutine while it waits.
fn write(cx: &mut NativeCx, pd: u64, p: GoSlice<u8>) -> Outcome<(i64, i64)> {
    let is_retry = cx.is_retry();
    if !is_retry {
        cx.g().scratch_word = 0;
    }
    let attempt = move |cx: &mut NativeCx, fd| {
        loop {
            let done = cx.g().scratch_word as usize;
            cx.race_read(p[done..].as_ptr(), p.len() - done);
            cx.race_write_file();
            match would_block_or(|| cx.host().write(fd, &p[done..])) {
                Some(Ok(n)) => cx.g().scratch_word += n as u64,
                Some(Err(code)) => return AttemptResult::Done((done as i64, code)),
                None => return AttemptResult::Not,
            }
            let done = cx.g().scratch_word as usize;
            if done >= p.len() {
                return AttemptResult::Done((done as i64, 0));
            }
        }
    };
    attempt_until_done(cx, pd, Direction::Write, is_retry, attempt, |cx, code| {
        (cx.g().scratch_word as i64, code)
    })
}

fn receive(
    cx: &mut NativeCx,
    pd: u64,
    p: GoSlice<u8>,
    from: GoSlice<u8>,
) -> Outcome<(i64, i64, i64)> {
    cx.expect_writes(&p);
    let is_retry = cx.is_retry();
    let attempt = move |cx: &mut NativeCx, fd| {
        let mut address = Address::default();
        match read_and_report_to_race_detector(cx, &p, |cx| {
            would_block_or(|| p.edit_elements(|p| cx.host().sockets().receive(fd, p, &mut address)))
        }) {
            Some(Ok(n)) => AttemptResult::Done((n as i64, put_address(from, &address), 0)),
            Some(Err(code)) => AttemptResult::Done((0, 0, code)),
            None => AttemptResult::Not,
        }
    };
    attempt_until_done(cx, pd, Direction::Read, is_retry, attempt, |_, code| (0, 0, code))
}

fn send(cx: &mut NativeCx, pd: u64, p: GoSlice<u8>, to: GoSlice<u8>) -> Outcome<(i64, i64)> {
    let is_retry = cx.is_retry();
    let attempt = move |cx: &mut NativeCx, fd| {
        cx.race_read(p.as_ptr(), p.len());
        cx.race_write_file();
        match would_block_or(|| cx.host().sockets().send(fd, &p, &to)) {
            Some(result) => AttemptResult::Done(result.map_or_else(|e| (0, e), |n| (n as i64, 0))),
            None => AttemptResult::Not,
        }
    };
    attempt_until_done(cx, pd, Direction::Write, is_retry, attempt, |_, code| (0, code))
}

fn accept(cx: &mut NativeCx, pd: u64, from: GoSlice<u8>) -> Outcome<(i64, i64, i64)> {
    let is_retry = cx.is_retry();
    let attempt = move |cx: &mut NativeCx, fd| {
        let mut address = Address::default();
        loop {
            match would_block_or(|| cx.host().sockets().accept(fd, &mut address)) {
                Some(Ok(new)) => {
                    cx.race_read_file();
                    let len = put_address(from, &address);
                    return AttemptResult::Done((i64::from(new), len, 0));
                }
                // The connection was reset before it was accepted: the loop accepts the next connection.
                Some(Err(code)) if code == i64::from(libc::ECONNABORTED) => {}
                Some(Err(code)) => return AttemptResult::Done((-1, 0, code)),
                None => return AttemptResult::Not,
            }
        }
    };
    attempt_until_done(cx, pd, Direction::Read, is_retry, attempt, |_, code| (-1, 0, code))
}

/// Connects. Whether the connection was already requested is kept in the goroutine while it waits.
fn connect(cx: &mut NativeCx, pd: u64, to: GoSlice<u8>) -> Outcome<i64> {
    let is_retry = cx.is_retry();
    if !is_retry {
        cx.g().scratch_word = 0;
    }
    let attempt = move |cx: &mut NativeCx, fd| {
        if cx.g().scratch_word == 0 {
            cx.race_write_file();
            match cx.host().sockets().connect(fd, &to) {
                Ok(()) | Err(libc::EISCONN) => return AttemptResult::Done(0),
                Err(libc::EINPROGRESS | libc::EALREADY | libc::EINTR) => {}
                Err(errno) => return AttemptResult::Done(i64::from(errno)),
            }
            cx.g().scratch_word = 1;
            return AttemptResult::Not;
        }
        match cx.host().sockets().option(fd, libc::SOL_SOCKET, libc::SO_ERROR) {
            Ok(0) if cx.host().sockets().socket_address(fd, true).is_ok() => AttemptResult::Done(0),
            Ok(0) => AttemptResult::Not,
            Ok(errno) | Err(errno) => AttemptResult::Done(i64::from(errno)),
        }
    };
    attempt_until_done(cx, pd, Direction::Write, is_retry, attempt, |_, code| code)
}

/// Waits until the descriptor is ready for reading or writing.
fn wait_ready(cx: &mut NativeCx, pd: u64, write: bool) -> Outcome<i64> {
    let is_retry = cx.is_retry();
    let attempt = move |cx: &mut NativeCx, fd| match cx.host().sockets().wait_ready(
        fd,
        write,
        Duration::ZERO,
    ) {
        Ok(false) => AttemptResult::Not,
        _ => AttemptResult::Done(0),
    };
    attempt_until_done(cx, pd, direction(write), is_retry, attempt, |_, code| code)
}

/// Refuses a program's own system calls on a closed descriptor or beyond the deadline. Waits until it is this
/// operation's turn at the descriptor, as other operations do.
fn check_descriptor(cx: &mut NativeCx, pd: u64, write: bool) -> Outcome<i64> {
    let is_retry = cx.is_retry();
    attempt_until_done(
        cx,
        pd,
        direction(write),
        is_retry,
        |_, _| AttemptResult::Done(0),
        |_, code| code,
    )
}

/// The addresses of a host, one per line. Runs without a P, since the system's resolver blocks.
fn look_up(cx: &mut NativeCx, host: GoStr) -> Outcome<(GoStr, i64)> {
    let world: Arc<dyn Host> = cx.host().clone();
    let name = host.lossy();
    Outcome::block(
        move || world.sockets().look_up(&name),
        |cx, result| {
            Outcome::Return(match result {
                Ok(texts) => (cx.string(texts.join("\n").as_bytes()), 0),
                Err(errno) => (cx.string(b""), i64::from(errno)),
            })
        },
    )
}
