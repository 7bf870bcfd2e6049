// Packages encoding/ascii85, go/version and structs.
package main

import (
	"bytes"
	"encoding/ascii85"
	"fmt"
	"go/version"
	"io"
	"reflect"
	"strings"
	"structs"
)

func main() {
	t := reflect.TypeOf(structs.HostLayout{})
	fmt.Println(t.NumField(), t.Size())
	for i := range t.NumField() {
		fmt.Println(t.Field(i))
	}
	d := func(s string, n int, fl bool) {
		b := make([]byte, n)
		x, y, e := ascii85.Decode(b, []byte(s), fl)
		fmt.Printf("%q %d %v: %d %d %v %x %T\n", s, n, fl, x, y, e, b, e)
	}
	for _, s := range []string{"", "z", "zz", "!", "!!", "!!z", "ab~cd", "abcdev", "abcde~", "abcdef", " ab c\nd e", "uuuuu", "s8W-!", "s8W-\"", "z!", "u", "uu", "uuu", "uuuu", "zzz~", "abcdea", "y"} {
		for _, n := range []int{3, 8} {
			d(s, n, false)
			d(s, n, true)
		}
	}
	for _, s := range []string{"", "a", "ab", "abc", "abcd", "abcde", "\x00", "\x00\x00\x00\x00", "\x00\x00\x00\x00\x00\x00\x00"} {
		b := make([]byte, 20)
		n := ascii85.Encode(b, []byte(s))
		fmt.Printf("%q %d %q\n", s, ascii85.MaxEncodedLen(len(s)), b[:n])
	}
	for _, v := range []string{"go1.21", "go1", "go1.0", "go1.21rc2", "go1.21.0", "go1.21.2", "go1.21-custom", "go1.21.2-bigcorp", "go1.21rc1-x", "1.21", "go", "go2", "go1.", "go1.2.", "go1.02", "go1.21alpha1", "go1.21beta2", "go1.21.1rc2", "go1.21rc", "go1.21rc01", "go1.21x1", "go1.21 x", "go1.21+x", "go1.99999999999999999999999999", "go1.9", "go1.10", "go0", "go00", "go1.2.3.4", "go1.2rc1.3", "go1-x", "go1rc1", "go1.21-", "go1.21.0-", "go 1", "go1.18pre1", "go1.20.0", "go1.20", "go1.20rc1", "go1.19.0"} {
		fmt.Print(v, " ", version.IsValid(v), " ", version.Lang(v), " ")
		for _, w := range []string{"go1.21", "go1.20", "go1", "go1.9", "bad", "go1.21.0", "go1.21rc1", "go1.21.0-x", "go1.20.0"} {
			fmt.Print(version.Compare(v, w), " ")
		}
		fmt.Println()
	}
	r := ascii85.NewDecoder(strings.NewReader("abcde~fgh"))
	x, e := io.ReadAll(r)
	fmt.Printf("%x %v\n", x, e)
	r = ascii85.NewDecoder(strings.NewReader("abcdef"))
	x, e = io.ReadAll(r)
	fmt.Printf("%x %v\n", x, e)
	var bb bytes.Buffer
	w := ascii85.NewEncoder(&bb)
	w.Write([]byte("hello"))
	fmt.Println(bb.String())
	fmt.Println(w.Close(), bb.String())
	fmt.Println(w.Close(), bb.String())
	n, e := w.Write([]byte("abcdef"))
	fmt.Println(n, e, bb.String())
}

