package main

import "fmt"

func main() {
	name, count := "tea", 3
	fmt.Printf("%s: %d\n", count, name)
	fmt.Println(
		name,
		"%d items",
	)
	fmt.Printf(name)
}
