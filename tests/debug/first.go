package main

import (
	"crypto/elliptic"
	"fmt"
)

func main() {
	curve := elliptic.P256()
	name := curve.Params().Name
	fmt.Println(name)
}
