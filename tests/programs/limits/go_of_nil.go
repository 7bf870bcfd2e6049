package main

// A nil function value without parameters and results fails where `go` stands, others in the new goroutine.

func arg() int { println("arg"); return 1 }

func main() {
	var f func(int) int
	go f(arg())
	select {}
}

// Exit: 2
// Stderr:
// arg
// panic: runtime error: invalid memory address or nil pointer dereference
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x0
// main.main.gowrap1()
// created by main.main in goroutine 1
