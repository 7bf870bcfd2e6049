package main

import "sync"

type gate struct {
	mu     sync.Mutex
	cond   *sync.Cond
	isOpen bool
	passed int
}

func (g *gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.isOpen {
		g.cond.Wait()
	}
	g.passed++
}

func main() {
	g := &gate{}
	g.cond = sync.NewCond(&g.mu)
	var wg sync.WaitGroup
	for range 1000 {
		wg.Go(g.pass)
	}
	g.mu.Lock()
	g.isOpen = true
	g.cond.Broadcast()
	g.mu.Unlock()
	wg.Wait()
	println(g.passed)
}
