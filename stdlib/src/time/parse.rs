//! Parses times and durations from texts.

use super::civil::{day_of, days_in, is_leap};
use super::layout::{DAYS, Element, MONTHS, OffsetForm, next_element};
use minigo_vm::convert::GoStr;
use minigo_vm::native::NativeCx;

/// The reason why a field could not be read.
enum FieldError {
    /// The value does not contain the field.
    Missing,
    /// The field is out of range; holds the message, and the length of the text behind the field.
    Range(&'static str, usize),
}

/// The text behind a field, or the reason why the field could not be read.
type FieldResult<'v> = Result<&'v [u8], FieldError>;

/// The fields of a time that have been read.
#[derive(Default)]
struct Fields<'v> {
    year: i64,
    month: Option<i64>,
    day: Option<i64>,
    year_day: Option<i64>,
    clock: [i64; 3],
    nsec: i64,
    is_pm: bool,
    is_am: bool,
    is_utc: bool,
    offset: Option<i64>,
    zone: &'v [u8],
}

/// An error: the part of the layout that did not match, the offset in the value, and a message.
struct ParseError {
    layout: (usize, usize),
    value_offset: usize,
    message: &'static str,
}

/// Parses a time for the Go function `parseFields`. On success, returns the seconds since 1970 that the clock shows,
/// the nanoseconds, the kind of zone information (0 none, 1 UTC, 2 the offset that follows, 3 only a name), the offset
/// and the zone's name. For a text that does not match, returns the fields of [`ParseError`].
pub(super) fn parse(
    cx: &mut NativeCx,
    layout: GoStr,
    value: GoStr,
) -> (bool, i64, i64, i64, i64, GoStr) {
    match Fields::read(&layout, &value) {
        Ok(fields) => {
            let (kind, offset) = match fields.offset {
                _ if fields.is_utc => (1, 0),
                Some(offset) => (2, offset),
                None if fields.zone.is_empty() => (0, 0),
                None => (3, 0),
            };
            let zone = cx.string(fields.zone);
            (true, fields.unix_seconds(), fields.nsec, kind, offset, zone)
        }
        Err(ParseError { layout: (from, to), value_offset: at, message }) => {
            let message = cx.string(message.as_bytes());
            (false, from as i64, to as i64, at as i64, 0, message)
        }
    }
}

/// Removes a prefix from a value; a space in the prefix stands for any number of spaces. Returns the rest of the value,
/// as an error if the prefix does not match.
fn skip_prefix<'v>(mut value: &'v [u8], mut prefix: &[u8]) -> Result<&'v [u8], &'v [u8]> {
    while let Some((first, rest)) = prefix.split_first() {
        if *first == b' ' {
            if value.first().is_some_and(|c| *c != b' ') {
                return Err(value);
            }
            prefix = without_spaces(rest);
            value = without_spaces(value);
            continue;
        }
        if value.first() != Some(first) {
            return Err(value);
        }
        (prefix, value) = (rest, &value[1..]);
    }
    Ok(value)
}

fn without_spaces(s: &[u8]) -> &[u8] {
    &s[s.iter().take_while(|c| **c == b' ').count()..]
}

fn digit_count(s: &[u8]) -> usize {
    s.iter().take_while(|c| c.is_ascii_digit()).count()
}

fn digits_value(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |n: i64, c| n.saturating_mul(10).saturating_add(i64::from(c - b'0')))
}

/// Reads up to `most` digits, or exactly `most` if `fixed` is set.
fn read_number(s: &[u8], most: usize, fixed: bool) -> Result<(i64, &[u8]), FieldError> {
    let n = digit_count(s).min(most);
    if n == 0 || fixed && n != most {
        return Err(FieldError::Missing);
    }
    Ok((digits_value(&s[..n]), &s[n..]))
}

/// Reads a text that consists of digits, which may have a sign.
fn read_signed(s: &[u8]) -> Result<i64, FieldError> {
    let (negative, digits) = match s {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, s),
    };
    if digits.is_empty() || digit_count(digits) != digits.len() {
        return Err(FieldError::Missing);
    }
    Ok(if negative { -digits_value(digits) } else { digits_value(digits) })
}

