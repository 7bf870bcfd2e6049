// Slices that are sorted in many steps: random ones, sorted ones, with many equal elements, with NaNs; of named types too.
package main

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
)

type numbers []int

func shape(kind, i, n int, random uint64) int {
	switch kind {
	case 0:
		return int(random >> 20)
	case 1:
		return i
	case 2:
		return n - i
	case 3:
		return int(random>>40) % 3
	case 4:
		return i % 1000
	case 5:
		return min(i, n-i)
	}
	return 7
}

func digest[E any](name string, x []E, bits func(E) uint64) {
	h := uint64(0)
	for _, e := range x {
		h = h*31 + bits(e)
	}
	fmt.Printf(" %s %x", name, h)
}

func textBits(s string) (h uint64) {
	for _, c := range []byte(s) {
		h = h*257 + uint64(c)
	}
	return h
}

func main() {
	random := uint64(1)
	for _, n := range []int{8193, 40000} {
		for kind := range 7 {
			ints := make([]int, n)
			for i := range ints {
				random = random*6364136223846793005 + 1442695040888963407
				ints[i] = shape(kind, i, n, random)
			}
			floats, texts := make([]float64, n), make([]string, n)
			for i, v := range ints {
				floats[i] = float64(v) / 3
				if v%100 == 7 {
					floats[i] = math.NaN()
				}
				texts[i] = strconv.Itoa(v)
			}
			named := slices.Clone(numbers(ints))
			sort.Ints(ints)
			slices.Sort(named)
			sort.Float64s(floats)
			sort.Strings(texts)
			fmt.Print(n, kind, slices.Equal(ints, named), sort.IntsAreSorted(ints))
			digest("ints", ints, func(v int) uint64 { return uint64(v) })
			digest("floats", floats, math.Float64bits)
			digest("texts", texts, textBits)
			fmt.Println()
		}
	}
}

// Output:
// 8193 0 true true ints 59d476f69c5bd072 floats 8440e7b4045771cb texts f5fd88d735b4c760
// 8193 1 true true ints a9ad5188ac221000 floats c67b26c52ac59da1 texts 46acb5f5ee67cb72
// 8193 2 true true ints 8bfcdf8cd8201001 floats a548dff29775a83f texts 48cfb2da30908e7d
// 8193 3 true true ints 7313243014cf30c1 floats 1a77c091d4f206d5 texts e1fdc4f8546f30f1
// 8193 4 true true ints d83102b0f1598260 floats 14e72de32f468d8a texts 156fe4d9c90dad7e
// 8193 5 true true ints ec5fe6fc66c10000 floats c9e6e794fa5a7980 texts 311ff9824dfcdcd0
// 8193 6 true true ints 302ce21d33f20007 floats 62478e042bfe0001 texts 9f1782e573920037
// 40000 0 true true ints a204b32fc5c4c522 floats 5507ca6c5cfb6a6 texts c998a372544debbf
// 40000 1 true true ints 7d83fecc950c0e20 floats f535009880062c37 texts 791aed763a214aaa
// 40000 2 true true ints 32fbdac60c765220 floats 3c73a4ec63d75754 texts d9d0ef3c4c0d0440
// 40000 3 true true ints e633655a6d4c0fc1 floats fdce01b5edaa6420 texts ecaca420d138cfc1
// 40000 4 true true ints d64d45b456e0ae00 floats 1325d4a2d7af1480 texts 6d6d91906816c600
// 40000 5 true true ints 9997ded63063b020 floats d69f290072c61d0b texts 2ee7b9ec20b74dc2
// 40000 6 true true ints f64703d243e7dc00 floats 9577dbf9776a4400 texts fcc04298a7d49c00
