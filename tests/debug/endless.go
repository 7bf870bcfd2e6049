package main

func main() {
	n := 0
	for {
		n++
		n %= 1000
	}
}
