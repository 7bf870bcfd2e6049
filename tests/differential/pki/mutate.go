package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// A node is an ASN.1 value. Either it has children, or it has content.
type node struct {
	tag      byte
	prefix   []byte // before the children: the number of unused bits of a BIT STRING
	content  []byte
	children []*node
	form     int // how the length is written
}

// Forms of a length.
const (
	shortest = iota
	padded
	indefinite
	tooLong
	forms
)

// split reads a sequence of values that fills der, and reports whether it is one.
func split(der []byte) (nodes []*node, ok bool) {
	for len(der) > 0 {
		if len(der) < 2 || der[0]&0x1f == 0x1f {
			return nil, false
		}
		tag, size, head := der[0], int(der[1]), 2
		if size >= 0x80 {
			octets := size - 0x80
			if octets == 0 || octets > 3 || len(der) < 2+octets {
				return nil, false
			}
			size = 0
			for _, b := range der[2 : 2+octets] {
				size = size<<8 | int(b)
			}
			head += octets
		}
		if len(der) < head+size {
			return nil, false
		}
		nodes = append(nodes, newNode(tag, der[head:head+size]))
		der = der[head+size:]
	}
	return nodes, true
}

func newNode(tag byte, content []byte) *node {
	n := &node{tag: tag, content: slices.Clone(content)}
	inside := content
	switch {
	case tag&0x20 != 0 || tag == 4:
	case tag == 3 && len(content) > 2 && content[0] == 0:
		n.prefix, inside = []byte{0}, content[1:]
	default:
		return n
	}
	if children, ok := split(inside); ok && len(children) > 0 {
		n.children, n.content = children, nil
	}
	return n
}

func (n *node) bytes() []byte {
	inside := n.content
	if n.children != nil {
		inside = slices.Clone(n.prefix)
		for _, child := range n.children {
			inside = append(inside, child.bytes()...)
		}
	}
	out := []byte{n.tag}
	size := len(inside)
	switch {
	case n.form == indefinite:
		return append(append(append(out, 0x80), inside...), 0, 0)
	case n.form == padded:
		out = append(out, 0x83, byte(size>>16), byte(size>>8), byte(size))
	case n.form == tooLong:
		out = append(out, 0x82, byte((size+1)>>8), byte(size+1))
	case size < 0x80:
		out = append(out, byte(size))
	case size < 0x100:
		out = append(out, 0x81, byte(size))
	default:
		out = append(out, 0x82, byte(size>>8), byte(size))
	}
	return append(out, inside...)
}

// all appends the node and those inside it.
func (n *node) all(to []*node) []*node {
	to = append(to, n)
	for _, child := range n.children {
		to = child.all(to)
	}
	return to
}

// mutant makes the mutant with this number.
func mutant(objects []object, seed, at uint64) object {
	r := rand.New(rand.NewPCG(seed, at))
	kind := pick(r, "certificate", "certificate", "request", "list", "pkcs1", "pkcs1public", "sec1", "pkcs8", "pkix", "message", "value")
	of := slices.DeleteFunc(slices.Clone(objects), func(o object) bool { return o.kind != kind })
	der := pick(r, of...).der
	for range 1 + r.IntN(3)*r.IntN(2) {
		nodes, ok := split(der)
		if !ok || len(nodes) == 0 || r.IntN(5) == 0 {
			der = changeBytes(r, der)
			continue
		}
		changeNode(r, nodes[0], objects)
		der = nil
		for _, n := range nodes {
			der = append(der, n.bytes()...)
		}
	}
	return object{kind, der}
}

func changeBytes(r *rand.Rand, der []byte) []byte {
	der = slices.Clone(der)
	if len(der) == 0 {
		return []byte{byte(r.Uint32())}
	}
	at := r.IntN(len(der))
	switch r.IntN(7) {
	case 0:
		der[at] ^= 1 << r.IntN(8)
	case 1:
		der[at] = byte(r.Uint32())
	case 2:
		der[at] = pick[byte](r, 0, 1, 0x7f, 0x80, 0xff)
	case 3:
		der = der[:at]
	case 4:
		der = append(der, byte(r.Uint32()))
	case 5:
		der = slices.Insert(der, at, byte(r.Uint32()))
	case 6:
		der = slices.Delete(der, at, at+1)
	}
	return der
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// changeNode changes one node inside root; the lengths of the values around it follow.
func changeNode(r *rand.Rand, root *node, objects []object) {
	all := root.all(nil)
	n := all[r.IntN(len(all))]
	switch r.IntN(10) {
	case 0:
		n.tag = pick[byte](r, 1, 2, 3, 4, 5, 6, 10, 12, 19, 20, 22, 23, 24, 30, 0x30, 0x31, 0x80, 0x82, 0x86, 0xa0, 0xa1, 0xa3)
	case 1:
		n.tag ^= pick[byte](r, 0x20, 0x40, 0x80, 0xc0, 1, 2)
	case 2, 3:
		changeChildren(r, n, objects)
	case 4:
		n.form = r.IntN(forms)
	case 5:
		if n.children == nil {
			n.content = pick(r, nil, []byte{0}, []byte{0xff}, bytes.Repeat([]byte{0xff}, 9), make([]byte, 300))
		}
	case 6:
		if n.children == nil {
			n.content = append([]byte{pick[byte](r, 0, 0xff, 0x80, 1)}, n.content...)
		}
	default:
		if n.children == nil {
			n.content = changeBytes(r, n.content)
		}
	}
}

func changeChildren(r *rand.Rand, n *node, objects []object) {
	if n.children == nil {
		n.children, n.content = foreign(r, objects), nil
		return
	}
	at := r.IntN(len(n.children))
	switch r.IntN(6) {
	case 0:
		n.children = slices.Delete(n.children, at, at+1)
	case 1:
		n.children = slices.Insert(n.children, at, n.children[at])
	case 2:
		other := r.IntN(len(n.children))
		n.children[at], n.children[other] = n.children[other], n.children[at]
	case 3:
		n.children = slices.Insert(n.children, at, foreign(r, objects)...)
	case 4:
		n.children = slices.Replace(n.children, at, at+1, foreign(r, objects)...)
	case 5:
		n.children, n.content = nil, nil
	}
}

// foreign is a value inside another object.
func foreign(r *rand.Rand, objects []object) []*node {
	nodes, ok := split(objects[r.IntN(len(objects))].der)
	if !ok {
		return nil
	}
	all := nodes[0].all(nil)
	return []*node{all[r.IntN(len(all))]}
}
