// Package crc has the cyclic redundancy check of any width.
package crc

// Table returns the checksums of all bytes under a polynomial in reversed bit order.
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

// Update adds the bytes to a checksum.
func Update[T uint32 | uint64](crc T, tab *[256]T, p []byte) T {
	crc = ^crc
	for _, b := range p {
		crc = tab[byte(crc)^b] ^ crc>>8
	}
	return ^crc
}
