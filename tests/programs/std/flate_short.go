package main

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
)

func main() {
	for _, level := range []int{-1, 0, 1, 5, 6} {
		for _, n := range []int{0, 1, 13, 32} {
			var b bytes.Buffer
			w, _ := flate.NewWriter(&b, level)
			io.WriteString(w, strings.Repeat("hello, world\n", 3)[:n])
			w.Flush()
			io.WriteString(w, "again")
			w.Close()
			fmt.Printf("%x\n", b.Bytes())
			got, err := io.ReadAll(flate.NewReader(&b))
			fmt.Printf("%q %v\n", got, err)
		}
	}
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte("hello, world\n"))
	w.Close()
	fmt.Println(b.Bytes())
}

// Output:
// 000000ffff000500faff616761696e0300
// "again" <nil>
// 000100feff68000000ffff000500faff616761696e0300
// "hagain" <nil>
// 000d00f2ff68656c6c6f2c20776f726c640a000000ffff000500faff616761696e0300
// "hello, world\nagain" <nil>
// 002000dfff68656c6c6f2c20776f726c640a68656c6c6f2c20776f726c640a68656c6c6f2c000000ffff000500faff616761696e0300
// "hello, world\nhello, world\nhello,again" <nil>
// 000000ffff000500faff616761696e0300
// "again" <nil>
// 000100feff68000000ffff000500faff616761696e0300
// "hagain" <nil>
// 000d00f2ff68656c6c6f2c20776f726c640a000000ffff000500faff616761696e0300
// "hello, world\nagain" <nil>
// 002000dfff68656c6c6f2c20776f726c640a68656c6c6f2c20776f726c640a68656c6c6f2c000000ffff000500faff616761696e0300
// "hello, world\nhello, world\nhello,again" <nil>
// 000000ffff000500faff616761696e0300
// "again" <nil>
// 000100feff68000000ffff000500faff616761696e0300
// "hagain" <nil>
// 000d00f2ff68656c6c6f2c20776f726c640a000000ffff000500faff616761696e0300
// "hello, world\nagain" <nil>
// 002000dfff68656c6c6f2c20776f726c640a68656c6c6f2c20776f726c640a68656c6c6f2c000000ffff000500faff616761696e0300
// "hello, world\nhello, world\nhello,again" <nil>
// 000000ffff000500faff616761696e0300
// "again" <nil>
// 000100feff68000000ffff000500faff616761696e0300
// "hagain" <nil>
// 000d00f2ff68656c6c6f2c20776f726c640a000000ffff000500faff616761696e0300
// "hello, world\nagain" <nil>
// 002000dfff68656c6c6f2c20776f726c640a68656c6c6f2c20776f726c640a68656c6c6f2c000000ffff000500faff616761696e0300
// "hello, world\nhello, world\nhello,again" <nil>
// 000000ffff000500faff616761696e0300
// "again" <nil>
// 000100feff68000000ffff000500faff616761696e0300
// "hagain" <nil>
// 000d00f2ff68656c6c6f2c20776f726c640a000000ffff000500faff616761696e0300
// "hello, world\nagain" <nil>
// 002000dfff68656c6c6f2c20776f726c640a68656c6c6f2c20776f726c640a68656c6c6f2c000000ffff000500faff616761696e0300
// "hello, world\nhello, world\nhello,again" <nil>
// [120 156 0 13 0 242 255 104 101 108 108 111 44 32 119 111 114 108 100 10 3 0 33 231 4 147]
