// A package of a module that a replace line names needs other parts of the library than the program itself, and is written in the language
// of its own go.mod.
package main

import "example.com/lib"

func main() { lib.Loop("replaced") }

// Output:
// 3 3 3 REPLACED
