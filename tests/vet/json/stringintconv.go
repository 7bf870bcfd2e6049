package main

import "os"

type T int
type S string

func g[N int | int64](n N) string { return string(n) }

func main() {
	x := 5
	_ = string(x)
	_ = string(x + 1)
	_ = S(x)
	var t T
	_ = string(t)
	_ = (string)(x)
	_ = string(int64(x))
	_ = string(uintptr(x))
	_ = string(5)
	os.Exit(0)
	g(3)
	var fmt = 3
	_ = string(fmt)
}
