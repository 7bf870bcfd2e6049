package time

// Layouts for Format and Parse: how the reference time, Mon Jan 2 15:04:05 MST 2006, would be written.
const (
	Layout      = "01/02 03:04:05PM '06 -0700"
	ANSIC       = "Mon Jan _2 15:04:05 2006"
	UnixDate    = "Mon Jan _2 15:04:05 MST 2006"
	RubyDate    = "Mon Jan 02 15:04:05 -0700 2006"
	RFC822      = "02 Jan 06 15:04 MST"
	RFC822Z     = "02 Jan 06 15:04 -0700"
	RFC850      = "Monday, 02-Jan-06 15:04:05 MST"
	RFC1123     = "Mon, 02 Jan 2006 15:04:05 MST"
	RFC1123Z    = "Mon, 02 Jan 2006 15:04:05 -0700"
	RFC3339     = "2006-01-02T15:04:05Z07:00"
	RFC3339Nano = "2006-01-02T15:04:05.999999999Z07:00"
	Kitchen     = "3:04PM"
	Stamp       = "Jan _2 15:04:05"
	StampMilli  = "Jan _2 15:04:05.000"
	StampMicro  = "Jan _2 15:04:05.000000"
	StampNano   = "Jan _2 15:04:05.000000000"
	DateTime    = "2006-01-02 15:04:05"
	DateOnly    = "2006-01-02"
	TimeOnly    = "15:04:05"
)

// element is a part of a layout that stands for something.
type element int

const (
	noElement element = iota
	longMonth
	shortMonth
	numMonth
	zeroMonth
	longDay
	shortDay
	numDay
	underDay
	zeroDay
	underYearDay
	zeroYearDay
	hour24
	hour12
	zeroHour12
	numMinute
	zeroMinute
	numSecond
	zeroSecond
	longYear
	shortYear
	upperPM
	lowerPM
	zoneName
	isoZone             // Z0700: Z for UTC
	isoSecondsZone      // Z070000
	isoShortZone        // Z07
	isoColonZone        // Z07:00
	isoColonSecondsZone // Z07:00:00
	numZone             // -0700
	numSecondsZone      // -070000
	numShortZone        // -07
	numColonZone        // -07:00
	numColonSecondsZone // -07:00:00
	fraction0           // .000: all digits
	fraction9           // .999: without zeros at the end
)

func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

func startsWithLower(s string) bool { return len(s) > 0 && 'a' <= s[0] && s[0] <= 'z' }

