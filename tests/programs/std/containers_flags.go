// Flag sets, heaps, lists and rings.
package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"flag"
	"fmt"
	"os"
	"time"
)

type pq []int

func (p pq) Len() int           { return len(p) }
func (p pq) Less(i, j int) bool { return p[i] < p[j] }
func (p pq) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pq) Push(x any)        { *p = append(*p, x.(int)) }
func (p *pq) Pop() any {
	old := *p
	x := old[len(old)-1]
	*p = old[:len(old)-1]
	return x
}

func main() {
	f := flag.NewFlagSet("prog", flag.ContinueOnError)
	f.SetOutput(os.Stdout)
	n := f.Int("n", 5, "number of `things`")
	s := f.String("s", "def", "a string")
	b := f.Bool("b", false, "a bool")
	d := f.Duration("d", time.Second, "duration\nof two lines")
	x := f.Float64("x", 0, "float")
	fmt.Println(f.Parse([]string{"-n", "7", "--s=q", "-b", "-d=1m", "-x", "2.5", "rest", "-n"}))
	fmt.Println(*n, *s, *b, *d, *x, f.Args(), f.NFlag())
	fmt.Println(f.Parse([]string{"-n", "zz"}))
	fmt.Println(f.Parse([]string{"-nope"}))
	fmt.Println(f.Parse([]string{"-h"}))
	f.Visit(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, " ") })
	fmt.Println()
	h := &pq{5, 2, 8, 1}
	heap.Init(h)
	heap.Push(h, 3)
	(*h)[2] = 0
	heap.Fix(h, 2)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	l := list.New()
	e4 := l.PushBack(4)
	e1 := l.PushFront(1)
	l.InsertBefore(3, e4)
	l.InsertAfter(2, e1)
	l.MoveToFront(e4)
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(l.Len(), l.Remove(e1))
	r := ring.New(4)
	for i := range 4 {
		r.Value = i
		r = r.Next()
	}
	r.Unlink(1)
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println(r.Len())
}

// Output:
// <nil>
// 7 q true 1m0s 2.5 [rest -n] 5
// invalid value "zz" for flag -n: parse error
// Usage of prog:
//   -b	a bool
//   -d duration
//     	duration
//     	of two lines (default 1s)
//   -n things
//     	number of things (default 5)
//   -s string
//     	a string (default "def")
//   -x float
//     	float
// invalid value "zz" for flag -n: parse error
// flag provided but not defined: -nope
// Usage of prog:
//   -b	a bool
//   -d duration
//     	duration
//     	of two lines (default 1s)
//   -n things
//     	number of things (default 5)
//   -s string
//     	a string (default "def")
//   -x float
//     	float
// flag provided but not defined: -nope
// Usage of prog:
//   -b	a bool
//   -d duration
//     	duration
//     	of two lines (default 1s)
//   -n things
//     	number of things (default 5)
//   -s string
//     	a string (default "def")
//   -x float
//     	float
// flag: help requested
// b=true d=1m0s n=0 s=q x=2.5 
// 0 1 2 3 5 
// 4 1 2 3 4 1
// 0 2 3 3
