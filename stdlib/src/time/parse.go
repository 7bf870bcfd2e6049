package time

import "errors"

var errBad = errors.New("bad value for field")

// A ParseError says what of a value did not fit what of a layout.
type ParseError struct {
	Layout     string
	Value      string
	LayoutElem string
	ValueElem  string
	Message    string
}

func (e *ParseError) Error() string {
	if e.Message == "" {
		return "parsing time " + quote(e.Value) + " as " + quote(e.Layout) + ": cannot parse " +
			quote(e.ValueElem) + " as " + quote(e.LayoutElem)
	}
	return "parsing time " + quote(e.Value) + e.Message
}

// Parse reads a time written as layout shows; without a zone it is in UTC.
func Parse(layout, value string) (Time, error) { return parse(layout, value, UTC, Local) }

// ParseInLocation reads a time; without a zone it is in loc, and abbreviations of zones are looked up there.
func ParseInLocation(layout, value string, loc *Location) (Time, error) {
	return parse(layout, value, loc, loc)
}

// parsed is what has been read of a time.
type parsed struct {
	year, month, day, yday int
	hour, min, sec, nsec   int
	pm, am                 bool
	utc                    bool
	offset                 int // -1: none
	zone                   string
	rangeErr               string // which field is out of range
}

// skip takes prefix off value; a space in prefix stands for any number of spaces.
func skip(value, prefix string) (string, error) {
	for len(prefix) > 0 {
		if prefix[0] == ' ' {
			if len(value) > 0 && value[0] != ' ' {
				return value, errBad
			}
			for len(prefix) > 0 && prefix[0] == ' ' {
				prefix = prefix[1:]
			}
			for len(value) > 0 && value[0] == ' ' {
				value = value[1:]
			}
			continue
		}
		if len(value) == 0 || value[0] != prefix[0] {
			return value, errBad
		}
		prefix = prefix[1:]
		value = value[1:]
	}
	return value, nil
}

// number reads one or two digits; with fixed exactly two.
func number(s string, fixed bool) (int, string, error) {
	if !isDigit(s, 0) {
		return 0, s, errBad
	}
	if !isDigit(s, 1) {
		if fixed {
			return 0, s, errBad
		}
		return int(s[0] - '0'), s[1:], nil
	}
	return int(s[0]-'0')*10 + int(s[1]-'0'), s[2:], nil
}

// number3 reads up to three digits; with fixed exactly three.
func number3(s string, fixed bool) (int, string, error) {
	n, i := 0, 0
	for ; i < 3 && isDigit(s, i); i++ {
		n = n*10 + int(s[i]-'0')
	}
	if i == 0 || fixed && i != 3 {
		return 0, s, errBad
	}
	return n, s[i:], nil
}

// digits reads s, which must be digits with at most a sign.
func digits(s string) (int, error) {
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	u, rest, ok := leadingInt(s)
	if !ok || rest != "" || s == "" {
		return 0, errBad
	}
	if neg {
		return -int(u), nil
	}
	return int(u), nil
}

// name finds which of n names (padded to nine bytes) value begins with, in any case; size 0 compares whole names.
func name(names string, n, size int, value string) (int, string, error) {
	for i := 0; i < n; i++ {
		s := padded(names, i)
		if size > 0 {
			s = s[:size]
		}
		if len(value) >= len(s) && sameLetters(value[:len(s)], s) {
			return i, value[len(s):], nil
		}
	}
	return -1, value, errBad
}

func sameLetters(a, b string) bool {
	for i := 0; i < len(a); i++ {
		if a[i] != b[i] {
			x, y := a[i]|0x20, b[i]|0x20
			if x != y || x < 'a' || x > 'z' {
				return false
			}
		}
	}
	return true
}

