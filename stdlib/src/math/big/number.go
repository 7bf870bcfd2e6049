package big

import (
	"fmt"
	"math/rand"
)

// GCD sets z to the greatest common divisor of a and b and, unless they are nil, x and y such that z = a*x + b*y; it
// returns z.
func (z *Int) GCD(x, y, a, b *Int) *Int {
	if len(a.abs) == 0 || len(b.abs) == 0 {
		return z.gcdOfZero(x, y, a, b)
	}
	if x == nil && y == nil {
		return z.set(false, natGCD(a.abs, b.abs))
	}
	aNeg, bNeg, bAbs := a.neg, b.neg, b.abs
	divisor, factor := extendedGCD(a.abs, bAbs)
	if aNeg {
		factor = new(Int).Neg(factor)
	}
	if y != nil {
		rest := new(Int).Mul(a, factor)
		rest.Sub(&Int{false, divisor}, rest)
		y.Div(rest, &Int{bNeg, bAbs})
	}
	if x != nil {
		x.Set(factor)
	}
	return z.set(false, divisor)
}

func (z *Int) gcdOfZero(x, y, a, b *Int) *Int {
	divisor, fromA := a.abs.clone(), new(Int)
	if len(divisor) == 0 {
		divisor = b.abs.clone()
	}
	fromB := new(Int).SetInt64(int64(b.Sign()))
	fromA.SetInt64(int64(a.Sign()))
	if x != nil {
		x.Set(fromA)
	}
	if y != nil {
		y.Set(fromB)
	}
	return z.set(false, divisor)
}

// extendedGCD returns the greatest common divisor of two numbers that are not 0, and the factor x in gcd = a*x + b*y,
// by Euclid's algorithm.
func extendedGCD(a, b nat) (nat, *Int) {
	ua, ub := &Int{false, natOne}, new(Int)
	if a.cmp(b) < 0 {
		a, b = b, a
		ua, ub = ub, ua
	}
	for len(b) > 0 {
		q, r := a.div(b)
		a, b = b, r
		product := new(Int).Mul(&Int{false, q}, ub)
		ua, ub = ub, product.Sub(ua, product)
	}
	return a, ua
}

// ModInverse sets z to the inverse of g modulo n and returns z; if there is none, it returns nil and leaves z unchanged.
func (z *Int) ModInverse(g, n *Int) *Int {
	if n.neg {
		n = new(Int).Neg(n)
	}
	if g.neg {
		g = new(Int).Mod(g, n)
	}
	var d, x Int
	d.GCD(&x, nil, g, n)
	if d.Cmp(intOne) != 0 {
		return nil
	}
	if x.neg {
		return z.Add(&x, n)
	}
	return z.Set(&x)
}

// Jacobi returns the Jacobi symbol (x/y): -1, 0 or 1. It panics if y is even.
func Jacobi(x, y *Int) int {
	if y.abs.bit(0) == 0 {
		panic(fmt.Sprintf("big: invalid 2nd argument to Int.Jacobi: need odd integer but got %s", y.String()))
	}
	j := 1
	if y.neg && x.neg {
		j = -1
	}
	b := y.abs
	a := new(Int).Mod(x, &Int{false, b}).abs
	for {
		switch {
		case b.cmp(natOne) == 0:
			return j
		case len(a) == 0:
			return 0
		}
		s := a.trailingZeroBits()
		if low := b[0] & 7; s&1 != 0 && (low == 3 || low == 5) {
			j = -j
		}
		c := a.shr(s)
		if b[0]&3 == 3 && c[0]&3 == 3 {
			j = -j
		}
		a, b = b.mod(c), c
	}
}

// ModSqrt sets z to a square root of x modulo the odd prime p and returns z; if there is none, it returns nil and leaves z unchanged.
func (z *Int) ModSqrt(x, p *Int) *Int {
	switch Jacobi(x, p) {
	case -1:
		return nil
	case 0:
		return z.SetInt64(0)
	}
	if x.neg || x.Cmp(p) >= 0 {
		x = new(Int).Mod(x, p)
	}
	m := p.abs
	switch {
	case m[0]%4 == 3:
		return z.set(false, x.abs.powMod(m.add(natOne).shr(2), m))
	case m[0]%8 == 5:
		return z.set(false, rootMod5Of8(x.abs, m))
	}
	return z.set(false, tonelliShanks(x.abs, p))
}

// rootMod5Of8 uses Atkin's formula: for a = (2x)^((p-5)/8), the root is x·a·(2x·a² - 1).
func rootMod5Of8(x, p nat) nat {
	double := x.shl(1)
	a := double.powMod(p.shr(3), p)
	b := a.mul(a).mod(p).mul(double).mod(p)
	b = b.add(p).sub(natOne)
	return b.mul(x).mod(p).mul(a).mod(p)
}

