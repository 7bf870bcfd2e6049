//! Formats times and durations as texts.

use super::civil::{date_of_day, day_of, split_days, weekday_of};
use super::layout::{DAYS, Element, MONTHS, OffsetForm, next_element};
use crate::byte_sink::ByteSink;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{NativeCx, Output};

/// An instant as date, clock time and zone.
struct ClockTime<'a> {
    day: i64,
    date: (i64, i64, i64),
    clock: [i64; 3],
    nsec: i64,
    offset: i64,
    zone: &'a [u8],
}

/// Appends an instant in the form in which `layout` shows the reference time. `local` is the seconds since 1970 that
/// the clock shows.
pub(super) fn append_format(
    cx: &mut NativeCx,
    b: GoSlice<u8>,
    layout: GoStr,
    local: i64,
    nsec: i64,
    offset: i64,
    zone: GoStr,
) -> GoSlice<u8> {
    let mut out = Output::append_to(cx, b);
    out.reserve_bytes(layout.len());
    write(&mut out, &layout, &clock_time_at(local, nsec, offset, &zone));
    out.bytes()
}

/// Returns an instant, formatted as by [`append_format`], as a new string.
pub(super) fn format_time(
    cx: &mut NativeCx,
    layout: GoStr,
    local: i64,
    nsec: i64,
    offset: i64,
    zone: GoStr,
) -> GoStr {
    let mut out = Output::new(cx, layout.len());
    write(&mut out, &layout, &clock_time_at(local, nsec, offset, &zone));
    out.string()
}

fn clock_time_at(local: i64, nsec: i64, offset: i64, zone: &[u8]) -> ClockTime<'_> {
    let (day, rest) = split_days(local);
    let clock = [rest / 3600, rest / 60 % 60, rest % 60];
    ClockTime { day, date: date_of_day(day), clock, nsec, offset, zone }
}

fn write(out: &mut impl ByteSink, mut layout: &[u8], t: &ClockTime<'_>) {
    while let Some((at, element, size)) = next_element(layout) {
        out.put(&layout[..at]);
        t.write_element(out, element, &layout[at..at + size]);
        layout = &layout[at + size..];
    }
    out.put(layout);
}

/// Writes a number with at least `width` digits.
fn write_int(out: &mut impl ByteSink, x: i64, width: usize) {
    if x < 0 {
        out.put(b"-");
    }
    let (mut text, mut at, mut rest) = ([b'0'; 20], 20, x.unsigned_abs());
    while rest > 0 || at > 20 - width.max(1) {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.put(&text[at..]);
}

impl ClockTime<'_> {
    /// Writes an element, which has the form `form` in the layout.
    fn write_element(&self, out: &mut impl ByteSink, element: Element, form: &[u8]) {
        use Element as E;
        let (year, month, day) = self.date;
        let [hour, min, sec] = self.clock;
        let hour12 = (hour + 11) % 12 + 1;
        let month_name = MONTHS[month as usize - 1].as_bytes();
        let day_name = DAYS[weekday_of(self.day)].as_bytes();
        match element {
            E::LongYear => write_int(out, year, 4),
            E::ShortYear => write_int(out, year.abs() % 100, 2),
            E::ShortMonth => out.put(&month_name[..3]),
            E::LongMonth => out.put(month_name),
            E::NumMonth => write_int(out, month, 0),
            E::ZeroMonth => write_int(out, month, 2),
            E::ShortDay => out.put(&day_name[..3]),
            E::LongDay => out.put(day_name),
            E::NumDay => write_int(out, day, 0),
            E::ZeroDay => write_int(out, day, 2),
            E::UnderDay => {
                out.fill(b' ', usize::from(day < 10));
                write_int(out, day, 0);
            }
            E::UnderYearDay | E::ZeroYearDay => self.write_year_day(out, element),
            E::Hour24 => write_int(out, hour, 2),
            E::Hour12 => write_int(out, hour12, 0),
            E::ZeroHour12 => write_int(out, hour12, 2),
            E::NumMinute => write_int(out, min, 0),
            E::ZeroMinute => write_int(out, min, 2),
            E::NumSecond => write_int(out, sec, 0),
            E::ZeroSecond => write_int(out, sec, 2),
            E::UpperPm => out.put(if hour >= 12 { b"PM" } else { b"AM" }),
            E::LowerPm => out.put(if hour >= 12 { b"pm" } else { b"am" }),
            E::ZoneName if self.zone.is_empty() => {
                write_offset(out, self.offset, OffsetForm::HOURS_MINUTES);
            }
            E::ZoneName => out.put(self.zone),
            E::Zone(zone) => write_offset(out, self.offset, zone),
            E::Fraction0 | E::Fraction9 => self.write_fraction(out, element, form),
        }
    }

    fn write_year_day(&self, out: &mut impl ByteSink, element: Element) {
        let day = self.day - day_of(self.date.0, 1, 1) + 1;
        if element == Element::ZeroYearDay {
            return write_int(out, day, 3);
        }
        out.fill(b' ', usize::from(day < 100) + usize::from(day < 10));
        write_int(out, day, 0);
    }

    /// Writes as many decimal places of the second as the form has.
    fn write_fraction(&self, out: &mut impl ByteSink, element: Element, form: &[u8]) {
        let mut text = [b'0'; 9];
        let mut rest = self.nsec;
        for digit in text.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let all = form.len() - 1;
        let mut digits = &text[..all.min(9)];
        if element == Element::Fraction9 {
            while let [rest @ .., b'0'] = digits {
                digits = rest;
            }
            if digits.is_empty() {
                return;
            }
        }
        out.put(&form[..1]);
        out.put(digits);
    }
}

