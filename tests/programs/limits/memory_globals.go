// Package-level variables count for the limit, touched or not.
package main

var a [400 << 20]byte

func main() {
	for i := 0; i < len(a); i += 4096 {
		a[i] = 1
	}
	println(len(a))
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// runtime: out of memory: package-level variables take 419430416 bytes
// fatal error: out of memory: the limit is 64 MiB
