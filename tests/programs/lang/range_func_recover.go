// Deferred calls of the body of a loop over a function belong to the function around it: recover, panics in them, Goexit, and
// their order are those of calls that the function has deferred itself.
package main

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
)

func seq(yield func(int) bool) {
	defer fmt.Println("seq ends")
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

func rec(tag string) { fmt.Println(tag, recover()) }

func inner(tag string) {
	func() { fmt.Println(tag, "too deep:", recover()) }()
}

type R struct{ tag string }

func (r R) Do()                { fmt.Println(r.tag, recover()) }
func (r *R) Ptr(n int)         { fmt.Println(r.tag, n, recover()) }
func (r R) Result() (int, any) { x := recover(); fmt.Println(r.tag, x); return 1, x }

type Doer interface{ Do() }

type Embeds struct{ R }

func generic[T any](v T) { fmt.Println(v, recover()) }

func variadic(v ...any) { fmt.Println(append(v, recover())...) }

var forms = []func(){
	func() {
		for range seq {
			defer rec("named")
			break
		}
		panic(1)
	},
	func() {
		for range seq {
			defer R{"method"}.Do()
			panic(2)
		}
	},
	func() {
		for i := range seq {
			defer (&R{"pointer method"}).Ptr(i)
		}
		panic(3)
	},
	func() {
		var d Doer = R{"interface"}
		for range seq {
			defer d.Do()
			panic(4)
		}
	},
	func() {
		f := R{"method value"}.Do
		for range seq {
			defer f()
			panic(5)
		}
	},
	func() {
		for range seq {
			defer R.Do(R{"method expression"})
			panic(6)
		}
	},
	func() {
		for range seq {
			defer generic("generic")
			panic(7)
		}
	},
	func() {
		for range seq {
			defer variadic("variadic", 1)
			panic(8)
		}
	},
	func() {
		for range seq {
			defer R{"result"}.Result()
			panic(9)
		}
	},
	func() {
		for range seq {
			defer Embeds{R{"promoted"}}.Do()
			panic(10)
		}
	},
	func() {
		for range seq {
			defer Doer(Embeds{R{"promoted in interface"}}).Do()
			panic(11)
		}
	},
	func() {
		f := func() { fmt.Println("closure variable", recover()) }
		for range seq {
			defer f()
			f = nil
			panic(12)
		}
	},
	func() {
		for i := range seq {
			defer func() { fmt.Println("literal", i, recover()) }()
			if i == 1 {
				panic(13)
			}
		}
	},
	func() {
		for range seq {
			defer recover()
			panic(14)
		}
	},
	func() {
		defer func() {
			for range seq {
				defer recover()
				break
			}
		}()
		panic(15)
	},
	func() {
		for range seq {
			defer inner("16")
			panic(16)
		}
	},
	func() {
		defer func() {
			for range seq {
				fmt.Println("in a body of a deferred function", recover())
			}
		}()
		panic(17)
	},
	func() {
		defer rec("outer first")
		for range seq {
			for j := range seq {
				defer func() { fmt.Println("nested", j, recover()) }()
				if j == 1 {
					panic(18)
				}
			}
		}
	},
	func() {
		for i := range seq {
			defer func() {
				if i == 1 {
					fmt.Println("recovered", recover())
					return
				}
				panic(fmt.Sprint("new ", i))
			}()
		}
		panic(19)
	},
	func() {
		defer fmt.Println("before the loop")
		for i := range seq {
			defer fmt.Println("loop", i)
			defer func() {
				if i == 0 {
					rec("not called by the panic")
					fmt.Println("direct", recover())
				}
			}()
		}
		defer fmt.Println("after the loop")
		for i := range seq {
			defer fmt.Println("second loop", i)
		}
		panic(20)
	},
	func() {
		var none func()
		for range seq {
			defer rec("of nil")
			defer none()
			break
		}
		fmt.Println("not yet")
	},
	func() {
		for range seq {
			defer func() {
				for range seq {
					defer rec("in a deferred function")
					panic(22)
				}
			}()
		}
		panic(21)
	},
}

func results() (n int, err error) {
	defer func() { n *= 2 }()
	for i := range seq {
		defer func() {
			if e := recover(); e != nil {
				n, err = n+10, fmt.Errorf("recovered %v", e)
			}
		}()
		n = i + 1
		if i == 1 {
			panic("boom")
		}
	}
	return 100, nil
}

func returned() (n int) {
	for i := range seq {
		defer func() { n = n*10 + i }()
		if i == 1 {
			return 5
		}
	}
	return 7
}

func many() {
	sum := 0
	defer func() { fmt.Println("many", sum, recover()) }()
	for i := range func(yield func(int) bool) {
		for i := range 10_000 {
			if !yield(i) {
				return
			}
		}
	} {
		defer func() { sum += i }()
	}
	panic("after many")
}

// The body runs in a goroutine of its own.
func elsewhere() {
	parallel := func(yield func(int) bool) {
		var wg sync.WaitGroup
		wg.Go(func() { yield(1) })
		wg.Wait()
	}
	for i := range parallel {
		defer rec(fmt.Sprint("elsewhere ", i))
	}
	panic("of the function")
}

func pulled() {
	next, stop := iter.Pull(iter.Seq[int](func(yield func(int) bool) {
		for i := range seq {
			defer fmt.Println("pulled", i)
			if !yield(i) {
				return
			}
		}
	}))
	defer stop()
	fmt.Println(next())
	fmt.Println(next())
}

func goexit() {
	done := make(chan bool)
	go func() {
		defer close(done)
		for i := range seq {
			defer func() { fmt.Println("goexit", i, recover()) }()
			if i == 1 {
				runtime.Goexit()
			}
		}
	}()
	<-done
}

var errStop = errors.New("stop")

func run(n int, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(n, "not recovered:", e)
		}
	}()
	f()
	fmt.Println(n, "returns")
}

