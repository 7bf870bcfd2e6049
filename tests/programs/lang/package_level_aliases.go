// Types of the library that are aliases, or results of inference, met first at package level.
package main

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
)

var mode = os.FileMode(0o644)

var (
	types  = []os.FileMode{1, 2}
	convs  = func() uint32 { return uint32(os.FileMode(7)) }()
	field  = struct{ os.FileMode }{os.ModeDir}
	method = os.FileMode.String
	sorted = slices.Sorted(maps.Keys(map[os.FileMode]bool{2: true, 1: true}))
	size   [len([...]os.FileMode{1, 2, 3})]int
)

type pair[A, B any] struct {
	a A
	b B
}

func both[A, B any](a A, b B) pair[A, B] { return pair[A, B]{a, b} }

var inferred = both(os.FileMode(1), func() iter.Seq[os.FileMode] { return slices.Values(types) }).a.IsDir()

type mine = struct {
	next *mine2
	list []mine2
}
type mine2 struct{ m *mine }

var literal = mine{list: []mine2{{}, {}}}

func main() {
	fmt.Println(mode, types, convs, field.IsDir(), method(0o755), sorted, len(size), inferred, len(literal.list))
}

// Output:
// -rw-r--r-- [---------x --------w-] 7 true -rwxr-xr-x [---------x --------w-] 3 false 2