/// Writes a zone offset in one of the numeric forms.
fn write_offset(out: &mut impl ByteSink, offset: i64, form: OffsetForm) {
    if form.has_z_for_utc && offset == 0 {
        return out.put(b"Z");
    }
    let minutes = offset / 60;
    // A westward offset of less than a minute gets a plus sign.
    out.put(if minutes < 0 { b"-" } else { b"+" });
    let seconds = if minutes < 0 { -offset } else { offset };
    let minutes = minutes.abs();
    write_int(out, minutes / 60, 2);
    let parts = [(form.has_minutes, minutes % 60), (form.has_seconds, seconds % 60)];
    for (_, part) in parts.into_iter().filter(|(wanted, _)| *wanted) {
        if form.has_colon {
            out.put(b":");
        }
        write_int(out, part, 2);
    }
}

/// Returns a duration in the form 72h3m0.5s; less than a second uses a smaller unit.
pub(super) fn format_duration(cx: &mut NativeCx, d: i64) -> GoStr {
    let mut out = Output::new(cx, 16);
    if d < 0 {
        ByteSink::put(&mut out, b"-");
    }
    match d.unsigned_abs() {
        0 => ByteSink::put(&mut out, b"0s"),
        u @ ..1_000 => write_with_fraction(&mut out, u, 1, "ns"),
        u @ ..1_000_000 => write_with_fraction(&mut out, u, 1_000, "µs"),
        u @ ..1_000_000_000 => write_with_fraction(&mut out, u, 1_000_000, "ms"),
        u => {
            let seconds = u / 1_000_000_000;
            if seconds >= 3600 {
                write_int(&mut out, (seconds / 3600) as i64, 1);
                ByteSink::put(&mut out, b"h");
            }
            if seconds >= 60 {
                write_int(&mut out, (seconds / 60 % 60) as i64, 1);
                ByteSink::put(&mut out, b"m");
            }
            write_with_fraction(&mut out, u % 60_000_000_000, 1_000_000_000, "s");
        }
    }
    out.string()
}

/// Writes `u` in a unit, as a decimal fraction without trailing zeros.
fn write_with_fraction(out: &mut impl ByteSink, u: u64, unit: u64, name: &str) {
    write_int(out, (u / unit) as i64, 1);
    let (mut rest, mut unit) = (u % unit, unit);
    if rest > 0 {
        out.put(b".");
    }
    while rest > 0 {
        unit /= 10;
        out.put(&[b'0' + (rest / unit) as u8]);
        rest %= unit;
    }
    out.put(name.as_bytes());
}