/// Returns the index of the name that `value` begins with, in upper or lower case, and the rest. Only the first `size`
/// letters of each name count.
fn parse_name<'v>(
    names: &[&str],
    size: usize,
    value: &'v [u8],
) -> Result<(i64, &'v [u8]), FieldError> {
    for (i, name) in names.iter().enumerate() {
        let name = &name.as_bytes()[..name.len().min(size)];
        if let Some((start, rest)) = value.split_at_checked(name.len())
            && start.eq_ignore_ascii_case(name)
        {
            return Ok((i as i64, rest));
        }
    }
    Err(FieldError::Missing)
}

/// Returns the length of the zone abbreviation at the beginning of a value; 0 if there is none.
fn abbreviation_length(value: &[u8]) -> usize {
    if value.len() < 3 {
        return 0;
    }
    // ChST and MeST are the abbreviations that do not consist of three or four capitals.
    if value.starts_with(b"ChST") || value.starts_with(b"MeST") {
        return 4;
    }
    if value.starts_with(b"GMT") {
        return 3 + signed_hour_length(&value[3..]);
    }
    if matches!(value[0], b'+' | b'-') {
        return signed_hour_length(value);
    }
    match value.iter().take(6).take_while(|c| c.is_ascii_uppercase()).count() {
        5 if value[4] == b'T' => 5,
        4 if value[3] == b'T' || value.starts_with(b"WITA") => 4,
        3 => 3,
        _ => 0,
    }
}

/// Returns the length of a sign and an hour of at most 23 at the beginning of `s`.
fn signed_hour_length(s: &[u8]) -> usize {
    if !matches!(s.first(), Some(b'+' | b'-')) {
        return 0;
    }
    let n = digit_count(&s[1..]);
    if n == 0 || digits_value(&s[1..=n]) > 23 { 0 } else { 1 + n }
}

impl<'v> Fields<'v> {
    /// Reads a value, one element of the layout after the other.
    fn read(layout: &[u8], value: &'v [u8]) -> Result<Self, ParseError> {
        let mut fields = Self::default();
        let mut rest = value;
        let mut from = 0;
        loop {
            let next = next_element(&layout[from..]);
            let (prefix, size) = next.map_or((layout.len() - from, 0), |(at, _, n)| (at, n));
            let at = from + prefix;
            let wrong = |layout, rest: &[u8], message| {
                Err(ParseError { layout, value_offset: value.len() - rest.len(), message })
            };
            match skip_prefix(rest, &layout[from..at]) {
                Ok(left) => rest = left,
                Err(left) => return wrong((from, at), left, ""),
            }
            let Some((_, element, _)) = next else {
                if !rest.is_empty() {
                    return wrong((0, 0), rest, ": extra text: ");
                }
                break;
            };
            let element_text = (at, at + size);
            from = at + size;
            rest = match fields.parse_element(element, size, rest, &layout[from..]) {
                Ok(left) => left,
                Err(FieldError::Missing) => return wrong(element_text, rest, ""),
                Err(FieldError::Range(message, left)) => {
                    return wrong(element_text, &value[value.len() - left..], message);
                }
            };
        }
        match fields.normalise() {
            Ok(()) => Ok(fields),
            Err(message) => Err(ParseError { layout: (0, 0), value_offset: value.len(), message }),
        }
    }

