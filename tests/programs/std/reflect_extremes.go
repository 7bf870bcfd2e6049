// Reflection with extreme and senseless arguments panics as in Go, and never otherwise.
package main

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

type pair struct {
	A, b int
}

func try(name string, f func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
			fmt.Println(name, "ok")
		case error:
			fmt.Printf("%s: %T: %v\n", name, r, r)
		default:
			fmt.Printf("%s: %v\n", name, r)
		}
	}()
	f()
}

var numbers = []int{math.MinInt, -1, 0, 1, 3, 1 << 47, 1 << 61, math.MaxInt}

func sizes() {
	ints := reflect.TypeFor[[]int]()
	bytes := reflect.TypeFor[[]byte]()
	empty := reflect.TypeFor[[]struct{}]()
	for _, n := range numbers {
		if n != 1<<47 {
			try(fmt.Sprint("MakeSlice ", n), func() { reflect.MakeSlice(ints, n, n) })
			try(fmt.Sprint("MakeSlice cap ", n), func() { reflect.MakeSlice(ints, 0, n) })
			try(fmt.Sprint("MakeChan ", n), func() { reflect.MakeChan(reflect.TypeFor[chan int](), n) })
			try(fmt.Sprint("SliceAt ", n), func() {
				x := 0
				s := reflect.SliceAt(reflect.TypeFor[int](), unsafe.Pointer(&x), n)
				_ = s
			})
		}
		if n != 1<<47 {
			try(fmt.Sprint("MakeSlice bytes ", n), func() { reflect.MakeSlice(bytes, n, n) })
		}
		try(fmt.Sprint("MakeSlice empty ", n), func() { fmt.Print(reflect.MakeSlice(empty, n, n).Len(), " ") })
		try(fmt.Sprint("MakeChan empty ", n), func() { fmt.Print(reflect.MakeChan(reflect.TypeFor[chan struct{}](), n).Cap(), " ") })
		if n < 1<<40 {
			try(fmt.Sprint("MakeMapWithSize ", n), func() { reflect.MakeMapWithSize(reflect.TypeFor[map[int]int](), n) })
		}
		try(fmt.Sprint("ArrayOf int ", n), func() { fmt.Print(reflect.ArrayOf(n, reflect.TypeFor[int]()), " ") })
		try(fmt.Sprint("ArrayOf empty ", n), func() { fmt.Print(reflect.ArrayOf(n, reflect.TypeFor[struct{}]()), " ") })
		try(fmt.Sprint("SetLen ", n), func() { reflect.ValueOf(new([]int)).Elem().SetLen(n) })
		try(fmt.Sprint("SetCap ", n), func() { reflect.ValueOf(new([]int)).Elem().SetCap(n) })
		if n != 1<<47 {
			try(fmt.Sprint("Grow ", n), func() { reflect.ValueOf(new([]int)).Elem().Grow(n) })
			try(fmt.Sprint("Grow one ", n), func() { s := []int{1}; reflect.ValueOf(&s).Elem().Grow(n) })
			try(fmt.Sprint("Grow bytes ", n), func() { s := []byte{1}; reflect.ValueOf(&s).Elem().Grow(n) })
		}
		try(fmt.Sprint("Grow empty ", n), func() { s := []struct{}{{}}; reflect.ValueOf(&s).Elem().Grow(n) })
	}
}

func parts() {
	s := []int{1, 2, 3}
	a := [3]int{1, 2, 3}
	for _, n := range numbers {
		try(fmt.Sprint("Index slice ", n), func() { reflect.ValueOf(s).Index(n) })
		try(fmt.Sprint("Index array ", n), func() { reflect.ValueOf(a).Index(n) })
		try(fmt.Sprint("Index string ", n), func() { reflect.ValueOf("abc").Index(n) })
		try(fmt.Sprint("Field ", n), func() { reflect.ValueOf(pair{}).Field(n) })
		try(fmt.Sprint("Type.Field ", n), func() { reflect.TypeFor[pair]().Field(n) })
		try(fmt.Sprint("FieldByIndex ", n), func() { reflect.ValueOf(pair{}).FieldByIndex([]int{n}) })
		try(fmt.Sprint("Type.FieldByIndex ", n), func() { reflect.TypeFor[pair]().FieldByIndex([]int{n}) })
		try(fmt.Sprint("Method ", n), func() { reflect.ValueOf(pair{}).Method(n) })
		try(fmt.Sprint("Type.Method ", n), func() { reflect.TypeFor[pair]().Method(n) })
		try(fmt.Sprint("In ", n), func() { reflect.TypeFor[func(int) string]().In(n) })
		try(fmt.Sprint("Out ", n), func() { reflect.TypeFor[func(int) string]().Out(n) })
		for _, m := range []int{math.MinInt, 0, 2, math.MaxInt} {
			try(fmt.Sprint("Slice ", n, m), func() { reflect.ValueOf(s).Slice(n, m) })
			try(fmt.Sprint("Slice string ", n, m), func() { reflect.ValueOf("abc").Slice(n, m) })
			try(fmt.Sprint("Slice array ", n, m), func() { reflect.ValueOf(&a).Elem().Slice(n, m) })
			try(fmt.Sprint("Slice3 ", n, m), func() { reflect.ValueOf(s).Slice3(0, n, m) })
			try(fmt.Sprint("Slice3 array ", n, m), func() { reflect.ValueOf(&a).Elem().Slice3(n, m, m) })
			try(fmt.Sprint("Swapper ", n, m), func() { reflect.Swapper(s)(n, m) })
		}
	}
}

