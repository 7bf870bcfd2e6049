package main

var limit = 3

func hot(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		t := i & 3
		s += t
	}
	return s
}

func main() {
	a := hot(2_000_000)
	b := hot(3)
	println(a, b, limit)
}