    /// Reads one element at the beginning of a value; `layout` is the layout behind that element.
    fn parse_element(
        &mut self,
        element: Element,
        size: usize,
        value: &'v [u8],
        layout: &[u8],
    ) -> FieldResult<'v> {
        use Element as E;
        let fixed = |zero: Element| element == zero;
        let (n, rest) = match element {
            E::ShortYear => {
                let (text, rest) = value.split_at_checked(2).ok_or(FieldError::Missing)?;
                let year = read_signed(text)?;
                // Unix time starts on December 31, 1969 in some time zones.
                self.year = year + if year >= 69 { 1900 } else { 2000 };
                return Ok(rest);
            }
            E::LongYear => {
                (self.year, _) = read_number(value, 4, true)?;
                return Ok(&value[4..]);
            }
            E::ShortMonth => parse_name(&MONTHS, 3, value)?,
            E::LongMonth => parse_name(&MONTHS, 9, value)?,
            E::ShortDay => return Ok(parse_name(&DAYS, 3, value)?.1),
            E::LongDay => return Ok(parse_name(&DAYS, 9, value)?.1),
            E::UnderDay if value.first() == Some(&b' ') => read_number(&value[1..], 2, false)?,
            E::UnderYearDay => {
                let spaces = value.iter().take(2).take_while(|c| **c == b' ').count();
                read_number(&value[spaces..], 3, false)?
            }
            E::ZeroYearDay => read_number(value, 3, true)?,
            E::Hour24 => read_number(value, 2, false)?,
            E::NumSecond | E::ZeroSecond => {
                return self.parse_second(value, layout, fixed(E::ZeroSecond));
            }
            E::UpperPm | E::LowerPm => return self.parse_am_pm(value, element),
            E::ZoneName => return self.parse_zone_name(value),
            E::Zone(zone) => return self.parse_zone_offset(zone, value),
            E::Fraction0 => return self.parse_fraction(value, size),
            E::Fraction9 => return self.parse_optional_fraction(value),
            _ => {
                let zero = [E::ZeroMonth, E::ZeroDay, E::ZeroHour12, E::ZeroMinute];
                read_number(value, 2, zero.contains(&element))?
            }
        };
        self.set_element(element, n, rest)?;
        Ok(rest)
    }

    /// Stores the number of an element, which must be in the element's range.
    fn set_element(&mut self, element: Element, n: i64, rest: &[u8]) -> Result<(), FieldError> {
        use Element as E;
        let within = |range: std::ops::Range<i64>, message| {
            if range.contains(&n) { Ok(()) } else { Err(FieldError::Range(message, rest.len())) }
        };
        match element {
            E::ShortMonth | E::LongMonth => self.month = Some(n + 1),
            E::NumMonth | E::ZeroMonth => {
                self.month = Some(n);
                within(1..13, ": month out of range")?;
            }
            E::NumDay | E::UnderDay | E::ZeroDay => self.day = Some(n),
            E::UnderYearDay | E::ZeroYearDay => self.year_day = Some(n),
            E::Hour24 => {
                self.clock[0] = n;
                within(0..24, ": hour out of range")?;
            }
            E::Hour12 | E::ZeroHour12 => {
                self.clock[0] = n;
                within(0..13, ": hour out of range")?;
            }
            _ => {
                self.clock[1] = n;
                within(0..60, ": minute out of range")?;
            }
        }
        Ok(())
    }

    /// Reads seconds, and a fraction that may follow even if the layout has none.
    fn parse_second(&mut self, value: &'v [u8], layout: &[u8], fixed: bool) -> FieldResult<'v> {
        let (n, rest) = read_number(value, 2, fixed)?;
        self.clock[2] = n;
        if n >= 60 {
            return Err(FieldError::Range(": second out of range", rest.len()));
        }
        let next = next_element(layout).map(|(_, element, _)| element);
        if matches!(next, Some(Element::Fraction0 | Element::Fraction9)) {
            return Ok(rest);
        }
        self.parse_optional_fraction(rest)
    }

    /// Reads an optional fraction of a second.
    fn parse_optional_fraction(&mut self, value: &'v [u8]) -> FieldResult<'v> {
        match value {
            [b'.' | b',', digits @ ..] if digit_count(digits) > 0 => {
                self.parse_fraction(value, 1 + digit_count(digits))
            }
            _ => Ok(value),
        }
    }

    /// Reads a separator and digits, `size` bytes in total.
    fn parse_fraction(&mut self, value: &'v [u8], size: usize) -> FieldResult<'v> {
        let (text, rest) = value.split_at_checked(size).ok_or(FieldError::Missing)?;
        if !matches!(text[0], b'.' | b',') {
            return Err(FieldError::Missing);
        }
        let digits = &text[1..size.min(10)];
        let nsec = read_signed(digits)?;
        if nsec < 0 {
            return Err(FieldError::Range(": fractional second out of range", rest.len()));
        }
        self.nsec = (digits.len()..9).fold(nsec, |nsec, _| nsec * 10);
        Ok(rest)
    }

    fn parse_am_pm(&mut self, value: &'v [u8], element: Element) -> FieldResult<'v> {
        let (half, rest) = value.split_at_checked(2).ok_or(FieldError::Missing)?;
        let upper = element == Element::UpperPm;
        match half {
            b"PM" if upper => self.is_pm = true,
            b"pm" if !upper => self.is_pm = true,
            b"AM" if upper => self.is_am = true,
            b"am" if !upper => self.is_am = true,
            _ => return Err(FieldError::Missing),
        }
        Ok(rest)
    }

    fn parse_zone_name(&mut self, value: &'v [u8]) -> FieldResult<'v> {
        if let Some(rest) = value.strip_prefix(b"UTC") {
            self.is_utc = true;
            return Ok(rest);
        }
        let n = abbreviation_length(value);
        if n == 0 {
            return Err(FieldError::Missing);
        }
        self.zone = &value[..n];
        Ok(&value[n..])
    }

    /// Reads a numeric zone offset.
    fn parse_zone_offset(&mut self, form: OffsetForm, value: &'v [u8]) -> FieldResult<'v> {
        if form.has_z_for_utc && value.first() == Some(&b'Z') {
            self.is_utc = true;
            return Ok(&value[1..]);
        }
        let wanted = [true, form.has_minutes, form.has_seconds];
        let mut numbers = [0; 3];
        let (sign, mut rest) = value.split_first().ok_or(FieldError::Missing)?;
        let mut wrong = false;
        let size = 1
            + 2
            + wanted[1..].iter().filter(|part| **part).count() * (2 + usize::from(form.has_colon));
        if value.len() < size {
            return Err(FieldError::Missing);
        }
        for (i, number) in numbers.iter_mut().enumerate().filter(|(i, _)| wanted[*i]) {
            if i > 0 && form.has_colon {
                if rest[0] != b':' {
                    return Err(FieldError::Missing);
                }
                rest = &rest[1..];
            }
            wrong = wrong || digit_count(&rest[..2]) != 2;
            if !wrong {
                *number = digits_value(&rest[..2]);
            }
            rest = &rest[2..];
        }
        let [hour, min, sec] = numbers;
        // As in Go, offsets of up to 24 hours are accepted, since some systems have had such zones.
        let unit = match () {
            () if hour > 24 => Some(": time zone offset hour out of range"),
            () if min > 60 => Some(": time zone offset minute out of range"),
            () if sec > 60 => Some(": time zone offset second out of range"),
            () => None,
        };
        if let Some(message) = unit {
            return Err(FieldError::Range(message, rest.len()));
        }
        let offset = (hour * 60 + min) * 60 + sec;
        self.offset = match sign {
            b'+' if !wrong => Some(offset),
            b'-' if !wrong => Some(-offset),
            _ => return Err(FieldError::Missing),
        };
        // As in Go, an offset of -1 second stands for no offset.
        self.offset = self.offset.filter(|offset| *offset != -1);
        Ok(rest)
    }

    /// Normalises the fields that were read; returns a message if they are no valid date.
    fn normalise(&mut self) -> Result<(), &'static str> {
        let hour = &mut self.clock[0];
        if self.is_pm && *hour < 12 {
            *hour += 12;
        } else if self.is_am && *hour == 12 {
            *hour = 0;
        }
        if let Some(year_day) = self.year_day {
            self.complete_year_day(year_day)?;
        }
        let (month, day) = (*self.month.get_or_insert(1), *self.day.get_or_insert(1));
        if day < 1 || day > days_in(month, self.year) {
            return Err(": day out of range");
        }
        Ok(())
    }

    fn complete_year_day(&mut self, year_day: i64) -> Result<(), &'static str> {
        let most = 365 + i64::from(is_leap(self.year));
        if !(1..=most).contains(&year_day) {
            return Err(": day-of-year out of range");
        }
        let (mut month, mut day) = (1, year_day);
        while day > days_in(month, self.year) {
            day -= days_in(month, self.year);
            month += 1;
        }
        if self.month.is_some_and(|m| m != month) {
            return Err(": day-of-year does not match month");
        }
        if self.day.is_some_and(|d| d != day) {
            return Err(": day-of-year does not match day");
        }
        (self.month, self.day) = (Some(month), Some(day));
        Ok(())
    }

    /// Returns the seconds since 1970 that the clock shows.
    fn unix_seconds(&self) -> i64 {
        let day = day_of(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1));
        let [hour, min, sec] = self.clock;
        day * 86400 + hour * 3600 + min * 60 + sec
    }
}

/// Parses a duration. Returns the duration and 0, or the kind of error: 1 the text is invalid, 2 a unit is missing, 3
/// the unit is unknown, with the bounds of the unit.
pub(super) fn parse_duration(s: GoStr) -> (i64, i64, i64, i64) {
    let all: &[u8] = &s;
    let invalid = (0, 1, 0, 0);
    let (negative, mut rest) = match all {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, all),
    };
    if rest == b"0" {
        return (0, 0, 0, 0);
    }
    if rest.is_empty() {
        return invalid;
    }
    let mut total = 0u64;
    while !rest.is_empty() {
        let Some((number, left)) = read_fraction(rest) else { return invalid };
        let n = left.iter().take_while(|c| **c != b'.' && !c.is_ascii_digit()).count();
        if n == 0 {
            return (0, 2, 0, 0);
        }
        let Some(unit) = unit_nanos(&left[..n]) else {
            let at = all.len() - left.len();
            return (0, 3, at as i64, (at + n) as i64);
        };
        rest = &left[n..];
        let Some(part) = number.times_unit(unit) else { return invalid };
        total = total.wrapping_add(part);
        if total > 1 << 63 {
            return invalid;
        }
    }
    if negative {
        return ((total as i64).wrapping_neg(), 0, 0, 0);
    }
    i64::try_from(total).map_or(invalid, |total| (total, 0, 0, 0))
}

/// Returns the duration of a unit in nanoseconds.
fn unit_nanos(name: &[u8]) -> Option<u64> {
    let units = [
        ("ns", 1),
        ("us", 1_000),
        ("\u{b5}s", 1_000),
        ("\u{3bc}s", 1_000),
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("m", 60_000_000_000),
        ("h", 3_600_000_000_000),
    ];
    units.into_iter().find(|(text, _)| text.as_bytes() == name).map(|(_, unit)| unit)
}

/// A decimal number: its whole part, and its fraction as `fraction / scale`.
struct DecimalNumber {
    whole: u64,
    fraction: u64,
    scale: f64,
}

/// Reads digits that may have a fraction, and returns the rest of the text.
fn read_fraction(s: &[u8]) -> Option<(DecimalNumber, &[u8])> {
    let n = digit_count(s);
    let mut whole = 0u64;
    for digit in &s[..n] {
        whole = whole.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        if whole > 1 << 63 {
            return None;
        }
    }
    let mut number = DecimalNumber { whole, fraction: 0, scale: 1.0 };
    let [b'.', decimals @ ..] = &s[n..] else { return (n > 0).then_some((number, &s[n..])) };
    let count = digit_count(decimals);
    for digit in &decimals[..count] {
        // Digits beyond the precision are ignored.
        let more = number.fraction.checked_mul(10).map(|f| f + u64::from(digit - b'0'));
        let Some(more) = more.filter(|f| *f <= 1 << 63) else { break };
        number.fraction = more;
        number.scale *= 10.0;
    }
    (n + count > 0).then_some((number, &decimals[count..]))
}

impl DecimalNumber {
    /// Returns the number times `unit`; none if that is more than 1<<63.
    fn times_unit(&self, unit: u64) -> Option<u64> {
        let mut all = self.whole.checked_mul(unit).filter(|all| *all <= 1 << 63)?;
        if self.fraction > 0 {
            // The precision of a float suffices here: the product is less than the number of nanoseconds in an hour.
            all += (self.fraction as f64 * (unit as f64 / self.scale)) as u64;
        }
        (all <= 1 << 63).then_some(all)
    }
}
