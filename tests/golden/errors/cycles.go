package p

type T1 struct{ f T2 }
type T2 struct{ f [2]T3 }
type T3 struct{ f T1 }

type P1 *P1
type P2 *P3
type P3 *P2
type S []S
type F func(F) F
type M map[string]M
type C chan C

type A1 = A2
type A2 = A1

type B1 [len(b1)]int

var b1 B1

type D1 interface{ D2 }
type D2 interface{ D3 }
type D3 interface{ D1 }

type I interface {
	m() I
	n() interface{ I }
}

var x = y
var y = z
var z = f()

func f() int { return x }

var self = self

const c1 = c2
const c2 = c1

type E1 struct{ E2 }
type E2 struct{ *E1 }

func g() int { return v }

var v = g()

type G[P any] struct{ f P }
type H struct{ g G[H] }
type K struct{ g *G[K] }

var arr [len(arr)]int
var ok1, ok2 = ok2, 1
