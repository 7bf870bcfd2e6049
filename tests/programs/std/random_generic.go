package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

type count uint8

func main() {
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Println(r.N(10), r.N(int8(100)), r.N(time.Second), r.N(count(200)))
	pick := r.N[uint64]
	fmt.Println(pick(1 << 40))
	defer func() { fmt.Println(recover()) }()
	r.N(0)
}

// Output:
// 7 61 784.428001ms 159
// 656239327568
// invalid argument to N
