package main

func main() {
	世界 := "你好"
	println(世界, 世介)
}
