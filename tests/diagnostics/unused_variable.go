package main

func main() {
	total := 0
	for i := range 3 {
		total = total + i
	}
	count := 1
}
