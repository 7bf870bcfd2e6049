// Places: fields in frames and memory, parts of slots, arrays in cells, elements, maps, globals.
package main

type small struct {
	a int8
	b uint16
	c bool
	d int32
}

type nested struct {
	x    int
	s    small
	t    [2]small
	name string
}

var global nested
var table [8]int32
var counter int

func frame() int {
	var n nested
	n.x = 1
	n.s.a = -1
	n.s.b += 2
	n.t[1].d = 7
	n.s = n.t[1]
	m := n
	return m.x + int(m.s.a) + int(m.t[0].b)
}

func memory(p *nested, xs []nested, i int) {
	p.s.c = true
	p.t[i].d++
	xs[i].name = "x" + p.name
	xs[i] = *p
	global.s = p.s
	table[i] += int32(i)
	counter++
	r, q := &xs[0].t[1], p
	q.x, r.d = int(r.d), int32(q.x)
}

func arrays(i int) int {
	var a [4]int
	a[i] = 2
	b := a
	b[0]++
	c := [...]string{2: "c", 0: "a"}
	return a[1] + b[i] + len(c[i])
}

func maps(m map[string][]int, k string) {
	m[k] = append(m[k], 1, 2)
	m["x"][1] += 3
	delete(m, k)
	if v, ok := m[k]; ok {
		println(v[0])
	}
	n := map[small]float64{{a: 1}: 2}
	n[small{b: 1}] *= 3
}

func shuffle(a, b, c int, xs []int) (int, int, int) {
	a, b, c = b, c, a
	xs[a], xs[b] = xs[b], xs[a]
	a, xs[a] = 1, 2
	return c, a + b, b
}

func main() {
	println(frame(), arrays(1))
	memory(&global, []nested{{}, {name: "y"}}, 1)
	maps(nil, "")
	println(shuffle(1, 2, 3, nil))
}
