package main

import "runtime/cgo"

func main() { cgo.NewHandle(1) }
