// An index of an unsigned type of 64 bits is shown as the number it is.
package main

import "fmt"

type board struct {
	cells []int
	bytes []byte
	rows  [][]int
	arr   [4]uint32
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func at(a []int, i uint) int { return a[i] }

func main() {
	u, up, v, small := uint64(1)<<63, uintptr(1<<63+5), uint(1<<64-2), uint32(1<<32-1)
	neg := -3
	a := []int{1, 2, 3}
	b := &board{cells: a, bytes: []byte("abc"), rows: [][]int{a, a}}
	s := "text"
	flags := []bool{true, false}
	f64 := []float64{1, 2}
	structs := []struct{ x, y, z, w int }{{}, {}}
	var arr [3]string
	empty := make([]struct{}, 2)
	try("load", func() { fmt.Println(a[u]) })
	try("load neg", func() { fmt.Println(a[neg]) })
	try("load small", func() { fmt.Println(a[small]) })
	try("load off", func() { fmt.Println(a[u+1]) })
	try("load int of it", func() { fmt.Println(a[int(u)]) })
	try("uint of int", func() { fmt.Println(a[uint(neg)]) })
	try("field", func() { fmt.Println(b.cells[v], b.bytes[v]) })
	try("field byte", func() { fmt.Println(b.bytes[v]) })
	try("row", func() { fmt.Println(b.rows[1][up]) })
	try("row row", func() { fmt.Println(b.rows[up][neg]) })
	try("row neg", func() { fmt.Println(b.rows[1][neg]) })
	try("array", func() { fmt.Println(b.arr[v]) })
	try("array store", func() { b.arr[v] = 2 })
	try("string", func() { fmt.Println(s[u]) })
	try("strings", func() { fmt.Println(arr[u]) })
	try("store", func() { a[u] = 1 })
	try("store field", func() { b.cells[u] = 1 })
	try("store byte", func() { b.bytes[u] = 1 })
	try("add", func() { a[v] += 4 })
	try("add f", func() { f64[v] += 4 })
	try("sub f", func() { f64[v] -= 4 })
	try("mul", func() { a[v] *= 4 })
	try("branch", func() {
		if flags[u] {
			fmt.Println("?")
		}
	})
	try("struct", func() { structs[u].z = 4 })
	try("struct load", func() { fmt.Println(structs[u]) })
	try("addr", func() { fmt.Println(&structs[u]) })
	try("no size", func() { empty[v] = struct{}{} })
	try("effect", func() { _ = a[v] })
	try("inlined", func() { fmt.Println(at(a, v)) })
	try("loop", func() {
		for i := uint(2); ; i-- {
			a[i]++
			fmt.Print(a[i], " ")
		}
	})
	try("slice lo", func() { fmt.Println(a[u:]) })
	try("slice lo neg", func() { fmt.Println(a[neg:]) })
	try("slice hi", func() { fmt.Println(a[:u]) })
	try("slice lo hi", func() { fmt.Println(a[u:2]) })
	try("slice neg hi", func() { fmt.Println(a[u:neg]) })
	try("slice max", func() { fmt.Println(a[0:1:v]) })
	try("slice max neg", func() { fmt.Println(a[0:1:neg]) })
	try("slice hi max", func() { fmt.Println(a[0:v:2]) })
	try("slice string", func() { fmt.Println(s[v:]) })
	try("slice array", func() { fmt.Println(b.arr[:v]) })
}

// Output:
// load runtime error: index out of range [9223372036854775808] with length 3
// load neg runtime error: index out of range [-3]
// load small runtime error: index out of range [4294967295] with length 3
// load off runtime error: index out of range [9223372036854775809] with length 3
// load int of it runtime error: index out of range [-9223372036854775808]
// uint of int runtime error: index out of range [18446744073709551613] with length 3
// field runtime error: index out of range [18446744073709551614] with length 3
// field byte runtime error: index out of range [18446744073709551614] with length 3
// row runtime error: index out of range [9223372036854775813] with length 3
// row row runtime error: index out of range [9223372036854775813] with length 2
// row neg runtime error: index out of range [-3]
// array runtime error: index out of range [18446744073709551614] with length 4
// array store runtime error: index out of range [18446744073709551614] with length 4
// string runtime error: index out of range [9223372036854775808] with length 4
// strings runtime error: index out of range [9223372036854775808] with length 3
// store runtime error: index out of range [9223372036854775808] with length 3
// store field runtime error: index out of range [9223372036854775808] with length 3
// store byte runtime error: index out of range [9223372036854775808] with length 3
// add runtime error: index out of range [18446744073709551614] with length 3
// add f runtime error: index out of range [18446744073709551614] with length 2
// sub f runtime error: index out of range [18446744073709551614] with length 2
// mul runtime error: index out of range [18446744073709551614] with length 3
// branch runtime error: index out of range [9223372036854775808] with length 2
// struct runtime error: index out of range [9223372036854775808] with length 2
// struct load runtime error: index out of range [9223372036854775808] with length 2
// addr runtime error: index out of range [9223372036854775808] with length 2
// no size runtime error: index out of range [18446744073709551614] with length 2
// effect runtime error: index out of range [18446744073709551614] with length 3
// inlined runtime error: index out of range [18446744073709551614] with length 3
// 4 3 2 loop runtime error: index out of range [18446744073709551615] with length 3
// slice lo runtime error: slice bounds out of range [9223372036854775808:3]
// slice lo neg runtime error: slice bounds out of range [-3:]
// slice hi runtime error: slice bounds out of range [:9223372036854775808] with capacity 3
// slice lo hi runtime error: slice bounds out of range [9223372036854775808:2]
// slice neg hi runtime error: slice bounds out of range [:-3]
// slice max runtime error: slice bounds out of range [::18446744073709551614] with capacity 3
// slice max neg runtime error: slice bounds out of range [::-3]
// slice hi max runtime error: slice bounds out of range [:18446744073709551614:2]
// slice string runtime error: slice bounds out of range [18446744073709551614:4]
// slice array runtime error: slice bounds out of range [:18446744073709551614] with length 4