// fractionOf reads ".123" of size bytes, sign included, as nanoseconds.
func fractionOf(value string, size int) (nsec int, rangeErr string, err error) {
	if value[0] != '.' && value[0] != ',' {
		return 0, "", errBad
	}
	if size > 10 {
		value = value[:10]
		size = 10
	}
	nsec, err = digits(value[1:size])
	if err != nil {
		return 0, "", err
	}
	if nsec < 0 {
		return 0, "fractional second", nil
	}
	for i := size; i < 10; i++ {
		nsec *= 10
	}
	return nsec, "", nil
}

// parse reads value element by element.
func parse(layout, value string, defaultLoc, local *Location) (Time, error) {
	fullLayout, fullValue := layout, value
	p := parsed{month: -1, day: -1, yday: -1, offset: -1}
	for {
		prefix, e, size, suffix := nextElement(layout)
		stdstr := layout[len(prefix) : len(layout)-len(suffix)]
		if e == noElement {
			stdstr = ""
		}
		var err error
		value, err = skip(value, prefix)
		if err != nil {
			return Time{}, &ParseError{fullLayout, fullValue, prefix, value, ""}
		}
		if e == noElement {
			if len(value) != 0 {
				return Time{}, &ParseError{fullLayout, fullValue, "", value, ": extra text: " + quote(value)}
			}
			break
		}
		layout = suffix
		hold := value
		value, err = p.field(e, size, value, layout)
		if p.rangeErr != "" {
			return Time{}, &ParseError{fullLayout, fullValue, stdstr, value, ": " + p.rangeErr + " out of range"}
		}
		if err != nil {
			return Time{}, &ParseError{fullLayout, fullValue, stdstr, hold, ""}
		}
	}
	if msg := p.complete(); msg != "" {
		return Time{}, &ParseError{fullLayout, fullValue, "", value, msg}
	}
	return p.time(defaultLoc, local), nil
}

// field reads one element of a layout at the beginning of value. layout is what follows it.
func (p *parsed) field(e element, size int, value, layout string) (string, error) {
	var err error
	switch e {
	case shortYear:
		if len(value) < 2 {
			return value, errBad
		}
		p.year, err = digits(value[:2])
		if err != nil {
			return value, err
		}
		if p.year >= 69 { // Unix time starts on December 31 1969 in some zones
			p.year += 1900
		} else {
			p.year += 2000
		}
		return value[2:], nil
	case longYear:
		if len(value) < 4 || !isDigit(value, 0) {
			return value, errBad
		}
		p.year, err = digits(value[:4])
		if err != nil {
			return value, err
		}
		return value[4:], nil
	case shortMonth:
		p.month, value, err = name(monthNames, 12, 3, value)
		p.month++
	case longMonth:
		p.month, value, err = name(monthNames, 12, 0, value)
		p.month++
	case numMonth, zeroMonth:
		p.month, value, err = number(value, e == zeroMonth)
		if err == nil && (p.month <= 0 || 12 < p.month) {
			p.rangeErr = "month"
		}
	case shortDay:
		_, value, err = name(dayNames, 7, 3, value)
	case longDay:
		_, value, err = name(dayNames, 7, 0, value)
	case numDay, underDay, zeroDay:
		if e == underDay && len(value) > 0 && value[0] == ' ' {
			value = value[1:]
		}
		p.day, value, err = number(value, e == zeroDay)
	case underYearDay, zeroYearDay:
		for i := 0; i < 2; i++ {
			if e == underYearDay && len(value) > 0 && value[0] == ' ' {
				value = value[1:]
			}
		}
		p.yday, value, err = number3(value, e == zeroYearDay)
	case hour24:
		p.hour, value, err = number(value, false)
		if p.hour < 0 || 24 <= p.hour {
			p.rangeErr = "hour"
		}
	case hour12, zeroHour12:
		p.hour, value, err = number(value, e == zeroHour12)
		if p.hour < 0 || 12 < p.hour {
			p.rangeErr = "hour"
		}
	case numMinute, zeroMinute:
		p.min, value, err = number(value, e == zeroMinute)
		if p.min < 0 || 60 <= p.min {
			p.rangeErr = "minute"
		}
	case numSecond, zeroSecond:
		return p.second(value, layout, e == zeroSecond)
	case upperPM, lowerPM:
		return p.half(value, e)
	case zoneName:
		return p.abbreviation(value)
	case fraction0:
		if len(value) < size {
			return value, errBad
		}
		p.nsec, p.rangeErr, err = fractionOf(value, size)
		value = value[size:]
	case fraction9:
		if len(value) < 2 || value[0] != '.' && value[0] != ',' || !isDigit(value, 1) {
			return value, nil // a fraction that may be left out
		}
		i := 0
		for i+1 < len(value) && isDigit(value, i+1) {
			i++
		}
		p.nsec, p.rangeErr, err = fractionOf(value, 1+i)
		value = value[1+i:]
	default:
		return p.zoneOffset(e, value)
	}
	return value, err
}

