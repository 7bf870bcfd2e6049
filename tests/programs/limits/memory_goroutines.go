// Goroutines count for the memory limit.
package main

func main() {
	for {
		go func() { select {} }()
	}
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.main()
