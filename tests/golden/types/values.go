package main

type point struct{ x, y int }

type celsius float32

var origin = point{y: 2}

func values(p *point, s []byte, m map[string]int) (n int, ok bool) {
	const k = 1 << 3
	a := [4]int{1, 3: 7}
	b := s[1:k]
	c := a[:2:3]
	t := celsius(k) / 3
	u := uint8(k) - 1
	q := &point{1, 2}
	*p, origin.x = *q, p.y
	m["a"] += k
	n, ok = m["\xff\n"]
	var e any = t
	if v, is := e.(celsius); is && !(v < 0 || u>>1 == 0) {
		n = -len(b) &^ cap(c)
	}
	return n, p == nil
}

func main() {
	values(nil, []byte("é"), map[string]int{"a": 1})
}
