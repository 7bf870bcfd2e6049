package main

import "fmt"

type big struct {
	a, b int
	s    string
}

func recv(ch chan big) string {
	select {
	case v, ok := <-ch:
		return fmt.Sprint(v, ok)
	default:
		return "nothing"
	}
}

func send(ch chan<- big, v big) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	select {
	case ch <- v:
		return "sent"
	default:
		return "full"
	}
}

// A select of one case and a default never waits.
func main() {
	var none chan big
	fmt.Println(recv(none), send(none, big{}))
	ch := make(chan big, 1)
	fmt.Println(recv(ch), send(ch, big{1, 2, "x"}), send(ch, big{}), recv(ch), recv(ch))
	send(ch, big{3, 4, "y"})
	close(ch)
	fmt.Println(recv(ch), recv(ch), send(ch, big{}))

	direct := make(chan big)
	fmt.Println(send(direct, big{}))
	got := make(chan string)
	ready := make(chan bool)
	go func() {
		ready <- true
		got <- fmt.Sprint(<-direct)
	}()
	<-ready
	for send(direct, big{5, 6, "z"}) != "sent" {
	}
	fmt.Println(<-got)
	var total int
	counts := make(chan int, 2)
	for i := range 10 {
		select {
		case counts <- i:
		default:
			total += <-counts
		}
	}
	fmt.Println(total, len(counts))
}

// Output:
// nothing full
// nothing sent full {1 2 x} true nothing
// {3 4 y} true {0 0 } false panic: send on closed channel
// full
// {5 6 z}
// 9 2
