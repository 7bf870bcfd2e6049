// A shift by a negative count that is constant in an instance of a generic function panics.
package main

import "fmt"

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func g[T int8 | int16 | int32 | int64](out *[]T) {
	try("conv", func() { *out = append(*out, T(100)<<T(-100)) })
	try("conv2", func() { *out = append(*out, T(100)>>T(-100)) })
	try("conv3", func() { x := T(1); _ = x << T(-1) })
	try("conv4", func() { x := T(1); x <<= T(-1); *out = append(*out, x) })
	try("conv5", func() { _ = T(1) << T(-1) })
	try("conv6", func() { *out = append(*out, 1<<T(-1)) })
	try("conv7", func() { var k T = -1; *out = append(*out, 1<<k) })
	try("uint", func() { *out = append(*out, T(1)<<uint8(T(100))) })
}

func main() {
	var a []int8
	g(&a)
	fmt.Println(a)
	var b []int64
	g(&b)
	fmt.Println(b)
	var o []int16
	k := int16(-32767)
	try("var", func() { o = append(o, 1<<k) })
	try("var dead", func() { _ = 1 << k })
	try("var dead x", func() { x := 1; y := x << k; _ = y })
}

// Output:
// conv runtime error: negative shift amount
// conv2 runtime error: negative shift amount
// conv3 runtime error: negative shift amount
// conv4 runtime error: negative shift amount
// conv5 runtime error: negative shift amount
// conv6 runtime error: negative shift amount
// conv7 runtime error: negative shift amount
// uint <nil>
// [0]
// conv runtime error: negative shift amount
// conv2 runtime error: negative shift amount
// conv3 runtime error: negative shift amount
// conv4 runtime error: negative shift amount
// conv5 runtime error: negative shift amount
// conv6 runtime error: negative shift amount
// conv7 runtime error: negative shift amount
// uint <nil>
// [0]
// var runtime error: negative shift amount
// var dead runtime error: negative shift amount
// var dead x runtime error: negative shift amount
