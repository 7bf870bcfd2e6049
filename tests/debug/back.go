package main

import (
	"fmt"
	"sync"
)

type account struct {
	balance int
	log     []string
}

var total int

func (a *account) add(n int) {
	old := a.balance
	a.balance = old + n
	total += n
}

func main() {
	a := &account{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { a.add(i + 1) })
	}
	wg.Wait()
	fmt.Println(a.balance, total)
	sum := 0
	for i := range 3 {
		sum += i
	}
	a.log = append(a.log, "done")
	if total == 3 {
		panic(fmt.Sprint("sum is ", sum, " of ", a.balance, a.log))
	}
}
