// A native that makes too much ends at the memory limit, also deep in a call.
package main

import "strings"

func big() string { return strings.Repeat("abc", 1<<33) }

func main() {
	defer func() { recover() }()
	println(len(big()))
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.big()
