// Package time measures and formats time.
package time

import "internal/synctest"

// A Time is an instant in nanoseconds and the location for displaying it. Times from Now also have a reading of the
// monotonic clock, which Sub, Since, Before and similar methods use if both times have one.
//
// Without the monotonic bit, wall is the nanosecond within the second and ext the seconds since the year 1; with it,
// wall has 33 bits of seconds since 1885 above 30 bits of nanoseconds, and ext is the monotonic clock.
type Time struct {
	wall uint64
	ext  int64
	loc  *Location // nil means UTC
}

const (
	hasMonotonic = 1 << 63
	nsecMask     = 1<<30 - 1
	nsecShift    = 30

	secondsPerDay = 86400

	daysTo1970     = 719162 // from January 1 of the year 1
	unixToInternal = daysTo1970 * secondsPerDay
	daysTo1885     = 688117
	wallToInternal = daysTo1885 * secondsPerDay
	minWall        = wallToInternal
)

// A Month is a month of the year; January is 1.
type Month int

// The months.
const (
	January Month = 1 + iota
	February
	March
	April
	May
	June
	July
	August
	September
	October
	November
	December
)

const monthNames = "January  February March    April    May      June     July     August   SeptemberOctober  November December "

func (m Month) String() string {
	if January <= m && m <= December {
		return padded(monthNames, int(m)-1)
	}
	return "%!Month(" + decimal(uint64(m)) + ")"
}

// A Weekday is a day of the week; Sunday is 0.
type Weekday int

// The days of the week.
const (
	Sunday Weekday = iota
	Monday
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
)

const dayNames = "Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday "

func (d Weekday) String() string {
	if Sunday <= d && d <= Saturday {
		return padded(dayNames, int(d))
	}
	return "%!Weekday(" + decimal(uint64(d)) + ")"
}

// padded returns the i-th of names, each of which is padded to nine bytes with spaces.
func padded(names string, i int) string {
	from := 9 * i
	to := from + 9
	for names[to-1] == ' ' {
		to--
	}
	return names[from:to]
}

// decimal writes n in base ten.
func decimal(n uint64) string {
	var buf [20]byte
	at := len(buf)
	for {
		at--
		buf[at] = byte('0' + n%10)
		n /= 10
		if n == 0 {
			return string(buf[at:])
		}
	}
}

func (t Time) nsec() int32 { return int32(t.wall & nsecMask) }

// sec returns the seconds since the year 1.
func (t Time) sec() int64 {
	if t.wall&hasMonotonic != 0 {
		return wallToInternal + int64(t.wall<<1>>(nsecShift+1))
	}
	return t.ext
}

func (t Time) unixSec() int64 { return t.sec() - unixToInternal }

// plusSec, at and stripped return a changed time instead of changing it in place: a variable whose address is taken
// would move to the heap.

func (t Time) plusSec(d int64) Time {
	if t.wall&hasMonotonic != 0 {
		sec := int64(t.wall << 1 >> (nsecShift + 1))
		dsec := sec + d
		if 0 <= dsec && dsec <= 1<<33-1 {
			t.wall = t.wall&nsecMask | uint64(dsec)<<nsecShift | hasMonotonic
			return t
		}
		t = t.stripped()
	}
	sum := t.ext + d
	if overflown := (sum ^ t.ext) & (sum ^ d); overflown < 0 {
		sum = 1<<63 - 1
		if d < 0 {
			sum = -sum
		}
	}
	t.ext = sum
	return t
}

func (t Time) at(loc *Location) Time {
	if loc == &utcLoc {
		loc = nil
	}
	t = t.stripped()
	t.loc = loc
	return t
}

func (t Time) stripped() Time {
	if t.wall&hasMonotonic != 0 {
		t.ext = t.sec()
		t.wall &= nsecMask
	}
	return t
}

// now reads both clocks: seconds since 1970, nanoseconds, and nanoseconds of the monotonic clock, which is 1 when
// the machine starts.
func now() (sec int64, nsec int32, mono int64)

