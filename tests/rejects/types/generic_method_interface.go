package main

type i interface{ m(int) int }
type j interface{ n() }
type u struct{}

func (u) m[_ any](x int) int { return x }

type v struct{}

func (v) n[P any, Q comparable]() {}

var _ i = u{} // ERROR "u does not implement i (wrong type for method m)"
var _ j = v{} // ERROR "v does not implement j (wrong type for method n)"

func main() {
	var x i
	_ = x.(u) // ERROR "impossible type assertion: x.(u)"
}
