//! The build info in programs that gc has compiled: section `.go.buildinfo` of an ELF file, in the form that Go has
//! used since 1.18.

use minigo_vm::MappedFile;
use std::fs::File;
use std::path::Path;

/// The name of the section.
const SECTION: &[u8] = b".go.buildinfo";

/// The magic number at the beginning of the section.
const MAGIC: &[u8] = b"\xff Go buildinf:";

/// The flag that says that the strings are in the section itself, behind a header of [`HEADER_LEN`] bytes.
const INLINE_FLAG: u8 = 2;
const HEADER_LEN: usize = 32;

/// The number of marker bytes on each side of the module info.
const SENTINEL_LEN: usize = 16;

/// Go's version and the module info of the program, which may be empty.
///
/// # Errors
/// Returns the reason why the file has no build info, in Go's words.
pub(super) fn read(path: &Path) -> Result<(String, String), String> {
    let not_go = || "not a Go executable".to_owned();
    let file = File::open(path).map_err(|error| crate::errno::text(&error))?;
    let bytes = MappedFile::new(&file).map_err(|_| "unrecognized file format")?.bytes();
    let bytes: &[u8] = &bytes;
    if !bytes.starts_with(b"\x7fELF") {
        return Err("unrecognized file format".to_owned());
    }
    let section = build_info_section(bytes)
        .filter(|section| section.starts_with(MAGIC))
        .ok_or_else(not_go)?;
    if section.get(MAGIC.len() + 1).is_none_or(|flags| flags & INLINE_FLAG == 0) {
        return Err(not_go());
    }
    let rest = section.get(HEADER_LEN..).ok_or_else(not_go)?;
    let (version, rest) = read_string(rest).ok_or_else(not_go)?;
    let modules = read_string(rest).map_or(&b""[..], |(modules, _)| modules);
    let inner =
        modules.len().checked_sub(SENTINEL_LEN).and_then(|end| modules.get(SENTINEL_LEN..end));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(version), text(inner.unwrap_or_default())))
}

/// The bytes of the section in a 64-bit little-endian ELF file.
fn build_info_section(file: &[u8]) -> Option<&[u8]> {
    let number = |at: usize, length: usize| {
        let bytes = file.get(at..at.checked_add(length)?)?;
        let value = bytes.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
        usize::try_from(value).ok()
    };
    if file.get(4..6)? != [2, 1] {
        return None;
    }
    let (table, size, count) = (number(0x28, 8)?, number(0x3a, 2)?, number(0x3c, 2)?);
    let header = |index: usize| table.checked_add(index.checked_mul(size)?);
    let content = |at: usize| {
        let begin = number(at.checked_add(0x18)?, 8)?;
        file.get(begin..begin.checked_add(number(at.checked_add(0x20)?, 8)?)?)
    };
    let names = content(header(number(0x3e, 2)?)?)?;
    let is_wanted = |at: &usize| {
        let name = number(*at, 4).and_then(|begin| names.get(begin..));
        name.is_some_and(|name| name.split(|byte| *byte == 0).next() == Some(SECTION))
    };
    content((0..count).filter_map(header).find(is_wanted)?)
}

/// Reads a string that is preceded by its length; returns the string and the rest.
fn read_string(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut length = 0usize;
    for (at, &byte) in bytes.iter().enumerate().take(5) {
        length |= usize::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return bytes.get(at + 1..)?.split_at_checked(length);
        }
    }
    None
}
