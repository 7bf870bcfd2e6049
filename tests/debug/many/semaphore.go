package main

import "sync"

type pool struct {
	tokens chan struct{}
	used   map[int]bool
	mu     sync.Mutex
}

func (p *pool) work(id int) {
	p.tokens <- struct{}{}
	defer func() { <-p.tokens }()
	p.mu.Lock()
	p.used[id] = true
	p.mu.Unlock()
}

func main() {
	p := &pool{tokens: make(chan struct{}, 4), used: map[int]bool{}}
	var wg sync.WaitGroup
	for range 4 {
		p.tokens <- struct{}{}
	}
	for id := range 1000 {
		wg.Go(func() { p.work(id) })
	}
	for range 4 {
		<-p.tokens
	}
	wg.Wait()
	n := len(p.used)
	println(n, p.used[999])
}
