// A slice that grows without end ends at the memory limit.
package main

func main() {
	var s []int
	for {
		s = append(s, 1)
	}
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.main()
