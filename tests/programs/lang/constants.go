// Constants are exact until they get a type; iota counts.
package main

import (
	"fmt"
	"math"
)

type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
	_
	Thursday
)

func (d Weekday) String() string { return [...]string{"Su", "Mo", "Tu", "We", "Th"}[d] }

const (
	KB = 1 << (10 * (iota + 1))
	MB
	GB
)
const (
	a, b = iota, iota * 10
	c, d
)
const huge = 1 << 100
const third = 1.0 / 3
const str = "con" + "cat"
const big = huge*huge/huge>>98 + len(str)

func main() {
	fmt.Println(Sunday, Monday, Thursday, KB, MB, GB, a, b, c, d)
	fmt.Println(huge>>98, third*3 == 1, big, math.MaxUint64/3, 'a'+1, 'a' < 'b', "x" < "y")
	var f float32 = third
	var u8 uint8 = 'x'
	var r = 'x'
	var cx complex64 = 1 + 2i
	fmt.Println(f, u8, r, cx, 7/2, 7/2.0, -7%3, 1<<3|1, 0x1p-2, 0b101, 0o17, 1_000_000)
	fmt.Printf("%T %T %T %T %T\n", 1, 1.0, 'a', 1i, "s")
	const x = 5
	var arr [x * 2]int
	var s uint = 3
	var sh int64 = 1 << s
	var fl = float64(1 << 3)
	fmt.Println(len(arr), sh, fl, math.Pi, math.MaxInt64, uint64(math.MaxUint64))
	fmt.Println(real(2+3i), imag(2+3i), len("héllo"), 5.0/2, 5/2*2.0)
	var i interface{} = 1 << 3
	fmt.Printf("%T %v\n", i, i)
}

// Output:
// Su Mo Th 1024 1048576 1073741824 0 0 1 10
// 4 true 10 6148914691236517205 98 true true
// 0.33333334 120 120 (1+2i) 3 3.5 -1 9 0.25 5 15 1000000
// int float64 int32 complex128 string
// 10 8 8 3.141592653589793 9223372036854775807 18446744073709551615
// 2 3 6 2.5 4
// int 8
