package main

func zero[T any]() T {
	var z T
	return z
}

func largest[T int | float64](a, b T) T { return max(a, b) }

func main() {
	println(zero())
	println(largest(1, "a"))
	println(largest("a", "b"))
}