// Now returns the current time, to be shown in Local.
func Now() Time {
	sec, nsec, mono := now()
	if synctest.Active != 0 && synctest.Current() != 0 {
		// Without a monotonic reading, so that times inside and outside of bubbles can be compared.
		now := synctest.Now()
		return unixTime(now/1e9, int32(now%1e9))
	}
	sec += unixToInternal - minWall
	if uint64(sec)>>33 != 0 {
		return Time{uint64(nsec), sec + minWall, Local}
	}
	return Time{hasMonotonic | uint64(sec)<<nsecShift | uint64(nsec), mono, Local}
}

// Unix returns the time sec seconds and nsec nanoseconds after 1970 began in UTC.
func Unix(sec int64, nsec int64) Time {
	s, n := carry(int(sec), int(nsec), 1e9)
	return unixTime(int64(s), int32(n))
}

// UnixMilli returns the time msec milliseconds after 1970 began.
func UnixMilli(msec int64) Time { return Unix(msec/1e3, (msec%1e3)*1e6) }

// UnixMicro returns the time usec microseconds after 1970 began.
func UnixMicro(usec int64) Time { return Unix(usec/1e6, (usec%1e6)*1e3) }

func unixTime(sec int64, nsec int32) Time { return Time{uint64(nsec), sec + unixToInternal, Local} }

// Unix returns the seconds since 1970.
func (t Time) Unix() int64 { return t.unixSec() }

// UnixMilli returns the milliseconds since 1970.
func (t Time) UnixMilli() int64 { return t.unixSec()*1e3 + int64(t.nsec())/1e6 }

// UnixMicro returns the microseconds since 1970.
func (t Time) UnixMicro() int64 { return t.unixSec()*1e6 + int64(t.nsec())/1e3 }

// UnixNano returns the nanoseconds since 1970.
func (t Time) UnixNano() int64 { return t.unixSec()*1e9 + int64(t.nsec()) }

// After reports whether t is later than u.
func (t Time) After(u Time) bool { return t.Compare(u) > 0 }

// Before reports whether t is earlier than u.
func (t Time) Before(u Time) bool { return t.Compare(u) < 0 }

// Equal reports whether t and u are the same instant, in any location.
func (t Time) Equal(u Time) bool { return t.Compare(u) == 0 }

// Compare returns -1, 0 or +1 if t is earlier than, equal to or later than u.
func (t Time) Compare(u Time) int {
	var a, b int64
	if t.wall&u.wall&hasMonotonic != 0 {
		a, b = t.ext, u.ext
	} else {
		a, b = t.sec(), u.sec()
		if a == b {
			a, b = int64(t.nsec()), int64(u.nsec())
		}
	}
	if a < b {
		return -1
	}
	if a > b {
		return +1
	}
	return 0
}

// IsZero reports whether t is the zero Time: the first instant of the year 1 in UTC.
func (t Time) IsZero() bool { return t.sec() == 0 && t.nsec() == 0 }

// Add returns t+d.
func (t Time) Add(d Duration) Time {
	sec, nsec := carry(int(d/Second), int(t.nsec())+int(d%Second), 1e9)
	t.wall = t.wall&^nsecMask | uint64(nsec)
	t = t.plusSec(int64(sec))
	if t.wall&hasMonotonic != 0 {
		te := t.ext + int64(d)
		if d < 0 && te > t.ext || d > 0 && te < t.ext {
			t = t.stripped()
		} else {
			t.ext = te
		}
	}
	return t
}

// Sub returns the duration from u to t; if it overflows, the largest or smallest Duration.
func (t Time) Sub(u Time) Duration {
	if t.wall&u.wall&hasMonotonic != 0 {
		return subMono(t.ext, u.ext)
	}
	d := Duration(t.sec()-u.sec())*Second + Duration(t.nsec()-u.nsec())
	if u.Add(d).Equal(t) {
		return d
	}
	if t.Before(u) {
		return minDuration
	}
	return maxDuration
}

