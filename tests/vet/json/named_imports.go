package main

import (
	f "fmt"
	n "net"
)

type T struct{ x int }

func g(p *T, i, j int) {
	i, p.x, j = 1, p.x, 2
	i, p.x, p.x, j = 1, p.x, p.x, 2
	p.x, i, p.x = p.x, 2, p.x
	n.Dial("tcp", f.Sprintf("%s:%d", "h", i))
}
func main() {}
