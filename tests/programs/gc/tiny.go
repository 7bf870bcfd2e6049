// Objects of one to seven bytes are freed independently of their neighbours in memory.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

type three struct{ a, b, c byte }

type six struct{ a, b, c uint16 }

type kept struct {
	text  string
	flag  *bool
	short *int16
	three *three
	word  *int32
	bytes *[5]byte
	six   *six
	seven *[7]byte
}

func make1(i int) *kept {
	k := &kept{flag: new(bool), short: new(int16), three: new(three), word: new(int32), bytes: new([5]byte), six: new(six), seven: new([7]byte)}
	if *k.flag || *k.short != 0 || *k.three != (three{}) || *k.word != 0 || *k.bytes != [5]byte{} || *k.six != (six{}) || *k.seven != [7]byte{} {
		panic("new memory is not zero")
	}
	b := byte(i)
	buf := []byte("abcdefgh")[:i%8]
	for j := range buf {
		buf[j] += b & 7
	}
	k.text = string(buf)
	*k.flag = i%2 == 0
	*k.short = int16(-i)
	*k.three = three{b, b + 1, b + 2}
	*k.word = int32(i)
	for j := range k.bytes {
		k.bytes[j] = b ^ byte(j)
	}
	*k.six = six{uint16(i), uint16(i + 1), uint16(i + 2)}
	for j := range k.seven {
		k.seven[j] = b + byte(j)
	}
	return k
}

func (k *kept) check(i int) {
	b := byte(i)
	ok := len(k.text) == i%8 && *k.flag == (i%2 == 0) && *k.short == int16(-i) && *k.three == three{b, b + 1, b + 2} && *k.word == int32(i) &&
		*k.six == six{uint16(i), uint16(i + 1), uint16(i + 2)}
	for j := range k.text {
		ok = ok && k.text[j] == "abcdefgh"[j]+b&7
	}
	for j, v := range k.bytes {
		ok = ok && v == b^byte(j)
	}
	for j, v := range k.seven {
		ok = ok && v == b+byte(j)
	}
	if !ok {
		panic(fmt.Sprint("object ", i, " has changed: ", *k))
	}
}

func work(n int) int {
	live := map[int]*kept{}
	for i := 0; i < n; i++ {
		live[i] = make1(i)
		if i%3 != 0 {
			delete(live, i)
		}
		if i > 500 {
			delete(live, i-500)
		}
		if i%1000 == 999 {
			runtime.GC()
			for j, k := range live {
				k.check(j)
			}
		}
	}
	return len(live)
}

func main() {
	var wait sync.WaitGroup
	var sizes [3]int
	for g := range sizes {
		wait.Add(1)
		go func() {
			defer wait.Done()
			sizes[g] = work(3000)
		}()
	}
	wait.Wait()
	fmt.Println(sizes)
}

// Output:
// [167 167 167]
