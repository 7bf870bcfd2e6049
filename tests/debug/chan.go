package main

import "sync"

func worker(id int, jobs <-chan int, out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		sq := j * j
		out <- sq
	}
}

func main() {
	jobs, out := make(chan int), make(chan int, 10)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go worker(i, jobs, out, &wg)
	}
	for j := range 4 {
		jobs <- j
	}
	close(jobs)
	wg.Wait()
	select {
	case v := <-out:
		println(v)
	default:
		println("none")
	}
}
