//! System calls that a program makes by number, with the numbers of linux/amd64. The world executes the calls on files,
//! sockets and descriptors that package os and programs use; calls that concern only memory are passed to the kernel;
//! the others would reach the real world, and are refused by name.

mod arguments;
mod files;
mod mapping;
mod messages;
mod names;
mod numbers;
mod sockets;

use crate::descriptors::Target;
use crate::outside_world::{PARENT_ID, PROCESS_ID};
use crate::world::Inner;
use minigo_vm::host::program_memory::{read, write};
use minigo_vm::host::{FdCall, SysResult};
use numbers as n;

/// The size in bytes of a field of `struct utsname`.
const UTSNAME_FIELD_BYTES: usize = 65;

/// The texts of uname(2), without the host name.
const UNAME_TEXTS: [&str; 5] = ["Linux", "6.1.0", "#1 SMP", "x86_64", "(none)"];

/// Commands of fcntl(2) for locks that belong to the open file description.
const F_OFD_GETLK: i32 = 36;
const F_OFD_SETLKW: i32 = 38;

impl Inner {
    /// Makes a call: each group handles its own calls, and returns `None` for others.
    pub(super) fn syscall(&self, number: i64, args: [u64; 6]) -> SysResult<u64> {
        let done = self
            .process_call(number, args)
            .or_else(|| self.descriptor_call(number, args))
            .or_else(|| self.path_call_by_number(number, args))
            .or_else(|| self.socket_call(number, args))
            .or_else(|| self.memory_call(number, args));
        done.unwrap_or_else(|| self.refuse_operation(names::syscall_name(number), libc::ENOSYS))
    }

    /// Calls that ask for the identity of the process, or for the time.
    fn process_call(&self, number: i64, args: [u64; 6]) -> Option<SysResult<u64>> {
        let [a, b, c, ..] = args;
        Some(match number {
            n::GETPID | n::GETTID | n::GETPGRP => Ok(PROCESS_ID as u64),
            n::GETPPID => Ok(PARENT_ID as u64),
            n::GETPGID | n::GETSID if a == 0 || a == PROCESS_ID as u64 => Ok(PROCESS_ID as u64),
            n::GETPGID | n::GETSID => Err(libc::ESRCH),
            n::GETUID => Ok(self.base_host.sys_info(2) as u64),
            n::GETEUID => Ok(self.base_host.sys_info(3) as u64),
            n::GETGID => Ok(self.base_host.sys_info(4) as u64),
            n::GETEGID => Ok(self.base_host.sys_info(5) as u64),
            n::GETGROUPS => Ok(0),
            n::SETUID => self.check_identity_unchanged(2, &args[..1]),
            n::SETREUID => self.check_identity_unchanged(2, &args[..2]),
            n::SETRESUID => self.check_identity_unchanged(2, &args[..3]),
            n::SETGID => self.check_identity_unchanged(4, &args[..1]),
            n::SETREGID => self.check_identity_unchanged(4, &args[..2]),
            n::SETRESGID => self.check_identity_unchanged(4, &args[..3]),
            n::KILL => self.kill(a as i32, b as i32).map(|()| 0),
            n::UNAME => self.uname(a).map(|()| 0),
            n::GETRANDOM => self.random_bytes(a, b),
            n::CLOCK_GETTIME => self.clock(a as i32, b).map(|()| 0),
            n::SCHED_YIELD => Ok(0),
            n::UMASK => Ok(self.with_state(|state| {
                u64::from(std::mem::replace(&mut state.tree.umask, a as u32 & 0o777))
            })),
            // Limits can only be read, because setting them would affect the real process.
            n::GETRLIMIT => self.base_host.syscall(number, args),
            n::PRLIMIT64 if c == 0 && (a == 0 || a == PROCESS_ID as u64) => {
                self.base_host.syscall(number, [0, b, 0, args[3], 0, 0])
            }
            _ => return None,
        })
    }

    /// The identity may be set to its present value (`info` is package syscall's number for it), or left unchanged.
    fn check_identity_unchanged(&self, info: i64, ids: &[u64]) -> SysResult<u64> {
        let now = self.base_host.sys_info(info) as u32;
        let stays = |id: &u64| *id as u32 == u32::MAX || *id as u32 == now;
        if ids.iter().all(stays) {
            return Ok(0);
        }
        self.refuse_operation("changing the user or the group", libc::EPERM)
    }

