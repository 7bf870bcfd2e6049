package main

import f "fmt"

func main() {
	x := 5
	_ = string(x)
	f.Println()
}
