package time

// Layouts for Format and Parse: the reference time, Mon Jan 2 15:04:05 MST 2006, in various formats.
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

// appendFormat appends a time, given as local seconds since 1970 and nsec nanoseconds, in the format of
// layout; offset and zone are those of its location.
func appendFormat(b []byte, layout string, local, nsec int64, offset int, zone string) []byte

// format is appendFormat to a new text.
func format(layout string, local, nsec int64, offset int, zone string) string

// namesZone reports whether a layout may contain the name of a zone.
func namesZone(layout string) bool

// Format formats t like the reference time in layout.
func (t Time) Format(layout string) string {
	local, offset, zone := t.shown(layout)
	return format(layout, local, int64(t.nsec()), offset, zone)
}

// AppendFormat appends the result of Format to b.
func (t Time) AppendFormat(b []byte, layout string) []byte {
	local, offset, zone := t.shown(layout)
	return appendFormat(b, layout, local, int64(t.nsec()), offset, zone)
}

// shown returns t's local time and its zone; it looks up the zone's name only if layout contains it.
func (t Time) shown(layout string) (local int64, offset int, zone string) {
	sec := t.unixSec()
	if t.loc == nil {
		return sec, 0, "UTC"
	}
	offset = t.loc.offsetAt(sec)
	if namesZone(layout) {
		zone, _ = t.loc.nameAt(sec)
	}
	return sec + int64(offset), offset, zone
}

// String formats t for debugging, with the monotonic reading if there is one.
func (t Time) String() string {
	shown := t.Format("2006-01-02 15:04:05.999999999 -0700 MST")
	if t.wall&hasMonotonic == 0 {
		return shown
	}
	reading, sign := uint64(t.ext), " m=+"
	if t.ext < 0 {
		reading, sign = -reading, " m=-"
	}
	seconds := shown + sign + decimal(reading/1e9) + "."
	return string(appendInt([]byte(seconds), int(reading%1e9), 9))
}

// GoString returns t as a Go expression.
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
