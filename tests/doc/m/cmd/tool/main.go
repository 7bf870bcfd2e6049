// Tool is a command.
//
// Usage:
//
//	tool [flags]
package main

// Exported is exported by a command.
func Exported() {}

func main() {}