func subMono(t, u int64) Duration {
	d := Duration(t - u)
	if d < 0 && t > u {
		return maxDuration
	}
	if d > 0 && t < u {
		return minDuration
	}
	return d
}

// Since returns the time that has passed since t.
func Since(t Time) Duration { return Now().Sub(t) }

// Until returns the duration until t.
func Until(t Time) Duration { return t.Sub(Now()) }

// AddDate adds years, months and days and normalises the result as Date does.
func (t Time) AddDate(years int, months int, days int) Time {
	day, clock := split(t.local())
	y, m, d := civil(day)
	return Date(y+years, m+Month(months), d+days, 0, 0, clock, int(t.nsec()), t.Location())
}

// Truncate rounds t down to a multiple of d since the zero time and removes the monotonic reading.
func (t Time) Truncate(d Duration) Time {
	t = t.stripped()
	if d <= 0 {
		return t
	}
	return t.Add(-remainder(t, d))
}

// Round rounds t to the nearest multiple of d since the zero time, half up, and removes the monotonic reading.
func (t Time) Round(d Duration) Time {
	t = t.stripped()
	if d <= 0 {
		return t
	}
	r := remainder(t, d)
	if lessThanHalf(r, d) {
		return t.Add(-r)
	}
	return t.Add(d - r)
}

// remainder returns t modulo d since the zero time, not negative.
func remainder(t Time, d Duration) Duration {
	neg := false
	sec, nsec := t.sec(), int64(t.nsec())
	if sec < 0 {
		neg = true
		sec = -sec
		nsec = -nsec
		if nsec < 0 {
			nsec += 1e9
			sec--
		}
	}
	// sec*1e9 + nsec modulo d, digit by digit, because the product would overflow
	m := uint64(d)
	var r uint64
	if d%Second == 0 {
		r = uint64(sec%int64(d/Second))*1e9 + uint64(nsec)
	} else {
		r = mulmod(uint64(sec)%m, 1e9%m, m)
		r = addmod(r, uint64(nsec)%m, m)
	}
	if neg && r != 0 {
		r = m - r
	}
	return Duration(r)
}

// addmod is a+b modulo m for a, b < m < 1<<63.
func addmod(a, b, m uint64) uint64 {
	if a += b; a >= m {
		a -= m
	}
	return a
}

// mulmod is a*b modulo m for a, b < m < 1<<63.
func mulmod(a, b, m uint64) uint64 {
	var r uint64
	for ; b != 0; b >>= 1 {
		if b&1 != 0 {
			r = addmod(r, a, m)
		}
		a = addmod(a, a, m)
	}
	return r
}

// UTC returns t in UTC.
func (t Time) UTC() Time {
	t = t.at(&utcLoc)
	return t
}

// Local returns t in the local zone.
func (t Time) Local() Time {
	t = t.at(Local)
	return t
}

// In returns t in the location loc.
func (t Time) In(loc *Location) Time {
	if loc == nil {
		panic("time: missing Location in call to Time.In")
	}
	t = t.at(loc)
	return t
}

// Location returns t's location.
func (t Time) Location() *Location {
	if t.loc == nil {
		return UTC
	}
	return t.loc
}

// Zone returns the abbreviation of t's zone and its offset in seconds east of UTC.
func (t Time) Zone() (name string, offset int) {
	sec := t.unixSec()
	name, _ = t.loc.nameAt(sec)
	return name, t.loc.offsetAt(sec)
}

// ZoneBounds returns from when until when t's zone is in effect; the zero time if there is no bound.
func (t Time) ZoneBounds() (start, end Time) {
	if t.loc == nil || t.loc.number() == 0 {
		return
	}
	from, to := zoneBounds(t.loc.number(), t.unixSec())
	if from != minSec {
		start = unixTime(from, 0)
		start = start.at(t.loc)
	}
	if to != maxSec {
		end = unixTime(to, 0)
		end = end.at(t.loc)
	}
	return start, end
}

// IsDST reports whether t is in daylight saving time.
func (t Time) IsDST() bool {
	_, dst := t.loc.nameAt(t.unixSec())
	return dst
}
