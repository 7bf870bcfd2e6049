package main

import "sync"

func receive(id int, jobs <-chan int, sums chan<- int) {
	sum := id
	for n := range jobs {
		sum += n
	}
	sums <- sum
}

func main() {
	jobs, sums := make(chan int), make(chan int, 1000)
	for id := range 1000 {
		go receive(id, jobs, sums)
	}
	total := 0
	close(jobs)
	for range 1000 {
		total += <-sums
	}
	var once sync.Once
	once.Do(func() { println(total) })
}
