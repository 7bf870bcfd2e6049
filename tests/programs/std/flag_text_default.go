package main

import (
	"flag"
	"fmt"
	"math/big"
	"net/netip"
	"time"
)

// level can be read, but not printed: its default is copied nevertheless.
type level int

func (l *level) UnmarshalText(b []byte) error { *l = level(len(b)); return nil }
func (l level) MarshalText() ([]byte, error)  { return nil, fmt.Errorf("no text") }

func try(what string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(what+":", e)
		}
	}()
	f()
}

func main() {
	var l level
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	try("unprintable", func() { fs.TextVar(&l, "level", level(7), "") })
	fmt.Println(l, fs.Lookup("level").DefValue == "")
	var i big.Int
	try("pointer", func() { fs.TextVar(&i, "int", big.NewInt(12), "") })
	fmt.Println(fs.Lookup("int").DefValue)
	try("another type", func() { fs.TextVar(&i, "addr", netip.MustParseAddr("1.2.3.4"), "") })
	try("another pointer", func() { fs.TextVar(&i, "float", big.NewFloat(5), "") })
	now := time.Now()
	var t time.Time
	try("time", func() { fs.TextVar(&t, "time", now, "") })
	fmt.Println(t == now)
	fmt.Println(fs.Parse([]string{"-level=abc", "-int", "99"}), l, &i)
}

// Output:
// 7 true
// 12
// another type: default type does not match variable type: netip.Addr != big.Int
// another pointer: default type does not match variable type: big.Float != big.Int
// true
// <nil> 3 99
