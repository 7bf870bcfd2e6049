// Package uuid makes and parses UUIDs (RFC 9562).
package uuid

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"
)

// A UUID is an identifier of 128 bits; that two programs generate the same one is very unlikely.
type UUID [16]byte

// dashed is the length of the usual form, plain that of the form without dashes.
const (
	dashed = 36
	plain  = 32
)

var errInvalid = errors.New("invalid uuid")

// Nil returns the UUID of zeros.
func Nil() UUID { return UUID{} }

// Max returns the UUID whose bits are all set.
func Max() UUID { return UUID(bytes.Repeat([]byte{0xff}, 16)) }

// New returns a new UUID of version 4.
func New() UUID { return NewV4() }

// NewV4 returns 122 random bits.
func NewV4() UUID {
	var u UUID
	rand.Read(u[:])
	u.setVersion(4)
	return u
}

// setVersion sets the bits for version and variant.
func (u *UUID) setVersion(version byte) {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
}

// ticks is the clock for UUIDs of version 7: 4096 ticks a millisecond.
var ticks struct {
	sync.Mutex
	read, given int64
}

// nextTick returns the current tick; if a UUID has it already, the tick after the last one. Only a clock that is set
// back makes it return an earlier tick.
func nextTick() int64 {
	now := time.Now()
	read := now.UnixMilli()<<12 | int64(now.Nanosecond()%1e6)<<12/1e6
	ticks.Lock()
	defer ticks.Unlock()
	tick := read
	if ticks.read <= read && read <= ticks.given {
		tick = ticks.given + 1
	}
	ticks.read, ticks.given = read, tick
	return tick
}

// NewV7 returns a UUID of the time, in front, and 62 random bits. A later one is greater, unless the clock was set
// back.
func NewV7() UUID {
	var u UUID
	tick := nextTick()
	binary.BigEndian.PutUint64(u[:], uint64(tick>>12<<16|tick&0xfff))
	rand.Read(u[8:])
	u.setVersion(7)
	return u
}

// Parse parses the usual form, also in braces or after "urn:uuid:", and the form without dashes.
func Parse(s string) (UUID, error) {
	if len(s) != plain {
		if inner, ok := strings.CutPrefix(s, "urn:uuid:"); ok {
			s = inner
		} else if len(s) == dashed+2 && s[0] == '{' && s[dashed+1] == '}' {
			s = s[1 : dashed+1]
		}
		if len(s) != dashed || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
			return UUID{}, errInvalid
		}
		s = s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
	}
	var u UUID
	if _, err := hex.Decode(u[:], []byte(s)); err != nil {
		return UUID{}, errInvalid
	}
	return u, nil
}

// MustParse is Parse, but panics if s is invalid.
func MustParse(s string) UUID {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Compare returns -1, 0 or 1 if u is before v, the same, or after it.
func (u UUID) Compare(v UUID) int { return bytes.Compare(u[:], v[:]) }

// String returns the usual form: small hexadecimal digits in five groups.
func (u UUID) String() string {
	text, _ := u.AppendText(nil)
	return string(text)
}

// AppendText appends the result of String.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	for i, part := range [][]byte{u[:4], u[4:6], u[6:8], u[8:10], u[10:]} {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, part)
	}
	return b, nil
}

// MarshalText returns the result of String.
func (u UUID) MarshalText() ([]byte, error) { return u.AppendText(nil) }

// UnmarshalText calls Parse.
func (u *UUID) UnmarshalText(b []byte) error {
	parsed, err := Parse(string(b))
	if err == nil {
		*u = parsed
	}
	return err
}
