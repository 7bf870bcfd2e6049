package main

func add(a, b int) int {
	c := a + b
	return c
}

func work(n int) (total int) {
	x := n * 2
	s := "text"
	for i := 0; i < n; i++ {
		k := i * x
		total += add(k, 1)
	}
	println(s)
	return total
}

func main() {
	r := work(3)
	println(r)
}