// tonelliShanks finds a root for a prime p = s·2^e + 1, s odd.
func tonelliShanks(x nat, prime *Int) nat {
	p := prime.abs
	s := p.sub(natOne)
	e := s.trailingZeroBits()
	s = s.shr(e)
	n := NewInt(2)
	for Jacobi(n, prime) != -1 {
		n.Add(n, intOne)
	}
	y := x.powMod(s.add(natOne).shr(1), p)
	b := x.powMod(s, p)
	g := n.abs.powMod(s, p)
	for r := e; ; {
		m := uint(0)
		for t := b; t.cmp(natOne) != 0; m++ {
			t = t.mul(t).mod(p)
		}
		if m == 0 {
			return y
		}
		t := g.powMod(natOne.shl(r-m-1), p)
		g = t.mul(t).mod(p)
		y, b = y.mul(t).mod(p), b.mul(g).mod(p)
		r = m
	}
}

// ProbablyPrime reports whether x is probably prime: it does n rounds of the test of Miller and Rabin, and the test of
// Baillie, Pomerance, Selfridge and Wagstaff, which is exact below 1<<64.
func (x *Int) ProbablyPrime(n int) bool {
	if n < 0 {
		panic("negative n for ProbablyPrime")
	}
	if x.neg || len(x.abs) == 0 {
		return false
	}
	for _, p := range [...]Word{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61} {
		if len(x.abs) == 1 && x.abs[0] == p {
			return true
		}
		if p <= 53 && len(x.abs.mod(nat{p})) == 0 {
			return false
		}
	}
	if len(x.abs) == 1 && x.abs[0] < 64 {
		return false
	}
	return millerRabin(x.abs, n+1) && lucas(x.abs)
}

// millerRabin does rounds of the test with random bases, the last one with base 2.
func millerRabin(n nat, rounds int) bool {
	less := n.sub(natOne)
	k := less.trailingZeroBits()
	q := less.shr(k)
	limit := less.sub(natTwo)
	rnd := rand.New(rand.NewSource(int64(n[0])))
	for i := range rounds {
		x := natTwo
		if i < rounds-1 {
			x = randomBelow(rnd, limit, limit.bitLen()).add(natTwo)
		}
		if !witnessed(x.powMod(q, n), less, n, k) {
			return false
		}
	}
	return true
}

// witnessed reports whether y, or a number that results from squaring it fewer than k times, shows that n may be prime.
func witnessed(y, less, n nat, k uint) bool {
	if y.cmp(natOne) == 0 || y.cmp(less) == 0 {
		return true
	}
	for j := uint(1); j < k; j++ {
		y = y.mul(y).mod(n)
		if y.cmp(less) == 0 {
			return true
		}
		if y.cmp(natOne) == 0 {
			return false
		}
	}
	return false
}

// lucas does the "almost extra strong" Lucas test on an odd n, with Baillie's choice of parameters (OEIS A217719): Q =
// 1, and the first P from 3 on for which P²-4 is no square modulo n.
func lucas(n nat) bool {
	p := Word(3)
	for ; ; p++ {
		if p > 10000 {
			panic("math/big: internal error: cannot find (D/n) = -1 for " + (&Int{abs: n}).String())
		}
		j := Jacobi(&Int{abs: nat{p*p - 4}}, &Int{abs: n})
		if j == -1 {
			break
		}
		if j == 0 {
			return len(n) == 1 && n[0] == p+2
		}
		if p == 40 {
			// A square has no such P.
			if root := nat(natRoot(n)); root.mul(root).cmp(n) == 0 {
				return false
			}
		}
	}
	return lucasSequence(n, nat{p})
}

// lucasSequence computes V(s) of the Lucas sequence by doubling, where n+1 = s·2^r, and checks V(s·2^t).
func lucasSequence(n, p nat) bool {
	s := n.add(natOne)
	r := int(s.trailingZeroBits())
	s = s.shr(uint(r))
	less := n.sub(natTwo)
	vk, vk1 := nat{2}, p
	for i := s.bitLen(); i >= 0; i-- {
		product := vk.mul(vk1).add(n).sub(p).mod(n)
		if s.bit(uint(i)) != 0 {
			vk, vk1 = product, vk1.mul(vk1).add(less).mod(n)
		} else {
			vk, vk1 = vk.mul(vk).add(less).mod(n), product
		}
	}
	if vk.cmp(natTwo) == 0 || vk.cmp(less) == 0 {
		// V(s) = ±2: then U(s) must be 0, which is true if P·V(s) = 2·V(s+1) modulo n.
		a, b := vk.mul(p), vk1.shl(1)
		if a.cmp(b) < 0 {
			a, b = b, a
		}
		if len(a.sub(b).mod(n)) == 0 {
			return true
		}
	}
	for range r - 1 {
		if len(vk) == 0 {
			return true
		}
		if vk.cmp(natTwo) == 0 {
			return false
		}
		vk = vk.mul(vk).add(less).mod(n)
	}
	return false
}
