// The buffer of a channel counts for the memory limit.
package main

func main() {
	c := make(chan int, 1<<30)
	c <- 1
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// fatal error: out of memory: the limit is 64 MiB
// main.main()
