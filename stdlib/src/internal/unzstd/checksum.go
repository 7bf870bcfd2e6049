package unzstd

import (
	"encoding/binary"
	"math/bits"
)

// The constants of XXH64, the hash whose lower half is a frame's checksum.
const (
	prime1 = 0x9e3779b185ebca87
	prime2 = 0xc2b2ae3d27d4eb4f
	prime3 = 0x165667b19e3779f9
	prime4 = 0x85ebca77c2b2ae63
	prime5 = 0x27d4eb2f165667c5
)

// stripe is the number of bytes that the four lanes process together.
const stripe = 32

type checksum struct {
	lanes [4]uint64
	total uint64
	rest  []byte // fewer than a stripe
}

func newChecksum() *checksum {
	one := uint64(prime1) // a variable, because constant arithmetic must not wrap around
	return &checksum{lanes: [4]uint64{one + prime2, prime2, 0, -one}}
}

func round(lane, v uint64) uint64 { return bits.RotateLeft64(lane+v*prime2, 31) * prime1 }

func (c *checksum) write(b []byte) {
	c.total += uint64(len(b))
	c.rest = append(c.rest, b...)
	for ; len(c.rest) >= stripe; c.rest = c.rest[stripe:] {
		for i := range c.lanes {
			c.lanes[i] = round(c.lanes[i], binary.LittleEndian.Uint64(c.rest[8*i:]))
		}
	}
	c.rest = append(make([]byte, 0, stripe), c.rest...)
}

func (c *checksum) sum() uint64 {
	h := uint64(prime5)
	if c.total >= stripe {
		h = 0
		for i, turn := range []int{1, 7, 12, 18} {
			h += bits.RotateLeft64(c.lanes[i], turn)
		}
		for _, lane := range c.lanes {
			h = (h^round(0, lane))*prime1 + prime4
		}
	}
	h += c.total
	b := c.rest
	for ; len(b) >= 8; b = b[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(b)), 27)*prime1 + prime4
	}
	if len(b) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(b))*prime1, 23)*prime2 + prime3
		b = b[4:]
	}
	for _, one := range b {
		h = bits.RotateLeft64(h^uint64(one)*prime5, 11) * prime1
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}
