package main

func work(n int) int {
	s := 0
	for i := range n {
		s += i ^ (s >> 3)
	}
	return s
}

func main() {
	total, last := 0, 0
	for i := range 4 {
		total += work(300_000)
		if i == 3 {
			last = total
		}
	}
	println(total, last)
}
