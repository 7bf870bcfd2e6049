package main

import "fmt"

func name() string { return "tool" }

func main() { fmt.Println(name()) }
