package main

import "fmt"

func main() { fmt.Prinln("a") }
