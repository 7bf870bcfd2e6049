// debug.SetMaxStack limits every goroutine's stack.
package main

import "runtime/debug"

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func main() {
	println(debug.SetMaxStack(1 << 20))
	println(deep(1000))
	println(deep(10_000_000))
}

// Exit: 2
// Stderr:
// 1000000000
// 1000
// runtime: goroutine stack exceeds 1048576-byte limit
// fatal error: stack overflow
// main.deep(
