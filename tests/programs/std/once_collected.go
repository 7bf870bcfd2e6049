package main

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"
)

// collected reports whether the function that begin is given is collected after a call of what it returns.
func collected(begin func(f func()) func()) bool {
	gone := make(chan bool, 1)
	call := func() func() {
		buf := make([]byte, 1024)
		runtime.AddCleanup(&buf[0], func(gone chan bool) { gone <- true }, gone)
		return begin(func() {
			buf[0] = 1
			panic("failed")
		})
	}()
	func() {
		defer func() { recover() }()
		call()
	}()
	defer runtime.KeepAlive(call)
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			return true
		case <-time.After(10 * time.Millisecond):
		}
	}
	return false
}

func main() {
	fmt.Println(collected(func(f func()) func() { return sync.OnceFunc(f) }))
	fmt.Println(collected(func(f func()) func() {
		get := sync.OnceValue(func() int { f(); return 1 })
		return func() { get() }
	}))
	fmt.Println(collected(func(f func()) func() {
		get := sync.OnceValues(func() (int, int) { f(); return 1, 2 })
		return func() { get() }
	}))
	// An empty copy does not keep the memory of the slice.
	s := make([]int, 3)
	clone := slices.Clone(s[1:1])
	fmt.Println(unsafe.SliceData(clone) != &s[1], clone != nil, slices.Clone([]int(nil)) == nil)
}

// Output:
// true
// true
// true
// true true true
