// All goroutines here hold the channels c and d. The report names as possible receivers from c only those whose code receives from c.
package main

var gate = make(chan int)

type pipe struct{ in, out chan int }

func (p *pipe) run() {
	gate <- 1
	p.out <- <-p.in
}

func receive(from chan int) int { return <-from }

func try(a, b chan int) {
	select {
	case <-a:
	case b <- 1:
	default:
	}
}

func main() {
	c, d := make(chan int), make(chan int)
	// 18: in a helper.
	go func() {
		gate <- 1
		receive(c)
		println(d)
	}()
	// 19: sends only.
	go func() {
		gate <- 1
		c <- receive(d)
	}()
	// 20: no more.
	go func() {
		if len(c) > 0 {
			<-c
		}
		gate <- 1
		println(c)
	}()
	// 21: in the next iteration.
	go func() {
		for range 2 {
			if len(gate) > 0 {
				<-c
			}
			gate <- 1
		}
	}()
	// 22: a variable that gets another channel before.
	go func() {
		v := c
		gate <- len(v)
		v = d
		<-v
		println(c)
	}()
	// 23: a variable that gets a new one.
	go func() {
		v := c
		gate <- 1
		v = make(chan int)
		<-v
		println(c)
	}()
	// 24: a variable that may get another.
	go func() {
		v := c
		gate <- 1
		if len(d) > 0 {
			v = d
		}
		<-v
	}()
	// 25, 26: channels in a struct.
	go (&pipe{in: c, out: d}).run()
	go (&pipe{in: d, out: c}).run()
	// 27: a field that is written to before.
	p := &pipe{in: c}
	go func() {
		gate <- 1
		p.in = d
		<-p.in
		println(c)
	}()
	// 28, 29: cases of a select.
	go func() {
		gate <- 1
		try(c, d)
	}()
	go func() {
		gate <- 1
		try(d, c)
	}()
	// 30: a nil channel in a select, as long as there is nothing to send.
	go func() {
		var out chan int
		gate <- 1
		for {
			select {
			case v := <-c:
				out = d
				gate <- v
			case out <- 1:
				out = nil
			}
		}
	}()
	waiting := make(chan bool, 1)
	go func() {
		waiting <- true
		d <- 1
		println(d)
	}()
	<-waiting
	c <- 1
	println(c, d)
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// deadlock_could.go:119 waits to send to c, a chan int (unbuffered, made at tests/programs/conc/deadlock_could.go:24)
// goroutines 18, 21, 25, 28, 30 could receive from it, but are stuck too
// it is unknown whether goroutines 24, 27 could receive from it
// no goroutine is left that could receive from it
// deadlock_could.go:115 waits to send to d, a chan int (unbuffered, made at tests/programs/conc/deadlock_could.go:24)
// goroutines 19, 22, 26, 29 could receive from it, but are stuck too
// it is unknown whether goroutines 24, 27 could receive from it
