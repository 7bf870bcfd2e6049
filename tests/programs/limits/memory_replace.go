// What a native makes first elsewhere is asked for before.
package main

import "strings"

func main() {
	s := strings.Repeat("a", 1<<20)
	println(len(strings.ReplaceAll(s, "a", s)))
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.main()
