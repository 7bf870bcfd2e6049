package main

import "fmt"

type cat struct{}

func main() {
	n := 1
	println(n.(int))
	var s fmt.Stringer
	c := s.(cat)
	_ = c
}
