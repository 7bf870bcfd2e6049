package main

import (
	"fmt"
	"io"
)

type t struct{}

func (t) ReadByte() byte                             { return 0 }
func (t) WriteByte(c byte)                           {}
func (*t) ReadRune() (r rune, size int)              { return }
func (t) Scan(x fmt.ScanState, c byte) (n int)       { return }
func (t) Format(s fmt.State, c string)               {}
func (t) WriteTo(w io.Writer) error                  { return nil }
func (t) ReadFrom(r io.Reader, n int) (int64, error) { return 0, nil }
func (t) Seek(int64, int) error                      { return nil }
func (t) MarshalJSON() []byte                        { return nil }
func (t) Is(target int) bool                         { return false }
func (t) UnmarshalJSON(data []byte) error            { return nil }

type u struct{}

func (u) Scan(x int)                  {}
func (u) Format(x int)                {}
func (u) Seek(n int) int              { return n }
func (u) WriteTo(a, b int)            {}
func (u) ReadByte() (byte, error)     { return 0, nil }
func (u) ReadRune() (rune, int, error) { return 0, 0, nil }
func (u) GobEncode() ([]byte, error)  { return nil, nil }

func ReadByte() int { return 0 }

type e struct{}

func (e) Error() string      { return "" }
func (e) Is(target any) bool { return false }
func (e) As(target any) bool { return false }
func (e) Unwrap() any        { return nil }

type e2 struct{}

func (*e2) Error() string           { return "" }
func (*e2) Is(target error) bool    { return false }
func (*e2) As(a, b any) bool        { return false }
func (*e2) Unwrap() []error         { return nil }

type reader interface {
	ReadByte() byte
	UnreadRune()
	UnreadByte() error
}

// byte and uint8 are one type, which go vet prints as the source spells it.
type memory struct{ octet uint8 }

func (memory) ReadByte(at uint32) (byte, bool)   { return 0, false }
func (memory) WriteByte(at uint32, v byte) bool  { return false }
func (memory) MarshalJSON() ([]byte, uint8)      { return nil, 0 }
func (memory) ReadRune() (r rune, c int32, n int) { return 0, 0, 0 }

type named interface {
	ReadByte(at uint32) (b byte, ok bool)
	Seek(offset int64, whence int) (at int64)
}

func main() {}
