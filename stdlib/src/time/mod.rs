//! Natives of package time that need no scheduler: dates, texts, and the time zone database.

mod civil;
mod format;
mod layout;
mod parse;
mod tzdata;
mod tzfile;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::host::Host;
use minigo_vm::native::{LibraryState, Native, NativeCx};
use parking_lot::RwLock;
use std::collections::HashMap;

pub(crate) use tzdata::natives as tzdata_natives;

/// The time zones that a program has loaded, numbered from 1. The list serves as a cache that only grows: the same name
/// always means the same zone as long as the host's files do not change.
#[derive(Clone, Default)]
struct Zones {
    /// The zones, each with the last transition that its file lists.
    zones: Vec<(TimeZone, i64)>,
    by_name: HashMap<Vec<u8>, i64>,
}

/// The time zones of one machine.
#[derive(Default)]
struct ZoneCache(RwLock<Zones>);

impl LibraryState for ZoneCache {
    const STATE_INDEX: usize = 1;

    fn copy(&self) -> Self {
        Self(RwLock::new(self.0.read().clone()))
    }
}

impl Zones {
    /// Adds the zone of a file with the contents `data`; returns its number.
    fn add(&mut self, zone: TimeZone, data: &[u8]) -> i64 {
        self.zones.push((zone, tzfile::last_transition(data)));
        self.zones.len() as i64
    }
}

fn with_zone<T>(cx: &NativeCx, number: i64, then: impl FnOnce(&TimeZone) -> T) -> T {
    with_zone_and_last_transition(cx, number, |zone, _| then(zone))
}

/// Calls `then` with a zone and the last transition that its file lists.
fn with_zone_and_last_transition<T>(
    cx: &NativeCx,
    number: i64,
    then: impl FnOnce(&TimeZone, i64) -> T,
) -> T {
    let zones = cx.state::<ZoneCache>().0.read();
    let zone = usize::try_from(number - 1).ok().and_then(|at| zones.zones.get(at));
    match zone {
        Some((zone, last)) => then(zone, *last),
        None => then(&TimeZone::UTC, i64::MIN),
    }
}

/// 400 years in seconds. After 400 years each date falls on the same day of the week, and so the rules of zones repeat.
const GREGORIAN_CYCLE_SECONDS: i64 = 146_097 * 86_400;

/// Returns how many seconds an instant lies after the years that jiff supports (they end at 9999), in whole cycles.
fn seconds_beyond_range(sec: i64) -> i64 {
    // The transitions that follow an instant within two years are in range too.
    let last = Timestamp::MAX.as_second() - 2 * 366 * 86_400;
    if sec <= last {
        0
    } else {
        (sec - last + GREGORIAN_CYCLE_SECONDS - 1) / GREGORIAN_CYCLE_SECONDS
            * GREGORIAN_CYCLE_SECONDS
    }
}

/// Returns an instant at which the rules of zones are those of `sec`. Before jiff's years no zone has rules.
fn to_timestamp(sec: i64) -> Timestamp {
    let sec = sec.max(Timestamp::MIN.as_second());
    Timestamp::from_second(sec - seconds_beyond_range(sec)).expect("it lies between jiff's bounds")
}

/// Reads a whole file.
fn file_contents(host: &dyn Host, path: &[u8]) -> Option<Vec<u8>> {
    let fd = host.open(path, libc::O_RDONLY, 0).ok()?;
    let mut data = Vec::new();
    let mut part = [0; 4096];
    let complete = loop {
        match host.read(fd, &mut part) {
            Ok(0) => break true,
            Ok(n) => data.extend_from_slice(&part[..n]),
            Err(libc::EINTR) => {}
            Err(_) => break false,
        }
        if data.len() > 1 << 20 {
            break false; // a time zone file is never that long
        }
    };
    host.fd_call(minigo_vm::host::FdCall::Close, fd, 0, 0).ok();
    complete.then_some(data)
}

/// The directories in which systems keep the time zone database.
const ZONEINFO_DIRS: [&str; 4] =
    ["/usr/share/zoneinfo/", "/usr/share/lib/zoneinfo/", "/usr/lib/locale/TZ/", "/etc/zoneinfo/"];

fn load_zone(cx: &NativeCx, name: &[u8], places: &[&str]) -> i64 {
    let (host, ZoneCache(known)) = (&**cx.host(), cx.state::<ZoneCache>());
    if let Some(number) = known.read().by_name.get(name) {
        return *number;
    }
    for place in places {
        let path = [place.as_bytes(), name].concat();
        let Some(data) = file_contents(host, &path) else { continue };
        let Ok(zone) = TimeZone::tzif(&String::from_utf8_lossy(name), &data) else { continue };
        let mut zones = known.write();
        let number = zones.add(zone, &data);
        return *zones.by_name.entry(name.to_vec()).or_insert(number);
    }
    0
}

