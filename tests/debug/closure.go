package main

func counter(step int) func() int {
	n := 100
	return func() int {
		n += step
		twice := n * 2
		return twice
	}
}

func main() {
	c := counter(5)
	first := c()
	second := c()
	func() {
		inner := first + second
		println(inner)
	}()
	println(first, second)
}
