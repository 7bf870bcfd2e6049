package main

import "fmt"

func main() {
	sum, step := 0, 1
	text := "start"
	for i := range 10 {
		sum += step
		if i == 7 {
			text = "late"
		}
	}
	fmt.Println(sum, text)
	fmt.Println("end")
}
