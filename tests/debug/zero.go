package main

func main() {
	n, text := 0, ""
	var list []int
	for i := range 2 {
		println(n, text, len(list), i)
		n += 0
	}
	println(n)
}