func types() {
	huge := reflect.ArrayOf(1<<40, reflect.TypeFor[byte]())
	try("ArrayOf of huge", func() { reflect.ArrayOf(1<<30, huge) })
	try("StructOf", func() {
		reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.ArrayOf(1<<62, reflect.TypeFor[byte]())},
			{Name: "B", Type: reflect.ArrayOf(1<<62, reflect.TypeFor[byte]())},
			{Name: "C", Type: reflect.ArrayOf(1<<62, reflect.TypeFor[byte]())},
			{Name: "D", Type: reflect.ArrayOf(1<<62, reflect.TypeFor[byte]())},
		})
	})
	try("StructOf large", func() {
		t := reflect.StructOf([]reflect.StructField{{Name: "A", Type: huge}, {Name: "B", Type: huge}})
		fmt.Print(t.Size(), " ")
	})
	try("StructOf no type", func() { reflect.StructOf([]reflect.StructField{{Name: "A"}}) })
	try("StructOf no name", func() { reflect.StructOf([]reflect.StructField{{Type: huge}}) })
	try("StructOf bad name", func() { reflect.StructOf([]reflect.StructField{{Name: "1", Type: huge}}) })
	try("StructOf twice", func() {
		f := reflect.StructField{Name: "A", Type: huge}
		reflect.StructOf([]reflect.StructField{f, f})
	})
	try("StructOf unexported", func() { reflect.StructOf([]reflect.StructField{{Name: "a", Type: huge}}) })
	for _, dir := range []reflect.ChanDir{-1, 0, 1, 2, 3, 4, math.MaxInt} {
		try(fmt.Sprint("ChanOf ", int(dir)), func() { fmt.Print(reflect.ChanOf(dir, reflect.TypeFor[int]()), " ") })
	}
	try("ChanOf huge", func() { reflect.ChanOf(reflect.BothDir, huge) })
	try("MapOf", func() { reflect.MapOf(reflect.TypeFor[[]int](), huge) })
	try("FuncOf", func() { reflect.FuncOf([]reflect.Type{huge}, nil, true) })
	try("FuncOf none", func() { reflect.FuncOf(nil, nil, true) })
	try("FuncOf many", func() {
		in := make([]reflect.Type, 200)
		for i := range in {
			in[i] = reflect.TypeFor[int]()
		}
		reflect.FuncOf(in, nil, false)
	})
	try("SliceOf nil", func() { reflect.SliceOf(nil) })
	try("New nil", func() { reflect.New(nil) })
	try("Zero nil", func() { reflect.Zero(nil) })
	try("NewAt", func() { reflect.NewAt(reflect.TypeFor[int](), nil) })
	try("Zero huge", func() { reflect.Zero(reflect.ArrayOf(0, huge)) })
	try("MakeSlice of int", func() { reflect.MakeSlice(reflect.TypeFor[int](), 0, 0) })
	try("MakeSlice len > cap", func() { reflect.MakeSlice(reflect.TypeFor[[]int](), 2, 1) })
	try("MakeChan of int", func() { reflect.MakeChan(reflect.TypeFor[int](), 0) })
	try("MakeChan one way", func() { reflect.MakeChan(reflect.TypeFor[<-chan int](), 0) })
	try("MakeMap of int", func() { reflect.MakeMap(reflect.TypeFor[int]()) })
	try("MakeFunc of int", func() { reflect.MakeFunc(reflect.TypeFor[int](), nil) })
}

func zeroes() {
	var zero reflect.Value
	v := reflect.ValueOf(&struct{ S []int }{}).Elem()
	try("zero Interface", func() { zero.Interface() })
	try("zero Type", func() { zero.Type() })
	try("zero Elem", func() { zero.Elem() })
	try("zero Len", func() { zero.Len() })
	try("zero Cap", func() { zero.Cap() })
	try("zero Index", func() { zero.Index(0) })
	try("zero Field", func() { zero.Field(0) })
	try("zero Method", func() { zero.Method(0) })
	try("zero Call", func() { zero.Call(nil) })
	try("zero Set", func() { zero.Set(zero) })
	try("Set zero", func() { v.Set(zero) })
	try("zero IsNil", func() { zero.IsNil() })
	try("zero IsZero", func() { zero.IsZero() })
	try("zero Addr", func() { zero.Addr() })
	try("zero Slice", func() { zero.Slice(0, 0) })
	try("zero Send", func() { zero.Send(zero) })
	try("zero Recv", func() { zero.Recv() })
	try("zero MapKeys", func() { zero.MapKeys() })
	try("zero MapIndex", func() { zero.MapIndex(zero) })
	try("zero MapRange", func() { zero.MapRange() })
	try("zero SetMapIndex", func() { zero.SetMapIndex(zero, zero) })
	try("Send zero", func() { reflect.ValueOf(make(chan int, 1)).Send(zero) })
	try("Append zero", func() { reflect.Append(zero) })
	try("Append of zero", func() { reflect.Append(reflect.ValueOf([]int{}), zero) })
	try("AppendSlice zero", func() { reflect.AppendSlice(zero, zero) })
	try("Copy zero", func() { reflect.Copy(zero, zero) })
	try("Call of nil", func() { reflect.ValueOf((func())(nil)).Call(nil) })
	try("Call with zero", func() { reflect.ValueOf(func(int) {}).Call([]reflect.Value{zero}) })
	try("Call with few", func() { reflect.ValueOf(func(int) {}).Call(nil) })
	try("Call with many", func() { reflect.ValueOf(func() {}).Call(make([]reflect.Value, 1)) })
	try("Clear", func() { zero.Clear() })
	try("Grow", func() { zero.Grow(1) })
	try("SetLen", func() { zero.SetLen(1) })
	try("Grow of array", func() { reflect.ValueOf(&[1]int{}).Elem().Grow(1) })
	try("Comparable", func() { fmt.Print(zero.Comparable(), " ") })
	try("Equal", func() { fmt.Print(zero.Equal(zero), " ") })
	try("OverflowInt", func() { zero.OverflowInt(1) })
	try("Seq", func() { zero.Seq() })
	try("Swapper", func() { reflect.Swapper(1) })
	try("Swapper nil", func() { reflect.Swapper(nil) })
	try("Indirect", func() { fmt.Print(reflect.Indirect(zero).IsValid(), " ") })
	try("MapIter", func() { new(reflect.MapIter).Next() })
	try("MapIter Key", func() { reflect.ValueOf(map[int]int{}).MapRange().Key() })
	try("UnsafePointer", func() { zero.UnsafePointer() })
	try("NumMethod", func() { zero.NumMethod() })
	try("MethodByName", func() { zero.MethodByName("x") })
	try("FieldByName", func() { zero.FieldByName("x") })
	try("String", func() { fmt.Print(zero.String(), " ") })
	try("Bytes", func() { zero.Bytes() })
	try("CanInterface", func() { zero.CanInterface() })
	try("SetIterKey", func() { zero.SetIterKey(nil) })
}

