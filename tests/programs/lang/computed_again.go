// Values that are computed or loaded again in loops: stores, calls, other names and jumps between.
package main

import "fmt"

type point struct {
	x, y int
	next *point
	tab  [5]uint32
	row  [3]byte
	w    [4]float64
}

var table = [8]uint64{1, 2, 3, 5, 8, 13, 21, 34}
var bytesOf = [4]byte{9, 8, 7, 6}
var grid struct {
	pad  int
	cell [6]uint32
	str  [2]string
}

func touch(p *point) { p.x++ }

func same(p, q *point, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		a := p.x
		q.x = a + i
		sum += p.x - a
		if i&1 == 0 {
			q.y++
			sum += p.y
		} else {
			touch(q)
		}
		sum += p.x*10 + p.y
	}
	return sum
}

func scan(s []byte) (words, digits int) {
	for i := 0; i < len(s); {
		switch {
		case s[i] >= 'a' && s[i] <= 'z':
			for i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
				i++
			}
			words++
		case s[i] >= '0' && s[i] <= '9':
			n := 0
			for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
				n = n*10 + int(s[i]-'0')
			}
			digits += n
		default:
			i++
		}
	}
	return
}

func pick(a []int, i, j int, deep bool) (r int) {
	for k := 0; k < 3; k++ {
		if deep {
			r += a[i] / (k + 1)
		}
		if k > 1 {
			r += a[j] * a[j]
		}
		r += a[k] + a[k]
	}
	return
}

func rotate(n int) (int, int, int, int, int) {
	a, b, c, d, e := 1, 2, 3, 4, 5
	for i := 0; i < n; i++ {
		e, d, c, b, a = d, c, b, a, e+i
	}
	for i := 0; i < n; i++ {
		a, b, c, d, e = b, c, d, e, a-i
	}
	return a, b, c, d, e
}

func mix(p *point, n int) (uint32, uint64) {
	h, g := uint32(1), uint64(1)
	for i := 0; i < n; i++ {
		h = p.tab[i%5] ^ (h<<7 | h>>25)
		h = (h<<3 | h>>29) ^ (h<<9 | h>>23) ^ uint32(p.row[i%3])
		g ^= g<<11 | g>>53
		g = table[i&7] ^ (g<<17 | g>>47)
		g += uint64(bytesOf[i&3]) + uint64(grid.cell[i%6])
		p.tab[i%5] = h
		grid.cell[i%6] += h
		p.row[i%3]++
	}
	return h, g
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func chain(p *point) (n int) {
	for p != nil {
		if p.next != nil && p.next.next != nil {
			n += p.next.next.x + p.next.x
		}
		p = p.next
	}
	return
}

func divide(a, b int) (r int) {
	for i := 0; i < 2; i++ {
		if i == 1 {
			r += a / b
		}
		b -= i
		r += a / b
		r += a / b
	}
	return
}

func jumps(n int) string {
	s := ""
	i := 0
again:
	for ; i < n; i++ {
		x := i * i
		if x%3 == 1 {
			s += fmt.Sprint(x, " ")
			continue
		}
		y := i * i
		if y > 50 {
			i += 2
			goto again
		}
		s += fmt.Sprint(x+y, " ")
	}
	return s
}

func shadow(m map[string]int, ch chan int) int {
	t := 0
	for i := 0; i < 3; i++ {
		a := len(m)
		m[fmt.Sprint(i)] = i
		b := len(m)
		ch <- i
		c := <-ch
		t += a*100 + b*10 + c + len(m)
	}
	return t
}

func counted(p *int, n int) int {
	t := 0
	inc := func() { *p += 2 }
	for i := 0; i < n; i++ {
		a := *p
		inc()
		t += *p - a
		a = *p
		b := a
		b++
		t += a*b - b
	}
	return t
}

func floats(p *point, n int) float64 {
	s := 0.0
	for i := 0; i < n; i++ {
		s += p.w[i&3]*p.w[i&3] - p.w[(i+1)&3]
		p.w[i&3] += 0.5
		s += p.w[i&3] * p.w[i&3]
	}
	return s
}

func main() {
	p, q := &point{x: 3}, &point{x: 4, y: 5}
	fmt.Println(same(p, q, 5), same(p, p, 6), *p, q.x, q.y)
	fmt.Println(scan([]byte("ab 12 c4 zzz9 77-x")))
	a := []int{5, 6, 7, 8}
	fmt.Println(pick(a, 3, 2, true), pick(a, 9, 1, false))
	try("pick", func() { pick(a, 9, 1, true) })
	try("pick 2", func() { pick(a, 1, -1, true) })
	fmt.Println(rotate(3))
	fmt.Println(rotate(7))
	fmt.Println(mix(p, 50))
	fmt.Println(p.tab, p.row, grid.cell)
	r := &point{x: 1, next: &point{x: 2, next: &point{x: 3, next: p}}}
	fmt.Println(chain(r), chain(nil))
	fmt.Println(divide(12, 3))
	try("divide", func() { divide(12, 1) })
	fmt.Println(jumps(14))
	fmt.Println(shadow(map[string]int{}, make(chan int, 1)))
	n := 4
	fmt.Println(counted(&n, 4), n)
	p.w = [4]float64{1, 2, 3, 4}
	fmt.Println(floats(p, 9))
	var none *point
	idx := 7
	try("nil array", func() { fmt.Println(none.tab[idx]) })
	try("array", func() { fmt.Println(p.tab[idx]) })
	try("bytes", func() { fmt.Println(bytesOf[idx-10]) })
	try("words", func() { fmt.Println(table[idx+1]) })
	try("cells", func() { fmt.Println(grid.cell[idx], grid.str[idx]) })
	for i := range 2 {
		fmt.Println(bytesOf[i], table[i+3], grid.cell[i+1], p.row[i], p.tab[i+1], p.w[i])
	}
}

// Output:
// 150 653 {21 3 <nil> [0 0 0 0 0] [0 0 0] [0 0 0 0]} 7 8
// 4 102
// 99 72
// pick runtime error: index out of range [9] with length 4
// pick 2 runtime error: index out of range [-1]
// 1 2 5 4 3
// 3 2 1 6 3
// 2398528384 2541807739568526984
// [1786100759 3824739385 862591010 3875166662 2398528384] [17 17 16] [2186427718 4188285755 4206471087 1534654626 2332290413 16702082]
// 29 0
// 24
// divide runtime error: integer divide by zero
// 0 1 4 18 16 25 72 49 64 121
// 369
// 348 12
// 150.25
// nil array runtime error: invalid memory address or nil pointer dereference
// array runtime error: index out of range [7] with length 5
// bytes runtime error: index out of range [-3]
// words runtime error: index out of range [8] with length 8
// cells runtime error: index out of range [7] with length 6
// 9 5 4188285755 17 3824739385 2.5
// 8 8 4206471087 17 862591010 3
