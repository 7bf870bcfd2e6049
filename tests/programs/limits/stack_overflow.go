// Endless recursion is a fatal error, not a crash.
package main

func f(n int) int { return f(n+1) + 1 }

func main() { f(0) }

// Exit: 2
// Stderr:
// goroutine stack exceeds 1000000000-byte limit
