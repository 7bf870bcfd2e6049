package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// call calls the func value fn of the Func type t: args[i] points to the memory of argument i (a variadic func gets its
// slice); the machine stores result i at results[i]. The machine implements call as an instruction: fn runs as a Go call on this goroutine.
func call(t rt.ID, fn unsafe.Pointer, args, results []unsafe.Pointer)

// makeFunc returns a func value of the Func type t. A call of it stores its arguments in memory, calls serve with
// pointers to them and to zeroed memory for the results, and returns the results from there. The machine implements it as an instruction.
func makeFunc(t rt.ID, serve func(args, results []unsafe.Pointer)) unsafe.Pointer
