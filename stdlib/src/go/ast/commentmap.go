package ast

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// A CommentMap is the comments that belong to nodes.
type CommentMap map[Node][]*CommentGroup

func byPos[N Node](a, b N) int { return cmp.Compare(a.Pos(), b.Pos()) }

// An association finds the nodes that comments belong to; it walks through both in source order.
type association struct {
	fset *token.FileSet
	last Node // the node before the comment
	// large is the largest large node that ended before the comment, among those that began last.
	large Node
	open  []Node // large nodes that have begun, each inside the one before
}

// isLarge reports whether comments belong to such a node rather than to the nodes inside it.
func isLarge(n Node) bool {
	switch n.(type) {
	case *File, *Field, Decl, Spec, Stmt:
		return true
	}
	return false
}

// closeAt removes the open nodes that end before a position, and returns the outermost of them.
func (a *association) closeAt(p token.Pos) (top Node) {
	n := len(a.open)
	for n > 0 && a.open[n-1].End() <= p {
		n--
		top = a.open[n]
	}
	a.open = a.open[:n]
	return top
}

// pass moves past a node.
func (a *association) pass(n Node) {
	a.last = n
	if isLarge(n) {
		a.closeAt(n.Pos())
		a.open = append(a.open, n)
	}
}

// owner returns the node to which a comment belongs; next is the node after it, or nil.
func (a *association) owner(group *CommentGroup, next Node) Node {
	if top := a.closeAt(group.Pos()); top != nil {
		a.large = top
	}
	line := func(p token.Pos) int { return a.fset.Position(p).Line }
	begin, end := line(group.Pos()), line(group.End())
	// follows reports whether the comment belongs to a node before it.
	follows := func(n Node) bool {
		if n == nil {
			return false
		}
		last := line(n.End())
		return last == begin || last+1 == begin && (next == nil || end+1 < line(next.Pos()))
	}
	switch {
	case follows(a.large):
		return a.large
	case follows(a.last):
		return a.last
	case next != nil:
		return next
	}
	return a.last
}

// NewCommentMap finds for each comment the node that it belongs to: the node before it in the same line, or in the line
// before if an empty line follows the comment, or else the node after it.
func NewCommentMap(fset *token.FileSet, node Node, comments []*CommentGroup) CommentMap {
	if len(comments) == 0 {
		return nil
	}
	groups := slices.Clone(comments)
	slices.SortStableFunc(groups, byPos)
	var nodes []Node
	Inspect(node, func(n Node) bool {
		switch n.(type) {
		case nil, *CommentGroup, *Comment:
			return false
		}
		nodes = append(nodes, n)
		return true
	})
	slices.SortStableFunc(nodes, byPos)
	cmap := CommentMap{}
	a := association{fset: fset}
	for _, group := range groups {
		for len(nodes) > 0 && nodes[0].Pos() < group.End() {
			a.pass(nodes[0])
			nodes = nodes[1:]
		}
		var next Node
		if len(nodes) > 0 {
			next = nodes[0]
		}
		owner := a.owner(group, next)
		cmap[owner] = append(cmap[owner], group)
	}
	return cmap
}

// Update moves the comments of a node to another.
func (cmap CommentMap) Update(old, new Node) Node {
	if list := cmap[old]; len(list) > 0 {
		delete(cmap, old)
		cmap[new] = append(cmap[new], list...)
	}
	return new
}

// Filter returns the comments of the nodes of a tree.
func (cmap CommentMap) Filter(node Node) CommentMap {
	part := CommentMap{}
	Inspect(node, func(n Node) bool {
		if n != nil && len(cmap[n]) > 0 {
			part[n] = cmap[n]
		}
		return true
	})
	return part
}

// Comments returns all comments, in the order of the source.
func (cmap CommentMap) Comments() []*CommentGroup {
	all := make([]*CommentGroup, 0, len(cmap))
	for _, list := range cmap {
		all = append(all, list...)
	}
	slices.SortFunc(all, byPos)
	return all
}

// summary returns the beginning of the text of comments, as one line.
func summary(list []*CommentGroup) string {
	const longest = 40
	var b strings.Builder
	for _, group := range list {
		for _, c := range group.List {
			if b.Len() < longest {
				b.WriteString(c.Text)
			}
		}
	}
	text := b.String()
	if len(text) > longest {
		text = text[:longest-3] + "..."
	}
	return strings.Map(func(c rune) rune {
		if c == '\t' || c == '\n' || c == '\r' {
			return ' '
		}
		return c
	}, text)
}

// String lists the nodes and their comments.
func (cmap CommentMap) String() string {
	nodes := make([]Node, 0, len(cmap))
	for n := range cmap {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b Node) int { return cmp.Or(byPos(a, b), cmp.Compare(a.End(), b.End())) })
	var b strings.Builder
	b.WriteString("CommentMap {\n")
	for _, n := range nodes {
		kind := strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
		if id, ok := n.(*Ident); ok {
			kind = id.Name
		}
		fmt.Fprintf(&b, "\t%p  %20s:  %s\n", n, kind, summary(cmap[n]))
	}
	b.WriteString("}\n")
	return b.String()
}
