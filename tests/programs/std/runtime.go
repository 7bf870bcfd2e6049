// The data of package runtime about the program, and run-time errors as values.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

type T struct{ x int }

func (t *T) where() string {
	pc, file, line, ok := runtime.Caller(0)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), " ", file[strings.LastIndex(file, "/")+1:], ":", line, " ", ok)
}

func catch(f func()) {
	defer func() {
		r := recover()
		err, ok := r.(runtime.Error)
		fmt.Println(ok, r)
		if ok {
			var re runtime.Error
			fmt.Println(errors.As(err, &re))
		}
	}()
	f()
}

func main() {
	var nilmap map[string]int
	var nilptr *T
	var iface any = 5
	var stringer fmt.Stringer
	xs := []int{1, 2, 3}
	i, zero, neg := 5, 0, -1
	catch(func() { _ = xs[i] })
	catch(func() { _ = xs[neg] })
	catch(func() { _ = xs[i:] })
	catch(func() { _ = xs[2 : i-4 : 3] })
	catch(func() { _ = 1 / zero })
	catch(func() { nilmap["a"] = 1 })
	catch(func() { _ = nilptr.x })
	catch(func() { _ = iface.(string) })
	catch(func() { _ = iface.(fmt.Stringer) })
	catch(func() { _ = stringer.String() })
	catch(func() { _ = make([]int, neg) })
	catch(func() { var c chan int; close(c) })
	catch(func() { c := make(chan int); close(c); close(c) })
	catch(func() { c := make(chan int); close(c); c <- 1 })
	catch(func() { _ = iface == any([]int{}) || any([]int{1}) == any([]int{1}) })
	catch(func() { _ = map[any]int{[]int{1}: 2} })
	catch(func() { panic(nil) })
	catch(func() { panic(fmt.Errorf("wrapped: %w", os.ErrNotExist)) })
	catch(func() { _ = [3]int(xs[:2]) })
	fmt.Println((&T{}).where())
	func() { fmt.Println(strings.HasPrefix((&T{}).where(), "main.(*T).where")) }()
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	frame, _ := frames.Next()
	fmt.Println(frame.Function, frame.Line > 0)
	fmt.Println(strings.Contains(string(debug.Stack()), "main.main"), runtime.GOOS, runtime.GOARCH, runtime.Compiler)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer fmt.Println("deferred")
		runtime.Goexit()
	}()
	wg.Wait()
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	runtime.GC()
	old := runtime.GOMAXPROCS(2)
	fmt.Println(old > 0, runtime.GOMAXPROCS(0), runtime.NumGoroutine(), runtime.NumCPU() > 0)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Println(m.Mallocs > 0, m.HeapAlloc > 0)
	runtime.LockOSThread()
	runtime.UnlockOSThread()
	l := log.New(os.Stdout, "p: ", log.Lshortfile|log.Lmsgprefix)
	l.Println("hello", 1)
	l.Printf("%d", 2)
	catch(func() { l.Panicf("p%d", 3) })
}

// Output:
// true runtime error: index out of range [5] with length 3
// true
// true runtime error: index out of range [-1]
// true
// true runtime error: slice bounds out of range [5:3]
// true
// true runtime error: slice bounds out of range [2:1:]
// true
// true runtime error: integer divide by zero
// true
// true assignment to entry in nil map
// true
// true runtime error: invalid memory address or nil pointer dereference
// true
// true interface conversion: interface {} is int, not string
// true
// true interface conversion: int is not fmt.Stringer: missing method String
// true
// true runtime error: invalid memory address or nil pointer dereference
// true
// true runtime error: makeslice: len out of range
// true
// true close of nil channel
// true
// true close of closed channel
// true
// true send on closed channel
// true
// true runtime error: comparing uncomparable type []int
// true
// true runtime error: hash of unhashable type []int
// true
// true runtime error: panic called with nil argument
// true
// false wrapped: file does not exist
// true runtime error: cannot convert slice with length 2 to array or pointer to array with length 3
// true
// main.(*T).where runtime.go:18 true
// true
// main.main true
// true linux amd64 gc
// deferred
// true 2 1 true
// true true
// runtime.go:88: p: hello 1
// runtime.go:89: p: 2
// runtime.go:90: p: p3
// false p3
