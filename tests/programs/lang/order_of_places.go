// The order of calls, look-ups and panics in assignments: what is computed in order (calls, slices, assertions), then
// values, then places.
package main

import "fmt"

type S struct {
	x int8
	f int
	a [2]int
	s []int
	p *S
	m map[string]int
}

//go:noinline
func ix(i int) int { fmt.Print("ix", i, "; "); return i }

//go:noinline
func g() int { fmt.Print("g; "); return 2 }

//go:noinline
func key(s string) string { fmt.Print("key; "); return s }

func try(n string, f func()) {
	defer func() { fmt.Println(n, recover()) }()
	f()
}

var closed = make(chan int)

func main() {
	close(closed)
	var a []S
	one := []S{{}}
	var b []int
	var p *S
	var m map[string]int
	var i any = []int{1}
	str, z, n := "", 0, 5
	try("a[ix(0)].f = g()", func() { a[ix(0)].f = g() })
	try("a[ix(0)].f += g()", func() { a[ix(0)].f += g() })
	try("a[ix(0)].f *= g()", func() { a[ix(0)].f *= g() })
	try("a[ix(0)].f = b[7]", func() { a[ix(0)].f = b[7] })
	try("a[ix(0)].f += b[7]", func() { a[ix(0)].f += b[7] })
	try("a[ix(0)].f *= b[7]", func() { a[ix(0)].f *= b[7] })
	try("a[ix(0)].f <<= b[7]", func() { a[ix(0)].f <<= b[7] })
	try("a[ix(0)].f = 1/z", func() { a[ix(0)].f = 1/z })
	try("a[ix(0)].f += 1/z", func() { a[ix(0)].f += 1/z })
	try("a[ix(0)].f *= 1/z", func() { a[ix(0)].f *= 1/z })
	try("a[ix(0)].f = i.(int)", func() { a[ix(0)].f = i.(int) })
	try("a[ix(0)].f += i.(int)", func() { a[ix(0)].f += i.(int) })
	try("a[ix(0)].f *= i.(int)", func() { a[ix(0)].f *= i.(int) })
	try("a[ix(0)].f++", func() { a[ix(0)].f++ })
	try("a[ix(0)].f, n = g(), b[9]", func() { a[ix(0)].f, n = g(), b[9] })
	try("a[ix(0)].f = <-closed", func() { a[ix(0)].f = <-closed })
	try("for _, a[ix(0)].f = range []int{7} { }", func() { for _, a[ix(0)].f = range []int{7} { } })
	try("select { case a[ix(0)].f = <-closed: }", func() { select { case a[ix(0)].f = <-closed: } })
	try("a[0].f = g()", func() { a[0].f = g() })
	try("a[0].f += g()", func() { a[0].f += g() })
	try("a[0].f *= g()", func() { a[0].f *= g() })
	try("a[0].f = b[7]", func() { a[0].f = b[7] })
	try("a[0].f += b[7]", func() { a[0].f += b[7] })
	try("a[0].f *= b[7]", func() { a[0].f *= b[7] })
	try("a[0].f <<= b[7]", func() { a[0].f <<= b[7] })
	try("a[0].f = 1/z", func() { a[0].f = 1/z })
	try("a[0].f += 1/z", func() { a[0].f += 1/z })
	try("a[0].f *= 1/z", func() { a[0].f *= 1/z })
	try("a[0].f = i.(int)", func() { a[0].f = i.(int) })
	try("a[0].f += i.(int)", func() { a[0].f += i.(int) })
	try("a[0].f *= i.(int)", func() { a[0].f *= i.(int) })
	try("a[0].f++", func() { a[0].f++ })
	try("a[0].f, n = g(), b[9]", func() { a[0].f, n = g(), b[9] })
	try("a[0].f = <-closed", func() { a[0].f = <-closed })
	try("for _, a[0].f = range []int{7} { }", func() { for _, a[0].f = range []int{7} { } })
	try("select { case a[0].f = <-closed: }", func() { select { case a[0].f = <-closed: } })
	try("one[ix(0)].a[ix(5)%n] = g()", func() { one[ix(0)].a[ix(5)%n] = g() })
	try("one[ix(0)].a[ix(5)%n] += g()", func() { one[ix(0)].a[ix(5)%n] += g() })
	try("one[ix(0)].a[ix(5)%n] *= g()", func() { one[ix(0)].a[ix(5)%n] *= g() })
	try("one[ix(0)].a[ix(5)%n] = b[7]", func() { one[ix(0)].a[ix(5)%n] = b[7] })
	try("one[ix(0)].a[ix(5)%n] += b[7]", func() { one[ix(0)].a[ix(5)%n] += b[7] })
	try("one[ix(0)].a[ix(5)%n] *= b[7]", func() { one[ix(0)].a[ix(5)%n] *= b[7] })
	try("one[ix(0)].a[ix(5)%n] <<= b[7]", func() { one[ix(0)].a[ix(5)%n] <<= b[7] })
	try("one[ix(0)].a[ix(5)%n] = 1/z", func() { one[ix(0)].a[ix(5)%n] = 1/z })
	try("one[ix(0)].a[ix(5)%n] += 1/z", func() { one[ix(0)].a[ix(5)%n] += 1/z })
	try("one[ix(0)].a[ix(5)%n] *= 1/z", func() { one[ix(0)].a[ix(5)%n] *= 1/z })
	try("one[ix(0)].a[ix(5)%n] = i.(int)", func() { one[ix(0)].a[ix(5)%n] = i.(int) })
	try("one[ix(0)].a[ix(5)%n] += i.(int)", func() { one[ix(0)].a[ix(5)%n] += i.(int) })
	try("one[ix(0)].a[ix(5)%n] *= i.(int)", func() { one[ix(0)].a[ix(5)%n] *= i.(int) })
	try("one[ix(0)].a[ix(5)%n]++", func() { one[ix(0)].a[ix(5)%n]++ })
	try("one[ix(0)].a[ix(5)%n], n = g(), b[9]", func() { one[ix(0)].a[ix(5)%n], n = g(), b[9] })
	try("one[ix(0)].a[ix(5)%n] = <-closed", func() { one[ix(0)].a[ix(5)%n] = <-closed })
	try("for _, one[ix(0)].a[ix(5)%n] = range []int{7} { }", func() { for _, one[ix(0)].a[ix(5)%n] = range []int{7} { } })
	try("select { case one[ix(0)].a[ix(5)%n] = <-closed: }", func() { select { case one[ix(0)].a[ix(5)%n] = <-closed: } })
	try("a[ix(0)].a[n] = g()", func() { a[ix(0)].a[n] = g() })
	try("a[ix(0)].a[n] += g()", func() { a[ix(0)].a[n] += g() })
	try("a[ix(0)].a[n] *= g()", func() { a[ix(0)].a[n] *= g() })
	try("a[ix(0)].a[n] = b[7]", func() { a[ix(0)].a[n] = b[7] })
	try("a[ix(0)].a[n] += b[7]", func() { a[ix(0)].a[n] += b[7] })
	try("a[ix(0)].a[n] *= b[7]", func() { a[ix(0)].a[n] *= b[7] })
	try("a[ix(0)].a[n] <<= b[7]", func() { a[ix(0)].a[n] <<= b[7] })
	try("a[ix(0)].a[n] = 1/z", func() { a[ix(0)].a[n] = 1/z })
	try("a[ix(0)].a[n] += 1/z", func() { a[ix(0)].a[n] += 1/z })
	try("a[ix(0)].a[n] *= 1/z", func() { a[ix(0)].a[n] *= 1/z })
	try("a[ix(0)].a[n] = i.(int)", func() { a[ix(0)].a[n] = i.(int) })
	try("a[ix(0)].a[n] += i.(int)", func() { a[ix(0)].a[n] += i.(int) })
	try("a[ix(0)].a[n] *= i.(int)", func() { a[ix(0)].a[n] *= i.(int) })
	try("a[ix(0)].a[n]++", func() { a[ix(0)].a[n]++ })
	try("a[ix(0)].a[n], n = g(), b[9]", func() { a[ix(0)].a[n], n = g(), b[9] })
	try("a[ix(0)].a[n] = <-closed", func() { a[ix(0)].a[n] = <-closed })
	try("for _, a[ix(0)].a[n] = range []int{7} { }", func() { for _, a[ix(0)].a[n] = range []int{7} { } })
	try("select { case a[ix(0)].a[n] = <-closed: }", func() { select { case a[ix(0)].a[n] = <-closed: } })
	try("b[ix(0)] = g()", func() { b[ix(0)] = g() })
	try("b[ix(0)] += g()", func() { b[ix(0)] += g() })
	try("b[ix(0)] *= g()", func() { b[ix(0)] *= g() })
	try("b[ix(0)] = b[7]", func() { b[ix(0)] = b[7] })
	try("b[ix(0)] += b[7]", func() { b[ix(0)] += b[7] })
	try("b[ix(0)] *= b[7]", func() { b[ix(0)] *= b[7] })
	try("b[ix(0)] <<= b[7]", func() { b[ix(0)] <<= b[7] })
	try("b[ix(0)] = 1/z", func() { b[ix(0)] = 1/z })
	try("b[ix(0)] += 1/z", func() { b[ix(0)] += 1/z })
	try("b[ix(0)] *= 1/z", func() { b[ix(0)] *= 1/z })
	try("b[ix(0)] = i.(int)", func() { b[ix(0)] = i.(int) })
	try("b[ix(0)] += i.(int)", func() { b[ix(0)] += i.(int) })
	try("b[ix(0)] *= i.(int)", func() { b[ix(0)] *= i.(int) })
	try("b[ix(0)]++", func() { b[ix(0)]++ })
	try("b[ix(0)], n = g(), b[9]", func() { b[ix(0)], n = g(), b[9] })
	try("b[ix(0)] = <-closed", func() { b[ix(0)] = <-closed })
	try("for _, b[ix(0)] = range []int{7} { }", func() { for _, b[ix(0)] = range []int{7} { } })
	try("select { case b[ix(0)] = <-closed: }", func() { select { case b[ix(0)] = <-closed: } })
	try("b[0] = g()", func() { b[0] = g() })
	try("b[0] += g()", func() { b[0] += g() })
	try("b[0] *= g()", func() { b[0] *= g() })
	try("b[0] = b[7]", func() { b[0] = b[7] })
	try("b[0] += b[7]", func() { b[0] += b[7] })
	try("b[0] *= b[7]", func() { b[0] *= b[7] })
	try("b[0] <<= b[7]", func() { b[0] <<= b[7] })
	try("b[0] = 1/z", func() { b[0] = 1/z })
	try("b[0] += 1/z", func() { b[0] += 1/z })
	try("b[0] *= 1/z", func() { b[0] *= 1/z })
	try("b[0] = i.(int)", func() { b[0] = i.(int) })
	try("b[0] += i.(int)", func() { b[0] += i.(int) })
	try("b[0] *= i.(int)", func() { b[0] *= i.(int) })
	try("b[0]++", func() { b[0]++ })
	try("b[0], n = g(), b[9]", func() { b[0], n = g(), b[9] })
	try("b[0] = <-closed", func() { b[0] = <-closed })
	try("for _, b[0] = range []int{7} { }", func() { for _, b[0] = range []int{7} { } })
	try("select { case b[0] = <-closed: }", func() { select { case b[0] = <-closed: } })
	try("one[0].p.f = g()", func() { one[0].p.f = g() })
	try("one[0].p.f += g()", func() { one[0].p.f += g() })
	try("one[0].p.f *= g()", func() { one[0].p.f *= g() })
	try("one[0].p.f = b[7]", func() { one[0].p.f = b[7] })
	try("one[0].p.f += b[7]", func() { one[0].p.f += b[7] })
	try("one[0].p.f *= b[7]", func() { one[0].p.f *= b[7] })
	try("one[0].p.f <<= b[7]", func() { one[0].p.f <<= b[7] })
	try("one[0].p.f = 1/z", func() { one[0].p.f = 1/z })
	try("one[0].p.f += 1/z", func() { one[0].p.f += 1/z })
	try("one[0].p.f *= 1/z", func() { one[0].p.f *= 1/z })
	try("one[0].p.f = i.(int)", func() { one[0].p.f = i.(int) })
	try("one[0].p.f += i.(int)", func() { one[0].p.f += i.(int) })
	try("one[0].p.f *= i.(int)", func() { one[0].p.f *= i.(int) })
	try("one[0].p.f++", func() { one[0].p.f++ })
	try("one[0].p.f, n = g(), b[9]", func() { one[0].p.f, n = g(), b[9] })
	try("one[0].p.f = <-closed", func() { one[0].p.f = <-closed })
	try("for _, one[0].p.f = range []int{7} { }", func() { for _, one[0].p.f = range []int{7} { } })
	try("select { case one[0].p.f = <-closed: }", func() { select { case one[0].p.f = <-closed: } })
	try("p.a[n] = g()", func() { p.a[n] = g() })
	try("p.a[n] += g()", func() { p.a[n] += g() })
	try("p.a[n] *= g()", func() { p.a[n] *= g() })
	try("p.a[n] = b[7]", func() { p.a[n] = b[7] })
	try("p.a[n] += b[7]", func() { p.a[n] += b[7] })
	try("p.a[n] *= b[7]", func() { p.a[n] *= b[7] })
	try("p.a[n] <<= b[7]", func() { p.a[n] <<= b[7] })
	try("p.a[n] = 1/z", func() { p.a[n] = 1/z })
	try("p.a[n] += 1/z", func() { p.a[n] += 1/z })
	try("p.a[n] *= 1/z", func() { p.a[n] *= 1/z })
	try("p.a[n] = i.(int)", func() { p.a[n] = i.(int) })
	try("p.a[n] += i.(int)", func() { p.a[n] += i.(int) })
	try("p.a[n] *= i.(int)", func() { p.a[n] *= i.(int) })
	try("p.a[n]++", func() { p.a[n]++ })
	try("p.a[n], n = g(), b[9]", func() { p.a[n], n = g(), b[9] })
	try("p.a[n] = <-closed", func() { p.a[n] = <-closed })
	try("for _, p.a[n] = range []int{7} { }", func() { for _, p.a[n] = range []int{7} { } })
	try("select { case p.a[n] = <-closed: }", func() { select { case p.a[n] = <-closed: } })
	try("a[ix(0)].m[\"k\"] = g()", func() { a[ix(0)].m["k"] = g() })
	try("a[ix(0)].m[\"k\"] += g()", func() { a[ix(0)].m["k"] += g() })
	try("a[ix(0)].m[\"k\"] *= g()", func() { a[ix(0)].m["k"] *= g() })
	try("a[ix(0)].m[\"k\"] = b[7]", func() { a[ix(0)].m["k"] = b[7] })
	try("a[ix(0)].m[\"k\"] += b[7]", func() { a[ix(0)].m["k"] += b[7] })
	try("a[ix(0)].m[\"k\"] *= b[7]", func() { a[ix(0)].m["k"] *= b[7] })
	try("a[ix(0)].m[\"k\"] <<= b[7]", func() { a[ix(0)].m["k"] <<= b[7] })
	try("a[ix(0)].m[\"k\"] = 1/z", func() { a[ix(0)].m["k"] = 1/z })
	try("a[ix(0)].m[\"k\"] += 1/z", func() { a[ix(0)].m["k"] += 1/z })
	try("a[ix(0)].m[\"k\"] *= 1/z", func() { a[ix(0)].m["k"] *= 1/z })
	try("a[ix(0)].m[\"k\"] = i.(int)", func() { a[ix(0)].m["k"] = i.(int) })
	try("a[ix(0)].m[\"k\"] += i.(int)", func() { a[ix(0)].m["k"] += i.(int) })
	try("a[ix(0)].m[\"k\"] *= i.(int)", func() { a[ix(0)].m["k"] *= i.(int) })
	try("a[ix(0)].m[\"k\"]++", func() { a[ix(0)].m["k"]++ })
	try("a[ix(0)].m[\"k\"], n = g(), b[9]", func() { a[ix(0)].m["k"], n = g(), b[9] })
	try("a[ix(0)].m[\"k\"] = <-closed", func() { a[ix(0)].m["k"] = <-closed })
	try("for _, a[ix(0)].m[\"k\"] = range []int{7} { }", func() { for _, a[ix(0)].m["k"] = range []int{7} { } })
	try("select { case a[ix(0)].m[\"k\"] = <-closed: }", func() { select { case a[ix(0)].m["k"] = <-closed: } })
	try("m[str[n:]] = g()", func() { m[str[n:]] = g() })
	try("m[str[n:]] += g()", func() { m[str[n:]] += g() })
	try("m[str[n:]] *= g()", func() { m[str[n:]] *= g() })
	try("m[str[n:]] = b[7]", func() { m[str[n:]] = b[7] })
	try("m[str[n:]] += b[7]", func() { m[str[n:]] += b[7] })
	try("m[str[n:]] *= b[7]", func() { m[str[n:]] *= b[7] })
	try("m[str[n:]] <<= b[7]", func() { m[str[n:]] <<= b[7] })
	try("m[str[n:]] = 1/z", func() { m[str[n:]] = 1/z })
	try("m[str[n:]] += 1/z", func() { m[str[n:]] += 1/z })
	try("m[str[n:]] *= 1/z", func() { m[str[n:]] *= 1/z })
	try("m[str[n:]] = i.(int)", func() { m[str[n:]] = i.(int) })
	try("m[str[n:]] += i.(int)", func() { m[str[n:]] += i.(int) })
	try("m[str[n:]] *= i.(int)", func() { m[str[n:]] *= i.(int) })
	try("m[str[n:]]++", func() { m[str[n:]]++ })
	try("m[str[n:]], n = g(), b[9]", func() { m[str[n:]], n = g(), b[9] })
	try("m[str[n:]] = <-closed", func() { m[str[n:]] = <-closed })
	try("for _, m[str[n:]] = range []int{7} { }", func() { for _, m[str[n:]] = range []int{7} { } })
	try("select { case m[str[n:]] = <-closed: }", func() { select { case m[str[n:]] = <-closed: } })
	try("m[key(\"a\")] = g()", func() { m[key("a")] = g() })
	try("m[key(\"a\")] += g()", func() { m[key("a")] += g() })
	try("m[key(\"a\")] *= g()", func() { m[key("a")] *= g() })
	try("m[key(\"a\")] = b[7]", func() { m[key("a")] = b[7] })
	try("m[key(\"a\")] += b[7]", func() { m[key("a")] += b[7] })
	try("m[key(\"a\")] *= b[7]", func() { m[key("a")] *= b[7] })
	try("m[key(\"a\")] <<= b[7]", func() { m[key("a")] <<= b[7] })
	try("m[key(\"a\")] = 1/z", func() { m[key("a")] = 1/z })
	try("m[key(\"a\")] += 1/z", func() { m[key("a")] += 1/z })
	try("m[key(\"a\")] *= 1/z", func() { m[key("a")] *= 1/z })
	try("m[key(\"a\")] = i.(int)", func() { m[key("a")] = i.(int) })
	try("m[key(\"a\")] += i.(int)", func() { m[key("a")] += i.(int) })
	try("m[key(\"a\")] *= i.(int)", func() { m[key("a")] *= i.(int) })
	try("m[key(\"a\")]++", func() { m[key("a")]++ })
	try("m[key(\"a\")], n = g(), b[9]", func() { m[key("a")], n = g(), b[9] })
	try("m[key(\"a\")] = <-closed", func() { m[key("a")] = <-closed })
	try("for _, m[key(\"a\")] = range []int{7} { }", func() { for _, m[key("a")] = range []int{7} { } })
	try("select { case m[key(\"a\")] = <-closed: }", func() { select { case m[key("a")] = <-closed: } })
	try("b[i.(int)] = g()", func() { b[i.(int)] = g() })
	try("b[i.(int)] += g()", func() { b[i.(int)] += g() })
	try("b[i.(int)] *= g()", func() { b[i.(int)] *= g() })
	try("b[i.(int)] = b[7]", func() { b[i.(int)] = b[7] })
	try("b[i.(int)] += b[7]", func() { b[i.(int)] += b[7] })
	try("b[i.(int)] *= b[7]", func() { b[i.(int)] *= b[7] })
	try("b[i.(int)] <<= b[7]", func() { b[i.(int)] <<= b[7] })
	try("b[i.(int)] = 1/z", func() { b[i.(int)] = 1/z })
	try("b[i.(int)] += 1/z", func() { b[i.(int)] += 1/z })
	try("b[i.(int)] *= 1/z", func() { b[i.(int)] *= 1/z })
	try("b[i.(int)] = i.(int)", func() { b[i.(int)] = i.(int) })
	try("b[i.(int)] += i.(int)", func() { b[i.(int)] += i.(int) })
	try("b[i.(int)] *= i.(int)", func() { b[i.(int)] *= i.(int) })
	try("b[i.(int)]++", func() { b[i.(int)]++ })
	try("b[i.(int)], n = g(), b[9]", func() { b[i.(int)], n = g(), b[9] })
	try("b[i.(int)] = <-closed", func() { b[i.(int)] = <-closed })
	try("for _, b[i.(int)] = range []int{7} { }", func() { for _, b[i.(int)] = range []int{7} { } })
	try("select { case b[i.(int)] = <-closed: }", func() { select { case b[i.(int)] = <-closed: } })
}

