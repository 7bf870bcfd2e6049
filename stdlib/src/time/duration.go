package time

import "errors"

// A Duration is the time between two instants in nanoseconds.
type Duration int64

const (
	minDuration Duration = -1 << 63
	maxDuration Duration = 1<<63 - 1
)

// The usual durations.
const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// String writes the duration as 72h3m0.5s; less than a second with a smaller unit.
func (d Duration) String() string {
	var buf [32]byte
	at := len(buf)
	neg := d < 0
	u := uint64(d)
	if neg {
		u = -u
	}
	if u < uint64(Second) {
		if u == 0 {
			return "0s"
		}
		at--
		buf[at] = 's'
		at--
		digits := 0
		switch {
		case u < uint64(Microsecond):
			buf[at] = 'n'
		case u < uint64(Millisecond):
			digits = 3
			at--
			copy(buf[at:], "µ")
		default:
			digits = 6
			buf[at] = 'm'
		}
		at, u = putFraction(buf[:at], u, digits)
		at = putInt(buf[:at], u)
	} else {
		at--
		buf[at] = 's'
		at, u = putFraction(buf[:at], u, 9)
		at = putInt(buf[:at], u%60)
		u /= 60
		if u > 0 {
			at--
			buf[at] = 'm'
			at = putInt(buf[:at], u%60)
			u /= 60
			if u > 0 {
				at--
				buf[at] = 'h'
				at = putInt(buf[:at], u)
			}
		}
	}
	if neg {
		at--
		buf[at] = '-'
	}
	return string(buf[at:])
}

// putFraction writes the last digits decimal places of v at the end of buf, without zeros at their end, and returns where
// they begin and v without them.
func putFraction(buf []byte, v uint64, digits int) (at int, rest uint64) {
	at = len(buf)
	print := false
	for i := 0; i < digits; i++ {
		digit := v % 10
		print = print || digit != 0
		if print {
			at--
			buf[at] = byte(digit) + '0'
		}
		v /= 10
	}
	if print {
		at--
		buf[at] = '.'
	}
	return at, v
}

// putInt writes v at the end of buf and returns where it begins.
func putInt(buf []byte, v uint64) int {
	at := len(buf)
	for {
		at--
		buf[at] = byte(v%10) + '0'
		v /= 10
		if v == 0 {
			return at
		}
	}
}

// Nanoseconds is d in nanoseconds.
func (d Duration) Nanoseconds() int64 { return int64(d) }

// Microseconds is d in whole microseconds.
func (d Duration) Microseconds() int64 { return int64(d) / 1e3 }

// Milliseconds is d in whole milliseconds.
func (d Duration) Milliseconds() int64 { return int64(d) / 1e6 }

// Seconds is d in seconds.
func (d Duration) Seconds() float64 {
	return float64(d/Second) + float64(d%Second)/1e9
}

// Minutes is d in minutes.
func (d Duration) Minutes() float64 {
	return float64(d/Minute) + float64(d%Minute)/(60*1e9)
}

// Hours is d in hours.
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

// lessThanHalf tells whether x+x < y, for x and y not negative.
func lessThanHalf(x, y Duration) bool { return uint64(x)+uint64(x) < uint64(y) }

// Round rounds to the nearest multiple of m, half away from zero.
func (d Duration) Round(m Duration) Duration {
	if m <= 0 {
		return d
	}
	r := d % m
	if d < 0 {
		r = -r
		if lessThanHalf(r, m) {
			return d + r
		}
		if down := d - m + r; down < d {
			return down
		}
		return minDuration
	}
	if lessThanHalf(r, m) {
		return d - r
	}
	if up := d + m - r; up > d {
		return up
	}
	return maxDuration
}

// Abs is d without its sign.
func (d Duration) Abs() Duration {
	if d >= 0 {
		return d
	}
	if d == minDuration {
		return maxDuration
	}
	return -d
}

// unitOf is the duration of a unit's name; 0 if there is none.
func unitOf(name string) uint64 {
	switch name {
	case "ns":
		return uint64(Nanosecond)
	case "us", "µs", "μs": // U+00B5 and U+03BC
		return uint64(Microsecond)
	case "ms":
		return uint64(Millisecond)
	case "s":
		return uint64(Second)
	case "m":
		return uint64(Minute)
	case "h":
		return uint64(Hour)
	}
	return 0
}

// leadingInt reads digits; ok is false if they are more than 1<<63.
func leadingInt(s string) (x uint64, rest string, ok bool) {
	i := 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		if x > 1<<63/10 {
			return 0, s, false
		}
		if x = x*10 + uint64(s[i]-'0'); x > 1<<63 {
			return 0, s, false
		}
	}
	return x, s[i:], true
}

// leadingFraction reads digits as a numerator and its power of ten; what is too much is left out.
func leadingFraction(s string) (x uint64, scale float64, rest string) {
	i := 0
	scale = 1
	full := false
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		if full {
			continue
		}
		if x > (1<<63-1)/10 {
			full = true
			continue
		}
		y := x*10 + uint64(s[i]-'0')
		if y > 1<<63 {
			full = true
			continue
		}
		x = y
		scale *= 10
	}
	return x, scale, s[i:]
}

// ParseDuration reads a duration: numbers with fractions, each with a unit, as "1h15m30.918s", and a sign.
func ParseDuration(s string) (Duration, error) {
	orig := s
	var total uint64
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if s == "0" {
		return 0, nil
	}
	if s == "" {
		return 0, errors.New("time: invalid duration " + quote(orig))
	}
	for s != "" {
		v, rest, ok := leadingInt(s)
		digits := len(s) != len(rest)
		s = rest
		var f uint64
		scale := 1.0
		if ok && s != "" && s[0] == '.' {
			before := len(s) - 1
			f, scale, s = leadingFraction(s[1:])
			digits = digits || before != len(s)
		}
		if !ok || !digits {
			return 0, errors.New("time: invalid duration " + quote(orig))
		}
		i := 0
		for i < len(s) && s[i] != '.' && (s[i] < '0' || s[i] > '9') {
			i++
		}
		if i == 0 {
			return 0, errors.New("time: missing unit in duration " + quote(orig))
		}
		unit := unitOf(s[:i])
		if unit == 0 {
			return 0, errors.New("time: unknown unit " + quote(s[:i]) + " in duration " + quote(orig))
		}
		s = s[i:]
		if v > 1<<63/unit {
			return 0, errors.New("time: invalid duration " + quote(orig))
		}
		v *= unit
		if f > 0 {
			// a float is precise enough here: the fraction of an hour in nanoseconds
			v += uint64(float64(f) * (float64(unit) / scale))
			if v > 1<<63 {
				return 0, errors.New("time: invalid duration " + quote(orig))
			}
		}
		total += v
		if total > 1<<63 {
			return 0, errors.New("time: invalid duration " + quote(orig))
		}
	}
	if neg {
		return -Duration(total), nil
	}
	if total > 1<<63-1 {
		return 0, errors.New("time: invalid duration " + quote(orig))
	}
	return Duration(total), nil
}

// quote puts s in quotes; what is not plain text is escaped byte by byte.
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
