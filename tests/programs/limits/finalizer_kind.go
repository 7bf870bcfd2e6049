// A finalizer that cannot take the object is a fatal error.
package main

import "runtime"

func main() {
	defer func() { recover() }()
	runtime.SetFinalizer(new([9]int), func(...*[9]int) {})
}

// Exit: 2
// Stderr:
// fatal error: runtime.SetFinalizer: cannot pass *[9]int to finalizer func(...*[9]int) because dotdotdot
// main.main()
