// bug: deadlock bug.go:23
// why: Four transfers around a ring wait for each other only if each has been stopped between its two locks.
// depth: 3

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu  sync.Mutex
	sum int
}

func main() {
	var accounts [4]account
	transfer := func(from, to int) {
		first, second := from, to
		accounts[first].mu.Lock()
		defer accounts[first].mu.Unlock()
		accounts[second].mu.Lock()
		defer accounts[second].mu.Unlock()
		accounts[from].sum--
		accounts[to].sum++
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { transfer(i, (i+1)%4) })
	}
	wg.Wait()
	fmt.Println(accounts[0].sum, accounts[3].sum)
}
