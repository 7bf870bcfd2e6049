package main

func main() {
	retrun
}