func selects() {
	a, b := make(chan string, 1), make(chan [3]int, 1)
	b <- [3]int{1, 2, 3}
	recv := func(c any) reflect.SelectCase {
		return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)}
	}
	i, v, ok := reflect.Select([]reflect.SelectCase{recv(a), recv(b)})
	fmt.Println(i, v, ok)
	a <- "one"
	i, v, ok = reflect.Select([]reflect.SelectCase{recv(b), recv(a)})
	fmt.Println(i, v, ok)
	send := reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(b), Send: reflect.ValueOf([3]int{4, 5, 6})}
	i, v, ok = reflect.Select([]reflect.SelectCase{recv(a), send})
	fmt.Println(i, v.IsValid(), ok, <-b)
	close(a)
	i, v, ok = reflect.Select([]reflect.SelectCase{recv(b), recv(a), recv(make(chan struct{}))})
	fmt.Printf("%d %q %v\n", i, v, ok)
	done := make(chan int)
	go func() {
		c, d := make(chan int8), make(chan pair)
		go func() { d <- pair{1, 2} }()
		i, v, ok := reflect.Select([]reflect.SelectCase{recv(c), recv(d), recv(b)})
		fmt.Println(i, v.Field(0), ok)
		close(done)
	}()
	<-done
	dflt := reflect.SelectCase{Dir: reflect.SelectDefault}
	try("Select", func() { fmt.Print(reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv}, dflt})); fmt.Print(" ") })
	try("Select two defaults", func() { reflect.Select([]reflect.SelectCase{dflt, dflt}) })
	try("Select no dir", func() { reflect.Select([]reflect.SelectCase{{}}) })
	try("Select many", func() { reflect.Select(make([]reflect.SelectCase, 65537)) })
	try("Select of int", func() { reflect.Select([]reflect.SelectCase{recv(1)}) })
	try("Select closed", func() {
		c := make(chan int)
		close(c)
		reflect.Select([]reflect.SelectCase{recv(make(chan string)), {Dir: reflect.SelectSend, Chan: reflect.ValueOf(c), Send: reflect.ValueOf(1)}})
	})
	try("Select wrong type", func() {
		reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(b), Send: reflect.ValueOf(1)}})
	})
	try("Select no value", func() {
		reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(b)}})
	})
}

func main() {
	sizes()
	parts()
	types()
	zeroes()
	selects()
}