// Output:
// ix0; g; a[ix(0)].f = g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].f += g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].f *= g() runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f = b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].f += b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f *= b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f <<= b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f = 1/z runtime error: integer divide by zero
// ix0; a[ix(0)].f += 1/z runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f *= 1/z runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].f = i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].f += i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].f *= i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].f++ runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].f, n = g(), b[9] runtime error: index out of range [9] with length 0
// ix0; a[ix(0)].f = <-closed runtime error: index out of range [0] with length 0
// ix0; for _, a[ix(0)].f = range []int{7} { } runtime error: index out of range [0] with length 0
// ix0; select { case a[ix(0)].f = <-closed: } runtime error: index out of range [0] with length 0
// g; a[0].f = g() runtime error: index out of range [0] with length 0
// g; a[0].f += g() runtime error: index out of range [0] with length 0
// g; a[0].f *= g() runtime error: index out of range [0] with length 0
// a[0].f = b[7] runtime error: index out of range [7] with length 0
// a[0].f += b[7] runtime error: index out of range [0] with length 0
// a[0].f *= b[7] runtime error: index out of range [0] with length 0
// a[0].f <<= b[7] runtime error: index out of range [0] with length 0
// a[0].f = 1/z runtime error: integer divide by zero
// a[0].f += 1/z runtime error: index out of range [0] with length 0
// a[0].f *= 1/z runtime error: index out of range [0] with length 0
// a[0].f = i.(int) interface conversion: interface {} is []int, not int
// a[0].f += i.(int) interface conversion: interface {} is []int, not int
// a[0].f *= i.(int) interface conversion: interface {} is []int, not int
// a[0].f++ runtime error: index out of range [0] with length 0
// g; a[0].f, n = g(), b[9] runtime error: index out of range [9] with length 0
// a[0].f = <-closed runtime error: index out of range [0] with length 0
// for _, a[0].f = range []int{7} { } runtime error: index out of range [0] with length 0
// select { case a[0].f = <-closed: } runtime error: index out of range [0] with length 0
// ix0; ix5; g; one[ix(0)].a[ix(5)%n] = g() <nil>
// ix0; ix5; g; one[ix(0)].a[ix(5)%n] += g() <nil>
// ix0; ix5; g; one[ix(0)].a[ix(5)%n] *= g() <nil>
// ix0; ix5; one[ix(0)].a[ix(5)%n] = b[7] runtime error: index out of range [7] with length 0
// ix0; ix5; one[ix(0)].a[ix(5)%n] += b[7] runtime error: index out of range [7] with length 0
// ix0; ix5; one[ix(0)].a[ix(5)%n] *= b[7] runtime error: index out of range [7] with length 0
// ix0; ix5; one[ix(0)].a[ix(5)%n] <<= b[7] runtime error: index out of range [7] with length 0
// ix0; ix5; one[ix(0)].a[ix(5)%n] = 1/z runtime error: integer divide by zero
// ix0; ix5; one[ix(0)].a[ix(5)%n] += 1/z runtime error: integer divide by zero
// ix0; ix5; one[ix(0)].a[ix(5)%n] *= 1/z runtime error: integer divide by zero
// ix0; ix5; one[ix(0)].a[ix(5)%n] = i.(int) interface conversion: interface {} is []int, not int
// ix0; ix5; one[ix(0)].a[ix(5)%n] += i.(int) interface conversion: interface {} is []int, not int
// ix0; ix5; one[ix(0)].a[ix(5)%n] *= i.(int) interface conversion: interface {} is []int, not int
// ix0; ix5; one[ix(0)].a[ix(5)%n]++ <nil>
// ix0; ix5; g; one[ix(0)].a[ix(5)%n], n = g(), b[9] runtime error: index out of range [9] with length 0
// ix0; ix5; one[ix(0)].a[ix(5)%n] = <-closed <nil>
// ix0; ix5; for _, one[ix(0)].a[ix(5)%n] = range []int{7} { } <nil>
// ix0; ix5; select { case one[ix(0)].a[ix(5)%n] = <-closed: } <nil>
// ix0; g; a[ix(0)].a[n] = g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].a[n] += g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].a[n] *= g() runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] = b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].a[n] += b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] *= b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] <<= b[7] runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] = 1/z runtime error: integer divide by zero
// ix0; a[ix(0)].a[n] += 1/z runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] *= 1/z runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].a[n] = i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].a[n] += i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].a[n] *= i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].a[n]++ runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].a[n], n = g(), b[9] runtime error: index out of range [9] with length 0
// ix0; a[ix(0)].a[n] = <-closed runtime error: index out of range [0] with length 0
// ix0; for _, a[ix(0)].a[n] = range []int{7} { } runtime error: index out of range [0] with length 0
// ix0; select { case a[ix(0)].a[n] = <-closed: } runtime error: index out of range [0] with length 0
// ix0; g; b[ix(0)] = g() runtime error: index out of range [0] with length 0
// ix0; g; b[ix(0)] += g() runtime error: index out of range [0] with length 0
// ix0; g; b[ix(0)] *= g() runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] = b[7] runtime error: index out of range [7] with length 0
// ix0; b[ix(0)] += b[7] runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] *= b[7] runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] <<= b[7] runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] = 1/z runtime error: integer divide by zero
// ix0; b[ix(0)] += 1/z runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] *= 1/z runtime error: index out of range [0] with length 0
// ix0; b[ix(0)] = i.(int) interface conversion: interface {} is []int, not int
// ix0; b[ix(0)] += i.(int) interface conversion: interface {} is []int, not int
// ix0; b[ix(0)] *= i.(int) interface conversion: interface {} is []int, not int
// ix0; b[ix(0)]++ runtime error: index out of range [0] with length 0
// ix0; g; b[ix(0)], n = g(), b[9] runtime error: index out of range [9] with length 0
// ix0; b[ix(0)] = <-closed runtime error: index out of range [0] with length 0
// ix0; for _, b[ix(0)] = range []int{7} { } runtime error: index out of range [0] with length 0
// ix0; select { case b[ix(0)] = <-closed: } runtime error: index out of range [0] with length 0
// g; b[0] = g() runtime error: index out of range [0] with length 0
// g; b[0] += g() runtime error: index out of range [0] with length 0
// g; b[0] *= g() runtime error: index out of range [0] with length 0
// b[0] = b[7] runtime error: index out of range [7] with length 0
// b[0] += b[7] runtime error: index out of range [0] with length 0
// b[0] *= b[7] runtime error: index out of range [0] with length 0
// b[0] <<= b[7] runtime error: index out of range [0] with length 0
// b[0] = 1/z runtime error: integer divide by zero
// b[0] += 1/z runtime error: index out of range [0] with length 0
// b[0] *= 1/z runtime error: index out of range [0] with length 0
// b[0] = i.(int) interface conversion: interface {} is []int, not int
// b[0] += i.(int) interface conversion: interface {} is []int, not int
// b[0] *= i.(int) interface conversion: interface {} is []int, not int
// b[0]++ runtime error: index out of range [0] with length 0
// g; b[0], n = g(), b[9] runtime error: index out of range [9] with length 0
// b[0] = <-closed runtime error: index out of range [0] with length 0
// for _, b[0] = range []int{7} { } runtime error: index out of range [0] with length 0
// select { case b[0] = <-closed: } runtime error: index out of range [0] with length 0
// g; one[0].p.f = g() runtime error: invalid memory address or nil pointer dereference
// g; one[0].p.f += g() runtime error: invalid memory address or nil pointer dereference
// g; one[0].p.f *= g() runtime error: invalid memory address or nil pointer dereference
// one[0].p.f = b[7] runtime error: index out of range [7] with length 0
// one[0].p.f += b[7] runtime error: invalid memory address or nil pointer dereference
// one[0].p.f *= b[7] runtime error: invalid memory address or nil pointer dereference
// one[0].p.f <<= b[7] runtime error: invalid memory address or nil pointer dereference
// one[0].p.f = 1/z runtime error: integer divide by zero
// one[0].p.f += 1/z runtime error: invalid memory address or nil pointer dereference
// one[0].p.f *= 1/z runtime error: invalid memory address or nil pointer dereference
// one[0].p.f = i.(int) interface conversion: interface {} is []int, not int
// one[0].p.f += i.(int) interface conversion: interface {} is []int, not int
// one[0].p.f *= i.(int) interface conversion: interface {} is []int, not int
// one[0].p.f++ runtime error: invalid memory address or nil pointer dereference
// g; one[0].p.f, n = g(), b[9] runtime error: index out of range [9] with length 0
// one[0].p.f = <-closed runtime error: invalid memory address or nil pointer dereference
// for _, one[0].p.f = range []int{7} { } runtime error: invalid memory address or nil pointer dereference
// select { case one[0].p.f = <-closed: } runtime error: invalid memory address or nil pointer dereference
// g; p.a[n] = g() runtime error: invalid memory address or nil pointer dereference
// g; p.a[n] += g() runtime error: invalid memory address or nil pointer dereference
// g; p.a[n] *= g() runtime error: invalid memory address or nil pointer dereference
// p.a[n] = b[7] runtime error: index out of range [7] with length 0
// p.a[n] += b[7] runtime error: invalid memory address or nil pointer dereference
// p.a[n] *= b[7] runtime error: invalid memory address or nil pointer dereference
// p.a[n] <<= b[7] runtime error: invalid memory address or nil pointer dereference
// p.a[n] = 1/z runtime error: integer divide by zero
// p.a[n] += 1/z runtime error: invalid memory address or nil pointer dereference
// p.a[n] *= 1/z runtime error: invalid memory address or nil pointer dereference
// p.a[n] = i.(int) interface conversion: interface {} is []int, not int
// p.a[n] += i.(int) interface conversion: interface {} is []int, not int
// p.a[n] *= i.(int) interface conversion: interface {} is []int, not int
// p.a[n]++ runtime error: invalid memory address or nil pointer dereference
// g; p.a[n], n = g(), b[9] runtime error: index out of range [9] with length 0
// p.a[n] = <-closed runtime error: invalid memory address or nil pointer dereference
// for _, p.a[n] = range []int{7} { } runtime error: invalid memory address or nil pointer dereference
// select { case p.a[n] = <-closed: } runtime error: invalid memory address or nil pointer dereference
// ix0; g; a[ix(0)].m["k"] = g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].m["k"] += g() runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].m["k"] *= g() runtime error: index out of range [0] with length 0
// ix0; a[ix(0)].m["k"] = b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].m["k"] += b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].m["k"] *= b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].m["k"] <<= b[7] runtime error: index out of range [7] with length 0
// ix0; a[ix(0)].m["k"] = 1/z runtime error: integer divide by zero
// ix0; a[ix(0)].m["k"] += 1/z runtime error: integer divide by zero
// ix0; a[ix(0)].m["k"] *= 1/z runtime error: integer divide by zero
// ix0; a[ix(0)].m["k"] = i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].m["k"] += i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].m["k"] *= i.(int) interface conversion: interface {} is []int, not int
// ix0; a[ix(0)].m["k"]++ runtime error: index out of range [0] with length 0
// ix0; g; a[ix(0)].m["k"], n = g(), b[9] runtime error: index out of range [9] with length 0
// ix0; a[ix(0)].m["k"] = <-closed runtime error: index out of range [0] with length 0
// ix0; for _, a[ix(0)].m["k"] = range []int{7} { } runtime error: index out of range [0] with length 0
// ix0; select { case a[ix(0)].m["k"] = <-closed: } runtime error: index out of range [0] with length 0
// m[str[n:]] = g() runtime error: slice bounds out of range [5:0]
// m[str[n:]] += g() runtime error: slice bounds out of range [5:0]
// m[str[n:]] *= g() runtime error: slice bounds out of range [5:0]
// m[str[n:]] = b[7] runtime error: slice bounds out of range [5:0]
// m[str[n:]] += b[7] runtime error: slice bounds out of range [5:0]
// m[str[n:]] *= b[7] runtime error: slice bounds out of range [5:0]
// m[str[n:]] <<= b[7] runtime error: slice bounds out of range [5:0]
// m[str[n:]] = 1/z runtime error: slice bounds out of range [5:0]
// m[str[n:]] += 1/z runtime error: slice bounds out of range [5:0]
// m[str[n:]] *= 1/z runtime error: slice bounds out of range [5:0]
// m[str[n:]] = i.(int) runtime error: slice bounds out of range [5:0]
// m[str[n:]] += i.(int) runtime error: slice bounds out of range [5:0]
// m[str[n:]] *= i.(int) runtime error: slice bounds out of range [5:0]
// m[str[n:]]++ runtime error: slice bounds out of range [5:0]
// m[str[n:]], n = g(), b[9] runtime error: slice bounds out of range [5:0]
// m[str[n:]] = <-closed runtime error: slice bounds out of range [5:0]
// for _, m[str[n:]] = range []int{7} { } runtime error: slice bounds out of range [5:0]
// select { case m[str[n:]] = <-closed: } runtime error: slice bounds out of range [5:0]
// key; g; m[key("a")] = g() assignment to entry in nil map
// key; g; m[key("a")] += g() assignment to entry in nil map
// key; g; m[key("a")] *= g() assignment to entry in nil map
// key; m[key("a")] = b[7] runtime error: index out of range [7] with length 0
// key; m[key("a")] += b[7] runtime error: index out of range [7] with length 0
// key; m[key("a")] *= b[7] runtime error: index out of range [7] with length 0
// key; m[key("a")] <<= b[7] runtime error: index out of range [7] with length 0
// key; m[key("a")] = 1/z runtime error: integer divide by zero
// key; m[key("a")] += 1/z runtime error: integer divide by zero
// key; m[key("a")] *= 1/z runtime error: integer divide by zero
// key; m[key("a")] = i.(int) interface conversion: interface {} is []int, not int
// key; m[key("a")] += i.(int) interface conversion: interface {} is []int, not int
// key; m[key("a")] *= i.(int) interface conversion: interface {} is []int, not int
// key; m[key("a")]++ assignment to entry in nil map
// key; g; m[key("a")], n = g(), b[9] runtime error: index out of range [9] with length 0
// key; m[key("a")] = <-closed assignment to entry in nil map
// key; for _, m[key("a")] = range []int{7} { } assignment to entry in nil map
// key; select { case m[key("a")] = <-closed: } assignment to entry in nil map
// b[i.(int)] = g() interface conversion: interface {} is []int, not int
// b[i.(int)] += g() interface conversion: interface {} is []int, not int
// b[i.(int)] *= g() interface conversion: interface {} is []int, not int
// b[i.(int)] = b[7] interface conversion: interface {} is []int, not int
// b[i.(int)] += b[7] interface conversion: interface {} is []int, not int
// b[i.(int)] *= b[7] interface conversion: interface {} is []int, not int
// b[i.(int)] <<= b[7] interface conversion: interface {} is []int, not int
// b[i.(int)] = 1/z interface conversion: interface {} is []int, not int
// b[i.(int)] += 1/z interface conversion: interface {} is []int, not int
// b[i.(int)] *= 1/z interface conversion: interface {} is []int, not int
// b[i.(int)] = i.(int) interface conversion: interface {} is []int, not int
// b[i.(int)] += i.(int) interface conversion: interface {} is []int, not int
// b[i.(int)] *= i.(int) interface conversion: interface {} is []int, not int
// b[i.(int)]++ interface conversion: interface {} is []int, not int
// b[i.(int)], n = g(), b[9] interface conversion: interface {} is []int, not int
// b[i.(int)] = <-closed interface conversion: interface {} is []int, not int
// for _, b[i.(int)] = range []int{7} { } interface conversion: interface {} is []int, not int
// select { case b[i.(int)] = <-closed: } interface conversion: interface {} is []int, not int
