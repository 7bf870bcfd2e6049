package wire

import (
	"strconv"
	"strings"
)

// A Frame is an object or array that is not complete.
type Frame struct {
	// Kind is '{' or '['.
	Kind byte
	// N counts the elements, or names and values, including an incomplete one.
	N int64
	// Name is the literal of the last name for a reader, or the name itself for a writer.
	Name []byte
	// seen are the names so far, those that had to be checked for duplicates.
	seen names
	// Broken says that v2 has left the object after an error.
	Broken bool
}

// outside is the frame of a value at the top level. Nobody changes it.
var outside Frame

// wantsName reports whether the next token is a name, or the end of the object.
func (f *Frame) wantsName() bool { return f.Kind == '{' && f.N&1 == 0 }

// names is a set of strings, which is small most of the time.
type names struct {
	list  []string
	table map[string]struct{}
}

// fewNames is the number of names up to which a linear search is used.
const fewNames = 16

// add reports whether a name is new, and adds it.
func (n *names) add(name string) bool {
	if n.table == nil {
		for _, s := range n.list {
			if s == name {
				return false
			}
		}
		n.list = append(n.list, name)
		if len(n.list) > fewNames {
			n.table = make(map[string]struct{}, 2*fewNames)
			for _, s := range n.list {
				n.table[s] = struct{}{}
			}
			n.list = nil
		}
		return true
	}
	if _, ok := n.table[name]; ok {
		return false
	}
	n.table[name] = struct{}{}
	return true
}

// drop removes the name that was added last.
func (n *names) drop(name string) {
	if n.table != nil {
		delete(n.table, name)
	} else if k := len(n.list) - 1; k >= 0 && n.list[k] == name {
		n.list = n.list[:k]
	}
}

// push adds a frame, and reuses the memory of an old one.
func push(frames []Frame, kind byte) []Frame {
	if n := len(frames); n < cap(frames) {
		frames = frames[:n+1]
		f := &frames[n]
		f.Kind, f.N, f.Name, f.Broken = kind, 0, nil, false
		f.seen.list, f.seen.table = f.seen.list[:0], nil
		return frames
	}
	return append(frames, Frame{Kind: kind})
}

// breaks marks the objects that contain an error.
func breaks(frames []Frame) {
	for i := range frames {
		frames[i].Broken = frames[i].Kind == '{'
	}
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// AppendToken appends a token to a JSON pointer.
func AppendToken(pointer []byte, token string) []byte {
	return append(append(pointer, '/'), escapes.Replace(token)...)
}

// The values that a pointer can lead to.
const (
	Container = iota // the innermost object or array, or the member whose name was the last token
	Current          // the last name or value
	Next             // the next element of an array, or the member whose value comes next
)

// pointerTo appends the pointer for frames; nameOf returns the name of a frame.
func pointerTo(frames []Frame, which int, nameOf func(*Frame) string) []byte {
	var out []byte
	for i := range frames {
		f := &frames[i]
		innermost := i == len(frames)-1
		switch {
		case f.Kind == '[' && innermost && which == Next:
			out = strconv.AppendInt(append(out, '/'), f.N, 10)
		case f.N == 0 || innermost && which != Current && (f.Kind == '[' || f.N&1 == 0):
		case f.Kind == '[':
			out = strconv.AppendInt(append(out, '/'), f.N-1, 10)
		default:
			out = AppendToken(out, nameOf(f))
		}
	}
	return out
}
