//! The system calls of linux/amd64, which programs expect, implemented by those of linux/aarch64.
//!
//! On linux/aarch64, system calls have other numbers, and some do not exist because other calls do their work; `struct
//! stat` has another layout, and four flags of open(2) have other values. All other structures and numbers of files,
//! sockets, signals, memory and errors are the same, except those of epoll, which programs do not use.

use libc::{AT_FDCWD, AT_REMOVEDIR, AT_SYMLINK_NOFOLLOW, O_CREAT, O_TRUNC, O_WRONLY};
use std::ffi::c_long;

/// Bytes of `struct stat` on linux/amd64.
pub(crate) const STAT_BYTES: usize = 144;

/// System calls that return twice.
pub(crate) const FORK_SYSTEM_CALLS: &[c_long] = &[libc::SYS_clone, libc::SYS_clone3];

/// Flags of open(2) on linux/amd64, each with its value on linux/aarch64: O_DIRECT, O_LARGEFILE, O_DIRECTORY and
/// O_NOFOLLOW.
const OPEN_FLAG_PAIRS: [(i32, i32); 4] =
    [(0o40_000, 0o200_000), (0o100_000, 0o400_000), (0o200_000, 0o40_000), (0o400_000, 0o100_000)];

/// Translates the flags of open(2).
pub(crate) fn host_open_flags(flags: i32) -> i32 {
    replace_flags(flags, OPEN_FLAG_PAIRS)
}

/// Replaces the first flag of each pair by the second.
fn replace_flags(flags: i32, pairs: [(i32, i32); 4]) -> i32 {
    let rest = flags & !pairs.iter().fold(0, |all, (from, _)| all | from);
    pairs.iter().filter(|(from, _)| flags & from == *from).fold(rest, |all, (_, to)| all | to)
}

