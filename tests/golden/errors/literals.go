package p

type T struct {
	A, b int
	c    string
}
type E struct {
	T
	*P
	D int
}
type P struct{ X int }
type M map[string]T
type I interface{ F() }

var i int
var s string

var (
	_ = T{1, 2, "a"}
	_ = T{1, 2}
	_ = T{1, 2, "a", 4}
	_ = T{"a", 2, "a"}
	_ = T{A: 1, b: 2, A: 3}
	_ = T{A: 1, 2}
	_ = T{1, b: 2}
	_ = T{x: 1}
	_ = T{a: 1}
	_ = T{1: 2}
	_ = T{A: "a"}
	_ = &T{A: 1}
	_ = E{T: T{}, D: 1}
	_ = E{A: 1, D: 2}
	_ = E{X: 1}
	_ = E{T: T{}, A: 1}
	_ = E{A: 1, T: T{}}
	_ = []int{1, "a", 3}
	_ = []int{0: 1, 0: 2}
	_ = []int{5: 1, 2, 6: 3}
	_ = []int{i: 1}
	_ = []int{"a": 1}
	_ = []int{-1: 1}
	_ = [2]int{1, 2, 3}
	_ = [2]int{5: 1}
	_ = [...]int{5: 1, 2}
	_ = [...]string{1}
	_ = M{"a": {1, 2, ""}, "a": {}}
	_ = M{"a": {A: 1}, 1: {}}
	_ = M{"a"}
	_ = map[int]string{1: "a", 2: 1, 1: "b", 1.0: "c"}
	_ = map[any]int{1: 1, 1.0: 2, "a": 3, 1: 4, "a": 5}
	_ = map[bool]int{true: 1, true: 2}
	_ = map[[2]int]string{{1, 2}: "a", {1, 2}: "b"}
	_ = [][]int{{1}, {"a"}, nil}
	_ = []*T{{A: 1}, {1}}
	_ = []**T{{A: 1}}
	_ = int{1}
	_ = I{}
	_ = []I{{}}
	_ = undefined1{1, x: undefined2}
	_ = []undefined3{{1}}
	_ = struct{ x int }{1}
	_ = struct{ x int }{y: 1}
	_ = [i]int{}
	_ = []int{1, 2,}[1]
	_ = 1_000
)
