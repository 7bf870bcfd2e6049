// Objects of many shapes, reached through maps, slices, interfaces, strings, channels and closures, keep their contents while
// others around them are freed.
package main

import "fmt"

type big struct {
	a    [20]int
	p    *big
	x    any
	s    string
	list []*big
}

type pair struct {
	k string
	v *big
}

var global map[int]*big
var keep [64]*big

func mk(i int) *big {
	b := &big{s: fmt.Sprintf("n%d", i)}
	b.a[3] = i
	b.x = pair{b.s, b}
	for j := 0; j < i%5; j++ {
		b.list = append(b.list, &big{s: b.s, p: b})
	}
	return b
}

func check(b *big) {
	if b == nil {
		return
	}
	if b.s != fmt.Sprintf("n%d", b.a[3]) {
		panic("bad string " + b.s)
	}
	if pr := b.x.(pair); pr.k != b.s || pr.v != b {
		panic("bad pair")
	}
	for _, l := range b.list {
		if l.p != b || l.s != b.s {
			panic("bad list")
		}
	}
}

func main() {
	global = map[int]*big{}
	done := make(chan int)
	ch := make(chan *big, 10)
	for w := 0; w < 4; w++ {
		go func() {
			n := 0
			for b := range ch {
				check(b)
				n++
			}
			done <- n
		}()
	}
	for i := 0; i < 20000; i++ {
		b := mk(i)
		keep[i%64] = b
		global[i%1000] = b
		ch <- global[(i*7)%1000]
		if i%1000 == 999 {
			for k, v := range global {
				if v.a[3]%1000 != k {
					panic("bad key")
				}
				check(v)
			}
			for _, k := range keep {
				check(k)
			}
		}
	}
	close(ch)
	t := 0
	for w := 0; w < 4; w++ {
		t += <-done
	}
	fmt.Println(t)
}

// Output:
// 20000
