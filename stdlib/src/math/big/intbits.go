package big

// Lsh sets z to x << n and returns it.
func (z *Int) Lsh(x *Int, n uint) *Int { return z.set(x.neg, x.abs.shl(n)) }

// Rsh sets z to x >> n, rounded down, and returns it.
func (z *Int) Rsh(x *Int, n uint) *Int {
	if x.neg {
		return z.set(true, x.complement().shr(n).add(natOne))
	}
	return z.set(false, x.abs.shr(n))
}

// complement returns ^x for a negative x: its bits in two's complement, inverted.
func (x *Int) complement() nat { return natSub(x.abs, natOne) }

// setComplement sets z to ^abs.
func (z *Int) setComplement(abs nat) *Int { return z.set(true, natAdd(abs, natOne)) }

// Bit returns bit i of x in two's complement.
func (x *Int) Bit(i int) uint {
	if i < 0 {
		panic("negative bit index")
	}
	if x.neg {
		return x.complement().bit(uint(i)) ^ 1
	}
	return x.abs.bit(uint(i))
}

// SetBit sets z to x with bit i set to b and returns it.
func (z *Int) SetBit(x *Int, i int, b uint) *Int {
	if i < 0 {
		panic("negative bit index")
	}
	if x.neg {
		return z.setComplement(x.complement().withBit(uint(i), b^1))
	}
	return z.set(false, x.abs.withBit(uint(i), b))
}

// And sets z to x & y and returns it.
func (z *Int) And(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		return z.setComplement(x.complement().or(y.complement()))
	case x.neg:
		return z.set(false, y.abs.andNot(x.complement()))
	case y.neg:
		return z.set(false, x.abs.andNot(y.complement()))
	}
	return z.set(false, x.abs.and(y.abs))
}

// AndNot sets z to x &^ y and returns it.
func (z *Int) AndNot(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		return z.set(false, y.complement().andNot(x.complement()))
	case x.neg:
		return z.setComplement(x.complement().or(y.abs))
	case y.neg:
		return z.set(false, x.abs.and(y.complement()))
	}
	return z.set(false, x.abs.andNot(y.abs))
}

// Or sets z to x | y and returns it.
func (z *Int) Or(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		return z.setComplement(x.complement().and(y.complement()))
	case x.neg:
		return z.setComplement(x.complement().andNot(y.abs))
	case y.neg:
		return z.setComplement(y.complement().andNot(x.abs))
	}
	return z.set(false, x.abs.or(y.abs))
}

// Xor sets z to x ^ y and returns it.
func (z *Int) Xor(x, y *Int) *Int {
	switch {
	case x.neg && y.neg:
		return z.set(false, x.complement().xor(y.complement()))
	case x.neg:
		return z.setComplement(x.complement().xor(y.abs))
	case y.neg:
		return z.setComplement(x.abs.xor(y.complement()))
	}
	return z.set(false, x.abs.xor(y.abs))
}

// Not sets z to ^x and returns it.
func (z *Int) Not(x *Int) *Int {
	if x.neg {
		return z.set(false, x.complement())
	}
	return z.setComplement(x.abs)
}
