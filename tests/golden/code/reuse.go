// What a function with loops computes again, known functions, arrays behind pointers.
package main

type scanner struct {
	buf []byte
	pos int
	tab [8]uint32
}

func (s *scanner) word() (h uint32) {
	for s.pos < len(s.buf) && s.buf[s.pos] >= 'a' && s.buf[s.pos] <= 'z' {
		h = h<<5 | h>>27
		h ^= s.tab[s.pos&7] ^ (h<<7 | h>>25)
		h += uint32(s.buf[s.pos])
		s.pos++
	}
	return h
}

func shift(n int) int {
	a, b, c, d := 1, 2, 3, 4
	for i := 0; i < n; i++ {
		d, c, b, a = c, b, a, d+i
	}
	return a + b*c - d
}

func each(a []int, f func(int) bool) bool {
	for _, v := range a {
		if !f(v) {
			return false
		}
	}
	return true
}

func below(n int) func(int) bool {
	return func(x int) bool { return x < n }
}

func main() {
	s := &scanner{buf: []byte("abc")}
	a := []int{1, 2}
	small := below(shift(3))
	println(s.word(), each(a, small), each(a, func(x int) bool { return x*x > len(a) }))
}
