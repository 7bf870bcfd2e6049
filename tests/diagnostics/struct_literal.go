package main

type config struct {
	name    string
	verbose bool
}

func main() {
	_ = config{nme: "a"}
	_ = config{"a"}
	_ = config{name: "a", true}
	_ = config{"a", true, 1}
}
