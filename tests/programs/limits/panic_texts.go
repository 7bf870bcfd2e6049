package main

// Panics have Go's texts in programs that import nothing.

type text string

func (t text) Error() string { return "error: " + string(t) }

type name string

func (n name) String() string { return "name: " + string(n) }

type wrapped struct{ err error }

func (w *wrapped) Error() string { return "wrapped: " + w.err.Error() }

type flag bool
type small complex64

func main() {
	defer func() { panic(flag(true)) }()
	defer func() { panic(small(1.1)) }()
	defer func() { panic(complex64(1.1)) }()
	defer func() { panic(&wrapped{text("x")}) }()
	defer func() { panic(name("a\nb")) }()
	defer func() { var a []int; _ = a[5] }()
	defer func() { var a any; _ = a.(int) }()
	defer func() { var a any = 1; _ = a.(error) }()
	defer func() { z := 0; println(1 / z) }()
	defer func() { var m map[int]int; m[1] = 1 }()
	defer func() { panic(nil) }()
	defer func() { var c chan int; close(c) }()
	defer func() { var m map[any]int; _ = m[[]int{}] }()
	defer func() { defer func() { panic(recover()) }(); var p *int; *p = 1 }()
	defer func() { defer func() { r := recover(); panic(r.(error)) }(); var p []int; p[0] = 1 }()
	panic(text("first"))
}

// Exit: 2
// Stderr:
// panic: error: first
// 	panic: runtime error: index out of range [0] with length 0 [recovered, repanicked]
// 	panic: runtime error: invalid memory address or nil pointer dereference [recovered, repanicked]
// 	panic: hash of unhashable type: []int
// 	panic: close of nil channel
// 	panic: runtime error: panic called with nil argument
// 	panic: assignment to entry in nil map
// 	panic: runtime error: integer divide by zero
// 	panic: interface conversion: int is not error: missing method Error
// 	panic: interface conversion: interface {} is nil, not int
// 	panic: runtime error: index out of range [5] with length 0
// 	panic: name: a
// 	b
// 	panic: wrapped: error: x
// 	panic: (1.1+0i)
// 	panic: main.small(1.1+0i)
// 	panic: main.flag(true)
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x0
