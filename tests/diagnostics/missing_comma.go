package main

func main() {
	x := []int{
		1,
		2
	}
	println(x)
}
