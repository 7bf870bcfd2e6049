package time

// A Duration is the time between two instants in nanoseconds.
type Duration int64

const (
	minDuration Duration = -1 << 63
	maxDuration Duration = 1<<63 - 1
)

// Common durations.
const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// String formats the duration as 72h3m0.5s; a duration below a second gets a smaller unit.
func (d Duration) String() string { return durationText(d) }

func durationText(d Duration) string

// Nanoseconds returns d in nanoseconds.
func (d Duration) Nanoseconds() int64 { return int64(d) }

// Microseconds returns d in whole microseconds.
func (d Duration) Microseconds() int64 { return int64(d) / 1e3 }

// Milliseconds returns d in whole milliseconds.
func (d Duration) Milliseconds() int64 { return int64(d) / 1e6 }

// Seconds returns d in seconds.
func (d Duration) Seconds() float64 {
	return float64(d/Second) + float64(d%Second)/1e9
}

// Minutes returns d in minutes.
func (d Duration) Minutes() float64 {
	return float64(d/Minute) + float64(d%Minute)/(60*1e9)
}

// Hours returns d in hours.
func (d Duration) Hours() float64 {
	return float64(d/Hour) + float64(d%Hour)/(60*60*1e9)
}

// Truncate rounds towards zero to a multiple of m.
func (d Duration) Truncate(m Duration) Duration {
	if m <= 0 {
		return d
	}
	return d - d%m
}

// lessThanHalf reports whether x+x < y, for x and y not negative.
func lessThanHalf(x, y Duration) bool { return uint64(x)+uint64(x) < uint64(y) }

// Round rounds to the nearest multiple of m, half away from zero.
func (d Duration) Round(m Duration) Duration {
	if m <= 0 {
		return d
	}
	rest := d % m
	nearer := d - rest // the multiple towards zero
	if lessThanHalf(rest.Abs(), m) {
		return nearer
	}
	if d < 0 {
		if nearer < minDuration+m {
			return minDuration
		}
		return nearer - m
	}
	if nearer > maxDuration-m {
		return maxDuration
	}
	return nearer + m
}

// Abs returns d without its sign.
func (d Duration) Abs() Duration {
	if d >= 0 {
		return d
	}
	if d == minDuration {
		return maxDuration
	}
	return -d
}

// durationOf parses a duration; wrong is 0 for success, 1 for invalid syntax, 2 for a missing unit, 3 if s[from:to] is an unknown unit.
func durationOf(s string) (d Duration, wrong, from, to int)

// A parseDurationError is an error in the text of a duration.
type parseDurationError struct{ message, value string }

func (e *parseDurationError) Error() string { return "time: " + e.message + " " + quote(e.value) }

// ParseDuration parses a duration: numbers with fractions, each with a unit, as in "1h15m30.918s", and a sign.
func ParseDuration(s string) (Duration, error) {
	d, wrong, from, to := durationOf(s)
	switch wrong {
	case 1:
		return 0, &parseDurationError{"invalid duration", s}
	case 2:
		return 0, &parseDurationError{"missing unit in duration", s}
	case 3:
		return 0, &parseDurationError{"unknown unit " + quote(s[from:to]) + " in duration", s}
	}
	return d, nil
}

// quote puts s in quotes; it escapes special characters byte by byte.
func quote(s string) string {
	const hex = "0123456789abcdef"
	out := make([]byte, 1, len(s)+2)
	out[0] = '"'
	for i, c := range s {
		if c >= 0x80 || c < ' ' {
			width := 1
			switch {
			case c == 0xFFFD:
				if i+2 < len(s) && s[i:i+3] == "\uFFFD" {
					width = 3
				}
			case c >= 0x10000:
				width = 4
			case c >= 0x800:
				width = 3
			case c >= 0x80:
				width = 2
			}
			for j := i; j < i+width; j++ {
				out = append(out, '\\', 'x', hex[s[j]>>4], hex[s[j]&15])
			}
			continue
		}
		if c == '"' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, byte(c))
	}
	return string(append(out, '"'))
}
