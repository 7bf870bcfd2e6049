package main

func main() {
	total = 5
	println(total)
}
