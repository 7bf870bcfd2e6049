package dwarf

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// An Offset is the offset of an entry in section info; Reader.Seek takes it.
type Offset uint32

// A DecodeError reports contents of a section that violate the rules of DWARF, and their offset.
type DecodeError struct {
	Name   string
	Offset Offset
	Err    string
}

func (e DecodeError) Error() string {
	return "decoding dwarf section " + e.Name + " at offset 0x" + strconv.FormatUint(uint64(e.Offset), 16) + ": " + e.Err
}

// A layout says how a unit encodes numbers.
type layout struct {
	order   binary.ByteOrder
	version int
	wide    bool // 64-bit DWARF: section offsets have eight bytes
	address int  // bytes of an address
}

// offsetSize returns the number of bytes of a section offset.
func (l layout) offsetSize() int {
	if l.wide {
		return 8
	}
	return 4
}

// A cursor reads consecutive numbers, blocks and strings. The first read that fails sets err; it and all later
// reads return zeros, so callers check err only before they use the values.
type cursor struct {
	layout
	section string
	data    []byte
	base    Offset // the offset of data[0] in the section
	at      int
	err     error
}

// place returns the current offset in the section.
func (c *cursor) place() Offset { return c.base + Offset(c.at) }

// left returns the number of unread bytes, 0 after an error.
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

// take returns the next n bytes of the section without copying them, nil if fewer are left.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(c.left()) {
		c.fail("underflow")
		return nil
	}
	b := c.data[c.at : c.at+int(n) : c.at+int(n)]
	c.at += int(n)
	return b
}

// seek moves to an offset in the section. Section info is too short for Offset to overflow.
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

// leb reads a LEB128 number, and returns how many bits were encoded. Bits beyond the 64th are dropped.
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

// length reads the length at the beginning of a unit or table, which also says whether its offsets have 64 bits.
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

// within returns a cursor over the next n bytes, and skips them.
func (c *cursor) within(n uint64) cursor {
	inner := *c
	inner.base, inner.at = c.place(), 0
	inner.data = c.take(n)
	inner.err = c.err
	return inner
}

// unknownVersion sets the error for a version of the standard that the package does not support.
func (c *cursor) unknownVersion(v int) {
	c.fail(fmt.Sprintf("unsupported DWARF version %d", v))
}
