package main

func main() {
	if true {
		break
	}
outer:
	for {
		for {
			continue outr
		}
	}
}
