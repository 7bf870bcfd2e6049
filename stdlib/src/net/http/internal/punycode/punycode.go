// Package punycode writes the names of hosts in ASCII, as RFC 3492 says.
package punycode

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// prefix begins a label that is encoded.
const prefix = "xn--"

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Name is a name with its labels in ASCII, and otherwise as they are; wrong is a label that cannot be encoded.
func Name(name string) (ascii, wrong string) {
	if isASCII(name) {
		return name, ""
	}
	labels := strings.Split(name, ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		code, ok := encoded(label)
		if !ok {
			return "", label
		}
		labels[i] = prefix + code
	}
	return strings.Join(labels, "."), ""
}

// Lookup is the name under which a host is looked up: in small letters and ASCII. A name that is none is left as it is.
//
// It has those parts of the mapping of UTS 46 that matter for names that people write: small letters, the widths of
// ASCII, the dots of other scripts. It does not put letters and accents together.
func Lookup(name string) string {
	if isASCII(name) {
		return name
	}
	mapped := strings.Map(mapped, name)
	labels := strings.Split(mapped, ".")
	for _, label := range labels {
		if !valid(label) {
			return name
		}
	}
	ascii, wrong := Name(mapped)
	if wrong != "" {
		return name
	}
	return ascii
}

func mapped(r rune) rune {
	switch {
	case r == '\u3002' || r == '\uff0e' || r == '\uff61':
		return '.'
	case r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff':
		return -1
	case 0xff01 <= r && r <= 0xff5e:
		r -= 0xff01 - '!'
	}
	return unicode.ToLower(r)
}

// valid reports whether a label may be looked up.
func valid(label string) bool {
	if strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") || len(label) > 3 && label[2:4] == "--" && !strings.HasPrefix(label, prefix) {
		return false
	}
	for i, r := range label {
		switch {
		case r == utf8.RuneError:
			return false
		case r < utf8.RuneSelf:
			if !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-') {
				return false
			}
		case i == 0 && unicode.Is(unicode.M, r):
			return false
		}
	}
	return true
}

// encoded encodes a label; false: it is too long.
func encoded(label string) (string, bool) {
	const base, low, high, skew, damp = 36, 1, 26, 38, 700
	runes := []rune(label)
	var out []byte
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	digit := func(d int) byte {
		if d < 26 {
			return byte('a' + d)
		}
		return byte('0' + d - 26)
	}
	n, delta, bias := rune(0x80), 0, 72
	for done := basic; done < len(runes); {
		next := rune(0x7fffffff)
		for _, r := range runes {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (done + 1)
		if delta < 0 || delta > 1<<31-1 {
			return "", false
		}
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, low), high)
				if q < t {
					break
				}
				out = append(out, digit(t+(q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out = append(out, digit(q))
			d := delta / 2
			if done == basic {
				d = delta / damp
			}
			done++
			d += d / done
			k := 0
			for ; d > (base-low)*high/2; k += base {
				d /= base - low
			}
			bias = k + (base-low+1)*d/(d+skew)
			delta = 0
		}
		delta++
		n++
	}
	return string(out), true
}
