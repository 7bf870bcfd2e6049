package main

type user struct{ Name string }

func main() {
	var u user
	u.Nmae = "a"
}
