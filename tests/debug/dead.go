package main

func main() {
	dead := []int{1, 2, 3}
	n := len(dead)
	unusedStruct := struct{ A, B string }{"x", "y"}
	_ = unusedStruct
	const c = 42
	k := c + n
	for i := 0; i < 3; i++ {
		unusedInLoop := i * 7
		_ = unusedInLoop
		k += i
	}
	println("end", k)
	println("last")
}
