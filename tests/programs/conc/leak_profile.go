// The goroutineleak profile names the goroutines that nobody can wake, for every kind of wait, and no others.
package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/pprof"
	"sort"
	"strings"
	"sync"
	"time"
)

// A box is more than a lock alone: gc's allocator puts tiny objects together, and misses leaks at them.
type box struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	cond *sync.Cond
	next *box
}

func leakRecv()            { <-make(chan int) }
func leakSend()            { make(chan *box) <- nil }
func leakNilRecv()         { var c chan int; <-c }
func leakNilSend()         { var c chan int; c <- 1 }
func leakNothing()         { select {} }
func leakRange(c chan int) { for range c {} }
func leakSelect() {
	a, b := make(chan int), make(chan int)
	select {
	case <-a:
	case b <- 1:
	}
}
func leakOneCase() {
	select {
	case <-make(chan int):
	}
}
func leakMutex(b *box)  { b.mu.Lock(); b.mu.Lock() }
func leakReader(b *box) { b.rw.Lock(); b.rw.RLock() }
func leakWriter(b *box) { b.rw.RLock(); b.rw.Lock() }
func leakWait(b *box)   { b.wg.Add(1); b.wg.Wait() }
func leakCond(b *box)   { b.mu.Lock(); b.cond.Wait() }
func leakContext() {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	<-ctx.Done()
}

// Two that wait for each other.
func leakPair() {
	a, b := make(chan int), make(chan int)
	go leakPairOther(a, b)
	<-a
	b <- 1
}
func leakPairOther(a, b chan int) { <-b; a <- 1 }

var (
	global    = make(chan int)
	globalMu  sync.Mutex
	inMap     = map[string]chan int{}
	inClosure func()
	inSlice   []any
)

func keptByGlobal()         { <-global }
func keptByGlobalLock()     { globalMu.Lock() }
func keptByMap(c chan int)  { <-c }
func keptByFunc(c chan int) { <-c }
func keptByList(b *box)     { b.mu.Lock() }
func keptByMain(c chan int) { <-c }
func keptByTimer()          { <-time.After(time.Hour) }
func keptByAfterFunc() {
	c := make(chan int)
	time.AfterFunc(time.Hour, func() { close(c) })
	<-c
}
func keptBySleeper(c chan int)  { <-c }
func keptByDeadline() {
	ctx, _ := context.WithTimeout(context.Background(), time.Hour)
	<-ctx.Done()
}
func keptByFinalizer(c chan int) { <-c }

// One that can go on keeps a chain of those that wait for it.
func keptByChain(in, out chan int) { out <- <-in }

type closer struct {
	c    chan int
	pad  [4]int
}

func start() (chan int, chan int) {
	new := func() *box { b := &box{}; b.cond = sync.NewCond(&b.mu); return b }
	go leakRecv()
	go leakSend()
	go leakNilRecv()
	go leakNilSend()
	go leakNothing()
	go leakRange(make(chan int))
	go leakSelect()
	go leakOneCase()
	go leakMutex(new())
	go leakReader(new())
	go leakWriter(new())
	go leakWait(new())
	go leakCond(new())
	go leakContext()
	go leakPair()

	globalMu.Lock()
	go keptByGlobal()
	go keptByGlobalLock()
	inMap["c"] = make(chan int)
	go keptByMap(inMap["c"])
	c := make(chan int)
	inClosure = func() { close(c) }
	go keptByFunc(c)
	b := &box{next: new()}
	b.next.mu.Lock()
	inSlice = append(inSlice, 1, b)
	go keptByList(b.next)
	own := make(chan int)
	go keptByMain(own)
	go keptByTimer()
	go keptByAfterFunc()
	d := make(chan int)
	go func() { time.Sleep(time.Hour); d <- 1 }()
	go keptBySleeper(d)
	go keptByDeadline()
	x := &closer{c: make(chan int)}
	runtime.SetFinalizer(x, func(x *closer) { close(x.c) })
	go keptByFinalizer(x.c)
	runtime.KeepAlive(x)
	first := make(chan int)
	in := first
	for range 3 {
		out := make(chan int)
		go keptByChain(in, out)
		in = out
	}
	return own, first
}

func main() {
	own, first := start()
	// Until nobody but main can run.
	for able := 2; able > 1; {
		time.Sleep(10 * time.Millisecond)
		buf := make([]byte, 1<<20)
		able = strings.Count(string(buf[:runtime.Stack(buf, true)]), " [run")
	}
	var text strings.Builder
	pprof.Lookup("goroutineleak").WriteTo(&text, 2)
	var leaked []string
	for _, g := range strings.Split(text.String(), "\n\n") {
		head, rest, _ := strings.Cut(g, "\n")
		_, state, _ := strings.Cut(head, "[")
		for _, line := range strings.Split(rest, "\n") {
			if name, ok := strings.CutPrefix(line, "main."); ok && strings.Contains(state, "(leaked)") {
				name, _, _ = strings.Cut(name, "(")
				leaked = append(leaked, name+" "+strings.TrimSuffix(state, " (leaked)]:"))
				break
			}
		}
	}
	sort.Strings(leaked)
	for _, l := range leaked {
		fmt.Println(l)
	}
	fmt.Println(pprof.Lookup("goroutineleak").Count(), len(leaked))
	close(own)
	close(first)
}

// Output:
// leakCond sync.Cond.Wait
// leakContext chan receive
// leakMutex sync.Mutex.Lock
// leakNilRecv chan receive (nil chan)
// leakNilSend chan send (nil chan)
// leakNothing select (no cases)
// leakOneCase chan receive
// leakPair chan receive
// leakPairOther chan receive
// leakRange chan receive
// leakReader sync.RWMutex.RLock
// leakRecv chan receive
// leakSelect select
// leakSend chan send
// leakWait sync.WaitGroup.Wait
// leakWriter sync.RWMutex.Lock
// 16 16
