package main

import "fmt"

// A key that cannot be hashed is worded otherwise where there is nothing to look it up among.

type pair struct{ a, b any }

func try(name string, body func()) {
	defer func() {
		err := recover().(interface {
			error
			RuntimeError()
		})
		fmt.Printf("%s %T %v\n", name, err, err)
	}()
	body()
}

func main() {
	var null map[any]int
	empty, full := map[any]int{}, map[any]int{1: 1}
	pairs := map[pair]int{}
	var key any = []int{1}
	for _, m := range []map[any]int{null, empty, full} {
		try("get", func() { _ = m[key] })
		try("get ok", func() { _, _ = m[key] })
		try("delete", func() { delete(m, key) })
		try("set", func() { m[key] = 1 })
		try("add", func() { m[key]++ })
	}
	try("pair", func() { _ = pairs[pair{1, key}] })
	try("set pair", func() { pairs[pair{1, key}] = 1 })
	try("function", func() { _ = empty[func() {}] })
	try("literal", func() { _ = map[any]int{key: 1} })
}

// Output:
// get maps.unhashableTypeError hash of unhashable type: []int
// get ok maps.unhashableTypeError hash of unhashable type: []int
// delete maps.unhashableTypeError hash of unhashable type: []int
// set runtime.plainError assignment to entry in nil map
// add runtime.plainError assignment to entry in nil map
// get maps.unhashableTypeError hash of unhashable type: []int
// get ok maps.unhashableTypeError hash of unhashable type: []int
// delete maps.unhashableTypeError hash of unhashable type: []int
// set runtime.errorString runtime error: hash of unhashable type []int
// add runtime.errorString runtime error: hash of unhashable type []int
// get runtime.errorString runtime error: hash of unhashable type []int
// get ok runtime.errorString runtime error: hash of unhashable type []int
// delete runtime.errorString runtime error: hash of unhashable type []int
// set runtime.errorString runtime error: hash of unhashable type []int
// add runtime.errorString runtime error: hash of unhashable type []int
// pair maps.unhashableTypeError hash of unhashable type: []int
// set pair runtime.errorString runtime error: hash of unhashable type []int
// function maps.unhashableTypeError hash of unhashable type: func()
// literal runtime.errorString runtime error: hash of unhashable type []int
