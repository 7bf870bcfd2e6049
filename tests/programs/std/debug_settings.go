// Settings of GODEBUG that a program sets itself, and errors of memory that is not there.
package main

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"
)

func fault(at uintptr) {
	defer func() {
		e := recover().(runtime.Error)
		a, ok := e.(interface{ Addr() uintptr })
		fmt.Printf("%T %v %t", e, e, ok)
		if ok {
			fmt.Printf(" %#x", a.Addr())
		}
		fmt.Println()
	}()
	*(*int)(unsafe.Pointer(at)) = 1
}

func panics() {
	defer func() {
		e := recover()
		var nilError *runtime.PanicNilError
		err, _ := e.(error)
		fmt.Println(e, errors.As(err, &nilError))
	}()
	panic(nil)
}

func numbers() {
	rand.Seed(42)
	a := []int{rand.Intn(1000), rand.Intn(1000), rand.Perm(5)[0]}
	b := make([]byte, 9)
	rand.Read(b[:4])
	rand.Read(b[4:])
	r := rand.New(rand.NewSource(42))
	c := []int{r.Intn(1000), r.Intn(1000), r.Perm(5)[0]}
	d := make([]byte, 9)
	r.Read(d)
	fmt.Println(fmt.Sprint(a, b) == fmt.Sprint(c, d))
}

func main() {
	debug.SetPanicOnFault(true)
	fault(0)
	fault(8)
	fault(0x123456789000)
	panics()
	os.Setenv("GODEBUG", "panicnil=1")
	panics()
	os.Setenv("GODEBUG", "panicnil=1,panicnil=0")
	panics()
	numbers()
	os.Setenv("GODEBUG", "randseednop=0")
	numbers()
	numbers()
	os.Unsetenv("GODEBUG")
	numbers()
}

// Output:
// runtime.errorString runtime error: invalid memory address or nil pointer dereference false
// runtime.errorString runtime error: invalid memory address or nil pointer dereference false
// runtime.errorAddressString runtime error: invalid memory address or nil pointer dereference true 0x123456789000
// runtime error: panic called with nil argument true
// <nil> false
// runtime error: panic called with nil argument true
// false
// true
// true
// false
