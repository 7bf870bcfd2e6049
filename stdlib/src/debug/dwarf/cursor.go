package dwarf

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// An Offset is a place in section info: that of an entry, as Reader.Seek takes it.
type Offset uint32

// A DecodeError reports contents of a section that break the rules of DWARF, and their place.
type DecodeError struct {
	Name   string
	Offset Offset
	Err    string
}

func (e DecodeError) Error() string {
	return "decoding dwarf section " + e.Name + " at offset 0x" + strconv.FormatUint(uint64(e.Offset), 16) + ": " + e.Err
}

// A layout is how a unit encodes numbers.
type layout struct {
	order   binary.ByteOrder
	version int
	wide    bool // 64-bit DWARF: section offsets have eight bytes
	address int  // bytes of an address
}

// offsetSize is the number of bytes of a section offset.
func (l layout) offsetSize() int {
	if l.wide {
		return 8
	}
	return 4
}

// A cursor reads numbers, blocks and strings one after another. The first read that fails sets err; it and all later
// reads give zeros, so that callers look at err where they are about to use what they have read.
type cursor struct {
	layout
	section string
	data    []byte
	base    Offset // of data[0] in the section
	at      int
	err     error
}

// place is the offset in the section.
func (c *cursor) place() Offset { return c.base + Offset(c.at) }

// left is the number of bytes that have not been read, 0 after an error.
func (c *cursor) left() int {
	if c.err != nil {
		return 0
	}
	return len(c.data) - c.at
}

func (c *cursor) fail(text string) {
	if c.err == nil {
		c.err = DecodeError{c.section, c.place(), text}
	}
}

// take gives n bytes of the section without copying them, nil where fewer are left.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(c.left()) {
		c.fail("underflow")
		return nil
	}
	b := c.data[c.at : c.at+int(n) : c.at+int(n)]
	c.at += int(n)
	return b
}

// seek goes to an offset in the section. Section info is never read so far beyond its start that Offset overflows.
func (c *cursor) seek(off uint64) {
	if off > uint64(len(c.data)) {
		c.fail("underflow")
		return
	}
	c.at = int(off)
}

// number reads an unsigned number of 1 to 8 bytes.
func (c *cursor) number(size int) uint64 {
	b := c.take(uint64(size))
	if b == nil {
		return 0
	}
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(c.order.Uint16(b))
	case 4:
		return uint64(c.order.Uint32(b))
	case 8:
		return c.order.Uint64(b)
	}
	var n uint64
	for i := range b {
		if c.order == binary.BigEndian {
			n = n<<8 | uint64(b[i])
		} else {
			n |= uint64(b[i]) << (8 * i)
		}
	}
	return n
}

func (c *cursor) u8() uint8   { return uint8(c.number(1)) }
func (c *cursor) u16() uint16 { return uint16(c.number(2)) }

// offset reads an offset in a section.
func (c *cursor) offset() uint64 { return c.number(c.offsetSize()) }

// addr reads an address of the target.
func (c *cursor) addr() uint64 {
	switch c.address {
	case 1, 2, 4, 8:
		return c.number(c.address)
	}
	c.fail("unknown address size")
	return 0
}

// leb reads the bits of a LEB128 number and says how many there were. Bits beyond the 64th are dropped.
func (c *cursor) leb() (n uint64, bits int) {
	for i := c.at; i < len(c.data) && c.err == nil; i++ {
		b := c.data[i]
		n |= uint64(b&0x7f) << bits
		bits = min(bits+7, 70)
		if b < 0x80 {
			c.at = i + 1
			return n, bits
		}
	}
	c.fail("underflow")
	return 0, 0
}

func (c *cursor) uleb() uint64 {
	n, _ := c.leb()
	return n
}

func (c *cursor) sleb() int64 {
	n, bits := c.leb()
	if bits == 0 || bits >= 64 {
		return int64(n)
	}
	unused := 64 - bits
	return int64(n<<unused) >> unused
}

// text reads a string that ends with a zero byte.
func (c *cursor) text() string {
	rest := c.data[c.at:]
	if c.err == nil {
		for i, b := range rest {
			if b == 0 {
				c.at += i + 1
				return string(rest[:i])
			}
		}
	}
	c.fail("underflow")
	return ""
}

// length reads the length that a unit or a table begins with, which also tells whether its offsets have 64 bits.
func (c *cursor) length() uint64 {
	n := c.number(4)
	c.wide = n == 0xffff_ffff
	switch {
	case c.wide:
		return c.number(8)
	case n >= 0xffff_fff0:
		c.fail("unit length has reserved value")
		return 0
	}
	return n
}

// within gives a cursor over the next n bytes and goes behind them.
func (c *cursor) within(n uint64) cursor {
	inner := *c
	inner.base, inner.at = c.place(), 0
	inner.data = c.take(n)
	inner.err = c.err
	return inner
}

// unknownVersion is the error for a version of the standard that the package does not read.
func (c *cursor) unknownVersion(v int) {
	c.fail(fmt.Sprintf("unsupported DWARF version %d", v))
}