// Output:
// 1 0
// {_ structs structs.hostLayout  0 [0] false}
// "" 3 false: 0 0 <nil> 000000 <nil>
// "" 3 true: 0 0 <nil> 000000 <nil>
// "" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "" 8 true: 0 0 <nil> 0000000000000000 <nil>
// "z" 3 false: 0 0 <nil> 000000 <nil>
// "z" 3 true: 0 0 <nil> 000000 <nil>
// "z" 8 false: 4 1 <nil> 0000000000000000 <nil>
// "z" 8 true: 4 1 <nil> 0000000000000000 <nil>
// "zz" 3 false: 0 0 <nil> 000000 <nil>
// "zz" 3 true: 0 0 <nil> 000000 <nil>
// "zz" 8 false: 8 2 <nil> 0000000000000000 <nil>
// "zz" 8 true: 8 2 <nil> 0000000000000000 <nil>
// "!" 3 false: 0 0 <nil> 000000 <nil>
// "!" 3 true: 0 0 <nil> 000000 <nil>
// "!" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "!" 8 true: 0 0 illegal ascii85 data at input byte 1 0000000000000000 ascii85.CorruptInputError
// "!!" 3 false: 0 0 <nil> 000000 <nil>
// "!!" 3 true: 0 0 <nil> 000000 <nil>
// "!!" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "!!" 8 true: 1 2 <nil> 0000000000000000 <nil>
// "!!z" 3 false: 0 0 <nil> 000000 <nil>
// "!!z" 3 true: 0 0 <nil> 000000 <nil>
// "!!z" 8 false: 0 0 illegal ascii85 data at input byte 2 0000000000000000 ascii85.CorruptInputError
// "!!z" 8 true: 0 0 illegal ascii85 data at input byte 2 0000000000000000 ascii85.CorruptInputError
// "ab~cd" 3 false: 0 0 <nil> 000000 <nil>
// "ab~cd" 3 true: 0 0 <nil> 000000 <nil>
// "ab~cd" 8 false: 0 0 illegal ascii85 data at input byte 2 0000000000000000 ascii85.CorruptInputError
// "ab~cd" 8 true: 0 0 illegal ascii85 data at input byte 2 0000000000000000 ascii85.CorruptInputError
// "abcdev" 3 false: 0 0 <nil> 000000 <nil>
// "abcdev" 3 true: 0 0 <nil> 000000 <nil>
// "abcdev" 8 false: 0 0 illegal ascii85 data at input byte 5 c989a3a200000000 ascii85.CorruptInputError
// "abcdev" 8 true: 0 0 illegal ascii85 data at input byte 5 c989a3a200000000 ascii85.CorruptInputError
// "abcde~" 3 false: 0 0 <nil> 000000 <nil>
// "abcde~" 3 true: 0 0 <nil> 000000 <nil>
// "abcde~" 8 false: 0 0 illegal ascii85 data at input byte 5 c989a3a200000000 ascii85.CorruptInputError
// "abcde~" 8 true: 0 0 illegal ascii85 data at input byte 5 c989a3a200000000 ascii85.CorruptInputError
// "abcdef" 3 false: 0 0 <nil> 000000 <nil>
// "abcdef" 3 true: 0 0 <nil> 000000 <nil>
// "abcdef" 8 false: 4 5 <nil> c989a3a200000000 <nil>
// "abcdef" 8 true: 0 0 illegal ascii85 data at input byte 6 c989a3a200000000 ascii85.CorruptInputError
// " ab c\nd e" 3 false: 0 0 <nil> 000000 <nil>
// " ab c\nd e" 3 true: 0 0 <nil> 000000 <nil>
// " ab c\nd e" 8 false: 4 9 <nil> c989a3a200000000 <nil>
// " ab c\nd e" 8 true: 4 9 <nil> c989a3a200000000 <nil>
// "uuuuu" 3 false: 0 0 <nil> 000000 <nil>
// "uuuuu" 3 true: 0 0 <nil> 000000 <nil>
// "uuuuu" 8 false: 4 5 <nil> 08780ec400000000 <nil>
// "uuuuu" 8 true: 4 5 <nil> 08780ec400000000 <nil>
// "s8W-!" 3 false: 0 0 <nil> 000000 <nil>
// "s8W-!" 3 true: 0 0 <nil> 000000 <nil>
// "s8W-!" 8 false: 4 5 <nil> ffffffff00000000 <nil>
// "s8W-!" 8 true: 4 5 <nil> ffffffff00000000 <nil>
// "s8W-\"" 3 false: 0 0 <nil> 000000 <nil>
// "s8W-\"" 3 true: 0 0 <nil> 000000 <nil>
// "s8W-\"" 8 false: 4 5 <nil> 0000000000000000 <nil>
// "s8W-\"" 8 true: 4 5 <nil> 0000000000000000 <nil>
// "z!" 3 false: 0 0 <nil> 000000 <nil>
// "z!" 3 true: 0 0 <nil> 000000 <nil>
// "z!" 8 false: 4 1 <nil> 0000000000000000 <nil>
// "z!" 8 true: 0 0 illegal ascii85 data at input byte 2 0000000000000000 ascii85.CorruptInputError
// "u" 3 false: 0 0 <nil> 000000 <nil>
// "u" 3 true: 0 0 <nil> 000000 <nil>
// "u" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "u" 8 true: 0 0 illegal ascii85 data at input byte 1 0000000000000000 ascii85.CorruptInputError
// "uu" 3 false: 0 0 <nil> 000000 <nil>
// "uu" 3 true: 0 0 <nil> 000000 <nil>
// "uu" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "uu" 8 true: 1 2 <nil> 0800000000000000 <nil>
// "uuu" 3 false: 0 0 <nil> 000000 <nil>
// "uuu" 3 true: 0 0 <nil> 000000 <nil>
// "uuu" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "uuu" 8 true: 2 3 <nil> 0878000000000000 <nil>
// "uuuu" 3 false: 0 0 <nil> 000000 <nil>
// "uuuu" 3 true: 0 0 <nil> 000000 <nil>
// "uuuu" 8 false: 0 0 <nil> 0000000000000000 <nil>
// "uuuu" 8 true: 3 4 <nil> 08780e0000000000 <nil>
// "zzz~" 3 false: 0 0 <nil> 000000 <nil>
// "zzz~" 3 true: 0 0 <nil> 000000 <nil>
// "zzz~" 8 false: 8 2 <nil> 0000000000000000 <nil>
// "zzz~" 8 true: 8 2 <nil> 0000000000000000 <nil>
// "abcdea" 3 false: 0 0 <nil> 000000 <nil>
// "abcdea" 3 true: 0 0 <nil> 000000 <nil>
// "abcdea" 8 false: 4 5 <nil> c989a3a200000000 <nil>
// "abcdea" 8 true: 0 0 illegal ascii85 data at input byte 6 c989a3a200000000 ascii85.CorruptInputError
// "y" 3 false: 0 0 <nil> 000000 <nil>
// "y" 3 true: 0 0 <nil> 000000 <nil>
// "y" 8 false: 0 0 illegal ascii85 data at input byte 0 0000000000000000 ascii85.CorruptInputError
// "y" 8 true: 0 0 illegal ascii85 data at input byte 0 0000000000000000 ascii85.CorruptInputError
// "" 0 ""
// "a" 5 "@/"
// "ab" 5 "@:B"
// "abc" 5 "@:E^"
// "abcd" 5 "@:E_W"
// "abcde" 10 "@:E_WAH"
// "\x00" 5 "!!"
// "\x00\x00\x00\x00" 5 "z"
// "\x00\x00\x00\x00\x00\x00\x00" 10 "z!!!!"
// go1.21 true go1.21 0 1 1 1 1 -1 -1 -1 1
// go1 true go1 -1 -1 0 -1 1 -1 -1 -1 -1
// go1.0 true go1 -1 -1 0 -1 1 -1 -1 -1 -1
// go1.21rc2 true go1.21 1 1 1 1 1 -1 1 -1 1
// go1.21.0 true go1.21 1 1 1 1 1 0 1 0 1
// go1.21.2 true go1.21 1 1 1 1 1 1 1 1 1
// go1.21-custom true go1.21 0 1 1 1 1 -1 -1 -1 1
// go1.21.2-bigcorp true go1.21 1 1 1 1 1 1 1 1 1
// go1.21rc1-x true go1.21 1 1 1 1 1 -1 0 -1 1
// 1.21 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go2 true go2.0 1 1 1 1 1 1 1 1 1
// go1. false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.2. false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.02 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.21alpha1 true go1.21 1 1 1 1 1 -1 -1 -1 1
// go1.21beta2 true go1.21 1 1 1 1 1 -1 -1 -1 1
// go1.21.1rc2 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.21rc true go1.21 1 1 1 1 1 -1 -1 -1 1
// go1.21rc01 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.21x1 true go1.21 1 1 1 1 1 -1 1 -1 1
// go1.21 x false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.21+x false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.99999999999999999999999999 true go1.99999999999999999999999999 1 1 1 1 1 1 1 1 1
// go1.9 true go1.9 -1 -1 1 0 1 -1 -1 -1 -1
// go1.10 true go1.10 -1 -1 1 1 1 -1 -1 -1 -1
// go0 true go0.0 -1 -1 -1 -1 1 -1 -1 -1 -1
// go00 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.2.3.4 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.2rc1.3 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1-x true go1 -1 -1 0 -1 1 -1 -1 -1 -1
// go1rc1 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.21- true go1.21 0 1 1 1 1 -1 -1 -1 1
// go1.21.0- true go1.21 1 1 1 1 1 0 1 0 1
// go 1 false  -1 -1 -1 -1 0 -1 -1 -1 -1
// go1.18pre1 true go1.18 -1 -1 1 1 1 -1 -1 -1 -1
// go1.20.0 true go1.20 -1 0 1 1 1 -1 -1 -1 0
// go1.20 true go1.20 -1 0 1 1 1 -1 -1 -1 0
// go1.20rc1 true go1.20 -1 -1 1 1 1 -1 -1 -1 -1
// go1.19.0 true go1.19 -1 -1 1 1 1 -1 -1 -1 -1
//  illegal ascii85 data at input byte 5
// c989a3a2 illegal ascii85 data at input byte 1
// BOu!r
// <nil> BOu!rDZ
// <nil> BOu!rDZ
// 6 <nil> BOu!rDZ@:E_W
