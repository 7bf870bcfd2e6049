package main

var a, b = f(1), c + 1
var c = f(b2)
var b2 = 5

func init() { a++ }

func f(n int) int { return n }

func order(p *[3]int, m map[int]int, i int) {
	p[f(0)], i, m[i] = i, f(p[1]), f(2)
	m[f(1)]++
	x, y := i, f(i)
	i, x = x+f(i), <-make(chan int)
	_, _ = x, y
}

func main() { order(nil, nil, a) }
