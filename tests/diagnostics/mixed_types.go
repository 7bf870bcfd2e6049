package main

import "fmt"

func main() {
	n := 3
	price := 9.5
	fmt.Println(n * price)
}
