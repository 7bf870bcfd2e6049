//! The memory to which pointers in a program's system calls refer.
//!
//! A host that implements system calls itself must read and write this memory. The kernel does the copying, so an
//! invalid pointer gives `EFAULT`, as in the kernel's own calls. Writes are the program's responsibility, as with
//! package unsafe.

use crate::host::SysResult;
use crate::host::syscalls::check_result;

/// Copies memory at an address of the program.
///
/// # Errors
/// Returns `EFAULT` if not all of the memory can be read.
pub fn read(at: u64, to: &mut [u8]) -> SysResult<()> {
    let here = libc::iovec { iov_base: to.as_mut_ptr().cast(), iov_len: to.len() };
    let there = libc::iovec { iov_base: at as *mut libc::c_void, iov_len: to.len() };
    // SAFETY: the kernel copies to the slice, if the other address can be read.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &here, 1, &there, 1, 0) };
    check_complete(copied, to.len())
}

/// Copies `from` to an address of the program, which is responsible for the address.
///
/// # Errors
/// Returns `EFAULT` if not all of the memory can be written.
pub fn write(at: u64, from: &[u8]) -> SysResult<()> {
    let here = libc::iovec { iov_base: from.as_ptr().cast_mut().cast(), iov_len: from.len() };
    let there = libc::iovec { iov_base: at as *mut libc::c_void, iov_len: from.len() };
    // SAFETY: the kernel reads the slice. The Go program passed the other address to a system call that writes there,
    // and is responsible for it.
    let copied = unsafe { libc::process_vm_writev(libc::getpid(), &here, 1, &there, 1, 0) };
    check_complete(copied, from.len())
}

fn check_complete(copied: isize, wanted: usize) -> SysResult<()> {
    let copied = check_result(copied as i64)?;
    if copied as usize == wanted { Ok(()) } else { Err(libc::EFAULT) }
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn bytes_go_both_ways_and_nowhere_is_an_error() {
        let mut there = [1u8, 2, 3, 4];
        let at = there.as_mut_ptr() as u64;
        assert_eq!(write(at + 1, &[9, 8]), Ok(()));
        let mut back = [0; 4];
        assert_eq!(read(at, &mut back), Ok(()));
        assert_eq!(back, [1, 9, 8, 4]);
        assert_eq!(read(8, &mut back), Err(libc::EFAULT));
        assert_eq!(write(8, &back), Err(libc::EFAULT));
    }
}
