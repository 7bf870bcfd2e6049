package main

func main() {
	println(complex64(1.1+2.2i), complex(float32(3.3), 1e10), 1.1+2.2i, complex64(1e38))
	var p *int
	println(*p)
}

// Exit: 2
// Stderr:
// (1.1+2.2i) (3.3+1e+10i) (1.1+2.2i) (1e+38+0i)
// panic: runtime error: invalid memory address or nil pointer dereference
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x0