// second reads seconds and a fraction that may follow even if the layout does not ask for one.
func (p *parsed) second(value, layout string, fixed bool) (string, error) {
	var err error
	p.sec, value, err = number(value, fixed)
	if err != nil {
		return value, err
	}
	if p.sec < 0 || 60 <= p.sec {
		p.rangeErr = "second"
		return value, nil
	}
	if len(value) >= 2 && (value[0] == '.' || value[0] == ',') && isDigit(value, 1) {
		if _, e, _, _ := nextElement(layout); e == fraction0 || e == fraction9 {
			return value, nil
		}
		n := 2
		for isDigit(value, n) {
			n++
		}
		p.nsec, p.rangeErr, err = fractionOf(value, n)
		value = value[n:]
	}
	return value, err
}

func (p *parsed) half(value string, e element) (string, error) {
	if len(value) < 2 {
		return value, errBad
	}
	switch half := value[:2]; {
	case half == "PM" && e == upperPM, half == "pm" && e == lowerPM:
		p.pm = true
	case half == "AM" && e == upperPM, half == "am" && e == lowerPM:
		p.am = true
	default:
		return value, errBad
	}
	return value[2:], nil
}

// zoneOffset reads a numeric zone.
func (p *parsed) zoneOffset(e element, value string) (string, error) {
	if e < numZone {
		if len(value) >= 1 && value[0] == 'Z' {
			p.utc = true
			return value[1:], nil
		}
		e += numZone - isoZone
	}
	var hour, min, sec string
	min, sec = "00", "00"
	n := 0
	switch e {
	case numColonZone:
		n = 6
	case numShortZone:
		n = 3
	case numColonSecondsZone:
		n = 9
	case numSecondsZone:
		n = 7
	default:
		n = 5
	}
	if len(value) < n {
		return value, errBad
	}
	switch e {
	case numColonZone, numColonSecondsZone:
		if value[3] != ':' || n == 9 && value[6] != ':' {
			return value, errBad
		}
		hour, min = value[1:3], value[4:6]
		if n == 9 {
			sec = value[7:9]
		}
	case numShortZone:
		hour = value[1:3]
	default:
		hour, min = value[1:3], value[3:5]
		if n == 7 {
			sec = value[5:7]
		}
	}
	hr, _, err := number(hour, true)
	var mm, ss int
	if err == nil {
		mm, _, err = number(min, true)
	}
	if err == nil {
		ss, _, err = number(sec, true)
	}
	// the zones that some systems have had reach up to 24 hours
	if hr > 24 {
		p.rangeErr = "time zone offset hour"
	}
	if mm > 60 {
		p.rangeErr = "time zone offset minute"
	}
	if ss > 60 {
		p.rangeErr = "time zone offset second"
	}
	p.offset = (hr*60+mm)*60 + ss
	switch value[0] {
	case '+':
	case '-':
		p.offset = -p.offset
	default:
		err = errBad
	}
	return value[n:], err
}

