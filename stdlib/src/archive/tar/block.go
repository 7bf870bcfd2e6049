package tar

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	blockSize = 512
	nameSize  = 100
	// maxSpecial is the size of the longest extended header.
	maxSpecial = 1 << 20
)

// padding returns the number of bytes from n to the next multiple of the block size.
func padding(n int64) int64 { return -n & (blockSize - 1) }

// block is a 512-byte block of the archive. The methods return the block's fields as a header:
type block [blockSize]byte

func (b *block) name() []byte     { return b[0:100] }
func (b *block) mode() []byte     { return b[100:108] }
func (b *block) uid() []byte      { return b[108:116] }
func (b *block) gid() []byte      { return b[116:124] }
func (b *block) size() []byte     { return b[124:136] }
func (b *block) modTime() []byte  { return b[136:148] }
func (b *block) checksum() []byte { return b[148:156] }
func (b *block) linkName() []byte { return b[157:257] }

const typeAt = 156

// Fields that all formats but V7 have; the magic contains the version.
func (b *block) magic() []byte     { return b[257:265] }
func (b *block) userName() []byte  { return b[265:297] }
func (b *block) groupName() []byte { return b[297:329] }
func (b *block) devMajor() []byte  { return b[329:337] }
func (b *block) devMinor() []byte  { return b[337:345] }

// Fields that only one of the formats has.
func (b *block) prefixUSTAR() []byte { return b[345:500] }
func (b *block) prefixSTAR() []byte  { return b[345:476] }
func (b *block) accessSTAR() []byte  { return b[476:488] }
func (b *block) changeSTAR() []byte  { return b[488:500] }
func (b *block) trailer() []byte     { return b[508:512] }
func (b *block) accessGNU() []byte   { return b[345:357] }
func (b *block) changeGNU() []byte   { return b[357:369] }
func (b *block) sparseGNU() []byte   { return b[386:483] }
func (b *block) realSize() []byte    { return b[483:495] }

const (
	magicGNU    = "ustar  \x00"
	magicUSTAR  = "ustar\x0000"
	trailerSTAR = "tar\x00"
)

// format returns the formats that the header may have; FormatUnknown if its checksum is wrong.
func (b *block) format() Format {
	var p parser
	want := p.octal(b.checksum())
	unsigned, signed := b.sums()
	magic := string(b.magic())
	switch {
	case p.err != nil || want != unsigned && want != signed:
		return FormatUnknown
	case magic[:6] == magicUSTAR[:6] && string(b.trailer()) == trailerSTAR:
		return formatSTAR
	case magic[:6] == magicUSTAR[:6]:
		return FormatUSTAR | FormatPAX
	case magic == magicGNU:
		return FormatGNU
	}
	return formatV7
}

// finish writes the magic and the checksum.
func (b *block) finish(format Format) {
	if format.has(FormatGNU) {
		copy(b.magic(), magicGNU)
	} else {
		copy(b.magic(), magicUSTAR)
	}
	var f formatter
	sum, _ := b.sums()
	f.octal(b.checksum()[:7], sum)
	b.checksum()[7] = ' '
}

// sums returns the sums of all bytes, with blanks for the checksum field; some programs took bytes as signed.
func (b *block) sums() (unsigned, signed int64) {
	for i, c := range b {
		if 148 <= i && i < 156 {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c))
	}
	return unsigned, signed
}

func hasNUL(s string) bool { return strings.Contains(s, "\x00") }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] == 0 || s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// toASCII drops all characters of s that are not ASCII.
func toASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0 || r >= 0x80 {
			return -1
		}
		return r
	}, s)
}

// parser reads fields; it keeps its last error.
type parser struct{ err error }

func text(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}

// number reads a number: binary in two's complement if the first bit is set, else octal.
func (p *parser) number(b []byte) int64 {
	if len(b) == 0 || b[0]&0x80 == 0 {
		return p.octal(b)
	}
	invert := byte(0)
	if b[0]&0x40 != 0 {
		invert = 0xff
	}
	var x uint64
	for i, c := range b {
		c ^= invert
		if i == 0 {
			c &= 0x7f
		}
		if x>>56 > 0 {
			p.err = ErrHeader
			return 0
		}
		x = x<<8 | uint64(c)
	}
	if x>>63 > 0 {
		p.err = ErrHeader
		return 0
	}
	if invert != 0 {
		return ^int64(x)
	}
	return int64(x)
}

