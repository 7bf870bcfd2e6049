// Deep recursion ends at the memory limit, before Go's limit of a stack.
package main

func f(n int) int { return f(n+1) + 1 }

func main() { f(0) }

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.f(
