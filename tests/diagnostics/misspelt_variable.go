package main

func main() {
	count := 1
	println(cuont)
	_ = count
}