func main() {
	for i, f := range forms {
		run(i, f)
	}
	fmt.Println(results())
	fmt.Println(returned())
	many()
	elsewhere()
	pulled()
	goexit()
	for i := range seq {
		defer func() { fmt.Println("main", i, recover()) }()
	}
	panic(errStop)
}

// Output:
// seq ends
// named 1
// 0 returns
// seq ends
// method 2
// 1 returns
// seq ends
// pointer method 2 3
// pointer method 1 <nil>
// pointer method 0 <nil>
// 2 returns
// seq ends
// interface 4
// 3 returns
// seq ends
// method value 5
// 4 returns
// seq ends
// method expression 6
// 5 returns
// seq ends
// generic 7
// 6 returns
// seq ends
// variadic 1 8
// 7 returns
// seq ends
// result 9
// 8 returns
// seq ends
// promoted 10
// 9 returns
// seq ends
// promoted in interface 11
// 10 returns
// seq ends
// closure variable 12
// 11 returns
// seq ends
// literal 1 13
// literal 0 <nil>
// 12 returns
// seq ends
// 13 not recovered: 14
// seq ends
// 14 returns
// seq ends
// 16 too deep: <nil>
// 15 not recovered: 16
// in a body of a deferred function <nil>
// in a body of a deferred function <nil>
// in a body of a deferred function <nil>
// seq ends
// 16 not recovered: 17
// seq ends
// seq ends
// nested 1 18
// nested 0 <nil>
// outer first <nil>
// 17 returns
// seq ends
// recovered new 2
// 18 not recovered: new 0
// seq ends
// seq ends
// second loop 2
// second loop 1
// second loop 0
// after the loop
// loop 2
// loop 1
// not called by the panic <nil>
// direct 20
// loop 0
// before the loop
// 19 returns
// seq ends
// not yet
// of nil runtime error: invalid memory address or nil pointer dereference
// 20 returns
// seq ends
// seq ends
// in a deferred function 22
// seq ends
// in a deferred function 22
// seq ends
// in a deferred function 22
// 21 not recovered: 21
// seq ends
// 24 recovered boom
// seq ends
// 510
// many 49995000 after many
// elsewhere 1 of the function
// 0 true
// 1 true
// seq ends
// pulled 1
// pulled 0
// seq ends
// goexit 1 <nil>
// goexit 0 <nil>
// seq ends
// main 2 stop
// main 1 <nil>
// main 0 <nil>
