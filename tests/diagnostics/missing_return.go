package main

func sign(n int) string {
	if n < 0 {
		return "-"
	} else if n > 0 {
		return "+"
	}
}

func main() { println(sign(2)) }