func isDigit(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

// elementAt tells which element begins at the beginning of s, and its length. A fraction's length is one more than its digits.
func elementAt(s string) (e element, size int) {
	switch s[0] {
	case 'J':
		if hasPrefix(s, "January") {
			return longMonth, 7
		}
		if hasPrefix(s, "Jan") && !startsWithLower(s[3:]) {
			return shortMonth, 3
		}
	case 'M':
		if hasPrefix(s, "Monday") {
			return longDay, 6
		}
		if hasPrefix(s, "Mon") && !startsWithLower(s[3:]) {
			return shortDay, 3
		}
		if hasPrefix(s, "MST") {
			return zoneName, 3
		}
	case '0':
		if len(s) >= 2 && '1' <= s[1] && s[1] <= '6' {
			switch s[1] {
			case '1':
				return zeroMonth, 2
			case '2':
				return zeroDay, 2
			case '3':
				return zeroHour12, 2
			case '4':
				return zeroMinute, 2
			case '5':
				return zeroSecond, 2
			}
			return shortYear, 2
		}
		if hasPrefix(s, "002") {
			return zeroYearDay, 3
		}
	case '1':
		if hasPrefix(s, "15") {
			return hour24, 2
		}
		return numMonth, 1
	case '2':
		if hasPrefix(s, "2006") {
			return longYear, 4
		}
		return numDay, 1
	case '_':
		if hasPrefix(s, "_2") && !hasPrefix(s, "_2006") {
			return underDay, 2
		}
		if hasPrefix(s, "__2") {
			return underYearDay, 3
		}
	case '3':
		return hour12, 1
	case '4':
		return numMinute, 1
	case '5':
		return numSecond, 1
	case 'P':
		if hasPrefix(s, "PM") {
			return upperPM, 2
		}
	case 'p':
		if hasPrefix(s, "pm") {
			return lowerPM, 2
		}
	case '-', 'Z':
		return zoneElement(s)
	case '.', ',':
		if len(s) > 1 && (s[1] == '0' || s[1] == '9') {
			n := 1
			for n < len(s) && s[n] == s[1] {
				n++
			}
			if !isDigit(s, n) {
				if s[1] == '0' {
					return fraction0, n
				}
				return fraction9, n
			}
		}
	}
	return noElement, 0
}

func zoneElement(s string) (e element, size int) {
	base := isoZone
	if s[0] == '-' {
		base = numZone
	}
	s = s[1:]
	switch {
	case hasPrefix(s, "070000"):
		return base + 1, 7
	case hasPrefix(s, "07:00:00"):
		return base + 4, 9
	case hasPrefix(s, "0700"):
		return base, 5
	case hasPrefix(s, "07:00"):
		return base + 3, 6
	case hasPrefix(s, "07"):
		return base + 2, 3
	}
	return noElement, 0
}

// nextElement finds the first element of a layout: what stands before it, its length and what stands after it.
func nextElement(layout string) (prefix string, e element, size int, suffix string) {
	for i := 0; i < len(layout); i++ {
		if e, size = elementAt(layout[i:]); e != noElement {
			return layout[:i], e, size, layout[i+size:]
		}
	}
	return layout, noElement, 0, ""
}

// appendInt writes x with at least width digits.
func appendInt(b []byte, x int, width int) []byte {
	u := uint(x)
	if x < 0 {
		b = append(b, '-')
		u = uint(-x)
	}
	digits := 1
	for v := u; v >= 10; v /= 10 {
		digits++
	}
	for ; digits < width; width-- {
		b = append(b, '0')
	}
	at := len(b) + digits
	for i := 0; i < digits; i++ {
		b = append(b, '0')
	}
	for u >= 10 {
		at--
		b[at] = byte('0' + u%10)
		u /= 10
	}
	b[at-1] = byte('0' + u)
	return b
}

// Format writes t as layout shows the reference time.
func (t Time) Format(layout string) string {
	var buf [64]byte
	return string(t.AppendFormat(buf[:0], layout))
}

// AppendFormat is Format at the end of b.
func (t Time) AppendFormat(b []byte, layout string) []byte {
	offset := t.loc.offsetAt(t.unixSec())
	d, rest := split(t.unixSec() + int64(offset))
	year, month, day := civil(d)
	hour, min, sec := clock(rest)
	for layout != "" {
		prefix, e, size, suffix := nextElement(layout)
		b = append(b, prefix...)
		if e == noElement {
			break
		}
		digits := size - 1
		sep := layout[len(prefix)]
		layout = suffix
		switch e {
		case longYear:
			b = appendInt(b, year, 4)
		case shortYear:
			y := year
			if y < 0 {
				y = -y
			}
			b = appendInt(b, y%100, 2)
		case shortMonth:
			b = append(b, month.String()[:3]...)
		case longMonth:
			b = append(b, month.String()...)
		case numMonth:
			b = appendInt(b, int(month), 0)
		case zeroMonth:
			b = appendInt(b, int(month), 2)
		case shortDay:
			b = append(b, weekday(d).String()[:3]...)
		case longDay:
			b = append(b, weekday(d).String()...)
		case numDay:
			b = appendInt(b, day, 0)
		case underDay:
			if day < 10 {
				b = append(b, ' ')
			}
			b = appendInt(b, day, 0)
		case zeroDay:
			b = appendInt(b, day, 2)
		case underYearDay, zeroYearDay:
			b = appendYearDay(b, int(d-dayOf(int64(year), 1, 1))+1, e)
		case hour24:
			b = appendInt(b, hour, 2)
		case hour12, zeroHour12:
			h := hour % 12
			if h == 0 {
				h = 12
			}
			b = appendInt(b, h, 1+int(e-hour12))
		case numMinute, zeroMinute:
			b = appendInt(b, min, 1+int(e-numMinute))
		case numSecond, zeroSecond:
			b = appendInt(b, sec, 1+int(e-numSecond))
		case upperPM:
			b = appendHalf(b, hour, "AM", "PM")
		case lowerPM:
			b = appendHalf(b, hour, "am", "pm")
		case zoneName:
			if name, _ := t.loc.nameAt(t.unixSec()); name != "" {
				b = append(b, name...)
			} else {
				b = appendZone(b, offset, numZone)
			}
		case fraction0, fraction9:
			b = appendFraction(b, t.Nanosecond(), sep, digits, e)
		default:
			b = appendZone(b, offset, e)
		}
	}
	return b
}

func appendHalf(b []byte, hour int, am, pm string) []byte {
	if hour >= 12 {
		return append(b, pm...)
	}
	return append(b, am...)
}

func appendYearDay(b []byte, yday int, e element) []byte {
	if e == zeroYearDay {
		return appendInt(b, yday, 3)
	}
	if yday < 100 {
		b = append(b, ' ')
		if yday < 10 {
			b = append(b, ' ')
		}
	}
	return appendInt(b, yday, 0)
}

// appendZone writes an offset in one of the numeric forms.
func appendZone(b []byte, offset int, e element) []byte {
	if e < numZone {
		if offset == 0 {
			return append(b, 'Z')
		}
		e += numZone - isoZone
	}
	zone := offset / 60
	seconds := offset
	if zone < 0 {
		b = append(b, '-')
		zone = -zone
		seconds = -seconds
	} else {
		b = append(b, '+')
	}
	b = appendInt(b, zone/60, 2)
	if e == numShortZone {
		return b
	}
	colon := e == numColonZone || e == numColonSecondsZone
	if colon {
		b = append(b, ':')
	}
	b = appendInt(b, zone%60, 2)
	if e == numSecondsZone || e == numColonSecondsZone {
		if colon {
			b = append(b, ':')
		}
		b = appendInt(b, seconds%60, 2)
	}
	return b
}

// appendFraction writes digits decimal places of a second.
func appendFraction(b []byte, nsec int, sep byte, digits int, e element) []byte {
	if e == fraction9 && (digits == 0 || nsec == 0) {
		return b
	}
	b = append(b, sep)
	b = appendInt(b, nsec, 9)
	if digits < 9 {
		b = b[:len(b)-9+digits]
	}
	if e == fraction9 {
		for len(b) > 0 && b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
		if len(b) > 0 && b[len(b)-1] == sep {
			b = b[:len(b)-1]
		}
	}
	return b
}

// String writes t for debugging, with the monotonic reading if there is one.
func (t Time) String() string {
	s := t.Format("2006-01-02 15:04:05.999999999 -0700 MST")
	if t.wall&hasMonotonic != 0 {
		m := uint64(t.ext)
		sign := byte('+')
		if t.ext < 0 {
			sign = '-'
			m = -m
		}
		b := append([]byte(s), " m="...)
		b = append(b, sign)
		b = append(b, decimal(m/1e9)...)
		b = append(b, '.')
		s = string(appendInt(b, int(m%1e9), 9))
	}
	return s
}

// GoString writes t as Go source.
func (t Time) GoString() string {
	year, month, day := t.Date()
	hour, min, sec := t.Clock()
	b := append(make([]byte, 0, 96), "time.Date("...)
	b = appendInt(b, year, 0)
	if January <= month && month <= December {
		b = append(b, ", time."...)
		b = append(b, month.String()...)
	} else {
		b = append(b, ", "...)
		b = appendInt(b, int(month), 0)
	}
	for _, x := range [...]int{day, hour, min, sec, t.Nanosecond()} {
		b = append(b, ", "...)
		b = appendInt(b, x, 0)
	}
	b = append(b, ", "...)
	switch loc := t.Location(); loc {
	case UTC, nil:
		b = append(b, "time.UTC"...)
	case Local:
		b = append(b, "time.Local"...)
	default:
		b = append(b, "time.Location("...)
		b = append(b, quote(loc.name)...)
		b = append(b, ')')
	}
	return string(append(b, ')'))
}
