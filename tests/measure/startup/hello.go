// The smallest program that prints.
package main

import "fmt"

func main() { fmt.Println("hello") }
