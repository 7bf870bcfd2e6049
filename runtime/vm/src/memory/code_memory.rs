//! Memory for compiled code: an anonymous file that is executed through a read-only mapping, and written with
//! pwrite(2): no page is ever writable at any address.

use crate::arch;
use memmap2::{MmapMut, MmapOptions};
use parking_lot::Mutex;
use std::fs::File;
use std::os::fd::FromRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The most bytes of compiled code in a machine. A program that reaches this limit continues with the code compiled so
/// far. (The whole of package net/http takes 6 MB.)
pub(crate) const MAX_BYTES: usize = 32 << 20;

/// The alignment of functions, in bytes.
const FUNCTION_ALIGNMENT: usize = 64;

/// The compiled code of a machine.
pub(crate) struct CodeMemory {
    file: File,
    executable: memmap2::MmapRaw,
    /// The function of each line of the code.
    line_functions: MmapMut,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    used_bytes: usize,
    #[allow(clippy::vec_box, reason = "`lines` refers to the bytes")]
    functions: Vec<Box<CompiledFunction>>,
}

/// The description of a compiled function, for faults.
pub(crate) struct CompiledFunction {
    /// The address of the function's machine code.
    code_address: u64,
    /// The index of the function's first bytecode instruction.
    pub(crate) first_instruction: u32,
    /// The bytecode instruction of each range of machine code: offset of the range's begin, then the instruction's
    /// index in the function.
    pub(crate) positions: Box<[(u32, u32)]>,
}

impl CompiledFunction {
    /// The index of the instruction to which the machine code at `ip` belongs.
    pub(crate) fn instruction_at(&self, ip: u64) -> Option<u32> {
        let place = ip.checked_sub(self.code_address)? as u32;
        let at = self.positions.partition_point(|(from, _)| *from <= place);
        self.positions.get(at.checked_sub(1)?).map(|(_, pc)| *pc)
    }
}

impl CodeMemory {
    /// Reserves addresses for [`MAX_BYTES`] bytes; memory is only used as code is added.
    pub(crate) fn new() -> Option<Self> {
        if !arch::code::prepare_publishing() || max_file_size() < MAX_BYTES as u64 {
            return None;
        }
        // SAFETY: the name ends in zero; the descriptor is new, and owned from here on.
        let file = unsafe {
            let fd = libc::memfd_create(c"minigo-code".as_ptr(), libc::MFD_CLOEXEC);
            (fd >= 0).then(|| File::from_raw_fd(fd))?
        };
        file.set_len(MAX_BYTES as u64).ok()?;
        // SAFETY: no other process has the file; its contents are published before they are executed.
        let executable = unsafe { MmapOptions::new().len(MAX_BYTES).map_exec(&file).ok()? };
        let lines = MmapOptions::new()
            .len(MAX_BYTES / FUNCTION_ALIGNMENT * 8)
            .no_reserve_swap()
            .map_anon()
            .ok()?;
        Some(Self {
            file,
            executable: executable.into(),
            line_functions: lines,
            state: Mutex::default(),
        })
    }

    /// Adds code for the function whose bytecode begins at `start`, and returns its address. The address may not be
    /// stored for execution before the code is [published](Self::publish). `None` when there is no more room.
    pub(crate) fn add(&self, code: &[u8], start: u32, positions: Vec<(u32, u32)>) -> Option<u64> {
        let mut state = self.state.lock();
        let at = state.used_bytes;
        let end = at.checked_add(code.len())?.next_multiple_of(FUNCTION_ALIGNMENT);
        if end > MAX_BYTES {
            return None;
        }
        self.file.write_all_at(code, at as u64).ok()?;
        let begin = self.executable.as_ptr().wrapping_add(at);
        arch::code::clean_caches(begin, code.len());
        let begin = begin as u64;
        let function = Box::new(CompiledFunction {
            code_address: begin,
            first_instruction: start,
            positions: positions.into(),
        });
        let known: *const CompiledFunction = &raw const *function;
        for line in &self.line_functions()[at / FUNCTION_ALIGNMENT..end / FUNCTION_ALIGNMENT] {
            line.store(known.cast_mut(), Ordering::Release);
        }
        state.functions.push(function);
        state.used_bytes = end;
        Some(begin)
    }

    /// Lets any thread execute all code that was [added](Self::add).
    pub(crate) fn publish() {
        arch::code::synchronise_cores();
    }

    /// The bytes of added code.
    pub(crate) fn bytes(&self, address: u64, len: usize) -> &[u8] {
        let at = (address - self.executable.as_ptr() as u64) as usize;
        assert!(
            at.checked_add(len).is_some_and(|end| end <= MAX_BYTES),
            "the code lies in the mapping"
        );
        // SAFETY: the bytes lie in the mapping, can be read, and do not change once they are written.
        unsafe { std::slice::from_raw_parts(self.executable.as_ptr().add(at), len) }
    }

    fn line_functions(&self) -> &[AtomicPtr<CompiledFunction>] {
        // SAFETY: a mapping of that many words, which begins at a page; zero bytes are null.
        unsafe {
            std::slice::from_raw_parts(
                self.line_functions.as_ptr().cast(),
                MAX_BYTES / FUNCTION_ALIGNMENT,
            )
        }
    }

    /// The function to which machine code belongs. Signal handlers may call this.
    pub(crate) fn function_at(&self, ip: u64) -> Option<&CompiledFunction> {
        let at = ip.checked_sub(self.executable.as_ptr() as u64)? as usize;
        let function = self.line_functions().get(at / FUNCTION_ALIGNMENT)?.load(Ordering::Acquire);
        // SAFETY: functions stay as long as the code does.
        (!function.is_null()).then(|| unsafe { &*function })
    }
}

/// The size limit of files: beyond it the system sends SIGXFSZ.
fn max_file_size() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writing.
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) };
    limit.rlim_cur
}

#[cfg(all(test, not(miri)))]
#[allow(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    /// The mappings of code with their permissions.
    fn mappings() -> Vec<String> {
        let all = std::fs::read_to_string("/proc/self/maps").unwrap();
        all.lines().filter(|line| line.contains("minigo-code")).map(str::to_owned).collect()
    }

    #[test]
    fn code_is_never_writable() {
        let memory = CodeMemory::new().unwrap();
        let code: Vec<u8> = (0..=255).collect();
        let addresses: Vec<u64> =
            (0..3).map(|start| memory.add(&code, start, Vec::new()).unwrap()).collect();
        CodeMemory::publish();
        for (start, address) in (0..).zip(addresses) {
            assert_eq!(memory.bytes(address, code.len()), code);
            assert_eq!(memory.function_at(address + 100).unwrap().first_instruction, start);
        }
        let mappings = mappings();
        assert!(!mappings.is_empty());
        for line in mappings {
            let permissions = line.split(' ').nth(1).unwrap();
            assert!(permissions.contains('x') && !permissions.contains('w'), "{line}");
        }
    }
}
