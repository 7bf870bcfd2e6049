package linkname

import "math/bits"

// The vectors of math/big: x and y are as long as z; the result is the carry, or the bits shifted out.

//go:linkname addVV math/big.addVV
func addVV(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Add(x[i], y[i], c)
	}
	return c
}

//go:linkname subVV math/big.subVV
func subVV(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Sub(x[i], y[i], c)
	}
	return c
}

//go:linkname addVW math/big.addVW
func addVW(z, x []uint, y uint) (c uint) {
	c = y
	for i := range z {
		z[i], c = bits.Add(x[i], c, 0)
	}
	return c
}

//go:linkname subVW math/big.subVW
func subVW(z, x []uint, y uint) (c uint) {
	c = y
	for i := range z {
		z[i], c = bits.Sub(x[i], c, 0)
	}
	return c
}

// shlVU shifts from the high end, because z may lie above x in the same array.
//
//go:linkname shlVU math/big.shlVU
func shlVU(z, x []uint, s uint) (c uint) {
	for i := len(z) - 1; i >= 0; i-- {
		if i == len(z)-1 {
			c = x[i] >> (bits.UintSize - s)
		}
		z[i] = x[i] << s
		if i > 0 {
			z[i] |= x[i-1] >> (bits.UintSize - s)
		}
	}
	return c
}

//go:linkname mulAddVWW math/big.mulAddVWW
func mulAddVWW(z, x []uint, y, r uint) (c uint) {
	c = r
	for i := range z {
		hi, lo := bits.Mul(x[i], y)
		var carry uint
		z[i], carry = bits.Add(lo, c, 0)
		c = hi + carry
	}
	return c
}

// addMulVVW adds x times y to z.
//
//go:linkname addMulVVW math/big.addMulVVW
func addMulVVW(z, x []uint, y uint) (c uint) {
	for i := range z {
		hi, lo := bits.Mul(x[i], y)
		lo, carry := bits.Add(lo, z[i], 0)
		z[i], c = bits.Add(lo, c, 0)
		c += hi + carry
	}
	return c
}
