// Panics, recover and Goexit: who may recover, what runs, in which order.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
)

func direct() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered %v", r)
		}
	}()
	panic("direct")
}

func helper() any { return recover() }

func indirect() {
	defer func() { fmt.Println("outer", recover()) }()
	defer func() {
		func() { fmt.Println("too deep", recover()) }()
	}()
	defer fmt.Println("helper runs before the panic:", helper())
	panic("indirect")
}

type closer struct{ name string }

func (c closer) Close()   { fmt.Println("close", c.name, recover()) }
func (c *closer) Reset()  { fmt.Println("reset", c.name, recover()) }

type closers interface{ Close() }

func methods() {
	c := closer{"m"}
	defer c.Close()
	defer func() {
		defer (&c).Reset()
		panic("two")
	}()
	panic("one")
}

func viaInterface() {
	var c closers = &closer{"i"}
	defer c.Close()
	f := c.Close
	defer func() { defer f(); panic("bound") }()
	panic("iface")
}

func replaced() {
	defer func() { fmt.Println("last", recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

func nested() {
	defer func() { fmt.Println("outer", recover()) }()
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic("in a deferred call")
	}()
	panic("original")
}

func results() (a int, b string) {
	defer func() { recover(); a++ }()
	a, b = 1, "set"
	var p *int
	return *p, "not set"
}

func loop() (sum int) {
	for i := range 5 {
		defer func() { sum += i * 10 }()
	}
	return 1
}

func again() {
	defer func() { fmt.Println("again", recover()) }()
	defer func() {
		r := recover()
		panic(fmt.Sprint(r, " again"))
	}()
	panic("once")
}

func exits() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer fmt.Println("deferred by Goexit", recover())
		defer func() {
			defer func() { fmt.Println("a panic during Goexit", recover()) }()
			panic("p")
		}()
		func() {
			defer fmt.Println("inner deferred")
			runtime.Goexit()
		}()
		fmt.Println("not reached")
	}()
	wg.Wait()
}

func deferredRecover() {
	defer func() { defer recover() }()
	panic("deferred recover")
}

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

func main() {
	fmt.Println(direct())
	indirect()
	methods()
	viaInterface()
	replaced()
	nested()
	fmt.Println(results())
	fmt.Println(loop())
	again()
	exits()
	deferredRecover()
	defer func() {
		var c code
		fmt.Println(errors.As(recover().(error), &c), int(c))
		os.Exit(3)
	}()
	panic(fmt.Errorf("wrapped: %w", code(4)))
}

// Exit: 3
// Output:
// recovered direct
// helper runs before the panic: <nil>
// too deep <nil>
// outer indirect
// reset m two
// close m one
// close i bound
// close i iface
// last second
// inner in a deferred call
// outer original
// 2 set
// 101
// again once again
// inner deferred
// a panic during Goexit p
// deferred by Goexit <nil>
// true 4
