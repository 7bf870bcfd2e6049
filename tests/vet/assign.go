package main

type point struct {
	x, y int
	next *point
	list []int
	m    map[string]int
}

func f() *point { return nil }

func main() {
	x, y := 1, 2
	p := &point{}
	x = x
	p.x = p.x
	p.next.x = p.next.x
	p.list[0] = p.list[0]
	p.list[x] = p.list[x]
	p.m["a"] = p.m["a"]
	f().x = f().x
	p.list[len(p.list)] = p.list[len(p.list)]
	x, y = x, y
	x, y = y, x
	x, p.x = y, p.x
	*p = *p
	_ = x
	(x) = x
	var ch chan int
	p.list[<-ch] = p.list[<-ch]
	x += x
}
