package main

func repeat(text string, times int) {}

func main() {
	repeat(3, "ab")
	repeat("ab")
	repeat("ab", 3, 4)
}
