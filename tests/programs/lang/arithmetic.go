// Integer arithmetic wraps, shifts saturate, division truncates toward zero.
package main

import "fmt"

func main() {
	var i8 int8 = 127
	i8++
	var u8 uint8 = 0
	u8--
	var i16 int16 = -32768
	i16--
	var u16 uint16 = 65535
	u16 += 2
	var i32 int32 = 2147483647
	i32 += 10
	var u32 uint32 = 1 << 31
	u32 *= 2
	var i64 int64 = -9223372036854775808
	i64 = -i64
	fmt.Println(i8, u8, i16, u16, i32, u32, i64)

	a, b := -7, 2
	fmt.Println(a/b, a%b, -a/b, -a%b, a/-b, a%-b)
	var m int8 = -128
	n := int8(-1)
	fmt.Println(m/n, m%n)

	s := uint(70)
	fmt.Println(1<<s == 0, -1>>s, uint32(1)<<31>>s, int8(-128)>>s)
	var x uint8 = 200
	fmt.Println(x<<1, x>>1, ^x, x&^0xf, x|0xf, x^0xff)

	f := 1e100
	fmt.Println(f/3, -f, float32(f/1e90), 0.1+0.2)
	var z float64
	fmt.Println(1/z, -1/z, z/z == z/z)
	c := complex(1, 2)
	fmt.Println(c*c, c/complex(0, 1), real(c), imag(c), c == complex(1, 2))
	fmt.Println(int64(f/1e100*3.99), int(-f/1e100*3.99), uint8(int(300)&0xff), float32(16777217))
}

// Output:
// -128 255 32767 1 -2147483639 0 -9223372036854775808
// -3 -1 3 1 3 -1
// -128 0
// true -1 0 -1
// 144 100 55 192 207 55
// 3.333333333333333e+99 -1e+100 1e+10 0.3
// +Inf -Inf false
// (-3+4i) (2-1i) 1 2 true
// 3 -3 44 1.6777216e+07
