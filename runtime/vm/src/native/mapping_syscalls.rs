//! System calls of a program with a memory limit: those that map memory, and those by which the kernel writes to it.
//!
//! The program makes these calls through package syscall, by the numbers of linux/amd64. Without a memory limit the
//! calls are passed on unchanged. With a limit, the program's mappings are [watched](minigo_heap::mappings): written
//! memory counts.

use crate::goroutine::out_of_memory;
use crate::host::{Host, SysResult};
use crate::native::NativeCx;
use crate::types::value::GoSlice;
use minigo_heap::ledger::{self, Ledger};
use minigo_heap::mappings::Kind;
use std::ops::Range;

const MMAP: i64 = 9;
const MPROTECT: i64 = 10;
const MUNMAP: i64 = 11;
const BRK: i64 = 12;
const READV: i64 = 19;
const MREMAP: i64 = 25;
const MADVISE: i64 = 28;
const RECVMSG: i64 = 47;
const PREADV: i64 = 295;
const PREADV2: i64 = 327;
const PKEY_MPROTECT: i64 = 329;

/// The result of a program's system call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyscallResult {
    /// The call was made.
    Done(SysResult<u64>),
    /// The call was not made: the memory limit has no room for this many bytes that the kernel would have written.
    NoRoom(usize),
}

/// Makes a system call of the program. The calling thread works for its machine.
pub fn system_call(host: &dyn Host, number: i64, args: [u64; 6]) -> SyscallResult {
    match ledger::ledger_of_thread() {
        None => SyscallResult::Done(host.syscall(number, args)),
        Some(ledger) => CountedSyscall { host, ledger: &ledger, call_number: number, args }.call(),
    }
}

/// A system call of a program with a limit.
struct CountedSyscall<'a> {
    host: &'a dyn Host,
    ledger: &'a Ledger,
    call_number: i64,
    args: [u64; 6],
}

impl CountedSyscall<'_> {
    fn call(&self) -> SyscallResult {
        let [a, b, c, ..] = self.args;
        let (at, len) = (a as usize, b as usize);
        let maps = self.ledger.mappings();
        SyscallResult::Done(match self.call_number {
            MMAP => self.map_memory(),
            MUNMAP => maps.unmap(self.ledger, at, len, || self.make_call(self.args)),
            MPROTECT | PKEY_MPROTECT => maps.protect(at, len, c as i32, |prot| {
                self.make_call(with_argument(self.args, 2, prot))
            }),
            MREMAP => self.remap_pages(),
            MADVISE => match c as i32 {
                advice @ (libc::MADV_DONTNEED | libc::MADV_REMOVE) => {
                    let shared_too = advice == libc::MADV_REMOVE;
                    maps.discard_pages(self.ledger, at, len, shared_too, || {
                        self.make_call(self.args)
                    })
                }
                libc::MADV_POPULATE_WRITE => {
                    return self.write_to(std::slice::from_ref(&(at..at.saturating_add(len))));
                }
                _ => self.make_call(self.args),
            },
            // The C heap belongs to the process: the program may only query its end.
            BRK => self.make_call([0; 6]),
            _ => match self.make_call(self.args) {
                Err(libc::EFAULT) if !maps.is_empty() => {
                    return self.write_to(&self.written_ranges());
                }
                done => done,
            },
        })
    }

    fn make_call(&self, args: [u64; 6]) -> SysResult<u64> {
        self.host.syscall(self.call_number, args)
    }

    fn map_memory(&self) -> SysResult<u64> {
        let [_, len, prot, flags, ..] = self.args;
        let flags = flags as i32;
        let is_memory = flags & libc::MAP_ANONYMOUS != 0;
        let is_private = flags & libc::MAP_TYPE == libc::MAP_PRIVATE;
        if is_memory && flags & libc::MAP_HUGETLB != 0 {
            // Huge pages have no small parts that could be charged one by one.
            return Err(libc::ENOMEM);
        }
        let kind = match (is_memory, is_private) {
            (true, true) => Some(Kind::Private),
            (true, false) => Some(Kind::Shared),
            (false, true) => Some(Kind::FileCopy),
            (false, false) => None,
        };
        let flags = if is_memory { flags & !libc::MAP_POPULATE } else { flags };
        let args = with_argument(self.args, 3, flags);
        let maps = self.ledger.mappings();
        maps.map(self.ledger, len as usize, kind, prot as i32, |prot| {
            self.make_call(with_argument(args, 2, prot))
        })
    }

    fn remap_pages(&self) -> SysResult<u64> {
        let [old, old_len, new_len, flags, ..] = self.args;
        if old_len == 0 || flags as i32 & libc::MREMAP_DONTUNMAP != 0 {
            // After this call the same memory would be mapped at two addresses.
            return Err(libc::EINVAL);
        }
        let old = (old as usize, old_len as usize);
        let maps = self.ledger.mappings();
        maps.remap(self.ledger, old, new_len as usize, || self.make_call(self.args))
    }

    /// Makes the call, by which the kernel may write to these ranges.
    fn write_to(&self, ranges: &[Range<usize>]) -> SyscallResult {
        for range in ranges {
            let touched = self.ledger.mappings().touch_all(self.ledger, range.start, range.len());
            if let Err(bytes) = touched {
                return SyscallResult::NoRoom(bytes);
            }
        }
        SyscallResult::Done(self.make_call(self.args))
    }

    /// The ranges to which the kernel may write: from each argument that points to watched memory, as many bytes as
    /// another argument may specify, otherwise a page.
    fn written_ranges(&self) -> Vec<Range<usize>> {
        let vectors = match self.call_number {
            READV | PREADV | PREADV2 => vector_ranges(self.args[1], self.args[2]),
            RECVMSG => read_at::<libc::msghdr>(self.args[1])
                .map_or_else(Vec::new, |m| vector_ranges(m.msg_iov as u64, m.msg_iovlen as u64)),
            _ => Vec::new(),
        };
        let direct = self.args.iter().filter_map(|at| {
            let most = self.ledger.mappings().writable_from(*at as usize);
            let lengths = self.args.iter().map(|n| *n as usize).filter(|n| *n <= most);
            let len = lengths.max().unwrap_or(0).max(most.min(4096));
            (most > 0).then(|| *at as usize..*at as usize + len)
        });
        direct.chain(vectors).collect()
    }
}

