package main

import (
	"encoding/base64"
	"fmt"
	"hash/maphash"
	"io/fs"
	"log"
	"math"
	"math/cmplx"
	"net"
	"os"
	"reflect"
	"strings"
)

type myByte byte

type myRune rune

func try(name string, f func()) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Println(name, "panic:", x)
		}
	}()
	fmt.Print(name, ": ")
	f()
}

func numbers() {
	fmt.Println(cmplx.Tan(complex(1.89e69, 0)), cmplx.Tan(complex(2.037035976334486e+90, 0)))
	fmt.Println(cmplx.Pow(0, cmplx.NaN()), cmplx.Pow(0, complex(-1, 0)), cmplx.Pow(0, complex(0, 3)), cmplx.Pow(0, 0))
	fmt.Println(cmplx.Cosh(complex(math.NaN(), math.Copysign(0, -1))), cmplx.Cosh(complex(math.NaN(), 0)))
}

func reflection() {
	minus := math.Copysign(0, -1)
	fmt.Println(reflect.ValueOf(minus).IsZero(), reflect.ValueOf(complex(0, minus)).IsZero(), reflect.ValueOf([1]float64{minus}).IsZero())
	fmt.Println(reflect.ValueOf("abc").Convert(reflect.TypeOf([]myByte{})), reflect.ValueOf([]myByte("xyz")).Convert(reflect.TypeOf("")))
	fmt.Println(reflect.TypeOf((*interface{ a(); B() })(nil)).Elem())
	fmt.Println(reflect.ValueOf("aé").Convert(reflect.TypeOf([]myRune{})), reflect.ValueOf([]myRune("é")).Convert(reflect.TypeOf("")))
}

func links() {
	dir, err := os.MkdirTemp("", "links")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	os.Mkdir(dir+"/a", 0o755)
	os.Symlink("target", dir+"/a/l")
	sub, err := fs.Sub(os.DirFS(dir), "a")
	link, err2 := fs.ReadLink(sub, "l")
	_, is := sub.(fs.ReadLinkFS)
	fmt.Println(err, link, err2, is)
	info, err := fs.Lstat(sub, "l")
	fmt.Println(info.Mode(), err)
}

func logged() {
	fmt.Println("lines")
	l := log.New(os.Stdout, "\n", 0)
	l.Print("a")
	l.SetPrefix("p\n")
	l.Print("")
	l.Print("c\n")
}

func addresses() {
	for _, s := range []string{"0123.4567.89AB", "0123.4567.89AB.cdef", "01-23-45-67-89-ab-cd-ef", "0123.4567.89A", "01.02.03.04.05.06"} {
		fmt.Println(net.ParseMAC(s))
	}
}

func main() {
	try("numbers", numbers)
	try("reflection", reflection)
	try("links", links)
	try("log", logged)
	try("addresses", addresses)
	try("base64", func() {
		d := base64.NewDecoder(base64.StdEncoding, strings.NewReader(""))
		var b [4]byte
		fmt.Println(d.Read(b[:]))
		fmt.Println(d.Read(b[:0]))
	})
	try("maphash", func() { maphash.Comparable(maphash.MakeSeed(), any([]byte("x"))) })
}

// Output:
// numbers: (0.38732964541714393+0i) (4.609012876778109+0i)
// (NaN+NaNi) (+Inf+0i) (1+0i) (1+0i)
// (NaN-0i) (NaN+0i)
// reflection: true true true
// [97 98 99] xyz
// interface { B(); main.a() }
// [97 233] é
// links: <nil> target <nil> true
// Lrwxrwxrwx <nil>
// log: lines
//
// a
// p
// p
// c
// addresses: 01:23:45:67:89:ab <nil>
// 01:23:45:67:89:ab:cd:ef <nil>
// 01:23:45:67:89:ab:cd:ef <nil>
//  address 0123.4567.89A: invalid MAC address
//  address 01.02.03.04.05.06: invalid MAC address
// base64: 0 EOF
// 0 EOF
// maphash: maphash panic: runtime error: hash of unhashable type []uint8
