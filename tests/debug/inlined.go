package main

func small(n int) int { return n + 1 }

func main() {
	x := small(1)
	println(x)
}
