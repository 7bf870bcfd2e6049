// Channels: order, closing, capacity, nil, select in all forms.
package main

import (
	"fmt"
	"sync"
	"time"
)

func producer(n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i
		}
	}()
	return ch
}

func merge(chs ...<-chan int) <-chan int {
	out := make(chan int, 2)
	var wg sync.WaitGroup
	for _, ch := range chs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for v := range ch {
				out <- v
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type msg struct {
	id   int
	text string
	tags []string
}

func main() {
	sum := 0
	for v := range merge(producer(100), producer(50), producer(10)) {
		sum += v
	}
	fmt.Println(sum)
	b := make(chan string, 3)
	b <- "a"
	b <- "b"
	fmt.Println(len(b), cap(b))
	close(b)
	v, ok := <-b
	fmt.Println(v, ok, <-b)
	v, ok = <-b
	fmt.Printf("%q %v\n", v, ok)
	big := make(chan msg)
	go func() { big <- msg{1, "hello", []string{"x", "y"}} }()
	fmt.Println(<-big)
	var none chan int
	select {
	case <-none:
		fmt.Println("never")
	case none <- 1:
		fmt.Println("never")
	default:
		fmt.Println("default")
	}
	var timeout <-chan time.Time
	tick := make(chan int)
	go func() {
		for i := 0; i < 3; i++ {
			tick <- i
		}
	}()
	got := 0
	for done := false; !done; {
		select {
		case i := <-tick:
			if got += i + 1; i == 2 {
				timeout = time.After(10 * time.Millisecond)
			}
		case <-timeout:
			done = true
		}
	}
	fmt.Println(got)
	done := make(chan struct{})
	res := make(chan int, 1)
	go func() {
		n := 0
		for {
			select {
			case res <- n:
				n++
			case <-done:
				close(res)
				return
			}
		}
	}()
	total := 0
	for i := 0; i < 10; i++ {
		total += <-res
	}
	close(done)
	fmt.Println(total)
	chch := make(chan chan int, 1)
	go func() { c := <-chch; c <- 7 }()
	c := make(chan int)
	chch <- c
	fmt.Println(<-c)
}

// Output:
// 6220
// 2 3
// a true b
// "" false
// {1 hello [x y]}
// default
// 6
// 45
// 7