    fn uname(&self, to: u64) -> SysResult<()> {
        let [system, release, version, machine, domain] = UNAME_TEXTS;
        let parts = [system, &self.outside_world.host_name, release, version, machine, domain];
        let mut bytes = vec![0; UTSNAME_FIELD_BYTES * parts.len()];
        for (place, part) in bytes.chunks_exact_mut(UTSNAME_FIELD_BYTES).zip(parts) {
            let len = part.len().min(UTSNAME_FIELD_BYTES - 1);
            place[..len].copy_from_slice(&part.as_bytes()[..len]);
        }
        write(to, &bytes)
    }

    fn random_bytes(&self, to: u64, len: u64) -> SysResult<u64> {
        let mut bytes = vec![0; len.min(1 << 16) as usize];
        self.base_host.fill_random(&mut bytes)?;
        write(to, &bytes)?;
        Ok(bytes.len() as u64)
    }

    fn clock(&self, clock: i32, to: u64) -> SysResult<()> {
        let (sec, nsec) = match clock {
            libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE => {
                let (sec, nsec) = self.base_host.wall_clock();
                (sec, i64::from(nsec))
            }
            libc::CLOCK_MONOTONIC
            | libc::CLOCK_MONOTONIC_RAW
            | libc::CLOCK_MONOTONIC_COARSE
            | libc::CLOCK_BOOTTIME => {
                let now = self.base_host.monotonic();
                (now / 1_000_000_000, now % 1_000_000_000)
            }
            _ => return Err(libc::EINVAL),
        };
        write(to, &[sec.to_le_bytes(), nsec.to_le_bytes()].concat())
    }

    /// Calls on descriptors of any kind.
    fn descriptor_call(&self, number: i64, args: [u64; 6]) -> Option<SysResult<u64>> {
        let [a, b, c, d, ..] = args;
        let fd = a as i32;
        let unit = |result: SysResult<()>| result.map(|()| 0);
        Some(match number {
            n::READ => self.read_into(fd, b, c, None),
            n::WRITE => self.write_from(fd, b, c, None),
            n::PREAD64 => self.read_into(fd, b, c, Some(d as i64)),
            n::PWRITE64 => self.write_from(fd, b, c, Some(d as i64)),
            n::READV => self.read_vectors(fd, b, c),
            n::WRITEV => self.write_vectors(fd, b, c),
            n::LSEEK => {
                self.with_state(|state| state.seek(fd, b as i64, c as i32)).map(|to| to as u64)
            }
            n::CLOSE => unit(self.with_state(|state| state.close(fd))),
            n::FSYNC | n::FDATASYNC => unit(self.with_state(|state| state.node_of(fd).map(drop))),
            n::DUP => {
                self.with_state(|state| state.descriptors.duplicate(fd, 0)).map(|fd| fd as u64)
            }
            n::DUP3 if a == b => Err(libc::EINVAL),
            n::DUP2 | n::DUP3 => {
                self.with_state(|state| state.duplicate_to(fd, b as i32)).map(|()| b)
            }
            n::PIPE => self.pipe_at(a, 0),
            n::PIPE2 => self.pipe_at(a, b as i32),
            n::FCNTL => self.fcntl(fd, b as i32, c),
            n::FLOCK => unit(self.flock(fd, b as i32)),
            n::IOCTL => self.ioctl(fd, b, c),
            n::FSTAT => {
                let meta = self.with_state(|state| state.describe(fd));
                unit(meta.and_then(|meta| write(b, &meta.to_bytes())))
            }
            n::FTRUNCATE => unit(self.fd_call(FdCall::Truncate, fd, b as i64, 0)),
            n::FCHMOD => unit(self.fd_call(FdCall::Chmod, fd, b as i64, 0)),
            n::FCHOWN => unit(self.fd_call(FdCall::Chown, fd, b as i64, c as i64)),
            n::FCHDIR => unit(self.fd_call(FdCall::Chdir, fd, 0, 0)),
            n::GETDENTS64 => {
                let mut buf = vec![0; arguments::clamp_length(c)];
                let read = self.with_state(|state| state.read_directory(fd, &mut buf));
                read.and_then(|len| write(b, &buf[..len]).map(|()| len as u64))
            }
            _ => return None,
        })
    }

    fn read_into(&self, fd: i32, to: u64, len: u64, at: Option<i64>) -> SysResult<u64> {
        let mut buf = vec![0; arguments::clamp_length(len)];
        let read = match at {
            None => self.with_descriptor(fd, |state| state.read(&*self.base_host, fd, &mut buf))?,
            Some(at) => self.with_state(|state| state.read_at(fd, at, &mut buf))?,
        };
        write(to, &buf[..read])?;
        Ok(read as u64)
    }

