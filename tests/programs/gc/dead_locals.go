// What only a variable holds that nobody will read again is garbage, though its frame is still there: in the frame on top, in a
// frame below, in a goroutine that waits, and in one that loops. What will be read stays.
package main

import (
	"fmt"
	"runtime"
	"time"
)

type big struct {
	id   int
	data [1 << 16]byte
}

var finalized = make(chan string, 10)

func tracked(name string) *big {
	b := &big{id: 7}
	runtime.SetFinalizer(b, func(*big) { finalized <- name })
	return b
}

func use(b *big) {
	if b.id != 7 {
		panic("overwritten")
	}
}

// collected says what was finalized next; it gives the collector many chances.
func collected() string {
	for range 2000 {
		runtime.GC()
		select {
		case name := <-finalized:
			return name
		case <-time.After(5 * time.Millisecond):
		}
	}
	return "nothing"
}

func top() {
	b := tracked("of the frame on top")
	use(b)
	for range 2000 {
		runtime.GC()
		select {
		case name := <-finalized:
			fmt.Println(name)
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func below() {
	b := tracked("of a frame below")
	use(b)
	fmt.Println(collected())
}

func deep(n int) string {
	if n == 0 {
		return collected()
	}
	b := &big{id: 7}
	use(b)
	s := deep(n - 1)
	return s
}

func argument(b *big) {
	use(b)
	fmt.Println(collected())
}

func waits() {
	begun, end := make(chan bool), make(chan bool)
	go func() {
		b := tracked("of a goroutine that waits")
		use(b)
		begun <- true
		<-end
	}()
	<-begun
	fmt.Println(collected())
	end <- true
}

func selects() {
	begun, end := make(chan bool), make(chan bool)
	other := make(chan *big)
	go func() {
		b := tracked("of a goroutine that selects")
		use(b)
		begun <- true
		select {
		case c := <-other:
			use(c)
		case <-end:
		}
		end <- true
	}()
	<-begun
	fmt.Println(collected())
	end <- true
	<-end
}

func captured() {
	begun, end := make(chan bool), make(chan bool)
	b := tracked("of a closure")
	go func() {
		use(b)
		begun <- true
		<-end
	}()
	<-begun
	fmt.Println(collected())
	end <- true
}

func stays() {
	b := tracked("too early")
	for range 3 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	select {
	case name := <-finalized:
		fmt.Println(name)
	default:
		fmt.Println("what will be read stays")
	}
	use(b)
	runtime.KeepAlive(b)
}

func main() {
	top()
	below()
	tracked("of nobody")
	fmt.Println(deep(50))
	argument(tracked("of an argument"))
	waits()
	selects()
	captured()
	stays()
}

// Output:
// of the frame on top
// of a frame below
// of nobody
// of an argument
// of a goroutine that waits
// of a goroutine that selects
// of a closure
// what will be read stays
