// A long function whose loop becomes hot first, and in that loop it calls itself.
package main

import "fmt"

var table = [8]int{3, 1, 4, 1, 5, 9, 2, 6}

func walk(d, n int) (h int) {
	h = d
	for i := 0; i < n; i++ {
		h ^= h<<1 ^ i*3
		h += table[(h+i+0)&7] &^ d
		h ^= h<<2 ^ i*4
		h += table[(h+i+1)&7] &^ d
		h ^= h<<3 ^ i*5
		h += table[(h+i+2)&7] &^ d
		h ^= h<<4 ^ i*6
		h += table[(h+i+3)&7] &^ d
		h ^= h<<5 ^ i*7
		h += table[(h+i+4)&7] &^ d
		h ^= h<<1 ^ i*8
		h += table[(h+i+5)&7] &^ d
		h ^= h<<2 ^ i*9
		h += table[(h+i+6)&7] &^ d
		h ^= h<<3 ^ i*10
		h += table[(h+i+7)&7] &^ d
		h ^= h<<4 ^ i*11
		h += table[(h+i+8)&7] &^ d
		h ^= h<<5 ^ i*12
		h += table[(h+i+9)&7] &^ d
		h ^= h<<1 ^ i*13
		h += table[(h+i+10)&7] &^ d
		h ^= h<<2 ^ i*14
		h += table[(h+i+11)&7] &^ d
		h ^= h<<3 ^ i*15
		h += table[(h+i+12)&7] &^ d
		h ^= h<<4 ^ i*16
		h += table[(h+i+13)&7] &^ d
		h ^= h<<5 ^ i*17
		h += table[(h+i+14)&7] &^ d
		h ^= h<<1 ^ i*18
		h += table[(h+i+15)&7] &^ d
		h ^= h<<2 ^ i*19
		h += table[(h+i+16)&7] &^ d
		h ^= h<<3 ^ i*20
		h += table[(h+i+17)&7] &^ d
		h ^= h<<4 ^ i*21
		h += table[(h+i+18)&7] &^ d
		h ^= h<<5 ^ i*22
		h += table[(h+i+19)&7] &^ d
		h ^= h<<1 ^ i*23
		h += table[(h+i+20)&7] &^ d
		h ^= h<<2 ^ i*24
		h += table[(h+i+21)&7] &^ d
		h ^= h<<3 ^ i*25
		h += table[(h+i+22)&7] &^ d
		h ^= h<<4 ^ i*26
		h += table[(h+i+23)&7] &^ d
		h &= 1<<40 - 1
		if d > 0 && i&1023 == 5 {
			h ^= walk(d-1, n/2)
		}
	}
	return h
}

func main() {
	for d := range 4 {
		fmt.Println(walk(d, 20000))
	}
}

// Output:
// 524928696672
// 507040358051
// 904922138112
// 23504332759
