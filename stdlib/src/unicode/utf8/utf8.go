// Package utf8 encodes and decodes runes in UTF-8.
package utf8

// Constants of the encoding.
const (
	RuneError = '\uFFFD'
	RuneSelf  = 0x80
	MaxRune   = '\U0010FFFF'
	UTFMax    = 4
)

const (
	surrogateMin = 0xD800
	surrogateMax = 0xDFFF
)

// RuneLen returns the number of bytes of r's encoding, -1 if r is not valid.
func RuneLen(r rune) int {
	switch {
	case r < 0:
		return -1
	case r < 0x80:
		return 1
	case r < 0x800:
		return 2
	case surrogateMin <= r && r <= surrogateMax:
		return -1
	case r < 0x10000:
		return 3
	case r <= MaxRune:
		return 4
	}
	return -1
}

// ValidRune reports whether r can be encoded.
func ValidRune(r rune) bool {
	return 0 <= r && r < surrogateMin || surrogateMax < r && r <= MaxRune
}

// RuneStart reports whether b can be the first byte of an encoded (perhaps invalid) rune.
func RuneStart(b byte) bool { return b&0xC0 != 0x80 }

// EncodeRune writes the encoding of r into p and returns its length; if r is invalid, it writes that of RuneError.
func EncodeRune(p []byte, r rune) int {
	if uint32(r) < RuneSelf {
		p[0] = byte(r)
		return 1
	}
	if uint32(r) < 0x800 {
		_ = p[1]
		p[0] = 0xC0 | byte(r>>6)
		p[1] = 0x80 | byte(r)&0x3F
		return 2
	}
	if !ValidRune(r) {
		r = RuneError
	}
	if r < 0x10000 {
		_ = p[2]
		p[0] = 0xE0 | byte(r>>12)
		p[1] = 0x80 | byte(r>>6)&0x3F
		p[2] = 0x80 | byte(r)&0x3F
		return 3
	}
	_ = p[3]
	p[0] = 0xF0 | byte(r>>18)
	p[1] = 0x80 | byte(r>>12)&0x3F
	p[2] = 0x80 | byte(r>>6)&0x3F
	p[3] = 0x80 | byte(r)&0x3F
	return 4
}

// AppendRune appends the encoding of r to p; of RuneError if r is not valid.
func AppendRune(p []byte, r rune) []byte {
	if uint32(r) < RuneSelf {
		return append(p, byte(r))
	}
	if uint32(r) < 0x800 {
		return append(p, 0xC0|byte(r>>6), 0x80|byte(r)&0x3F)
	}
	if !ValidRune(r) {
		r = RuneError
	}
	if r < 0x10000 {
		return append(p, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return append(p, 0xF0|byte(r>>18), 0x80|byte(r>>12)&0x3F, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}

// DecodeRune returns the first rune of p and its width: (RuneError, 0) if p is empty, (RuneError, 1) if invalid.
func DecodeRune(p []byte) (r rune, size int) {
	if len(p) == 0 {
		return RuneError, 0
	}
	if c := p[0]; c < RuneSelf {
		return rune(c), 1
	}
	return decode(p)
}

// DecodeRuneInString is DecodeRune for a string.
func DecodeRuneInString(s string) (r rune, size int) {
	if len(s) == 0 {
		return RuneError, 0
	}
	if c := s[0]; c < RuneSelf {
		return rune(c), 1
	}
	return decodeString(s)
}

// DecodeLastRune returns the last rune of p and its width: (RuneError, 0) if p is empty, (RuneError, 1) if invalid.
func DecodeLastRune(p []byte) (r rune, size int) {
	end := len(p)
	if end == 0 {
		return RuneError, 0
	}
	if c := p[end-1]; c < RuneSelf {
		return rune(c), 1
	}
	for start := end - 2; start >= 0 && start >= end-UTFMax; start-- {
		if RuneStart(p[start]) {
			r, size = DecodeRune(p[start:])
			if start+size == end {
				return r, size
			}
			break
		}
	}
	return RuneError, 1
}

// DecodeLastRuneInString is DecodeLastRune for a string.
func DecodeLastRuneInString(s string) (r rune, size int) {
	end := len(s)
	if end == 0 {
		return RuneError, 0
	}
	if c := s[end-1]; c < RuneSelf {
		return rune(c), 1
	}
	for start := end - 2; start >= 0 && start >= end-UTFMax; start-- {
		if RuneStart(s[start]) {
			r, size = DecodeRuneInString(s[start:])
			if start+size == end {
				return r, size
			}
			break
		}
	}
	return RuneError, 1
}

// FullRune reports whether p begins with a whole encoding; an invalid one counts as whole, being an error of width 1.
func FullRune(p []byte) bool {
	if len(p) == 0 {
		return false
	}
	if _, size := DecodeRune(p); size > 1 || p[0] < RuneSelf {
		return true
	}
	return !prefix(p)
}

// FullRuneInString is FullRune for a string.
func FullRuneInString(s string) bool {
	if len(s) == 0 {
		return false
	}
	if _, size := DecodeRuneInString(s); size > 1 || s[0] < RuneSelf {
		return true
	}
	if len(s) > UTFMax {
		s = s[:UTFMax]
	}
	return !prefix([]byte(s))
}

// prefix reports whether p, which begins with no whole rune, could be the beginning of one.
func prefix(p []byte) bool {
	var need int
	lo, hi := byte(0x80), byte(0xBF)
	switch c := p[0]; {
	case 0xC2 <= c && c <= 0xDF:
		need = 2
	case 0xE0 <= c && c <= 0xEF:
		need = 3
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case 0xF0 <= c && c <= 0xF4:
		need = 4
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	default:
		return false
	}
	if len(p) >= need {
		return false
	}
	for _, c := range p[1:] {
		if c < lo || hi < c {
			return false
		}
		lo, hi = 0x80, 0xBF
	}
	return true
}
