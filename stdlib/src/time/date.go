package time

// local returns the seconds since 1970 that a clock at t's location shows.
func (t Time) local() int64 {
	sec := t.unixSec()
	if t.loc != nil {
		sec += int64(t.loc.offsetAt(sec))
	}
	return sec
}

// split returns the day since 1970 and the second within it.
func split(sec int64) (day int64, rest int) {
	day = sec / secondsPerDay
	rest = int(sec - day*secondsPerDay)
	if rest < 0 {
		rest += secondsPerDay
		day--
	}
	return day, rest
}

// civil returns the Gregorian date of a day since 1970.
func civil(day int64) (year int, month Month, mday int)

// dayOf returns the day since 1970 of a date.
func dayOf(year int64, month, mday int) int64

// Date returns the date of t.
func (t Time) Date() (year int, month Month, day int) {
	d, _ := split(t.local())
	return civil(d)
}

// Year returns the year of t.
func (t Time) Year() int {
	year, _, _ := t.Date()
	return year
}

// Month returns the month of t.
func (t Time) Month() Month {
	_, month, _ := t.Date()
	return month
}

// Day returns the day of the month.
func (t Time) Day() int {
	_, _, day := t.Date()
	return day
}

// YearDay returns the day of the year, from 1.
func (t Time) YearDay() int {
	d, _ := split(t.local())
	year, _, _ := civil(d)
	return int(d-dayOf(int64(year), 1, 1)) + 1
}

// Weekday returns the day of the week.
func (t Time) Weekday() Weekday {
	d, _ := split(t.local())
	return weekday(d)
}

// weekday returns the day of the week of a day since 1970; day 0 was a Thursday.
func weekday(day int64) Weekday {
	w := (day + int64(Thursday)) % 7
	if w < 0 {
		w += 7
	}
	return Weekday(w)
}

// ISOWeek returns the year and number of the week; a week belongs to the year of its Thursday.
func (t Time) ISOWeek() (year, week int) {
	d, _ := split(t.local())
	d += int64(Thursday) - (int64(weekday(d))+6)%7 - 1
	year, _, _ = civil(d)
	return year, int(d-dayOf(int64(year), 1, 1))/7 + 1
}

// Clock returns the time of day.
func (t Time) Clock() (hour, min, sec int) {
	_, rest := split(t.local())
	return clock(rest)
}

func clock(rest int) (hour, min, sec int) {
	hour = rest / 3600
	rest -= hour * 3600
	min = rest / 60
	return hour, min, rest - min*60
}

// Hour returns the hour of the day.
func (t Time) Hour() int {
	hour, _, _ := t.Clock()
	return hour
}

// Minute returns the minute of the hour.
func (t Time) Minute() int {
	_, min, _ := t.Clock()
	return min
}

// Second returns the second of the minute.
func (t Time) Second() int {
	_, _, sec := t.Clock()
	return sec
}

// Nanosecond returns the nanosecond of the second.
func (t Time) Nanosecond() int { return int(t.nsec()) }

// carry moves the part of lo outside of 0 … base-1 to hi.
func carry(hi, lo, base int) (int, int) {
	if uint(lo) < uint(base) {
		return hi, lo
	}
	hi += lo / base
	if lo %= base; lo < 0 {
		return hi - 1, lo + base
	}
	return hi, lo
}

// Date returns the time with that date and clock in loc; a value out of range carries to the next unit (October 32 is November 1).
func Date(year int, month Month, day, hour, min, sec, nsec int, loc *Location) Time {
	if loc == nil {
		panic("time: missing Location in call to Date")
	}
	m := int(month) - 1
	year, m = carry(year, m, 12)
	sec, nsec = carry(sec, nsec, 1e9)
	min, sec = carry(min, sec, 60)
	hour, min = carry(hour, min, 60)
	day, hour = carry(day, hour, 24)
	d := dayOf(int64(year), m+1, 1) + int64(day-1)
	unix := d*secondsPerDay + int64(hour*3600+min*60+sec)
	return dateIn(unix, nsec, loc)
}

// dateIn returns the time at which a clock in loc shows that number of seconds since 1970.
func dateIn(unix int64, nsec int, loc *Location) Time {
	// the offset is looked up as if the clock showed UTC, and again at the resulting instant: near a
	// change of zones the two differ
	if offset := loc.offsetAt(unix); offset != 0 {
		unix -= int64(loc.offsetAt(unix - int64(offset)))
	}
	t := unixTime(unix, int32(nsec))
	t = t.at(loc)
	return t
}
