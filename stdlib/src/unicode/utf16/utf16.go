// Package utf16 encodes and decodes runes in UTF-16.
package utf16

const (
	highMin     = 0xD800
	lowMin      = 0xDC00
	lowEnd      = 0xE000
	self        = 0x10000
	maxRune     = '\U0010FFFF'
	replacement = '\uFFFD'
)

// IsSurrogate reports whether r is a surrogate code point, half of a pair.
func IsSurrogate(r rune) bool { return highMin <= r && r < lowEnd }

// DecodeRune returns the rune that the surrogate pair r1, r2 encodes, U+FFFD if the pair is invalid.
func DecodeRune(r1, r2 rune) rune {
	if highMin <= r1 && r1 < lowMin && lowMin <= r2 && r2 < lowEnd {
		return (r1-highMin)<<10 | (r2 - lowMin) + self
	}
	return replacement
}

// EncodeRune returns the surrogate pair of r, (U+FFFD, U+FFFD) if r is invalid or needs none.
func EncodeRune(r rune) (r1, r2 rune) {
	if r < self || r > maxRune {
		return replacement, replacement
	}
	r -= self
	return highMin + (r>>10)&0x3FF, lowMin + r&0x3FF
}

// RuneLen returns the number of 16-bit words of r's encoding, -1 if r is invalid.
func RuneLen(r rune) int {
	switch {
	case 0 <= r && r < highMin, lowEnd <= r && r < self:
		return 1
	case self <= r && r <= maxRune:
		return 2
	}
	return -1
}

// Encode returns the UTF-16 encoding of s.
func Encode(s []rune) []uint16 {
	n := len(s)
	for _, r := range s {
		if r >= self {
			n++
		}
	}
	a := make([]uint16, 0, n)
	for _, r := range s {
		a = AppendRune(a, r)
	}
	return a
}

// AppendRune appends the encoding of r to a; of U+FFFD if r is not valid.
func AppendRune(a []uint16, r rune) []uint16 {
	switch RuneLen(r) {
	case 1:
		return append(a, uint16(r))
	case 2:
		r1, r2 := EncodeRune(r)
		return append(a, uint16(r1), uint16(r2))
	}
	return append(a, replacement)
}

// Decode returns the runes that s encodes, U+FFFD for a half pair.
func Decode(s []uint16) []rune {
	buf := make([]rune, 0, len(s))
	for i := 0; i < len(s); i++ {
		r := rune(s[i])
		if !IsSurrogate(r) {
			buf = append(buf, r)
			continue
		}
		if i+1 < len(s) {
			if d := DecodeRune(r, rune(s[i+1])); d != replacement {
				buf = append(buf, d)
				i++
				continue
			}
		}
		buf = append(buf, replacement)
	}
	return buf
}
