package main

import "os"

func main() {
	f, err := os.Open("a")
	f, err := os.Open("b")
	println(f, err)
}