// Output:
// MakeSlice -9223372036854775808: reflect.MakeSlice: negative len
// MakeSlice cap -9223372036854775808: reflect.MakeSlice: negative cap
// MakeChan -9223372036854775808: reflect.MakeChan: negative buffer size
// SliceAt -9223372036854775808: runtime.errorString: runtime error: unsafe.Slice: len out of range
// MakeSlice bytes -9223372036854775808: reflect.MakeSlice: negative len
// MakeSlice empty -9223372036854775808: reflect.MakeSlice: negative len
// MakeChan empty -9223372036854775808: reflect.MakeChan: negative buffer size
// MakeMapWithSize -9223372036854775808 ok
// ArrayOf int -9223372036854775808: reflect: negative length passed to ArrayOf
// ArrayOf empty -9223372036854775808: reflect: negative length passed to ArrayOf
// SetLen -9223372036854775808: reflect: slice length out of range in SetLen
// SetCap -9223372036854775808: reflect: slice capacity out of range in SetCap
// Grow -9223372036854775808: reflect.Value.Grow: negative len
// Grow one -9223372036854775808: reflect.Value.Grow: negative len
// Grow bytes -9223372036854775808: reflect.Value.Grow: negative len
// Grow empty -9223372036854775808: reflect.Value.Grow: negative len
// MakeSlice -1: reflect.MakeSlice: negative len
// MakeSlice cap -1: reflect.MakeSlice: negative cap
// MakeChan -1: reflect.MakeChan: negative buffer size
// SliceAt -1: runtime.errorString: runtime error: unsafe.Slice: len out of range
// MakeSlice bytes -1: reflect.MakeSlice: negative len
// MakeSlice empty -1: reflect.MakeSlice: negative len
// MakeChan empty -1: reflect.MakeChan: negative buffer size
// MakeMapWithSize -1 ok
// ArrayOf int -1: reflect: negative length passed to ArrayOf
// ArrayOf empty -1: reflect: negative length passed to ArrayOf
// SetLen -1: reflect: slice length out of range in SetLen
// SetCap -1: reflect: slice capacity out of range in SetCap
// Grow -1: reflect.Value.Grow: negative len
// Grow one -1: reflect.Value.Grow: negative len
// Grow bytes -1: reflect.Value.Grow: negative len
// Grow empty -1: reflect.Value.Grow: negative len
// MakeSlice 0 ok
// MakeSlice cap 0 ok
// MakeChan 0 ok
// SliceAt 0 ok
// MakeSlice bytes 0 ok
// 0 MakeSlice empty 0 ok
// 0 MakeChan empty 0 ok
// MakeMapWithSize 0 ok
// [0]int ArrayOf int 0 ok
// [0]struct {} ArrayOf empty 0 ok
// SetLen 0 ok
// SetCap 0 ok
// Grow 0 ok
// Grow one 0 ok
// Grow bytes 0 ok
// Grow empty 0 ok
// MakeSlice 1 ok
// MakeSlice cap 1 ok
// MakeChan 1 ok
// SliceAt 1 ok
// MakeSlice bytes 1 ok
// 1 MakeSlice empty 1 ok
// 1 MakeChan empty 1 ok
// MakeMapWithSize 1 ok
// [1]int ArrayOf int 1 ok
// [1]struct {} ArrayOf empty 1 ok
// SetLen 1: reflect: slice length out of range in SetLen
// SetCap 1: reflect: slice capacity out of range in SetCap
// Grow 1 ok
// Grow one 1 ok
// Grow bytes 1 ok
// Grow empty 1 ok
// MakeSlice 3 ok
// MakeSlice cap 3 ok
// MakeChan 3 ok
// SliceAt 3 ok
// MakeSlice bytes 3 ok
// 3 MakeSlice empty 3 ok
// 3 MakeChan empty 3 ok
// MakeMapWithSize 3 ok
// [3]int ArrayOf int 3 ok
// [3]struct {} ArrayOf empty 3 ok
// SetLen 3: reflect: slice length out of range in SetLen
// SetCap 3: reflect: slice capacity out of range in SetCap
// Grow 3 ok
// Grow one 3 ok
// Grow bytes 3 ok
// Grow empty 3 ok
// 140737488355328 MakeSlice empty 140737488355328 ok
// 140737488355328 MakeChan empty 140737488355328 ok
// [140737488355328]int ArrayOf int 140737488355328 ok
// [140737488355328]struct {} ArrayOf empty 140737488355328 ok
// SetLen 140737488355328: reflect: slice length out of range in SetLen
// SetCap 140737488355328: reflect: slice capacity out of range in SetCap
// Grow empty 140737488355328 ok
// MakeSlice 2305843009213693952: runtime.plainError: runtime: allocation size out of range
// MakeSlice cap 2305843009213693952: runtime.plainError: runtime: allocation size out of range
// MakeChan 2305843009213693952: runtime.plainError: makechan: size out of range
// SliceAt 2305843009213693952: runtime.errorString: runtime error: unsafe.Slice: len out of range
// MakeSlice bytes 2305843009213693952: runtime.plainError: runtime: allocation size out of range
// 2305843009213693952 MakeSlice empty 2305843009213693952 ok
// 2305843009213693952 MakeChan empty 2305843009213693952 ok
// ArrayOf int 2305843009213693952: reflect.ArrayOf: array size would exceed virtual address space
// [2305843009213693952]struct {} ArrayOf empty 2305843009213693952 ok
// SetLen 2305843009213693952: reflect: slice length out of range in SetLen
// SetCap 2305843009213693952: reflect: slice capacity out of range in SetCap
// Grow 2305843009213693952: runtime.errorString: runtime error: growslice: len out of range
// Grow one 2305843009213693952: runtime.errorString: runtime error: growslice: len out of range
// Grow bytes 2305843009213693952: runtime.errorString: runtime error: growslice: len out of range
// Grow empty 2305843009213693952 ok
// MakeSlice 9223372036854775807: runtime.plainError: runtime: allocation size out of range
// MakeSlice cap 9223372036854775807: runtime.plainError: runtime: allocation size out of range
// MakeChan 9223372036854775807: runtime.plainError: makechan: size out of range
// SliceAt 9223372036854775807: runtime.errorString: runtime error: unsafe.Slice: len out of range
// MakeSlice bytes 9223372036854775807: runtime.plainError: runtime: allocation size out of range
// 9223372036854775807 MakeSlice empty 9223372036854775807 ok
// 9223372036854775807 MakeChan empty 9223372036854775807 ok
// ArrayOf int 9223372036854775807: reflect.ArrayOf: array size would exceed virtual address space
// [9223372036854775807]struct {} ArrayOf empty 9223372036854775807 ok
// SetLen 9223372036854775807: reflect: slice length out of range in SetLen
// SetCap 9223372036854775807: reflect: slice capacity out of range in SetCap
// Grow 9223372036854775807: runtime.errorString: runtime error: growslice: len out of range
// Grow one 9223372036854775807: reflect.Value.Grow: slice overflow
// Grow bytes 9223372036854775807: reflect.Value.Grow: slice overflow
// Grow empty 9223372036854775807: reflect.Value.Grow: slice overflow
// Index slice -9223372036854775808: reflect: slice index out of range
// Index array -9223372036854775808: reflect: array index out of range
// Index string -9223372036854775808: reflect: string index out of range
// Field -9223372036854775808: reflect: Field index out of range
// Type.Field -9223372036854775808: reflect: Field index out of bounds
// FieldByIndex -9223372036854775808: reflect: Field index out of range
// Type.FieldByIndex -9223372036854775808: reflect: Field index out of bounds
// Method -9223372036854775808: reflect: Method index out of range
// Type.Method -9223372036854775808: reflect: Method index out of range
// In -9223372036854775808: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Out -9223372036854775808: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice -9223372036854775808 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string -9223372036854775808 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array -9223372036854775808 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 -9223372036854775808 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -9223372036854775808 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper -9223372036854775808 -9223372036854775808: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice -9223372036854775808 0: reflect.Value.Slice: slice index out of bounds
// Slice string -9223372036854775808 0: reflect.Value.Slice: string slice index out of bounds
// Slice array -9223372036854775808 0: reflect.Value.Slice: slice index out of bounds
// Slice3 -9223372036854775808 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -9223372036854775808 0: reflect.Value.Slice3: slice index out of bounds
// Swapper -9223372036854775808 0: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice -9223372036854775808 2: reflect.Value.Slice: slice index out of bounds
// Slice string -9223372036854775808 2: reflect.Value.Slice: string slice index out of bounds
// Slice array -9223372036854775808 2: reflect.Value.Slice: slice index out of bounds
// Slice3 -9223372036854775808 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -9223372036854775808 2: reflect.Value.Slice3: slice index out of bounds
// Swapper -9223372036854775808 2: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice -9223372036854775808 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string -9223372036854775808 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array -9223372036854775808 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 -9223372036854775808 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -9223372036854775808 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper -9223372036854775808 9223372036854775807: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Index slice -1: reflect: slice index out of range
// Index array -1: reflect: array index out of range
// Index string -1: reflect: string index out of range
// Field -1: reflect: Field index out of range
// Type.Field -1: reflect: Field index out of bounds
// FieldByIndex -1: reflect: Field index out of range
// Type.FieldByIndex -1: reflect: Field index out of bounds
// Method -1: reflect: Method index out of range
// Type.Method -1: reflect: Method index out of range
// In -1: runtime.boundsError: runtime error: index out of range [-1]
// Out -1: runtime.boundsError: runtime error: index out of range [-1]
// Slice -1 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string -1 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array -1 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 -1 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -1 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper -1 -9223372036854775808: runtime.boundsError: runtime error: index out of range [-1]
// Slice -1 0: reflect.Value.Slice: slice index out of bounds
// Slice string -1 0: reflect.Value.Slice: string slice index out of bounds
// Slice array -1 0: reflect.Value.Slice: slice index out of bounds
// Slice3 -1 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -1 0: reflect.Value.Slice3: slice index out of bounds
// Swapper -1 0: runtime.boundsError: runtime error: index out of range [-1]
// Slice -1 2: reflect.Value.Slice: slice index out of bounds
// Slice string -1 2: reflect.Value.Slice: string slice index out of bounds
// Slice array -1 2: reflect.Value.Slice: slice index out of bounds
// Slice3 -1 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -1 2: reflect.Value.Slice3: slice index out of bounds
// Swapper -1 2: runtime.boundsError: runtime error: index out of range [-1]
// Slice -1 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string -1 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array -1 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 -1 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array -1 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper -1 9223372036854775807: runtime.boundsError: runtime error: index out of range [-1]
// Index slice 0 ok
// Index array 0 ok
// Index string 0 ok
// Field 0 ok
// Type.Field 0 ok
// FieldByIndex 0 ok
// Type.FieldByIndex 0 ok
// Method 0: reflect: Method index out of range
// Type.Method 0: reflect: Method index out of range
// In 0 ok
// Out 0 ok
// Slice 0 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 0 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 0 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 0 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 0 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 0 -9223372036854775808: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice 0 0 ok
// Slice string 0 0 ok
// Slice array 0 0 ok
// Slice3 0 0 ok
// Slice3 array 0 0 ok
// Swapper 0 0 ok
// Slice 0 2 ok
// Slice string 0 2 ok
// Slice array 0 2 ok
// Slice3 0 2 ok
// Slice3 array 0 2 ok
// Swapper 0 2 ok
// Slice 0 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 0 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 0 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 0 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 0 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 0 9223372036854775807: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// Index slice 1 ok
// Index array 1 ok
// Index string 1 ok
// Field 1 ok
// Type.Field 1 ok
// FieldByIndex 1 ok
// Type.FieldByIndex 1 ok
// Method 1: reflect: Method index out of range
// Type.Method 1: reflect: Method index out of range
// In 1: runtime.boundsError: runtime error: index out of range [1] with length 1
// Out 1: runtime.boundsError: runtime error: index out of range [1] with length 1
// Slice 1 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 1 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 1 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 1 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 1 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 1 -9223372036854775808: runtime.boundsError: runtime error: index out of range [-9223372036854775808]
// Slice 1 0: reflect.Value.Slice: slice index out of bounds
// Slice string 1 0: reflect.Value.Slice: string slice index out of bounds
// Slice array 1 0: reflect.Value.Slice: slice index out of bounds
// Slice3 1 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 1 0: reflect.Value.Slice3: slice index out of bounds
// Swapper 1 0 ok
// Slice 1 2 ok
// Slice string 1 2 ok
// Slice array 1 2 ok
// Slice3 1 2 ok
// Slice3 array 1 2 ok
// Swapper 1 2 ok
// Slice 1 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 1 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 1 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 1 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 1 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 1 9223372036854775807: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// Index slice 3: reflect: slice index out of range
// Index array 3: reflect: array index out of range
// Index string 3: reflect: string index out of range
// Field 3: reflect: Field index out of range
// Type.Field 3: reflect: Field index out of bounds
// FieldByIndex 3: reflect: Field index out of range
// Type.FieldByIndex 3: reflect: Field index out of bounds
// Method 3: reflect: Method index out of range
// Type.Method 3: reflect: Method index out of range
// In 3: runtime.boundsError: runtime error: index out of range [3] with length 1
// Out 3: runtime.boundsError: runtime error: index out of range [3] with length 1
// Slice 3 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 3 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 3 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 3 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 3 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 3 -9223372036854775808: runtime.boundsError: runtime error: index out of range [3] with length 3
// Slice 3 0: reflect.Value.Slice: slice index out of bounds
// Slice string 3 0: reflect.Value.Slice: string slice index out of bounds
// Slice array 3 0: reflect.Value.Slice: slice index out of bounds
// Slice3 3 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 3 0: reflect.Value.Slice3: slice index out of bounds
// Swapper 3 0: runtime.boundsError: runtime error: index out of range [3] with length 3
// Slice 3 2: reflect.Value.Slice: slice index out of bounds
// Slice string 3 2: reflect.Value.Slice: string slice index out of bounds
// Slice array 3 2: reflect.Value.Slice: slice index out of bounds
// Slice3 3 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 3 2: reflect.Value.Slice3: slice index out of bounds
// Swapper 3 2: runtime.boundsError: runtime error: index out of range [3] with length 3
// Slice 3 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 3 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 3 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 3 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 3 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 3 9223372036854775807: runtime.boundsError: runtime error: index out of range [3] with length 3
// Index slice 140737488355328: reflect: slice index out of range
// Index array 140737488355328: reflect: array index out of range
// Index string 140737488355328: reflect: string index out of range
// Field 140737488355328: reflect: Field index out of range
// Type.Field 140737488355328: reflect: Field index out of bounds
// FieldByIndex 140737488355328: reflect: Field index out of range
// Type.FieldByIndex 140737488355328: reflect: Field index out of bounds
// Method 140737488355328: reflect: Method index out of range
// Type.Method 140737488355328: reflect: Method index out of range
// In 140737488355328: runtime.boundsError: runtime error: index out of range [140737488355328] with length 1
// Out 140737488355328: runtime.boundsError: runtime error: index out of range [140737488355328] with length 1
// Slice 140737488355328 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 140737488355328 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 140737488355328 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 140737488355328 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 140737488355328 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 140737488355328 -9223372036854775808: runtime.boundsError: runtime error: index out of range [140737488355328] with length 3
// Slice 140737488355328 0: reflect.Value.Slice: slice index out of bounds
// Slice string 140737488355328 0: reflect.Value.Slice: string slice index out of bounds
// Slice array 140737488355328 0: reflect.Value.Slice: slice index out of bounds
// Slice3 140737488355328 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 140737488355328 0: reflect.Value.Slice3: slice index out of bounds
// Swapper 140737488355328 0: runtime.boundsError: runtime error: index out of range [140737488355328] with length 3
// Slice 140737488355328 2: reflect.Value.Slice: slice index out of bounds
// Slice string 140737488355328 2: reflect.Value.Slice: string slice index out of bounds
// Slice array 140737488355328 2: reflect.Value.Slice: slice index out of bounds
// Slice3 140737488355328 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 140737488355328 2: reflect.Value.Slice3: slice index out of bounds
// Swapper 140737488355328 2: runtime.boundsError: runtime error: index out of range [140737488355328] with length 3
// Slice 140737488355328 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 140737488355328 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 140737488355328 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 140737488355328 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 140737488355328 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 140737488355328 9223372036854775807: runtime.boundsError: runtime error: index out of range [140737488355328] with length 3
// Index slice 2305843009213693952: reflect: slice index out of range
// Index array 2305843009213693952: reflect: array index out of range
// Index string 2305843009213693952: reflect: string index out of range
// Field 2305843009213693952: reflect: Field index out of range
// Type.Field 2305843009213693952: reflect: Field index out of bounds
// FieldByIndex 2305843009213693952: reflect: Field index out of range
// Type.FieldByIndex 2305843009213693952: reflect: Field index out of bounds
// Method 2305843009213693952: reflect: Method index out of range
// Type.Method 2305843009213693952: reflect: Method index out of range
// In 2305843009213693952: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 1
// Out 2305843009213693952: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 1
// Slice 2305843009213693952 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 2305843009213693952 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 2305843009213693952 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 2305843009213693952 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 2305843009213693952 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 2305843009213693952 -9223372036854775808: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 3
// Slice 2305843009213693952 0: reflect.Value.Slice: slice index out of bounds
// Slice string 2305843009213693952 0: reflect.Value.Slice: string slice index out of bounds
// Slice array 2305843009213693952 0: reflect.Value.Slice: slice index out of bounds
// Slice3 2305843009213693952 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 2305843009213693952 0: reflect.Value.Slice3: slice index out of bounds
// Swapper 2305843009213693952 0: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 3
// Slice 2305843009213693952 2: reflect.Value.Slice: slice index out of bounds
// Slice string 2305843009213693952 2: reflect.Value.Slice: string slice index out of bounds
// Slice array 2305843009213693952 2: reflect.Value.Slice: slice index out of bounds
// Slice3 2305843009213693952 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 2305843009213693952 2: reflect.Value.Slice3: slice index out of bounds
// Swapper 2305843009213693952 2: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 3
// Slice 2305843009213693952 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 2305843009213693952 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 2305843009213693952 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 2305843009213693952 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 2305843009213693952 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 2305843009213693952 9223372036854775807: runtime.boundsError: runtime error: index out of range [2305843009213693952] with length 3
// Index slice 9223372036854775807: reflect: slice index out of range
// Index array 9223372036854775807: reflect: array index out of range
// Index string 9223372036854775807: reflect: string index out of range
// Field 9223372036854775807: reflect: Field index out of range
// Type.Field 9223372036854775807: reflect: Field index out of bounds
// FieldByIndex 9223372036854775807: reflect: Field index out of range
// Type.FieldByIndex 9223372036854775807: reflect: Field index out of bounds
// Method 9223372036854775807: reflect: Method index out of range
// Type.Method 9223372036854775807: reflect: Method index out of range
// In 9223372036854775807: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 1
// Out 9223372036854775807: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 1
// Slice 9223372036854775807 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice string 9223372036854775807 -9223372036854775808: reflect.Value.Slice: string slice index out of bounds
// Slice array 9223372036854775807 -9223372036854775808: reflect.Value.Slice: slice index out of bounds
// Slice3 9223372036854775807 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 9223372036854775807 -9223372036854775808: reflect.Value.Slice3: slice index out of bounds
// Swapper 9223372036854775807 -9223372036854775808: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// Slice 9223372036854775807 0: reflect.Value.Slice: slice index out of bounds
// Slice string 9223372036854775807 0: reflect.Value.Slice: string slice index out of bounds
// Slice array 9223372036854775807 0: reflect.Value.Slice: slice index out of bounds
// Slice3 9223372036854775807 0: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 9223372036854775807 0: reflect.Value.Slice3: slice index out of bounds
// Swapper 9223372036854775807 0: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// Slice 9223372036854775807 2: reflect.Value.Slice: slice index out of bounds
// Slice string 9223372036854775807 2: reflect.Value.Slice: string slice index out of bounds
// Slice array 9223372036854775807 2: reflect.Value.Slice: slice index out of bounds
// Slice3 9223372036854775807 2: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 9223372036854775807 2: reflect.Value.Slice3: slice index out of bounds
// Swapper 9223372036854775807 2: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// Slice 9223372036854775807 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice string 9223372036854775807 9223372036854775807: reflect.Value.Slice: string slice index out of bounds
// Slice array 9223372036854775807 9223372036854775807: reflect.Value.Slice: slice index out of bounds
// Slice3 9223372036854775807 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Slice3 array 9223372036854775807 9223372036854775807: reflect.Value.Slice3: slice index out of bounds
// Swapper 9223372036854775807 9223372036854775807: runtime.boundsError: runtime error: index out of range [9223372036854775807] with length 3
// ArrayOf of huge: reflect.ArrayOf: array size would exceed virtual address space
// StructOf: reflect.StructOf: struct size would exceed virtual address space
// 2199023255552 StructOf large ok
// StructOf no type: reflect.StructOf: field 0 has no type
// StructOf no name: reflect.StructOf: field 0 has no name
// StructOf bad name: reflect.StructOf: field 0 has invalid name
// StructOf twice: reflect.StructOf: duplicate field A
// StructOf unexported: reflect.StructOf: field "a" is unexported but missing PkgPath
// ChanOf -1: reflect.ChanOf: invalid dir
// ChanOf 0: reflect.ChanOf: invalid dir
// <-chan int ChanOf 1 ok
// chan<- int ChanOf 2 ok
// chan int ChanOf 3 ok
// ChanOf 4: reflect.ChanOf: invalid dir
// ChanOf 9223372036854775807: reflect.ChanOf: invalid dir
// ChanOf huge: reflect.ChanOf: element size too large
// MapOf: reflect.MapOf: invalid key type []int
// FuncOf: reflect.FuncOf: last arg of variadic func must be slice
// FuncOf none: reflect.FuncOf: last arg of variadic func must be slice
// FuncOf many: reflect.FuncOf: too many arguments
// SliceOf nil: runtime.errorString: runtime error: invalid memory address or nil pointer dereference
// New nil: reflect: New(nil)
// Zero nil: reflect: Zero(nil)
// NewAt ok
// Zero huge ok
// MakeSlice of int: reflect.MakeSlice of non-slice type
// MakeSlice len > cap: reflect.MakeSlice: len > cap
// MakeChan of int: reflect.MakeChan of non-chan type
// MakeChan one way: reflect.MakeChan: unidirectional channel type
// MakeMap of int: reflect.MakeMapWithSize of non-map type
// MakeFunc of int: reflect: call of MakeFunc with non-Func type
// zero Interface: *reflect.ValueError: reflect: call of reflect.Value.Interface on zero Value
// zero Type: *reflect.ValueError: reflect: call of reflect.Value.Type on zero Value
// zero Elem: *reflect.ValueError: reflect: call of reflect.Value.Elem on zero Value
// zero Len: *reflect.ValueError: reflect: call of reflect.Value.Len on zero Value
// zero Cap: *reflect.ValueError: reflect: call of reflect.Value.Cap on zero Value
// zero Index: *reflect.ValueError: reflect: call of reflect.Value.Index on zero Value
// zero Field: *reflect.ValueError: reflect: call of reflect.Value.Field on zero Value
// zero Method: *reflect.ValueError: reflect: call of reflect.Value.Method on zero Value
// zero Call: *reflect.ValueError: reflect: call of reflect.Value.Call on zero Value
// zero Set: *reflect.ValueError: reflect: call of reflect.Value.Set on zero Value
// Set zero: *reflect.ValueError: reflect: call of reflect.Value.Set on zero Value
// zero IsNil: *reflect.ValueError: reflect: call of reflect.Value.IsNil on zero Value
// zero IsZero: *reflect.ValueError: reflect: call of reflect.Value.IsZero on zero Value
// zero Addr: reflect.Value.Addr of unaddressable value
// zero Slice: *reflect.ValueError: reflect: call of reflect.Value.Slice on zero Value
// zero Send: *reflect.ValueError: reflect: call of reflect.Value.Send on zero Value
// zero Recv: *reflect.ValueError: reflect: call of reflect.Value.Recv on zero Value
// zero MapKeys: *reflect.ValueError: reflect: call of reflect.Value.MapKeys on zero Value
// zero MapIndex: *reflect.ValueError: reflect: call of reflect.Value.MapIndex on zero Value
// zero MapRange: *reflect.ValueError: reflect: call of reflect.Value.MapRange on zero Value
// zero SetMapIndex: *reflect.ValueError: reflect: call of reflect.Value.SetMapIndex on zero Value
// Send zero: *reflect.ValueError: reflect: call of reflect.Value.Send on zero Value
// Append zero: *reflect.ValueError: reflect: call of unknown method on zero Value
// Append of zero: *reflect.ValueError: reflect: call of reflect.Value.Set on zero Value
// AppendSlice zero: *reflect.ValueError: reflect: call of unknown method on zero Value
// Copy zero: *reflect.ValueError: reflect: call of reflect.Copy on zero Value
// Call of nil: reflect.Value.Call: call of nil function
// Call with zero: reflect: Call using zero Value argument
// Call with few: reflect: Call with too few input arguments
// Call with many: reflect: Call with too many input arguments
// Clear: *reflect.ValueError: reflect: call of reflect.Value.Clear on zero Value
// Grow: *reflect.ValueError: reflect: call of reflect.Value.Grow on zero Value
// SetLen: *reflect.ValueError: reflect: call of reflect.Value.SetLen on zero Value
// Grow of array: *reflect.ValueError: reflect: call of reflect.Value.Grow on array Value
// false Comparable ok
// true Equal ok
// OverflowInt: *reflect.ValueError: reflect: call of reflect.Value.OverflowInt on zero Value
// Seq: *reflect.ValueError: reflect: call of reflect.Value.Type on zero Value
// Swapper: *reflect.ValueError: reflect: call of Swapper on int Value
// Swapper nil: *reflect.ValueError: reflect: call of Swapper on zero Value
// false Indirect ok
// MapIter: MapIter.Next called on an iterator that does not have an associated map Value
// MapIter Key: MapIter.Key called before Next
// UnsafePointer: *reflect.ValueError: reflect: call of reflect.Value.UnsafePointer on zero Value
// NumMethod: *reflect.ValueError: reflect: call of reflect.Value.NumMethod on zero Value
// MethodByName: *reflect.ValueError: reflect: call of reflect.Value.MethodByName on zero Value
// FieldByName: *reflect.ValueError: reflect: call of reflect.Value.FieldByName on zero Value
// <invalid Value> String ok
// Bytes: *reflect.ValueError: reflect: call of reflect.Value.Bytes on zero Value
// CanInterface: *reflect.ValueError: reflect: call of reflect.Value.CanInterface on zero Value
// SetIterKey: runtime.errorString: runtime error: invalid memory address or nil pointer dereference
// 1 [1 2 3] true
// 1 one true
// 1 false false [4 5 6]
// 1 "" false
// 1 1 true
// 1 <invalid reflect.Value> false Select ok
// Select two defaults: reflect.Select: multiple default cases
// Select no dir: reflect.Select: invalid Dir
// Select many: reflect.Select: too many cases (max 65536)
// Select of int: *reflect.ValueError: reflect: call of unknown method on int Value
// Select closed: runtime.plainError: send on closed channel
// Select wrong type: reflect.Select: value of type int is not assignable to type [3]int
// Select no value: reflect.Select: SendDir case missing Send value
