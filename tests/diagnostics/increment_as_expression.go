package main

func main() {
	i := 0
	j := i++
	k := i > 0 ? 1 : 2
	println(j, k)
}
