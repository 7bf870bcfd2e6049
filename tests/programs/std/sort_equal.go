// Equal elements end in the order in which Go's own sorts leave them: golden files depend on it.
package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sort"
)

type pair struct{ key, id int }

type byKey []pair

func (p byKey) Len() int           { return len(p) }
func (p byKey) Less(i, j int) bool { return p[i].key < p[j].key }
func (p byKey) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

var seed uint32

func random() int {
	seed = seed*1664525 + 1013904223
	return int(seed >> 8)
}

// Sequences of every kind that pdqsort treats in a way of its own.
var kinds = []func(i, n int) int{
	func(i, n int) int { return random() % 4 },
	func(i, n int) int { return random() % (n/3 + 1) },
	func(i, n int) int { return i / 3 },
	func(i, n int) int { return (n - i) / 3 },
	func(i, n int) int { return 7 },
	func(i, n int) int { return i % 5 },
	func(i, n int) int { return min(i, n-i) },
	func(i, n int) int {
		if i%(n/5+2) == 1 {
			return random() % n
		}
		return i / 2
	},
	func(i, n int) int { return (i * i) % 97 },
	func(i, n int) int { return i ^ 5 },
}

func pairs(kind, n int) []pair {
	seed = uint32(kind*1000 + n)
	p := make([]pair, n)
	for i := range p {
		p[i] = pair{kinds[kind](i, n), i}
	}
	return p
}

func main() {
	for kind := range kinds {
		h := fnv.New32a()
		for _, n := range []int{0, 1, 2, 5, 12, 13, 14, 20, 49, 50, 51, 64, 100, 200, 333, 500, 1000, 3000} {
			a := pairs(kind, n)
			sort.Sort(byKey(a))
			b := pairs(kind, n)
			sort.Slice(b, func(i, j int) bool { return b[i].key < b[j].key })
			c := pairs(kind, n)
			slices.SortFunc(c, func(x, y pair) int { return cmp.Compare(x.key, y.key) })
			d := pairs(kind, n)
			sort.Sort(sort.Reverse(byKey(d)))
			fmt.Fprint(h, a, b, c, d)
			if n == 20 {
				fmt.Println(a)
			}
		}
		fmt.Printf("%d %08x\n", kind, h.Sum32())
	}
	// An adversary against the pivots (McIlroy): heap sort must take over.
	n := 2000
	gas, solid, candidate := n-1, 0, 0
	val := make([]int, n)
	ptr := make([]int, n)
	for i := range ptr {
		ptr[i], val[i] = i, gas
	}
	slices.SortFunc(ptr, func(x, y int) int {
		if val[x] == gas && val[y] == gas {
			if x == candidate {
				val[x] = solid
			} else {
				val[y] = solid
			}
			solid++
		}
		if val[x] == gas {
			candidate = x
		} else if val[y] == gas {
			candidate = y
		}
		return cmp.Compare(val[x], val[y])
	})
	h := fnv.New32a()
	fmt.Fprint(h, ptr, val)
	fmt.Printf("%08x\n", h.Sum32())

	negative := math.Copysign(0, -1)
	zeros := make([]float64, 40)
	small := make([]float32, 40)
	for i := range zeros {
		zeros[i] = []float64{negative, 1, 0, -1, math.NaN()}[i*i%5]
		small[i] = float32(zeros[i])
	}
	again := slices.Clone(zeros)
	slices.Sort(zeros)
	sort.Float64s(again)
	slices.Sort(small)
	fmt.Println(zeros)
	fmt.Println(again)
	fmt.Println(small)
}

// Output:
// [{0 8} {0 19} {0 17} {0 0} {0 4} {0 5} {0 6} {0 12} {1 15} {1 14} {1 16} {2 9} {2 7} {2 3} {2 2} {2 18} {2 1} {3 10} {3 11} {3 13}]
// 0 31bb3c9d
// [{0 18} {0 13} {1 7} {1 14} {1 2} {1 8} {1 17} {2 6} {2 3} {2 11} {3 0} {3 10} {3 1} {4 15} {4 12} {5 9} {5 16} {5 5} {6 4} {6 19}]
// 1 af94701f
// [{0 0} {0 1} {0 2} {1 3} {1 4} {1 5} {2 6} {2 7} {2 8} {3 9} {3 10} {3 11} {4 12} {4 13} {4 14} {5 15} {5 16} {5 17} {6 18} {6 19}]
// 2 a56906c5
// [{0 19} {0 18} {1 17} {1 16} {1 15} {2 12} {2 14} {2 13} {3 10} {3 9} {3 11} {4 8} {4 7} {4 6} {5 5} {5 4} {5 3} {6 0} {6 2} {6 1}]
// 3 f48204a9
// [{7 0} {7 1} {7 2} {7 3} {7 4} {7 5} {7 6} {7 7} {7 8} {7 9} {7 10} {7 11} {7 12} {7 13} {7 14} {7 15} {7 16} {7 17} {7 18} {7 19}]
// 4 41753f35
// [{0 10} {0 5} {0 15} {0 0} {1 1} {1 16} {1 6} {1 11} {2 7} {2 12} {2 17} {2 2} {3 18} {3 8} {3 3} {3 13} {4 9} {4 14} {4 4} {4 19}]
// 5 603c5f99
// [{0 0} {1 1} {1 19} {2 2} {2 18} {3 3} {3 17} {4 4} {4 16} {5 15} {5 5} {6 14} {6 6} {7 13} {7 7} {8 12} {8 8} {9 11} {9 9} {10 10}]
// 6 b0acedb9
// [{0 0} {1 2} {1 3} {2 4} {2 5} {3 19} {3 6} {4 9} {4 8} {5 10} {5 11} {6 12} {7 14} {7 15} {7 1} {8 13} {8 16} {8 17} {9 18} {19 7}]
// 7 dc1d0ea9
// [{0 0} {1 1} {2 14} {3 10} {4 2} {9 3} {16 4} {24 11} {25 5} {31 15} {33 18} {36 6} {47 12} {49 7} {62 16} {64 8} {70 19} {72 13} {81 9} {95 17}]
// 8 f735fcf9
// [{0 5} {1 4} {2 7} {3 6} {4 1} {5 0} {6 3} {7 2} {8 13} {9 12} {10 15} {11 14} {12 9} {13 8} {14 11} {15 10} {20 17} {21 16} {22 19} {23 18}]
// 9 0e64c9c9
// 0f053fb3
// [NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN -0 -0 -0 -0 -0 -0 -0 -0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
// [NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN -0 -0 -0 -0 -0 -0 -0 -0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
// [NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN -0 -0 -0 -0 -0 -0 -0 -0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
