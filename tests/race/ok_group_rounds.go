package main

import "sync"

func main() {
	var wg sync.WaitGroup
	x := 0
	for range 3 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			wg.Add(1)
			go wg.Done()
		}()
		go func() {
			x++
			wg.Done()
		}()
		waited := make(chan bool)
		go func() {
			wg.Wait()
			waited <- true
		}()
		wg.Wait()
		<-waited
		x++
	}
	println(x)
}
