// fixed: each transfer locks the account with the smaller number first.
// outputs: "0 0\n"

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
		first, second := min(from, to), max(from, to)
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
