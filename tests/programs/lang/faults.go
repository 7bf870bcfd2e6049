// Run-time errors: their texts and types as recover gives them.
package main

import "fmt"

type pair struct{ a, b int }
type text string

func (t text) first() byte { return t[0] }

type firster interface{ first() byte }

func try(what string, f func()) {
	defer func() {
		r := recover()
		fmt.Printf("%s: %T: %v\n", what, r, r)
	}()
	f()
}

var (
	one, two, five, minus = 1, 2, 5, -1
	zero                  int
	some                  = make([]int, 3, 10)
	arr                   [3]int
	none                  []int
	str                           = "abc"
	receiver              firster = (*text)(nil)
)

func main() {
	indexes()
	slices()
	var m map[string]int
	var p *pair
	var i any = "x"
	var e error
	var f func()
	var c chan int
	closed := make(chan int)
	close(closed)
	try("nil map", func() { m["a"] = 1 })
	try("nil pointer", func() { p.b = 1 })
	try("wrong type", func() { _ = i.(int) })
	try("missing method", func() { _ = i.(error) })
	try("nil interface", func() { _ = e.Error() })
	try("nil assertion", func() { _ = e.(fmt.Stringer) })
	try("nil value", func() { var a any; _ = a.(pair) })
	try("nil receiver", func() { receiver.first() })
	try("nil func", func() { f() })
	try("divide", func() { _ = one / zero })
	try("remainder", func() { _ = uint8(one) % uint8(zero) })
	try("shift", func() { _ = one << minus })
	try("make", func() { _ = make([]int, minus) })
	try("make cap", func() { _ = make([]int, two, one) })
	try("make chan", func() { _ = make(chan int, minus) })
	try("close nil", func() { close(c) })
	try("close twice", func() { close(closed) })
	try("send closed", func() { closed <- 1 })
	try("select send closed", func() {
		select {
		case closed <- 1:
		case <-c:
		}
	})
	try("hash", func() { _ = map[any]int{[1]any{[]int{}}: 1} })
	try("compare", func() { var a, b any = []int{1}, []int{1}; _ = a == b })
	try("compare funcs in structs", func() { a := any(struct{ f func() }{}); _ = a == a })
	try("array", func() { _ = [4]int(some) })
	try("array pointer", func() { _ = (*[4]int)(some) })
	try("nil panic", func() { panic(nil) })
	try("text", func() { panic(fmt.Sprint("x", 1)) })
}

func indexes() {
	try("index", func() { _ = some[five] })
	try("index array", func() { _ = arr[five] })
	try("index string", func() { _ = str[five] })
	try("index negative", func() { some[minus] = 1 })
	try("index nil", func() { _ = none[zero] })
	try("index pointer to array", func() { _ = (&arr)[five] })
}

func slices() {
	try("high", func() { _ = some[:five*5] })
	try("low", func() { _ = some[five:two] })
	try("low of length", func() { _ = some[five:] })
	try("high negative", func() { _ = some[:minus] })
	try("low negative", func() { _ = some[minus:] })
	try("max", func() { _ = some[one:two:20] })
	try("high over max", func() { _ = some[one : 8+zero : 4] })
	try("low over high", func() { _ = some[five : two+one : 4] })
	try("array high", func() { _ = arr[:five] })
	try("array max", func() { _ = arr[:two:five] })
	try("string", func() { _ = str[five:] })
	try("string high", func() { _ = str[:five] })
	try("string low", func() { _ = str[two:one] })
}

// Output:
// index: runtime.boundsError: runtime error: index out of range [5] with length 3
// index array: runtime.boundsError: runtime error: index out of range [5] with length 3
// index string: runtime.boundsError: runtime error: index out of range [5] with length 3
// index negative: runtime.boundsError: runtime error: index out of range [-1]
// index nil: runtime.boundsError: runtime error: index out of range [0] with length 0
// index pointer to array: runtime.boundsError: runtime error: index out of range [5] with length 3
// high: runtime.boundsError: runtime error: slice bounds out of range [:25] with capacity 10
// low: runtime.boundsError: runtime error: slice bounds out of range [5:2]
// low of length: runtime.boundsError: runtime error: slice bounds out of range [5:3]
// high negative: runtime.boundsError: runtime error: slice bounds out of range [:-1]
// low negative: runtime.boundsError: runtime error: slice bounds out of range [-1:]
// max: runtime.boundsError: runtime error: slice bounds out of range [::20] with capacity 10
// high over max: runtime.boundsError: runtime error: slice bounds out of range [:8:4]
// low over high: runtime.boundsError: runtime error: slice bounds out of range [5:3:]
// array high: runtime.boundsError: runtime error: slice bounds out of range [:5] with length 3
// array max: runtime.boundsError: runtime error: slice bounds out of range [::5] with length 3
// string: runtime.boundsError: runtime error: slice bounds out of range [5:3]
// string high: runtime.boundsError: runtime error: slice bounds out of range [:5] with length 3
// string low: runtime.boundsError: runtime error: slice bounds out of range [2:1]
// nil map: runtime.plainError: assignment to entry in nil map
// nil pointer: runtime.errorString: runtime error: invalid memory address or nil pointer dereference
// wrong type: *runtime.TypeAssertionError: interface conversion: interface {} is string, not int
// missing method: *runtime.TypeAssertionError: interface conversion: string is not error: missing method Error
// nil interface: runtime.errorString: runtime error: invalid memory address or nil pointer dereference
// nil assertion: *runtime.TypeAssertionError: interface conversion: interface is nil, not fmt.Stringer
// nil value: *runtime.TypeAssertionError: interface conversion: interface {} is nil, not main.pair
// nil receiver: runtime.plainError: value method main.text.first called using nil *text pointer
// nil func: runtime.errorString: runtime error: invalid memory address or nil pointer dereference
// divide: runtime.errorString: runtime error: integer divide by zero
// remainder: runtime.errorString: runtime error: integer divide by zero
// shift: runtime.errorString: runtime error: negative shift amount
// make: runtime.errorString: runtime error: makeslice: len out of range
// make cap: runtime.errorString: runtime error: makeslice: cap out of range
// make chan: runtime.plainError: makechan: size out of range
// close nil: runtime.plainError: close of nil channel
// close twice: runtime.plainError: close of closed channel
// send closed: runtime.plainError: send on closed channel
// select send closed: runtime.plainError: send on closed channel
// hash: runtime.errorString: runtime error: hash of unhashable type []int
// compare: runtime.errorString: runtime error: comparing uncomparable type []int
// compare funcs in structs: runtime.errorString: runtime error: comparing uncomparable type struct { f func() }
// array: runtime.boundsError: runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// array pointer: runtime.boundsError: runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// nil panic: *runtime.PanicNilError: runtime error: panic called with nil argument
// text: string: x1
