package main

type point struct{ x, y int }

func main() {
	m := map[string]point{}
	m["a"].x = 1
	s := "abc"
	s[0] = 'x'
	const c = 1
	c = 2
	println(m, s)
}