// abbreviation reads the name of a zone.
func (p *parsed) abbreviation(value string) (string, error) {
	if hasPrefix(value, "UTC") {
		p.utc = true
		return value[3:], nil
	}
	n := abbreviationLen(value)
	if n == 0 {
		return value, errBad
	}
	p.zone = value[:n]
	return value[n:], nil
}

// abbreviationLen is the length of the zone abbreviation that value begins with; 0 if it begins with none.
func abbreviationLen(value string) int {
	if len(value) < 3 {
		return 0
	}
	// two names that are no three or four capitals
	if hasPrefix(value, "ChST") || hasPrefix(value, "MeST") {
		return 4
	}
	if hasPrefix(value, "GMT") {
		return 3 + signedOffsetLen(value[3:])
	}
	if value[0] == '+' || value[0] == '-' {
		return signedOffsetLen(value)
	}
	n := 0
	for n < 6 && n < len(value) && 'A' <= value[n] && value[n] <= 'Z' {
		n++
	}
	switch n {
	case 5: // must end in T to be one
		if value[4] == 'T' {
			return 5
		}
	case 4: // must end in T, or be one that does not
		if value[3] == 'T' || value[:4] == "WITA" {
			return 4
		}
	case 3:
		return 3
	}
	return 0
}

// signedOffsetLen is the length of a sign and an hour of at most 23.
func signedOffsetLen(s string) int {
	if s == "" || s[0] != '+' && s[0] != '-' {
		return 0
	}
	x, rest, ok := leadingInt(s[1:])
	if !ok || s[1:] == rest || x > 23 {
		return 0
	}
	return len(s) - len(rest)
}

// complete puts in order what was read; the result is a message if it is no date.
func (p *parsed) complete() string {
	if p.pm && p.hour < 12 {
		p.hour += 12
	} else if p.am && p.hour == 12 {
		p.hour = 0
	}
	if p.yday >= 0 {
		var d, m int
		if isLeap(p.year) {
			if p.yday == 31+29 {
				m, d = int(February), 29
			} else if p.yday > 31+29 {
				p.yday--
			}
		}
		if p.yday < 1 || p.yday > 365 {
			return ": day-of-year out of range"
		}
		if m == 0 {
			m, d = 1, p.yday
			for d > daysIn(Month(m), 1) {
				d -= daysIn(Month(m), 1)
				m++
			}
		}
		if p.month >= 0 && p.month != m {
			return ": day-of-year does not match month"
		}
		p.month = m
		if p.day >= 0 && p.day != d {
			return ": day-of-year does not match day"
		}
		p.day = d
	} else {
		if p.month < 0 {
			p.month = int(January)
		}
		if p.day < 0 {
			p.day = 1
		}
	}
	if p.day < 1 || p.day > daysIn(Month(p.month), p.year) {
		return ": day out of range"
	}
	return ""
}

// time is the time that was read.
func (p *parsed) time(defaultLoc, local *Location) Time {
	date := func(loc *Location) Time {
		return Date(p.year, Month(p.month), p.day, p.hour, p.min, p.sec, p.nsec, loc)
	}
	if p.utc {
		return date(UTC)
	}
	if p.offset != -1 {
		t := date(UTC)
		t.addSec(-int64(p.offset))
		// the local zone if it has this offset at that time, else one made for it
		name, _ := local.nameAt(t.unixSec())
		if local.offsetAt(t.unixSec()) == p.offset && (p.zone == "" || name == p.zone) {
			t.setLoc(local)
			return t
		}
		t.setLoc(FixedZone(p.zone, p.offset))
		return t
	}
	if p.zone != "" {
		t := date(UTC)
		offset, ok := local.lookupName(p.zone, t.unixSec())
		if ok {
			t.addSec(-int64(offset))
			t.setLoc(local)
			return t
		}
		if len(p.zone) > 3 && p.zone[:3] == "GMT" {
			offset, _ = digits(p.zone[3:])
			offset *= 3600
		}
		t.addSec(-int64(offset))
		t.setLoc(FixedZone(p.zone, offset))
		return t
	}
	return date(defaultLoc)
}
