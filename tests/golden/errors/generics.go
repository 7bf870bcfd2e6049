package p

type List[T any] struct {
	head *node[T]
	size int
}

type node[T any] struct {
	val  T
	next *node[T]
}

func (l *List[T]) Push(v T) { l.head = &node[T]{v, l.head}; l.size++ }
func (l *List[U]) Each(f func(U)) {
	for n := l.head; n != nil; n = n.next {
		f(n.val)
	}
}
func (l List[A, B]) Bad()  {}
func (l List) Bad2()       {}
func (l List[int]) Weird() {}

type Number interface {
	~int | ~int8 | ~float64
}

func Sum[T Number](list ...T) T {
	var s T
	for _, x := range list {
		s += x
	}
	return s
}

func Map[A, B any](list []A, f func(A) B) []B {
	var out []B
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

type MyInt int

var (
	_ = Sum(1, 2, 3)
	_ = Sum[MyInt](1, 2)
	_ = Sum("a")
	_ = Sum(1, 2.5)
	_ = Map([]int{1}, func(i int) string { return "" })
	_ = Map([]int{1}, func(string) string { return "" })
	_ = Map[int]
	_ = Sum
	_ List[int, int]
	_ List[string]
	_ Number
)

type Pair[K comparable, V any] struct {
	k K
	v V
}

var _ Pair[[]int, int]
var _ Pair[any, int]
var p = Pair[string, int]{"a", 1}
var _ int = p.k

func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	var r []K
	for k := range m {
		r = append(r, k)
	}
	return r
}

var ks []string = Keys(map[string]int{})
var kb []int = Keys(map[string]int{})

type Stringer interface{ String() string }

func Join[T Stringer](list []T) string {
	s := ""
	for _, x := range list {
		s += x.String()
		x.Foo()
	}
	return s
}

func bad[T any](x, y T) bool { return x == y }
func good[T comparable](x, y T) bool { return x == y }
func conv[T, U Number](x T) U { return U(x) }

type Tree[T interface{ Less(T) bool }] struct {
	left, right *Tree[T]
	val         T
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{val: v}
	}
	if v.Less(t.val) {
		t.left = t.left.Insert(v)
	}
	return t
}

type Age int

func (a Age) Less(b Age) bool { return a < b }

var tree *Tree[Age]
var tree2 *Tree[int]
var _ = tree.Insert(3)

func zero[T any]() (z T) { return }

var _ = zero()
var _ = zero[int]()

type Vec[T any] = []T

var vec Vec[int] = []int{1}
