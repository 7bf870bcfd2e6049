//! System calls on memory. Calls on memory are passed to the kernel, except those that map files. A private mapping of
//! a file becomes memory with a copy of the file; a shared one is refused.

use super::numbers as n;
use crate::world::Inner;
use libc::{MAP_ANONYMOUS, MAP_PRIVATE, MAP_TYPE, PROT_READ, PROT_WRITE};
use minigo_vm::host::SysResult;
use minigo_vm::host::program_memory::write;

/// How many bytes of a file are copied at a time.
const READ_BYTES: usize = 1 << 16;

impl Inner {
    pub(super) fn memory_call(&self, number: i64, args: [u64; 6]) -> Option<SysResult<u64>> {
        Some(match number {
            n::MMAP if args[3] as i32 & MAP_ANONYMOUS == 0 => self.map_file(args),
            n::MMAP
            | n::MPROTECT
            | n::MUNMAP
            | n::BRK
            | n::MREMAP
            | n::MSYNC
            | n::MINCORE
            | n::MADVISE
            | n::MLOCK
            | n::MUNLOCK => {
                self.mark_effect();
                self.base_host.syscall(number, args)
            }
            _ => return None,
        })
    }

    fn map_file(&self, [at, len, prot, flags, fd, offset]: [u64; 6]) -> SysResult<u64> {
        let id = self.with_state(|state| state.node_of(fd as i32))?;
        let is_shared = flags as i32 & MAP_TYPE != MAP_PRIVATE;
        if is_shared && prot as i32 & PROT_WRITE != 0 {
            return self.refuse_operation("mapping a file to write to it", libc::ENODEV);
        }
        let flags = flags as i32 & !MAP_TYPE | MAP_PRIVATE | MAP_ANONYMOUS;
        let writable = (PROT_READ | PROT_WRITE) as u64;
        let nothing = u64::MAX;
        let mapped =
            self.base_host.syscall(n::MMAP, [at, len, writable, flags as u64, nothing, 0])?;
        let filled = (0..len).step_by(READ_BYTES).try_for_each(|done| {
            let mut part = vec![0; READ_BYTES.min((len - done) as usize)];
            let read = self.with_state(|state| state.tree.read(id, offset + done, &mut part))?;
            write(mapped + done, &part[..read])
        });
        let done =
            filled.and_then(|()| self.base_host.syscall(n::MPROTECT, [mapped, len, prot, 0, 0, 0]));
        if let Err(errno) = done {
            let _ = self.base_host.syscall(n::MUNMAP, [mapped, len, 0, 0, 0, 0]);
            return Err(errno);
        }
        Ok(mapped)
    }
}
