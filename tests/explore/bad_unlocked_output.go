// The one that counts first need not print first.
//
// WANT panic: out of order
package main

import (
	"os"
	"sync"
)

func main() {
	f, err := os.OpenFile("log", os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		panic(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := byte('0')
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			n++
			mine := []byte{n}
			mu.Unlock()
			f.Write(mine)
		})
	}
	wg.Wait()
	b := make([]byte, 2)
	f.ReadAt(b, 0)
	if string(b) != "12" {
		panic("out of order")
	}
}