/// The arguments, in which `value` replaces the argument at index `at`.
fn with_argument(mut args: [u64; 6], at: usize, value: i32) -> [u64; 6] {
    args[at] = value as u64;
    args
}

/// The most vectors that the kernel accepts.
const MAX_VECTORS: u64 = 1024;

fn vector_ranges(at: u64, count: u64) -> Vec<Range<usize>> {
    let place = |n: u64| at.wrapping_add(n * size_of::<libc::iovec>() as u64);
    let all = (0..count.min(MAX_VECTORS)).map_while(|n| read_at::<libc::iovec>(place(n)));
    all.map(|v| v.iov_base as usize..(v.iov_base as usize).saturating_add(v.iov_len)).collect()
}

/// Plain data at an address of the program; `None` if it cannot be read.
fn read_at<T>(at: u64) -> Option<T> {
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    let len = size_of::<T>();
    let here = libc::iovec { iov_base: value.as_mut_ptr().cast(), iov_len: len };
    let there = libc::iovec { iov_base: at as *mut libc::c_void, iov_len: len };
    // SAFETY: the kernel copies to `value`, if the other address can be read.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &here, 1, &there, 1, 0) };
    // SAFETY: the kernel's structures consist of numbers and pointers.
    (copied == len as isize).then(|| unsafe { value.assume_init() })
}

impl NativeCx {
    /// Called before the kernel writes to a slice: if the slice lies in a mapping, its memory counts from now on.
    /// Unwinds if the memory limit has no room for that memory.
    #[inline]
    pub fn expect_writes(&mut self, slice: &GoSlice<u8>) {
        if let Some(ledger) = self.shared().heap.ledger()
            && !ledger.mappings().is_empty()
        {
            let (at, len) = (slice.as_ptr() as usize, slice.len());
            if let Err(bytes) = ledger.mappings().touch_all(ledger, at, len) {
                out_of_memory::raise_out_of_memory(bytes);
            }
        }
    }

    /// Unwinds an operation that cannot be repeated: the memory limit has no room for `bytes` bytes.
    pub fn unwind_out_of_memory(&mut self, bytes: usize) -> ! {
        out_of_memory::raise_out_of_memory(bytes)
    }
}
