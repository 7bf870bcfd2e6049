package main

import "fmt"

type Temperature float64

func (t Temperature) String() { fmt.Println(float64(t)) }

func main() {
	var s fmt.Stringer = Temperature(20)
	fmt.Println(s)
}
