// os.Exit gives its number to whoever started the program and runs no deferred calls.
package main

import "os"

func main() {
	defer println("never")
	os.Exit(42)
}

// Exit: 42
