// Methods on any defined type, through pointers, values, embedding and interfaces.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type ints []int

func (s ints) Len() int           { return len(s) }
func (s ints) Less(i, j int) bool { return s[i] > s[j] }
func (s ints) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

type fn func(string) string

func (f fn) apply(s string) string { return f(s) }

type temp float64

func (t temp) String() string { return fmt.Sprintf("%.1f°C", float64(t)) }

type stack struct{ items []any }

func (s *stack) push(x any) *stack { s.items = append(s.items, x); return s }
func (s *stack) pop() (x any) {
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return
}

type logger struct {
	strings.Builder
	prefix string
}

func (l *logger) log(s string) { l.WriteString(l.prefix + s + ";") }

type big [5]int

func (b big) sum() (t int) {
	for _, x := range b {
		t += x
	}
	return
}

type summer interface{ sum() int }

func main() {
	s := ints{3, 1, 2}
	sort.Sort(s)
	fmt.Println(s, fn(strings.ToUpper).apply("up"), temp(36.6), []temp{1, 2}, map[string]temp{"x": 3})
	st := &stack{}
	st.push(1).push("two").push(3.0)
	fmt.Println(st.pop(), st.pop(), len(st.items))
	l := logger{prefix: "> "}
	l.log("a")
	l.log("b")
	fmt.Println(l.String(), l.Len())
	var sm summer = big{1, 2, 3, 4, 5}
	pb := &big{5, 5}
	fmt.Println(sm.sum(), pb.sum(), summer(pb).sum(), big.sum(*pb), (*big).sum(pb))
	f := sm.sum
	sm = big{}
	fmt.Println(f(), sm.sum())
	var e interface{ Len() int } = s
	fmt.Println(e.Len())
}

// Output:
// [3 2 1] UP 36.6°C [1.0°C 2.0°C] map[x:3.0°C]
// 3 two 1
// > a;> b; 8
// 15 10 10 10 10
// 15 0
// 3
