//! The transitions that a time zone file lists (RFC 9636). After the last transition a rule of the file's footer holds.

/// The length of a header: a magic number, a version, and six counts.
const HEADER_LEN: usize = 44;

/// The number of seconds of a year that is no leap year.
const YEAR_SECONDS: i64 = 365 * 86_400;

/// Returns when the last transition of a file takes place that the file lists; `i64::MIN` if it lists none.
pub(super) fn last_transition(data: &[u8]) -> i64 {
    listed_last_transition(data).unwrap_or(i64::MIN)
}

fn listed_last_transition(data: &[u8]) -> Option<i64> {
    let [utc, standard, leap, times, types, chars] = header_counts(data)?;
    if data.get(4).is_none_or(|version| *version == 0) {
        let end = HEADER_LEN + 4 * times;
        let bytes = data.get(end.checked_sub(4).filter(|_| times > 0)?..end)?;
        return Some(i64::from(i32::from_be_bytes(bytes.try_into().ok()?)));
    }
    // The second part of the file repeats the first with times of 64 bits.
    let second = HEADER_LEN + 5 * times + 6 * types + chars + 8 * leap + standard + utc;
    let [_, _, _, times, ..] = header_counts(data.get(second..)?)?;
    let end = second + HEADER_LEN + 8 * times;
    let bytes = data.get(end.checked_sub(8).filter(|_| times > 0)?..end)?;
    Some(i64::from_be_bytes(bytes.try_into().ok()?))
}

/// The counts of a header.
fn header_counts(data: &[u8]) -> Option<[usize; 6]> {
    let mut counts = [0; 6];
    for (count, bytes) in counts.iter_mut().zip(data.get(20..HEADER_LEN)?.chunks_exact(4)) {
        // A file is at most 1 MB long.
        let value = u32::from_be_bytes(bytes.try_into().ok()?);
        *count = usize::try_from(value).ok().filter(|count| *count <= 1 << 20)?;
    }
    Some(counts)
}

/// Limits a period in which an instant lies, after the last listed transition, to the instant's year in UTC as Go does:
/// there all years have 365 days.
pub(super) fn limit_to_year(at: jiff::Timestamp, start: i64, end: i64) -> (i64, i64) {
    let year = jiff::tz::Offset::UTC.to_datetime(at).year();
    let first = jiff::civil::date(year, 1, 1).to_zoned(jiff::tz::TimeZone::UTC);
    let first = first.map_or(i64::MIN, |first| first.timestamp().as_second());
    (start.max(first), end.min(first.saturating_add(YEAR_SECONDS)))
}
