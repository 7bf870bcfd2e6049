//! The identity of this minigo executable, and the owner of its process.
//!
//! This information comes from system calls that need `unsafe`.

use std::ffi::{CStr, OsStr, c_char};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

/// The hash of this executable, computed by the linker; `None` for executables without one.
#[must_use]
pub fn build_id() -> Option<&'static [u8]> {
    #[cfg(target_os = "linux")]
    return linux::build_id();
    #[cfg(not(target_os = "linux"))]
    None
}

/// Flags of open(2) that reject symbolic links and do not block.
pub const SAFE_OPEN_FLAGS: i32 = libc::O_NOFOLLOW | libc::O_NONBLOCK;

/// The effective user of the process.
#[must_use]
pub fn user_id() -> u32 {
    // SAFETY: the call only returns a value.
    unsafe { libc::geteuid() }
}

/// The path by which the kernel started this process's executable, if it provides that.
#[must_use]
pub fn executable_path() -> Option<PathBuf> {
    // SAFETY: the call only returns a value.
    let at = unsafe { libc::getauxval(libc::AT_EXECFN) } as *const c_char;
    if at.is_null() {
        return None;
    }
    // SAFETY: the kernel has put the text, with a zero behind it, into the process's memory for as long as the process
    // lives.
    let path = unsafe { CStr::from_ptr(at) };
    Some(PathBuf::from(OsStr::from_bytes(path.to_bytes())))
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_void};

    /// The type of the note.
    const NT_GNU_BUILD_ID: u32 = 3;

    pub(super) fn build_id() -> Option<&'static [u8]> {
        let mut found: Option<&'static [u8]> = None;
        let to = std::ptr::from_mut(&mut found).cast();
        // SAFETY: the function is called while the list of objects is locked; `found` lives that long.
        unsafe { libc::dl_iterate_phdr(Some(first), to) };
        found
    }

    /// Reads the first object, which is the executable.
    unsafe extern "C" fn first(
        object: *mut libc::dl_phdr_info,
        _: usize,
        to: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker describes a mapped object; `to` is the pointer of `build_id`.
        let (base, headers, found) = unsafe {
            let object = &*object;
            (
                object.dlpi_addr,
                std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()),
                &mut *to.cast::<Option<&'static [u8]>>(),
            )
        };
        for header in headers.iter().filter(|h| h.p_type == libc::PT_NOTE) {
            let at = (base + header.p_vaddr) as *const u8;
            // SAFETY: the notes of the executable are mapped, for as long as the process lives.
            let notes = unsafe { std::slice::from_raw_parts(at, header.p_memsz as usize) };
            *found = found.or_else(|| find_build_id(notes));
        }
        1
    }

    /// A note: length of the name, length of the rest, type; then both, padded to four bytes.
    fn find_build_id(mut notes: &[u8]) -> Option<&[u8]> {
        loop {
            let (head, rest) = notes.split_first_chunk::<12>()?;
            let number =
                |at| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
            let padded = |length: u32| (length as usize).next_multiple_of(4);
            let (name, rest) = rest.split_at_checked(padded(number(0)))?;
            if number(8) == NT_GNU_BUILD_ID && name == b"GNU\0" {
                return rest.get(..number(4) as usize).filter(|id| !id.is_empty());
            }
            notes = rest.get(padded(number(4))..)?;
        }
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_build_id_note_is_found_behind_other_notes() {
            let mut notes = Vec::new();
            for (name, kind, body) in
                [(&b"GNU\0"[..], 1_u32, &[9_u8; 16][..]), (b"GNU\0", 3, b"abcdef\0\0")]
            {
                let length = body.iter().rposition(|b| *b != 0).unwrap() as u32 + 1;
                notes.extend((name.len() as u32).to_ne_bytes());
                notes.extend(length.to_ne_bytes());
                notes.extend(kind.to_ne_bytes());
                notes.extend(name);
                notes.extend(body);
            }
            assert_eq!(super::find_build_id(&notes), Some(&b"abcdef"[..]));
            assert_eq!(super::find_build_id(&notes[..28]), None);
        }
    }
}
