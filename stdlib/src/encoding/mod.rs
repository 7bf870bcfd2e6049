//! Natives of the packages below encoding.

pub(crate) mod base64;
pub(crate) mod hex;
pub(crate) mod json;

use minigo_vm::convert::GoSlice;
use minigo_vm::native::NativeCx;

/// Tells the race detector that `read` bytes of `src` were read and `written` bytes of `dst` written.
fn report_accesses_to_race_detector(
    cx: &mut NativeCx,
    src: &GoSlice<u8>,
    read: usize,
    dst: &GoSlice<u8>,
    written: usize,
) {
    cx.race_read(src.ptr(), read);
    cx.race_write(dst.ptr(), written);
}

/// Yields copies of successive parts of the slice, each a multiple of 12 bytes long except the last. A copy is needed
/// because a program may decode in place, with `src` and `dst` in the same memory.
fn copied_parts(src: &GoSlice<u8>) -> impl Iterator<Item = ([u8; 768], usize)> {
    (0..src.len()).step_by(768).map(move |from| {
        let mut part = [0; 768];
        let len = part.len().min(src.len() - from);
        let cells = &src.as_cells()[from..from + len];
        part.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell.get());
        (part, len)
    })
}
