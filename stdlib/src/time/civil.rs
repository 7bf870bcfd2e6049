//! Dates of the Gregorian calendar, and days since 1970.

const SECONDS_PER_DAY: i64 = 86400;

/// Returns the day since 1970 and the second within it.
pub(super) fn split_days(sec: i64) -> (i64, i64) {
    (sec.div_euclid(SECONDS_PER_DAY), sec.rem_euclid(SECONDS_PER_DAY))
}

/// Returns the date of a day since 1970. The computation counts years from March 1 of the year 0, so that the leap day
/// ends a year, in eras of 400 years.
pub(super) fn date_of_day(day: i64) -> (i64, i64, i64) {
    let day = day.wrapping_add(719_468);
    let (era, doe) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100); // from March on
    let mp = (5 * doy + 2) / 153; // from March on
    let (year, mday) = (era * 400 + yoe, doy - (153 * mp + 2) / 5 + 1);
    if mp < 10 { (year, mp + 3, mday) } else { (year + 1, mp - 9, mday) }
}

/// Returns the day since 1970 of a date.
pub(super) fn day_of(year: i64, month: i64, mday: i64) -> i64 {
    let (year, month) = if month <= 2 { (year.wrapping_sub(1), month + 12) } else { (year, month) };
    let (era, yoe) = (year.div_euclid(400), year.rem_euclid(400));
    let doy = (153 * (month - 3) + 2) / 5 + mday - 1;
    let days = era.wrapping_mul(146_097).wrapping_add(yoe * 365 + yoe / 4 - yoe / 100 + doy);
    days.wrapping_sub(719_468)
}

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Returns the number of days in a month.
pub(super) fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the day of the week, 0 for Sunday, of a day since 1970; day 0 was a Thursday.
pub(super) fn weekday_of(day: i64) -> usize {
    day.wrapping_add(4).rem_euclid(7) as usize
}
