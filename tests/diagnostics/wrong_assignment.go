package main

import "fmt"

func main() {
	age := 30
	age = "thirty"
	fmt.Println(age)
}
