// The modules of a workspace are found without being required, each in its own language.
package main

import "example.com/lib"

func main() { lib.Loop("workspace") }

// Output:
// 3 3 3 WORKSPACE
