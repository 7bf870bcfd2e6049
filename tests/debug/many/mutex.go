package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

func main() {
	a := &account{balance: 5}
	var wg sync.WaitGroup
	a.mu.Lock()
	for i := range 1000 {
		wg.Go(func() { a.deposit(i) })
	}
	a.mu.Unlock()
	wg.Wait()
	println(a.balance)
}
