// Ways to need memory without end: goroutines and what they wait for.
package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unique"
	"weak"

	"memorylimit/ways"
)

var (
	keep []any
	sink any
	text = "some text of a modest length"
)

// huge is a panic's value that has a huge text, or none.
type huge struct{ n int }

func (h huge) String() string {
	if h.n < 0 {
		panic(string(make([]byte, 120<<20)))
	}
	return string(make([]byte, h.n))
}

func wait(c chan int) { <-c }

func stack(n int, c chan int) int {
	var frame [64]int
	if n == 0 {
		<-c
		return frame[1]
	}
	return stack(n-1, c) + frame[n%64]
}

var table = map[string]func(){
	"goroutines that wait": func() {
		c := make(chan int)
		for {
			go wait(c)
		}
	},
	"goroutines with arguments": func() {
		c := make(chan [20]int)
		for {
			go func(a, b, d, e string, c chan [20]int) { <-c }(text, text, text, text, c)
		}
	},
	"goroutines that sleep": func() {
		for {
			go time.Sleep(time.Hour)
		}
	},
	"goroutines with deep stacks": func() {
		c := make(chan int)
		for {
			go stack(100, c)
			runtime.Gosched()
		}
	},
	"a goroutine with a very deep stack": func() {
		done := make(chan int)
		go func() { done <- stack(1<<40, nil) }()
		<-done
	},
	"goroutines that recur": func() {
		for range 8 {
			go stack(1<<40, nil)
		}
		select {}
	},
	"goroutines that start goroutines": func() {
		var tree func()
		c := make(chan int)
		tree = func() {
			go tree()
			go tree()
			<-c
		}
		tree()
	},
	"goroutines that allocate": func() {
		for range 4 {
			go func() {
				var mine [][]int
				for {
					mine = append(mine, make([]int, 500))
				}
			}()
		}
		select {}
	},
	"goroutines with defers": func() {
		c := make(chan int)
		for i := 0; ; i++ {
			go func() {
				defer fmt.Println(i)
				defer fmt.Println(text)
				<-c
			}()
		}
	},
	"channels": func() {
		for {
			keep = append(keep, make(chan int))
		}
	},
	"channels with buffers": func() {
		for {
			keep = append(keep, make(chan [4]string, 1000))
		}
	},
	"a channel with a huge buffer": func() { sink = make(chan int, 1<<26) },
	"a channel that fills": func() {
		c := make(chan []byte, 1<<20)
		for {
			c <- make([]byte, 1000)
		}
	},
	"selects of many cases": func() {
		a, b, c, d := make(chan int), make(chan string), make(chan [5]int), make(chan any)
		for {
			go func() {
				select {
				case <-a:
				case b <- text:
				case c <- [5]int{}:
				case <-d:
				}
			}()
		}
	},
	"mutexes that are waited for": func() {
		var mu sync.Mutex
		mu.Lock()
		for {
			go mu.Lock()
		}
	},
	"read locks that are waited for": func() {
		var mu sync.RWMutex
		mu.Lock()
		for {
			go mu.RLock()
		}
	},
	"wait groups": func() {
		for {
			wg := new(sync.WaitGroup)
			wg.Add(1)
			go wg.Wait()
		}
	},
	"condition variables": func() {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		for {
			go func() {
				mu.Lock()
				c.Wait()
			}()
			runtime.Gosched()
		}
	},
	"once functions": func() {
		for i := 0; ; i++ {
			keep = append(keep, sync.OnceValue(func() int { return i }))
		}
	},
	"sync.Map": func() {
		var m sync.Map
		for i := 0; ; i++ {
			m.Store(i, [20]int{i})
		}
	},
	"sync.Pool": func() {
		p := sync.Pool{New: func() any { return make([]byte, 10_000) }}
		for {
			b := p.Get()
			keep = append(keep, b)
			p.Put(make([]byte, 10_000))
		}
	},
	"pools": func() {
		for {
			p := &sync.Pool{}
			p.Put(make([]byte, 100))
			keep = append(keep, p)
		}
	},
	"atomic values": func() {
		for i := 0; ; i++ {
			v := new(atomic.Value)
			v.Store(i)
			keep = append(keep, v)
		}
	},
	"timers": func() {
		for {
			keep = append(keep, time.NewTimer(time.Hour))
		}
	},
	"functions of timers": func() {
		for i := 0; ; i++ {
			time.AfterFunc(time.Hour, func() { fmt.Println(i) })
		}
	},
	"functions of timers that run": func() {
		c := make(chan int)
		for {
			time.AfterFunc(0, func() { <-c })
			time.AfterFunc(time.Microsecond, func() { stack(50, c) })
		}
	},
	"channels of timers": func() {
		for {
			keep = append(keep, time.After(time.Hour))
		}
	},
	"tickers": func() {
		for {
			keep = append(keep, time.NewTicker(time.Hour))
		}
	},
	"tickers that tick": func() {
		for {
			t := time.NewTicker(200 * time.Millisecond)
			go func() {
				var all []time.Time
				for now := range t.C {
					all = append(all, now, now, now, now)
				}
			}()
			keep = append(keep, make([]byte, 1000))
		}
	},
	"contexts in contexts": func() {
		ctx := context.Background()
		for i := 0; ; i++ {
			ctx = context.WithValue(ctx, i, text)
		}
	},
	"contexts with cancel": func() {
		parent, cancel := context.WithCancel(context.Background())
		defer cancel()
		for {
			_, stop := context.WithCancel(parent)
			keep = append(keep, stop)
		}
	},
	"contexts with timeouts": func() {
		for {
			ctx, _ := context.WithTimeout(context.Background(), time.Hour)
			keep = append(keep, ctx)
		}
	},
	"functions after contexts": func() {
		parent, cancel := context.WithCancel(context.Background())
		defer cancel()
		for i := 0; ; i++ {
			context.AfterFunc(parent, func() { fmt.Println(i) })
		}
	},
	"finalizers": func() {
		for i := 0; ; i++ {
			p := &[2]int{i}
			runtime.SetFinalizer(p, func(*[2]int) {})
			keep = append(keep, p)
		}
	},
	"cleanups": func() {
		for i := 0; ; i++ {
			p := &[2]int{i}
			runtime.AddCleanup(p, func(int) {}, i)
			keep = append(keep, p)
		}
	},
	"finalizers that keep their objects": func() {
		for i := 0; ; i++ {
			p := &[100]int{i}
			runtime.SetFinalizer(p, func(p *[100]int) { keep = append(keep, p) })
			p = nil
			if i%1000 == 0 {
				time.Sleep(time.Microsecond)
			}
		}
	},
	"weak pointers": func() {
		for i := 0; ; i++ {
			p := &[3]int{i}
			keep = append(keep, p, weak.Make(p))
		}
	},
	"unique handles": func() {
		for i := 0; ; i++ {
			keep = append(keep, unique.Make([2]int{i}))
		}
	},
	"stacks as text": func() {
		c := make(chan int)
		for range 10_000 {
			go wait(c)
		}
		runtime.Gosched()
		for {
			b := make([]byte, 4<<20)
			keep = append(keep, b[:runtime.Stack(b, true)])
		}
	},
	"callers": func() {
		for {
			pcs := make([]uintptr, 100)
			frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
			frame, _ := frames.Next()
			keep = append(keep, frame)
		}
	},
	"a panic with a huge text": func() {
		b := make([]byte, 50<<20)
		for i := range b {
			b[i] = '\n'
		}
		panic(string(b) + string(b))
	},
	"a panic with a huge string without line ends": func() {
		panic(string(make([]byte, 200<<20)) + "x")
	},
	"a panic with a huge text of a method": func() { panic(huge{120 << 20}) },
	"a panic with a value of huge texts": func() {
		defer func() { panic(fmt.Sprint(recover(), string(make([]byte, 90<<20)))) }()
		panic(string(make([]byte, 90<<20)))
	},
	"a panic whose text panics with a huge text": func() { panic(huge{-1}) },
	"a panic with a huge error": func() {
		b := make([]byte, 50<<20)
		for i := range b {
			b[i] = '\n'
		}
		panic(fmt.Errorf("%s%s", b, b))
	},
	"goexit with panics": func() {
		for {
			go func() {
				defer func() { recover(); keep = append(keep, make([]int, 100)) }()
				panic(fmt.Sprint(text, len(keep)))
			}()
			runtime.Gosched()
		}
	},
}

func main() { ways.Main(table) }