/// A file's state in the layout of linux/amd64.
pub(crate) fn stat_bytes(stat: &libc::stat) -> [u8; STAT_BYTES] {
    let mut bytes = [0; STAT_BYTES];
    let modes = u64::from(stat.st_mode) | u64::from(stat.st_uid) << 32;
    let words = [
        stat.st_dev,
        stat.st_ino,
        u64::from(stat.st_nlink),
        modes,
        u64::from(stat.st_gid),
        stat.st_rdev,
        stat.st_size as u64,
        stat.st_blksize as u64,
        stat.st_blocks as u64,
        stat.st_atime as u64,
        stat.st_atime_nsec as u64,
        stat.st_mtime as u64,
        stat.st_mtime_nsec as u64,
        stat.st_ctime as u64,
        stat.st_ctime_nsec as u64,
    ];
    for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Makes a program's system call, by `run`, which makes the kernel's system calls.
pub(crate) fn make_system_call(
    number: i64,
    args: [u64; 6],
    run: impl Fn(c_long, [u64; 6]) -> Result<u64, i32>,
) -> Result<u64, i32> {
    let here = AT_FDCWD as u64;
    let flags = |flags: u64| host_open_flags(flags as i32) as u64;
    let [a, b, c, d, ..] = args;
    match number {
        STAT => store_stat(|to| run(libc::SYS_newfstatat, [here, a, to, 0, 0, 0]), b),
        LSTAT => {
            let follow = AT_SYMLINK_NOFOLLOW as u64;
            store_stat(|to| run(libc::SYS_newfstatat, [here, a, to, follow, 0, 0]), b)
        }
        FSTAT => store_stat(|to| run(libc::SYS_fstat, [a, to, 0, 0, 0, 0]), b),
        NEWFSTATAT => store_stat(|to| run(libc::SYS_newfstatat, [a, b, to, d, 0, 0]), c),
        OPEN => run(libc::SYS_openat, [here, a, flags(b), c, 0, 0]),
        OPENAT => run(libc::SYS_openat, [a, b, flags(c), d, 0, 0]),
        CREAT => run(libc::SYS_openat, [here, a, (O_CREAT | O_WRONLY | O_TRUNC) as u64, b, 0, 0]),
        FCNTL if b == libc::F_SETFL as u64 => run(libc::SYS_fcntl, [a, b, flags(c), 0, 0, 0]),
        FCNTL if b == libc::F_GETFL as u64 => {
            let back = OPEN_FLAG_PAIRS.map(|(theirs, ours)| (ours, theirs));
            run(libc::SYS_fcntl, args).map(|flags| replace_flags(flags as i32, back) as u64)
        }
        ACCESS => run(libc::SYS_faccessat, [here, a, b, 0, 0, 0]),
        PIPE => run(libc::SYS_pipe2, [a, 0, 0, 0, 0, 0]),
        DUP2 if a == b => run(libc::SYS_fcntl, [a, libc::F_GETFD as u64, 0, 0, 0, 0]).map(|_| b),
        DUP2 => run(libc::SYS_dup3, [a, b, 0, 0, 0, 0]),
        RENAME => run(libc::SYS_renameat2, [here, a, here, b, 0, 0]),
        RENAMEAT => run(libc::SYS_renameat2, [a, b, c, d, 0, 0]),
        MKDIR => run(libc::SYS_mkdirat, [here, a, b, 0, 0, 0]),
        RMDIR => run(libc::SYS_unlinkat, [here, a, AT_REMOVEDIR as u64, 0, 0, 0]),
        LINK => run(libc::SYS_linkat, [here, a, here, b, 0, 0]),
        UNLINK => run(libc::SYS_unlinkat, [here, a, 0, 0, 0, 0]),
        SYMLINK => run(libc::SYS_symlinkat, [a, here, b, 0, 0, 0]),
        READLINK => run(libc::SYS_readlinkat, [here, a, b, c, 0, 0]),
        CHMOD => run(libc::SYS_fchmodat, [here, a, b, 0, 0, 0]),
        CHOWN => run(libc::SYS_fchownat, [here, a, b, c, 0, 0]),
        LCHOWN => run(libc::SYS_fchownat, [here, a, b, c, AT_SYMLINK_NOFOLLOW as u64, 0]),
        GETPGRP => run(libc::SYS_getpgid, [0; 6]),
        MKNOD => run(libc::SYS_mknodat, [here, a, b, c, 0, 0]),
        EPOLL_CTL | EPOLL_PWAIT => Err(libc::ENOSYS),
        _ => match SYSTEM_CALL_NUMBERS.binary_search_by_key(&number, |(theirs, _)| *theirs) {
            Ok(at) => run(SYSTEM_CALL_NUMBERS[at].1, args),
            Err(_) => Err(libc::ENOSYS),
        },
    }
}

/// Requests a file's state, and stores it at `to` in the layout that programs know.
fn store_stat(run: impl Fn(u64) -> Result<u64, i32>, to: u64) -> Result<u64, i32> {
    let mut stat = std::mem::MaybeUninit::<libc::stat>::zeroed();
    let done = run(stat.as_mut_ptr() as u64)?;
    // SAFETY: the structure was zeroed first; `to` is valid by the program's promise.
    unsafe { (to as *mut [u8; STAT_BYTES]).write_unaligned(stat_bytes(stat.assume_init_ref())) };
    Ok(done)
}

/// Numbers on linux/amd64 of the calls that linux/aarch64 implements by other calls.
const OPEN: i64 = 2;
const STAT: i64 = 4;
const FSTAT: i64 = 5;
const LSTAT: i64 = 6;
const ACCESS: i64 = 21;
const PIPE: i64 = 22;
const DUP2: i64 = 33;
const FCNTL: i64 = 72;
const RENAME: i64 = 82;
const MKDIR: i64 = 83;
const RMDIR: i64 = 84;
const CREAT: i64 = 85;
const LINK: i64 = 86;
const UNLINK: i64 = 87;
const SYMLINK: i64 = 88;
const READLINK: i64 = 89;
const CHMOD: i64 = 90;
const CHOWN: i64 = 92;
const LCHOWN: i64 = 94;
const GETPGRP: i64 = 111;
const MKNOD: i64 = 133;
const EPOLL_CTL: i64 = 233;
const OPENAT: i64 = 257;
const NEWFSTATAT: i64 = 262;
const RENAMEAT: i64 = 264;
const EPOLL_PWAIT: i64 = 281;

/// The system calls that both architectures have: their numbers on linux/amd64, in order, and on linux/aarch64.
macro_rules! numbers {
    ($($theirs:literal $ours:ident,)*) => { &[$(($theirs, libc::$ours)),*] };
}

const SYSTEM_CALL_NUMBERS: &[(i64, c_long)] = numbers! {
    0 SYS_read, 1 SYS_write, 3 SYS_close, 8 SYS_lseek, 9 SYS_mmap, 10 SYS_mprotect,
    11 SYS_munmap, 12 SYS_brk, 13 SYS_rt_sigaction, 14 SYS_rt_sigprocmask, 15 SYS_rt_sigreturn,
    16 SYS_ioctl, 17 SYS_pread64, 18 SYS_pwrite64, 19 SYS_readv, 20 SYS_writev,
    24 SYS_sched_yield, 25 SYS_mremap, 26 SYS_msync, 27 SYS_mincore, 28 SYS_madvise,
    29 SYS_shmget, 30 SYS_shmat, 31 SYS_shmctl, 32 SYS_dup, 35 SYS_nanosleep, 36 SYS_getitimer,
    38 SYS_setitimer, 39 SYS_getpid, 40 SYS_sendfile, 41 SYS_socket, 42 SYS_connect,
    43 SYS_accept, 44 SYS_sendto, 45 SYS_recvfrom, 46 SYS_sendmsg, 47 SYS_recvmsg,
    48 SYS_shutdown, 49 SYS_bind, 50 SYS_listen, 51 SYS_getsockname, 52 SYS_getpeername,
    53 SYS_socketpair, 54 SYS_setsockopt, 55 SYS_getsockopt, 56 SYS_clone, 59 SYS_execve,
    60 SYS_exit, 61 SYS_wait4, 62 SYS_kill, 63 SYS_uname, 64 SYS_semget, 65 SYS_semop,
    66 SYS_semctl, 67 SYS_shmdt, 68 SYS_msgget, 69 SYS_msgsnd, 70 SYS_msgrcv, 71 SYS_msgctl,
    72 SYS_fcntl, 73 SYS_flock, 74 SYS_fsync, 75 SYS_fdatasync, 76 SYS_truncate,
    77 SYS_ftruncate, 79 SYS_getcwd, 80 SYS_chdir, 81 SYS_fchdir, 91 SYS_fchmod, 93 SYS_fchown,
    95 SYS_umask, 96 SYS_gettimeofday, 98 SYS_getrusage, 99 SYS_sysinfo, 100 SYS_times,
    101 SYS_ptrace, 102 SYS_getuid, 103 SYS_syslog, 104 SYS_getgid, 105 SYS_setuid,
    106 SYS_setgid, 107 SYS_geteuid, 108 SYS_getegid, 109 SYS_setpgid, 110 SYS_getppid,
    112 SYS_setsid, 113 SYS_setreuid, 114 SYS_setregid, 115 SYS_getgroups, 116 SYS_setgroups,
    117 SYS_setresuid, 118 SYS_getresuid, 119 SYS_setresgid, 120 SYS_getresgid, 121 SYS_getpgid,
    122 SYS_setfsuid, 123 SYS_setfsgid, 124 SYS_getsid, 125 SYS_capget, 126 SYS_capset,
    127 SYS_rt_sigpending, 128 SYS_rt_sigtimedwait, 129 SYS_rt_sigqueueinfo,
    130 SYS_rt_sigsuspend, 131 SYS_sigaltstack, 135 SYS_personality, 137 SYS_statfs,
    138 SYS_fstatfs, 140 SYS_getpriority, 141 SYS_setpriority, 142 SYS_sched_setparam,
    143 SYS_sched_getparam, 144 SYS_sched_setscheduler, 145 SYS_sched_getscheduler,
    146 SYS_sched_get_priority_max, 147 SYS_sched_get_priority_min,
    148 SYS_sched_rr_get_interval, 149 SYS_mlock, 150 SYS_munlock, 151 SYS_mlockall,
    152 SYS_munlockall, 153 SYS_vhangup, 155 SYS_pivot_root, 157 SYS_prctl, 159 SYS_adjtimex,
    161 SYS_chroot, 162 SYS_sync, 163 SYS_acct, 164 SYS_settimeofday, 165 SYS_mount,
    166 SYS_umount2, 167 SYS_swapon, 168 SYS_swapoff, 169 SYS_reboot, 170 SYS_sethostname,
    171 SYS_setdomainname, 175 SYS_init_module, 176 SYS_delete_module, 179 SYS_quotactl,
    180 SYS_nfsservctl, 186 SYS_gettid, 187 SYS_readahead, 188 SYS_setxattr, 189 SYS_lsetxattr,
    190 SYS_fsetxattr, 191 SYS_getxattr, 192 SYS_lgetxattr, 193 SYS_fgetxattr,
    194 SYS_listxattr, 195 SYS_llistxattr, 196 SYS_flistxattr, 197 SYS_removexattr,
    198 SYS_lremovexattr, 199 SYS_fremovexattr, 200 SYS_tkill, 202 SYS_futex,
    203 SYS_sched_setaffinity, 204 SYS_sched_getaffinity, 206 SYS_io_setup, 207 SYS_io_destroy,
    208 SYS_io_getevents, 209 SYS_io_submit, 210 SYS_io_cancel, 212 SYS_lookup_dcookie,
    216 SYS_remap_file_pages, 217 SYS_getdents64, 218 SYS_set_tid_address,
    219 SYS_restart_syscall, 220 SYS_semtimedop, 221 SYS_fadvise64, 222 SYS_timer_create,
    223 SYS_timer_settime, 224 SYS_timer_gettime, 225 SYS_timer_getoverrun,
    226 SYS_timer_delete, 227 SYS_clock_settime, 228 SYS_clock_gettime, 229 SYS_clock_getres,
    230 SYS_clock_nanosleep, 231 SYS_exit_group, 234 SYS_tgkill,
    237 SYS_mbind, 238 SYS_set_mempolicy, 239 SYS_get_mempolicy, 240 SYS_mq_open,
    241 SYS_mq_unlink, 242 SYS_mq_timedsend, 243 SYS_mq_timedreceive, 244 SYS_mq_notify,
    245 SYS_mq_getsetattr, 246 SYS_kexec_load, 247 SYS_waitid, 248 SYS_add_key,
    249 SYS_request_key, 250 SYS_keyctl, 251 SYS_ioprio_set, 252 SYS_ioprio_get,
    254 SYS_inotify_add_watch, 255 SYS_inotify_rm_watch, 256 SYS_migrate_pages,
    258 SYS_mkdirat, 259 SYS_mknodat, 260 SYS_fchownat, 263 SYS_unlinkat,
    265 SYS_linkat, 266 SYS_symlinkat, 267 SYS_readlinkat, 268 SYS_fchmodat, 269 SYS_faccessat,
    270 SYS_pselect6, 271 SYS_ppoll, 272 SYS_unshare, 273 SYS_set_robust_list,
    274 SYS_get_robust_list, 275 SYS_splice, 276 SYS_tee, 278 SYS_vmsplice, 279 SYS_move_pages,
    280 SYS_utimensat, 283 SYS_timerfd_create, 285 SYS_fallocate,
    286 SYS_timerfd_settime, 287 SYS_timerfd_gettime, 288 SYS_accept4, 289 SYS_signalfd4,
    290 SYS_eventfd2, 291 SYS_epoll_create1, 292 SYS_dup3, 293 SYS_pipe2, 294 SYS_inotify_init1,
    295 SYS_preadv, 296 SYS_pwritev, 297 SYS_rt_tgsigqueueinfo, 298 SYS_perf_event_open,
    299 SYS_recvmmsg, 300 SYS_fanotify_init, 301 SYS_fanotify_mark, 302 SYS_prlimit64,
    303 SYS_name_to_handle_at, 304 SYS_open_by_handle_at, 305 SYS_clock_adjtime, 306 SYS_syncfs,
    307 SYS_sendmmsg, 308 SYS_setns, 309 SYS_getcpu, 310 SYS_process_vm_readv,
    311 SYS_process_vm_writev, 312 SYS_kcmp, 313 SYS_finit_module, 314 SYS_sched_setattr,
    315 SYS_sched_getattr, 316 SYS_renameat2, 317 SYS_seccomp, 318 SYS_getrandom,
    319 SYS_memfd_create, 320 SYS_kexec_file_load, 321 SYS_bpf, 322 SYS_execveat,
    323 SYS_userfaultfd, 324 SYS_membarrier, 325 SYS_mlock2, 326 SYS_copy_file_range,
    327 SYS_preadv2, 328 SYS_pwritev2, 329 SYS_pkey_mprotect, 330 SYS_pkey_alloc,
    331 SYS_pkey_free, 332 SYS_statx, 334 SYS_rseq, 424 SYS_pidfd_send_signal,
    425 SYS_io_uring_setup, 426 SYS_io_uring_enter, 427 SYS_io_uring_register,
    428 SYS_open_tree, 429 SYS_move_mount, 430 SYS_fsopen, 431 SYS_fsconfig, 432 SYS_fsmount,
    433 SYS_fspick, 434 SYS_pidfd_open, 435 SYS_clone3, 436 SYS_close_range, 437 SYS_openat2,
    438 SYS_pidfd_getfd, 439 SYS_faccessat2, 440 SYS_process_madvise, 441 SYS_epoll_pwait2,
    442 SYS_mount_setattr, 443 SYS_quotactl_fd, 444 SYS_landlock_create_ruleset,
    445 SYS_landlock_add_rule, 446 SYS_landlock_restrict_self, 447 SYS_memfd_secret,
    448 SYS_process_mrelease, 449 SYS_futex_waitv, 450 SYS_set_mempolicy_home_node,
    462 SYS_mseal,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order() {
        assert!(SYSTEM_CALL_NUMBERS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn flags_change_places() {
        let theirs = 0o200_000 | 0o400_000 | libc::O_CLOEXEC | libc::O_RDWR;
        let ours = libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC | libc::O_RDWR;
        assert_eq!(host_open_flags(theirs), ours);
        assert_eq!(
            replace_flags(ours, OPEN_FLAG_PAIRS.map(|(theirs, ours)| (ours, theirs))),
            theirs
        );
    }
}
