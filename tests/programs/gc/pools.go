// sync.Pool: in which order objects come back, how they grow old, and that nobody gets what somebody else has.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type item struct {
	used  atomic.Bool
	bytes []byte
}

type holder struct {
	name string
	pool sync.Pool
}

func order(p *sync.Pool, n int) (all []any) {
	for range n {
		all = append(all, p.Get())
	}
	return all
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func share(procs int) {
	runtime.GOMAXPROCS(procs)
	var made atomic.Int64
	p := &sync.Pool{New: func() any { made.Add(1); return &item{bytes: make([]byte, 100)} }}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var mine [40]*item
			for round := range 60 {
				n := (round*7+g)%len(mine) + 1
				for i := range n {
					x := p.Get().(*item)
					if x.used.Swap(true) {
						panic("two have it")
					}
					for j := range x.bytes {
						x.bytes[j] = byte(g)
					}
					mine[i] = x
				}
				if round%20 == 19 {
					runtime.GC()
				} else {
					runtime.Gosched()
				}
				for i := range n {
					for _, b := range mine[i].bytes {
						if b != byte(g) {
							panic("somebody else wrote to it")
						}
					}
					mine[i].used.Store(false)
					p.Put(mine[i])
					mine[i] = nil
				}
			}
		}()
	}
	wait.Wait()
	if n := made.Load(); n == 0 || n > 8*60*40 {
		fmt.Println("made", n)
	}
}

// check says what f gives if that is not as wanted, unless other collections than its own came between.
func check(name string, want string, own uint32, f func() []any) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := fmt.Sprint(f())
	runtime.ReadMemStats(&after)
	if got != want && after.NumGC-before.NumGC == own {
		fmt.Println(name, "gives", got)
	}
	fmt.Println(name, "done")
}

func main() {
	runtime.GOMAXPROCS(1)
	h := &holder{name: "h"}
	p := &h.pool
	check("order", "[0 5 4 3 2 1 <nil>]", 0, func() []any {
		p.Put(nil)
		for i := range 6 {
			p.Put(i)
		}
		return order(p, 7)
	})
	check("old", "[new a b c d <nil>]", 1, func() []any {
		for _, s := range []string{"a", "b", "c", "d"} {
			p.Put(s)
		}
		runtime.GC()
		p.Put("new")
		return order(p, 6)
	})
	check("dropped", "[<nil>]", 2, func() []any {
		p.Put("a")
		runtime.GC()
		runtime.GC()
		return order(p, 1)
	})
	p.New = func() any { return "made" }
	check("kinds", "[[x y] 1.5 -3 made]", 0, func() []any {
		p.Put([2]string{"x", "y"})
		p.Put(int8(-3))
		p.Put(1.5)
		return order(p, 4)
	})
	fmt.Println(h.name)
	var none *sync.Pool
	try("put nil", func() { none.Put(nil) })
	try("put", func() { none.Put(1) })
	try("get", func() { none.Get() })
	for _, procs := range []int{1, 2, 4, 3, 7} {
		share(procs)
	}
	fmt.Println("done")
}

// Output:
// order done
// old done
// dropped done
// kinds done
// h
// put nil <nil>
// put nil Pool
// get nil Pool
// done
