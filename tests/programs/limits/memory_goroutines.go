// Goroutines count for the memory limit. (Which thread meets it is open: one that makes room for stacks stands in no goroutine.)
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
