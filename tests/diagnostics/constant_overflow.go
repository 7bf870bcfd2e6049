package main

func main() {
	var b byte = 300
	var i int8 = -129
	const big = 1 << 64
	n := big
	println(b, i, n)
}
