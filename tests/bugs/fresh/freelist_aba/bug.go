// bug: panic "handed out twice" bug.go:38
// why: between the load of head and its compare-and-swap, head can be popped, its successor too, and head be pushed back (ABA)
// depth: 2
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const none = -1

// FreeList is a stack of the numbers of free buffers.
type FreeList struct {
	head atomic.Int32
	next []atomic.Int32
	busy []atomic.Bool
}

func NewFreeList(n int) *FreeList {
	f := &FreeList{next: make([]atomic.Int32, n), busy: make([]atomic.Bool, n)}
	for i := range n {
		f.next[i].Store(int32(i + 1))
	}
	f.next[n-1].Store(none)
	return f
}

func (f *FreeList) Get() int32 {
	for {
		i := f.head.Load()
		if i == none {
			return none
		}
		if f.head.CompareAndSwap(i, f.next[i].Load()) {
			if f.busy[i].Swap(true) {
				panic(fmt.Sprintf("buffer %d handed out twice", i))
			}
			return i
		}
	}
}

func (f *FreeList) Put(i int32) {
	if i == none {
		return
	}
	f.busy[i].Store(false)
	for {
		h := f.head.Load()
		f.next[i].Store(h)
		if f.head.CompareAndSwap(h, i) {
			return
		}
	}
}

func main() {
	f := NewFreeList(2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			src, dst := f.Get(), f.Get()
			f.Put(src)
			f.Put(dst)
		}()
	}
	wg.Wait()
	fmt.Println("all back:", f.Get() != none && f.Get() != none)
}