func (p *parser) octal(b []byte) int64 {
	b = bytes.Trim(b, " \x00")
	if len(b) == 0 {
		return 0
	}
	x, err := strconv.ParseUint(text(b), 8, 64)
	if err != nil {
		p.err = ErrHeader
	}
	return int64(x)
}

// formatter writes fields; it keeps its last error.
type formatter struct{ err error }

func (f *formatter) text(b []byte, s string) {
	if len(s) > len(b) {
		f.err = ErrFieldTooLong
	}
	n := copy(b, s)
	if n < len(b) {
		b[n] = 0
	}
	// If the cut name ended with a slash, it would be the name of a directory.
	if len(s) > len(b) && b[len(b)-1] == '/' {
		b[len(strings.TrimRight(s[:len(b)-1], "/"))] = 0
	}
}

func fitsBinary(n int, x int64) bool {
	bits := (n - 1) * 8
	return n >= 9 || x >= -1<<bits && x < 1<<bits
}

func fitsOctal(n int, x int64) bool { return x >= 0 && (n >= 22 || x < 1<<((n-1)*3)) }

// number writes a number as octal if it fits, else as binary.
func (f *formatter) number(b []byte, x int64) {
	switch {
	case fitsOctal(len(b), x):
		f.octal(b, x)
	case fitsBinary(len(b), x):
		for i := len(b) - 1; i >= 0; i-- {
			b[i] = byte(x)
			x >>= 8
		}
		b[0] |= 0x80
	default:
		f.octal(b, 0)
		f.err = ErrFieldTooLong
	}
}

func (f *formatter) octal(b []byte, x int64) {
	if !fitsOctal(len(b), x) {
		x = 0
		f.err = ErrFieldTooLong
	}
	f.text(b, fmt.Sprintf("%0*o", len(b)-1, x))
}

// splitPath splits a name that is too long for its field into the prefix and the rest.
func splitPath(name string) (prefix, rest string, ok bool) {
	if len(name) <= nameSize || !isASCII(name) {
		return "", "", false
	}
	end := len(name)
	if end > 156 {
		end = 156
	} else if name[end-1] == '/' {
		end--
	}
	i := strings.LastIndex(name[:end], "/")
	if n := len(name) - i - 1; i <= 0 || i > 155 || n > nameSize || n == 0 {
		return "", "", false
	}
	return name[:i], name[i+1:], true
}

func parseTime(s string) (time.Time, error) {
	whole, fraction, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || strings.Trim(fraction, "0123456789") != "" {
		return time.Time{}, ErrHeader
	}
	nanos, _ := strconv.ParseInt((fraction + "000000000")[:9], 10, 64)
	if strings.HasPrefix(whole, "-") {
		nanos = -nanos
	}
	return time.Unix(seconds, nanos), nil
}

func formatTime(t time.Time) string {
	seconds, nanos := t.Unix(), t.Nanosecond()
	if nanos == 0 {
		return strconv.FormatInt(seconds, 10)
	}
	sign := ""
	if seconds < 0 {
		sign, seconds, nanos = "-", -(seconds + 1), 1e9-nanos
	}
	return strings.TrimRight(fmt.Sprintf("%s%d.%09d", sign, seconds, nanos), "0")
}

// cutRecord reads the first PAX record: "LENGTH KEY=VALUE\n".
func cutRecord(s string) (key, value, rest string, err error) {
	length, after, ok := strings.Cut(s, " ")
	n, bad := strconv.ParseInt(length, 10, 0)
	if !ok || bad != nil || n < 5 || n > int64(len(s)) {
		return "", "", s, ErrHeader
	}
	if n -= int64(len(length) + 1); n <= 0 || after[n-1] != '\n' {
		return "", "", s, ErrHeader
	}
	key, value, ok = strings.Cut(after[:n-1], "=")
	if !ok || !validRecord(key, value) {
		return "", "", s, ErrHeader
	}
	return key, value, after[n:], nil
}

func formatRecord(key, value string) string {
	body := " " + key + "=" + value + "\n"
	n := len(body) + len(strconv.Itoa(len(body)))
	if len(strconv.Itoa(n))+len(body) != n {
		n = len(strconv.Itoa(n)) + len(body)
	}
	return strconv.Itoa(n) + body
}

func validRecord(key, value string) bool {
	if key == "" || strings.Contains(key, "=") {
		return false
	}
	switch key {
	case paxPath, paxLinkpath, paxUname, paxGname:
		return !hasNUL(value)
	}
	return !hasNUL(key)
}