    fn write_from(&self, fd: i32, from: u64, len: u64, at: Option<i64>) -> SysResult<u64> {
        let mut buf = vec![0; arguments::clamp_length(len)];
        read(from, &mut buf)?;
        let written = match at {
            None => self.with_descriptor(fd, |state| state.write(&*self.base_host, fd, &buf)),
            Some(at) => self.with_state(|state| state.write_at(fd, at, &buf)),
        };
        written.map(|n| n as u64)
    }

    fn read_vectors(&self, fd: i32, at: u64, count: u64) -> SysResult<u64> {
        let vectors = arguments::read_vectors(at, count)?;
        let mut buf = vec![0; vectors.iter().map(|(_, len)| len).sum()];
        let read = self.with_descriptor(fd, |state| state.read(&*self.base_host, fd, &mut buf))?;
        arguments::scatter_bytes(&vectors, &buf[..read])?;
        Ok(read as u64)
    }

    fn write_vectors(&self, fd: i32, at: u64, count: u64) -> SysResult<u64> {
        let buf = arguments::gather_bytes(&arguments::read_vectors(at, count)?)?;
        self.with_descriptor(fd, |state| state.write(&*self.base_host, fd, &buf)).map(|n| n as u64)
    }

    fn pipe_at(&self, at: u64, flags: i32) -> SysResult<u64> {
        let (read, written) = self.with_state(|state| state.pipe(flags))?;
        write(at, &[read.to_le_bytes(), written.to_le_bytes()].concat())?;
        Ok(0)
    }

    fn fcntl(&self, fd: i32, command: i32, arg: u64) -> SysResult<u64> {
        let flags = self.read_state(|state| state.descriptors.get(fd).map(|open| open.flags))?;
        match command {
            libc::F_DUPFD | libc::F_DUPFD_CLOEXEC => self
                .with_state(|state| state.descriptors.duplicate(fd, arg as i32))
                .map(|fd| fd as u64),
            // The program never executes another program, so no descriptor is inherited.
            libc::F_GETFD => Ok(libc::FD_CLOEXEC as u64),
            libc::F_SETFD => Ok(0),
            libc::F_GETFL => Ok(flags as u64),
            libc::F_SETFL => self.set_flags(fd, |_| arg as i32).map(|()| 0),
            // Record locks exclude other processes, and there are no other processes.
            libc::F_GETLK | F_OFD_GETLK => {
                write(arg, &(libc::F_UNLCK as i16).to_le_bytes()).map(|()| 0)
            }
            libc::F_SETLK | libc::F_SETLKW | 37..=F_OFD_SETLKW => Ok(0),
            _ => Err(libc::EINVAL),
        }
    }

    fn flock(&self, fd: i32, how: i32) -> SysResult<()> {
        let locked = self.with_state(|state| {
            let (node, open) = (state.node_of(fd)?, state.descriptors.open_id_of(fd)?);
            match how & !libc::LOCK_NB {
                libc::LOCK_UN => {
                    state.file_locks.unlock(open);
                    Ok(())
                }
                libc::LOCK_SH => state.file_locks.lock(node, open, true),
                libc::LOCK_EX => state.file_locks.lock(node, open, false),
                _ => Err(libc::EINVAL),
            }
        });
        match locked {
            Err(libc::EAGAIN) if how & libc::LOCK_NB == 0 => Err(minigo_vm::host::WOULD_WAIT),
            locked => locked,
        }
    }

    fn ioctl(&self, fd: i32, request: u64, arg: u64) -> SysResult<u64> {
        let target = self.with_state(|state| state.descriptors.target_of(fd))?;
        match request {
            libc::FIONREAD => {
                let available = self.with_state(|state| state.available_bytes(fd))? as i32;
                write(arg, &available.to_le_bytes()).map(|()| 0)
            }
            libc::FIONBIO => {
                let mut on = [0; 4];
                read(arg, &mut on)?;
                let flag = if on == [0; 4] { 0 } else { libc::O_NONBLOCK };
                self.set_flags(fd, |flags| flags & !libc::O_NONBLOCK | flag).map(|()| 0)
            }
            _ if matches!(target, Target::Socket(_)) => {
                self.refuse_operation(format!("ioctl {request:#x} of a socket"), libc::EINVAL)
            }
            _ => Err(libc::ENOTTY),
        }
    }
}
