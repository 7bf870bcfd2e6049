// Every channel type whose elements are too large is reported.
package main

type large [1 << 17]byte

var c chan [2 << 16]byte // ERROR "channel element type too large (>64kB)"

var d chan large // ERROR "channel element type too large (>64kB)"

func main() {}
