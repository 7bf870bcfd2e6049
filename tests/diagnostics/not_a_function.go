package main

type user struct{ name string }

func main() {
	u := user{"ann"}
	println(u.name())
	println(len)
}
