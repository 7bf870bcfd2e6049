package main

func main() {
	switch day := 3; day {
	case 1, 2:
	case 3, 1:
	default:
	default:
	}
}
