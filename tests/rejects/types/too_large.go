// Every type that is too large is reported.
package main

type V [1 << 50]byte // ERROR "type [1125899906842624]byte larger than address space"

var x [1 << 50]byte // ERROR "type [1125899906842624]byte larger than address space"

func main() {}
