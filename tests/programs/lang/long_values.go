// Instructions that copy, clear or make a lot of memory do it in parts, between which the goroutine can be stopped.
package main

import "fmt"

const n = 300_000

type big [40_000]int64

type node struct {
	next *node
	v    int
}

func sum(b []byte) (h uint64) {
	for i, c := range b {
		h = h*31 + uint64(c) + uint64(i&7)
	}
	return h
}

func pointers() []*node {
	s := make([]*node, 60_000)
	for i := range s {
		s[i] = &node{v: i}
	}
	return s
}

func check(s []*node) (total int) {
	for _, p := range s {
		if p != nil {
			total += p.v
		}
	}
	return total
}

var garbage [][]byte

func main() {
	done := make(chan bool)
	go func() {
		for range 200 {
			garbage = append(garbage[:len(garbage)%50], make([]byte, 10_000))
		}
		close(done)
	}()
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 7 >> 3)
	}
	c := make([]byte, n+10)
	fmt.Println(copy(c, b), sum(c))
	fmt.Println(copy(c[7:], c), sum(c))
	fmt.Println(copy(c, c[13:]), sum(c))
	s := string(c)
	d := []byte(s)
	fmt.Println(sum(d), len(s), len(d))
	t := s + "x" + s[:200_000] + s
	fmt.Println(sum([]byte(t)), len(t))
	e := append(d, t...)
	fmt.Println(sum(e), len(e))
	e = append(e[:5], e[100_000:]...)
	fmt.Println(sum(e), len(e))
	e = append(e, e...)
	fmt.Println(sum(e), len(e))
	e = append(e, make([]byte, 200_000)...)
	fmt.Println(sum(e), len(e))
	e = append(e[:100], make([]byte, 250_000)...)
	fmt.Println(sum(e), len(e))
	for range 70_000 {
		d = append(d, 1, 2, 3)
	}
	fmt.Println(sum(d), len(d))
	clear(c)
	fmt.Println(sum(c))

	p := pointers()
	q := append(p, p...)
	fmt.Println(check(q), len(q))
	copy(q[5:], q)
	fmt.Println(check(q))
	copy(q, q[17:])
	fmt.Println(check(q))
	for range 3 {
		q = append(q, &node{v: 1})
		q = q[:len(q):len(q)]
	}
	fmt.Println(check(q))
	clear(p)
	fmt.Println(check(p), check(q))

	x, y := new(big), new(big)
	for i := range x {
		x[i] = int64(i)
	}
	*y = *x
	fmt.Println(y[1], y[39_999], *x == *y)
	*x = big{}
	fmt.Println(x[39_999], *x == *y)

	runes := []rune(string(b) + "é字𝔾")
	fmt.Println(len(runes), len(string(runes)), string(runes) == string(b)+"é字𝔾")
	u, v := s+"a", s+"b"
	fmt.Println(u == v, u < v, u <= v, u > v, u[:n] == v[:n])

	// Few elements, each of several parts.
	large := make([][30_000]byte, 20)
	for i := range large {
		large[i][i] = byte(i)
	}
	roomy := make([][30_000]byte, 1, 60)
	roomy = append(roomy, large...)
	roomy = append(roomy, roomy[15:]...)
	roomy = append(roomy, make([][30_000]byte, 10)...)
	fmt.Println(len(roomy), roomy[20][19], roomy[26][19], roomy[36] == large[0])
	<-done
}

// Output:
// 300000 14582275269210570729
// 300003 17337237388751251870
// 299997 14365862194565340003
// 14365862194565340003 300010 300010
// 16487697857940068970 800021
// 8804404697911429737 1100031
// 11212867825672010857 1000036
// 1948046600604881234 2000072
// 11481405090772703218 2200072
// 18247019595567372467 250100
// 9545626384949804427 510010
// 16412643316899560693
// 3599940000 120000
// 3599640025
// 3600659711
// 3600659714
// 0 3600659714
// 1 39999 true
// 0 false
// 300003 599895 false
// false true true false true
// 37 19 19 true
