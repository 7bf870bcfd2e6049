//! Natives of the packages below encoding.

pub(crate) mod base64;
pub(crate) mod hex;
pub(crate) mod json;

use minigo_vm::convert::GoSlice;
use minigo_vm::native::NativeCx;

/// Tells a detector of data races that so many bytes of `src` were read, and of `dst` written.
fn tell(cx: &mut NativeCx, src: &GoSlice<u8>, read: usize, dst: &GoSlice<u8>, written: usize) {
    cx.race_read(src.ptr(), read);
    cx.race_write(dst.ptr(), written);
}

/// The bytes of a slice as a copy of some at a time, a multiple of 12: a program may let its text and its bytes lie
/// over each other, as those that decode in place do.
fn parts(src: &GoSlice<u8>) -> impl Iterator<Item = ([u8; 768], usize)> {
    (0..src.len()).step_by(768).map(move |from| {
        let mut part = [0; 768];
        let len = part.len().min(src.len() - from);
        let cells = &src.cells()[from..from + len];
        part.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell.get());
        (part, len)
    })
}