/// Returns the local zone and its name, from `$TZ`, else from /etc/localtime, else UTC, as Go does.
fn load_local_zone(cx: &mut NativeCx) -> (i64, String) {
    let environ = cx.host().environ();
    let tz = environ.iter().find_map(|var| var.strip_prefix(b"TZ="));
    let (number, name) = match tz {
        None => (load_zone(cx, b"/etc/localtime", &[""]), "Local".to_owned()),
        Some(tz) => {
            let tz = tz.strip_prefix(b":").unwrap_or(tz);
            let name = String::from_utf8_lossy(tz).into_owned();
            match tz.first() {
                None => (0, name),
                Some(b'/') if tz == b"/etc/localtime" => {
                    (load_zone(cx, tz, &[""]), "Local".to_owned())
                }
                Some(b'/') => (load_zone(cx, tz, &[""]), name),
                Some(_) if tz == b"UTC" => (0, name),
                Some(_) => (load_zone(cx, tz, &ZONEINFO_DIRS), name),
            }
        }
    };
    if number == 0 { (0, "UTC".to_owned()) } else { (number, name) }
}

fn parse_zone(cx: &mut NativeCx, name: GoStr, data: GoSlice<u8>) -> i64 {
    match TimeZone::tzif(&name.lossy(), &data) {
        Ok(zone) => cx.state::<ZoneCache>().0.write().add(zone, &data),
        Err(_) => 0,
    }
}

fn offset(cx: &mut NativeCx, zone: i64, sec: i64) -> i64 {
    with_zone(cx, zone, |tz| i64::from(tz.to_offset(to_timestamp(sec)).seconds()))
}

fn zone_abbreviation(cx: &mut NativeCx, zone: i64, sec: i64) -> (String, bool) {
    with_zone(cx, zone, |tz| {
        let info = tz.to_offset_info(to_timestamp(sec));
        (info.abbreviation().to_owned(), info.dst().is_dst())
    })
}

fn offset_period_bounds(cx: &mut NativeCx, zone: i64, sec: i64) -> (i64, i64) {
    with_zone_and_last_transition(cx, zone, |tz, last| {
        let at = to_timestamp(sec);
        let next = Timestamp::from_second(at.as_second() + 1).unwrap_or(Timestamp::MAX);
        let start = tz.preceding(next).next().map(|t| t.timestamp().as_second());
        let end = tz.following(at).next().map(|t| t.timestamp().as_second());
        // A zone without a transition after `at` has no rules that repeat.
        let Some(end) = end else { return (start.unwrap_or(i64::MIN), i64::MAX) };
        let start = start.unwrap_or(i64::MIN);
        if sec < last {
            return (start, end);
        }
        let (start, end) = tzfile::limit_to_year(at, start, end);
        let later = seconds_beyond_range(sec);
        (start.saturating_add(later), end.saturating_add(later))
    })
}

/// Returns the offset of the zone abbreviation `name`, and whether the zone has that abbreviation. Prefers an offset
/// under which the clock time `sec` falls into a period with that abbreviation, else takes any in the zone.
fn offset_of_name(cx: &mut NativeCx, zone: i64, name: GoStr, sec: i64) -> (i64, bool) {
    with_zone(cx, zone, |tz| {
        let is_named = |abbreviation: &str| abbreviation.as_bytes() == name.bytes();
        let end = to_timestamp(i64::from(u32::MAX)); // later years repeat the rules of those before
        let mut any = None;
        let first = tz.to_offset_info(to_timestamp(i64::MIN));
        let offsets = std::iter::once((first.abbreviation().to_owned(), first.offset()))
            .chain(tz.preceding(end).map(|t| (t.abbreviation().to_owned(), t.offset())).take(1000));
        for (abbreviation, offset) in offsets {
            if !is_named(&abbreviation) {
                continue;
            }
            let offset = i64::from(offset.seconds());
            if is_named(tz.to_offset_info(to_timestamp(sec.saturating_sub(offset))).abbreviation())
            {
                return (offset, true);
            }
            any.get_or_insert(offset);
        }
        (any.unwrap_or(0), any.is_some())
    })
}

/// Returns the natives of package time, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("now", |cx: &mut NativeCx| {
            let (sec, nsec) = cx.host().wall_clock();
            (sec, nsec, cx.host().monotonic())
        }),
        Native::constant_time("openLocal", load_local_zone),
        Native::constant_time("openZone", |cx: &mut NativeCx, name: GoStr| -> i64 {
            load_zone(cx, name.bytes(), &ZONEINFO_DIRS)
        }),
        Native::constant_time("parseZone", parse_zone),
        Native::constant_time("zoneOffset", offset),
        Native::constant_time("zoneAbbreviation", zone_abbreviation),
        Native::constant_time("zoneBounds", offset_period_bounds),
        Native::constant_time("zoneNamed", offset_of_name),
        Native::constant_time("civil", civil::date_of_day),
        Native::constant_time("dayOf", civil::day_of),
        Native::constant_time("appendFormat", format::append_format),
        Native::constant_time("format", format::format_time),
        Native::constant_time("namesZone", |layout: GoStr| {
            memchr::memmem::find(&layout, b"MST").is_some()
        }),
        Native::constant_time("parseFields", parse::parse),
        Native::constant_time("durationText", format::format_duration),
        Native::constant_time("durationOf", parse::parse_duration),
    ]
}
