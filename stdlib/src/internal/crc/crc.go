// Package crc implements the cyclic redundancy check of any width.
package crc

// Table returns the checksum of each byte value under a polynomial in reversed bit order.
func Table[T uint32 | uint64](poly T) *[256]T {
	t := new([256]T)
	for i := range t {
		crc := T(i)
		for range 8 {
			if crc&1 == 1 {
				crc = crc>>1 ^ poly
			} else {
				crc >>= 1
			}
		}
		t[i] = crc
	}
	return t
}

// atOnce is the most bytes that one native call gets: the call does not yield to other goroutines.
const atOnce = 1 << 16

// IEEE adds the bytes to a checksum with the polynomial of IEEE.
func IEEE(crc uint32, p []byte) uint32 {
	for len(p) > atOnce {
		crc = ieee(crc, p[:atOnce])
		p = p[atOnce:]
	}
	return ieee(crc, p)
}

// Update32 adds the bytes to a checksum.
func Update32(crc uint32, tab *[256]uint32, p []byte) uint32 {
	for len(p) > atOnce {
		crc = update32(crc, tab[:], p[:atOnce])
		p = p[atOnce:]
	}
	return update32(crc, tab[:], p)
}

// Update64 adds the bytes to a checksum.
func Update64(crc uint64, tab *[256]uint64, p []byte) uint64 {
	for len(p) > atOnce {
		crc = update64(crc, tab[:], p[:atOnce])
		p = p[atOnce:]
	}
	return update64(crc, tab[:], p)
}

// ieee adds the bytes to a checksum with the polynomial of IEEE.
func ieee(crc uint32, p []byte) uint32

// update32 adds the bytes to a checksum by a table of 256 entries.
func update32(crc uint32, tab []uint32, p []byte) uint32

// update64 adds the bytes to a checksum by a table of 256 entries.
func update64(crc uint64, tab []uint64, p []byte) uint64
