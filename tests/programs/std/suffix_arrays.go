package main

import (
	"bytes"
	"fmt"
	"index/suffixarray"
	"math/rand"
	"regexp"
	"slices"
	"strings"
)

// checked compares an index with a plain search.
func checked(text string, rng *rand.Rand) int {
	x := suffixarray.New([]byte(text))
	total := 0
	for range 20 {
		begin := rng.Intn(len(text) + 1)
		part := text[begin:min(len(text), begin+rng.Intn(6))]
		found := x.Lookup([]byte(part), -1)
		slices.Sort(found)
		var want []int
		for i := range text {
			if part != "" && strings.HasPrefix(text[i:], part) {
				want = append(want, i)
			}
		}
		if !slices.Equal(found, want) {
			fmt.Printf("%q in %q: %v, not %v\n", part, text, found, want)
		}
		total += len(found)
	}
	return total
}

func main() {
	x := suffixarray.New([]byte("banana bandana"))
	for _, s := range []string{"", "a", "an", "ana", "ban", "banana bandana", "banana bandana!", "x"} {
		found := x.Lookup([]byte(s), -1)
		slices.Sort(found)
		fmt.Println(s, found, found == nil, len(x.Lookup([]byte(s), 1)), x.Lookup([]byte(s), 0) == nil)
	}
	for _, r := range []string{"an", "ana", "a.", "ban[a-z]*", "^ban", "b?an", "a$", "xy", "", "(?i)BAN", "an|xx"} {
		re := regexp.MustCompile(r)
		fmt.Println(r, x.FindAllIndex(re, -1), len(x.FindAllIndex(re, 1)), x.FindAllIndex(re, 0))
	}
	rng := rand.New(rand.NewSource(1))
	total := 0
	for n := range 300 {
		text := make([]byte, n)
		for i := range text {
			text[i] = "abcd"[rng.Intn(1+n%4)]
		}
		total += checked(string(text), rng)
	}
	fmt.Println(total)

	var stored bytes.Buffer
	large := suffixarray.New([]byte(strings.Repeat("to be or not to be ", 500)))
	fmt.Println(large.Write(&stored), stored.Len(), stored.Bytes()[:12])
	data := bytes.Clone(stored.Bytes())
	var again suffixarray.Index
	fmt.Println(again.Read(&stored), len(again.Bytes()), len(again.Lookup([]byte("not"), -1)), stored.Len())
	fmt.Println(again.Read(bytes.NewReader(nil)), again.Read(bytes.NewReader(data[:5000])), again.Read(bytes.NewReader(data[:15000])))
	data[20000], data[20001], data[20002] = 255, 255, 127
	fmt.Println(again.Read(bytes.NewReader(data)))
	var empty suffixarray.Index
	fmt.Println(empty.Bytes(), empty.Lookup([]byte("a"), -1), empty.Write(&stored), stored.Len())
}

// Output:
//  [] true 0 true
// a [1 3 5 8 11 13] false 1 true
// an [1 3 8 11] false 1 true
// ana [1 3 11] false 1 true
// ban [0 7] false 1 true
// banana bandana [0] false 1 true
// banana bandana! [] true 0 true
// x [] true 0 true
// an [[1 3] [3 5] [8 10] [11 13]] 1 []
// ana [[1 4] [11 14]] 1 []
// a. [[1 3] [3 5] [5 7] [8 10] [11 13]] 1 []
// ban[a-z]* [[0 6] [7 14]] 1 []
// ^ban [[0 3] [7 10]] 1 []
// b?an [[0 3] [3 5] [7 10] [11 13]] 1 []
// a$ [[13 14]] 1 []
// xy [] 0 []
//  [[0 0] [1 1] [2 2] [3 3] [4 4] [5 5] [6 6] [7 7] [8 8] [9 9] [10 10] [11 11] [12 12] [13 13] [14 14]] 1 []
// (?i)BAN [[0 3] [7 10]] 1 []
// an|xx [[1 3] [3 5] [8 10] [11 13]] 1 []
// 254349
// <nil> 28402 [184 148 1 0 0 0 0 0 0 0 116 111]
// <nil> 9500 500 0
// EOF unexpected EOF unexpected EOF
// suffixarray: data corrupted
// [] [] <nil> 10
