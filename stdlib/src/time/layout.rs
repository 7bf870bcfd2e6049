//! Layouts, which show how the reference time, Mon Jan 2 15:04:05 MST 2006, would be written.

/// A part of a layout that stands for a part of the time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    LongMonth,
    ShortMonth,
    NumMonth,
    ZeroMonth,
    LongDay,
    ShortDay,
    NumDay,
    UnderDay,
    ZeroDay,
    UnderYearDay,
    ZeroYearDay,
    Hour24,
    Hour12,
    ZeroHour12,
    NumMinute,
    ZeroMinute,
    NumSecond,
    ZeroSecond,
    LongYear,
    ShortYear,
    UpperPm,
    LowerPm,
    ZoneName,
    /// `-07` or another numeric offset, or `Z07`, which is `Z` for UTC.
    Zone(OffsetForm),
    /// `.000`: all digits are written.
    Fraction0,
    /// `.999`: trailing zeros are left out.
    Fraction9,
}

/// The form of a numeric zone offset.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OffsetForm {
    pub(super) has_z_for_utc: bool,
    pub(super) has_colon: bool,
    pub(super) has_minutes: bool,
    pub(super) has_seconds: bool,
}

impl OffsetForm {
    /// The form `-0700`.
    pub(super) const HOURS_MINUTES: Self =
        Self { has_z_for_utc: false, has_colon: false, has_minutes: true, has_seconds: false };
}

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Returns the first element of a layout: its offset, the element, and its length. A fraction's length is the number of
/// its digits plus one.
pub(super) fn next_element(layout: &[u8]) -> Option<(usize, Element, usize)> {
    (0..layout.len()).find_map(|at| element_at(&layout[at..]).map(|(e, size)| (at, e, size)))
}

/// Returns the element at the beginning of a text, and its length.
fn element_at(s: &[u8]) -> Option<(Element, usize)> {
    use Element as E;
    let has = |prefix: &[u8]| s.starts_with(prefix);
    let no_lower_after_3 = !s.get(3).is_some_and(u8::is_ascii_lowercase);
    let found = match s[0] {
        b'J' if has(b"January") => (E::LongMonth, 7),
        b'J' if has(b"Jan") && no_lower_after_3 => (E::ShortMonth, 3),
        b'M' if has(b"Monday") => (E::LongDay, 6),
        b'M' if has(b"Mon") && no_lower_after_3 => (E::ShortDay, 3),
        b'M' if has(b"MST") => (E::ZoneName, 3),
        b'0' => return zero_element(s),
        b'1' if has(b"15") => (E::Hour24, 2),
        b'1' => (E::NumMonth, 1),
        b'2' if has(b"2006") => (E::LongYear, 4),
        b'2' => (E::NumDay, 1),
        b'_' if has(b"_2") && !has(b"_2006") => (E::UnderDay, 2),
        b'_' if has(b"__2") => (E::UnderYearDay, 3),
        b'3' => (E::Hour12, 1),
        b'4' => (E::NumMinute, 1),
        b'5' => (E::NumSecond, 1),
        b'P' if has(b"PM") => (E::UpperPm, 2),
        b'p' if has(b"pm") => (E::LowerPm, 2),
        b'-' | b'Z' => return zone_element(s),
        b'.' | b',' => return fraction_element(s),
        _ => return None,
    };
    Some(found)
}

fn zero_element(s: &[u8]) -> Option<(Element, usize)> {
    let element = match s.get(1)? {
        b'1' => Element::ZeroMonth,
        b'2' => Element::ZeroDay,
        b'3' => Element::ZeroHour12,
        b'4' => Element::ZeroMinute,
        b'5' => Element::ZeroSecond,
        b'6' => Element::ShortYear,
        _ if s.starts_with(b"002") => return Some((Element::ZeroYearDay, 3)),
        _ => return None,
    };
    Some((element, 2))
}

fn zone_element(s: &[u8]) -> Option<(Element, usize)> {
    let forms: [(&[u8], bool, bool, bool); 5] = [
        (b"070000", false, true, true),
        (b"07:00:00", true, true, true),
        (b"0700", false, true, false),
        (b"07:00", true, true, false),
        (b"07", false, false, false),
    ];
    let (text, colon, minutes, seconds) =
        forms.into_iter().find(|(text, ..)| s[1..].starts_with(text))?;
    let zone = OffsetForm {
        has_z_for_utc: s[0] == b'Z',
        has_colon: colon,
        has_minutes: minutes,
        has_seconds: seconds,
    };
    Some((Element::Zone(zone), 1 + text.len()))
}

fn fraction_element(s: &[u8]) -> Option<(Element, usize)> {
    let digit = *s.get(1).filter(|digit| matches!(digit, b'0' | b'9'))?;
    let size = 1 + s[1..].iter().take_while(|c| **c == digit).count();
    if s.get(size).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    Some((if digit == b'0' { Element::Fraction0 } else { Element::Fraction9 }, size))
}
