package main

import "sync"

func main() {
	var wg sync.WaitGroup
	s := make([]int, 10)
	for i := range s {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s[i] = i
		}()
	}
	wg.Wait()
	for i := range s {
		wg.Go(func() { s[i]++ })
	}
	wg.Wait()
	println(len(s), s[9])
}
