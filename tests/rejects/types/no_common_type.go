// Type parameters whose types have nothing in common.
package p

func r1[T any](x T) {
	for range x { // ERROR "cannot range over x (variable of type T constrained by any): no specific type"
	}
}
func r2[T []int | string](x T) {
	for range x { // ERROR "cannot range over x (variable of type T constrained by []int | string): []int and string have different underlying types"
	}
}
func r3[T int | string](x T) {
	for i := range x { // ERROR "cannot range over x (variable of type T constrained by int | string): int and string have different underlying types"
		_ = i
	}
}
func i1[T []int | map[string]int](x T) {
	_ = x[0] // ERROR "cannot index x (variable of type T constrained by []int | map[string]int)"
}
func s1[T []int | [3]int](x T) {
	_ = x[1:] // ERROR "cannot slice x (variable of type T constrained by []int | [3]int): []int and [3]int have different underlying types"
}
func c1[T func() | func(int)](x T) {
	x() // ERROR "invalid operation: cannot call x (variable of type T constrained by func() | func(int)): func() and func(int) have different underlying types"
}
func m1[T chan int | chan string](x T) {
	<-x // ERROR "invalid operation: cannot receive from x (variable of type T constrained by chan int | chan string): channels chan int and chan string have different element types"
}
func mk[T []int | map[int]int](x T) {
	_ = make(T, 1) // ERROR "invalid argument: cannot make T: []int and map[int]int have different underlying types"
}

type Inst[T any] struct{ f *Inst[Inst[T]] }

func rec[T any](x T) { rec[*T](nil) }

func l1[T any](x T) { _ = len(x) } // ERROR "invalid argument: x (variable of type T constrained by any) for built-in len"
func a1[T any](x T) { _ = append(x, 1) } // ERROR "invalid append: argument must be a slice; have x (variable of type T constrained by any)"
func q1[T struct{ a int } | struct{ b int }](x T) { _ = x.a } // ERROR "x.a undefined (type T has no field or method a)"
func lit[T []int | map[int]int]() { _ = T{} } // ERROR "invalid composite literal type T (no common underlying type)"
