package main

import "fmt"

// Programs see in which order calls, panics and assignments of one statement happen.

type P struct {
	x   []int
	arr [3]int
	q   *P
	n   int
	m   map[int]int
	e   any
}

var (
	trace      string
	sl         []int
	aa         [][]int
	z          int
	e          any
	ub         any = []int{1}
	np         *P
	nm, mi     map[int]int
	nma, ema   map[any]int
	ma         map[any]int
	g, x       int
	nine       = 9
	neg        = -1
	nilFunc    func(int) int
	arr        [3]int
	nilIface   interface{ M(int) int }
	boxedValue any = "text"
)

func f(n int) int { trace += fmt.Sprint("f", n, " "); sl = append(sl, 5); g += 10; return n }

func try(name string, body func()) {
	trace, sl, aa = "", []int{10, 11, 12}, [][]int{{1, 2}, {3, 4}}
	g, x, arr = 1, 0, [3]int{}
	nm, mi, nma, ema, ma = nil, map[int]int{1: 2}, nil, map[any]int{}, map[any]int{1: 2}
	defer func() {
		r := recover()
		if err, ok := r.(error); ok {
			r = err.Error()
		}
		fmt.Println(name, trace, r, sl, aa, g, x, arr, len(mi), len(ma), len(ema))
	}()
	body()
}

func two(a, b int) int { return a + b }

func results() (a, b int) {
	defer func() {
		recover()
		trace += fmt.Sprint("deferred ", a, b, " ")
	}()
	a = 3
	return 1 << neg, ma[ub]
}

func main() {
	try("quotient, call", func() { x = 1/z + f(1) })
	try("assertion, call", func() { x = e.(int) + f(1) })
	try("element, call", func() { x = sl[nine] + f(1) })
	try("array element, call", func() { x = arr[nine] + f(1) })
	try("slice, call", func() { x = len(sl[nine:]) + f(1) })
	try("row, call", func() { aa[nine][f(1)] = 2 })
	try("row of call, quotient", func() { aa[f(7)][0] = 1 / z })
	try("row of call, call", func() { aa[f(7)][f(1)] = f(5) })
	try("element, call as value", func() { sl[f(1)] = f(2) })
	try("nil field, call", func() { np.x[f(1)] = 2 })
	try("nil field, quotient", func() { np.n = 1 / z })
	try("nil array field, quotient", func() { np.arr[g] = 1 / z })
	try("shift as index, nil", func() { np.arr[1<<neg] = *np.q.e.(*int) })
	try("increment after call", func() { sl[f(1)]++ })
	try("shift after call", func() { sl[f(1)] <<= g })
	try("nil sum", func() { np.n += 1/z + f(2) })
	try("bounds in turn", func() { sl = sl[7%z : f(1) : f(2)] })
	try("literal in index", func() { arr[[]int{g, f(1)}[0]] = g })
	try("nil map", func() { nm[f(1)] = f(2) })
	try("nil map, quotient", func() { nm[f(1)] = 1 / z })
	try("nil map, unhashable", func() { nma[ub] = f(1) })
	try("nil map sum", func() { nma[ub] += f(1) })
	try("empty map sum", func() { ema[ub] += f(1) })
	try("map shift", func() { mi[7] <<= neg })
	try("map quotient", func() { mi[7] /= z })
	try("slow key", func() { ma[1/z] = sl[nine] })
	try("nil function", func() { nilFunc(sl[nine]) })
	try("nil interface", func() { nilIface.M(1 / z) })
	try("several", func() { x, sl[nine] = 5, f(1) })
	try("several, calls", func() { arr[0], arr[1], g = f(1), f(2), f(3) })
	try("several, quotient", func() { x, np.n = 7, 1/z })
	try("several elements", func() { sl[0], sl[nine], sl[1] = 1, 2, 3 })
	try("several, conversions", func() { e, x = 7%z, [4]int(sl)[1] })
	try("arguments", func() { two(sl[nine], f(1)) })
	try("results", func() { x, _ = results() })
	try("map literal", func() { x = len(map[int]int{1: sl[f(9)], 2: len(sl)}) })
	try("map literal value first", func() { x = len(map[int]int{np.n: 7 % z}) })
	five := 5
	try("map literal keys", func() { fmt.Print(map[int]string{five: "computed", 5: "constant", f(5): "called"}, " ") })
	try("concatenation", func() { trace += fmt.Sprint(f(1)) + boxedValue.(string)[nine:] })
}

// Output:
// quotient, call f1  runtime error: integer divide by zero [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// assertion, call  interface conversion: interface {} is nil, not int [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// element, call f1  runtime error: index out of range [9] with length 4 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// array element, call f1  runtime error: index out of range [9] with length 3 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// slice, call  runtime error: slice bounds out of range [9:3] [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// row, call f1  runtime error: index out of range [9] with length 2 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// row of call, quotient f7  runtime error: integer divide by zero [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// row of call, call f7 f1 f5  runtime error: index out of range [7] with length 2 [10 11 12 5 5 5] [[1 2] [3 4]] 31 0 [0 0 0] 1 1 0
// element, call as value f1 f2  <nil> [10 2 12 5 5] [[1 2] [3 4]] 21 0 [0 0 0] 1 1 0
// nil field, call f1  runtime error: invalid memory address or nil pointer dereference [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// nil field, quotient  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// nil array field, quotient  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// shift as index, nil  runtime error: negative shift amount [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// increment after call f1  <nil> [10 12 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// shift after call f1  <nil> [10 22528 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// nil sum f2  runtime error: invalid memory address or nil pointer dereference [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// bounds in turn  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// literal in index f1  runtime error: index out of range [11] with length 3 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// nil map f1 f2  assignment to entry in nil map [10 11 12 5 5] [[1 2] [3 4]] 21 0 [0 0 0] 1 1 0
// nil map, quotient f1  runtime error: integer divide by zero [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// nil map, unhashable f1  assignment to entry in nil map [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// nil map sum f1  assignment to entry in nil map [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// empty map sum f1  runtime error: hash of unhashable type []int [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// map shift  runtime error: negative shift amount [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 2 1 0
// map quotient  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// slow key  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// nil function  runtime error: index out of range [9] with length 3 [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// nil interface  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// several f1  runtime error: index out of range [9] with length 4 [10 11 12 5] [[1 2] [3 4]] 11 5 [0 0 0] 1 1 0
// several, calls f1 f2 f3  <nil> [10 11 12 5 5 5] [[1 2] [3 4]] 3 0 [1 2 0] 1 1 0
// several, quotient  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// several elements  runtime error: index out of range [9] with length 3 [1 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// several, conversions  runtime error: cannot convert slice with length 3 to array or pointer to array with length 4 [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// arguments f1  runtime error: index out of range [9] with length 4 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// results deferred 3 0  <nil> [10 11 12] [[1 2] [3 4]] 1 3 [0 0 0] 1 1 0
// map literal f9  runtime error: index out of range [9] with length 4 [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// map literal value first  runtime error: integer divide by zero [10 11 12] [[1 2] [3 4]] 1 0 [0 0 0] 1 1 0
// map[5:called] map literal keys f5  <nil> [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
// concatenation f1  runtime error: slice bounds out of range [9:4] [10 11 12 5] [[1 2] [3 4]] 11 0 [0 0 0] 1 1 0
