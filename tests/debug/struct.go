package main

type Node struct {
	Val         int
	Left, Right *Node
}

func (n *Node) Insert(v int) *Node {
	if n == nil {
		leaf := &Node{Val: v}
		return leaf
	}
	if v < n.Val {
		n.Left = n.Left.Insert(v)
	} else {
		n.Right = n.Right.Insert(v)
	}
	return n
}

func main() {
	var root *Node
	for _, v := range []int{5, 3, 8} {
		root = root.Insert(v)
	}
	m := map[string][]int{"a": {1}, "b": {2, 3}}
	var any1 any = *root
	arr := [3]byte{1, 2, 3}
	println(len(m), any1 != nil, arr[1])
}
