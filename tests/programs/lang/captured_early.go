// A function that returns early or reads what it has captured: the quick way through it ends there.
package main

import "fmt"

func plainBytes() (plain [256]byte) {
	add := func(bytes string, parts byte) {
		for i := range len(bytes) {
			plain[bytes[i]] |= parts
		}
	}
	add("abc", 0xff)
	add("$&+", 1)
	return plain
}

var p = plainBytes()

func main() { fmt.Println(p['a'], p['$'], p['x']) }

// Output:
// 255 1 0
