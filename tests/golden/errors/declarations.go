package main


type A struct { b B; x *A }
type B struct { a A }
type C [2]C
type I interface { J; m() }
type J interface { f() I }
type K interface { K }
type L M
type M L
type T struct{ x, x int; *int; y map[[]int]int }
func (t T) x() {}
func (t T) z() {}
func (t T) z() {}
func (t *Undef) q() {}
func (t int) q() {}
type G[P any] struct { x P; next *G[P] }
func (g *G[X]) get() X { return g.x }
var g G[int]
var gg G
var ggg G[int, int]
type Num interface { ~int | ~float64 }
var n Num
func sum[T Num](x []T) T { var s T; return s }
var zz G[string]
type H[P Num] struct { x P }
var hh H[string]
func init() int { return 0 }
func main(x int) {}
type AA = *BB
type BB = *AA
func f(a int, a string) {}
type E interface { m(); m() }
