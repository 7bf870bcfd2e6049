package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// NumberNode is a numerical constant, in each kind of number that can represent it.
type NumberNode struct {
	NodeType
	Pos
	tr         *Tree
	IsInt      bool
	IsUint     bool
	IsFloat    bool
	IsComplex  bool
	Int64      int64
	Uint64     uint64
	Float64    float64
	Complex128 complex128
	Text       string // as in the source
}

func (n *NumberNode) tree() *Tree                 { return n.tr }
func (n *NumberNode) String() string              { return n.Text }
func (n *NumberNode) appendTo(b *strings.Builder) { b.WriteString(n.Text) }
func (n *NumberNode) Copy() Node                  { c := *n; return &c }

// number makes a node from a token.
func (t *Tree) number(tok token) *NumberNode {
	n := &NumberNode{NodeType: NodeNumber, Pos: tok.pos, tr: t, Text: tok.text}
	var err error
	switch {
	case tok.kind == tokChar:
		err = n.char()
	case tok.kind == tokComplex:
		if _, err = fmt.Sscan(n.Text, &n.Complex128); err == nil {
			n.IsComplex = true
			n.simplify()
		}
	default:
		err = n.real()
	}
	if err != nil {
		t.errorf("%s", err)
	}
	return n
}

func (n *NumberNode) char() error {
	r, _, tail, err := strconv.UnquoteChar(n.Text[1:], n.Text[0])
	if err != nil {
		return err
	}
	if tail != "'" {
		return fmt.Errorf("malformed character constant: %s", n.Text)
	}
	n.IsInt, n.Int64 = true, int64(r)
	n.IsUint, n.Uint64 = true, uint64(r)
	n.IsFloat, n.Float64 = true, float64(r)
	return nil
}

func (n *NumberNode) real() error {
	if digits, ok := strings.CutSuffix(n.Text, "i"); ok {
		if f, err := strconv.ParseFloat(digits, 64); err == nil {
			n.IsComplex, n.Complex128 = true, complex(0, f)
			n.simplify()
			return nil
		}
	}
	if u, err := strconv.ParseUint(n.Text, 0, 64); err == nil {
		n.IsUint, n.Uint64 = true, u
	}
	if i, err := strconv.ParseInt(n.Text, 0, 64); err == nil {
		n.IsInt, n.Int64 = true, i
		if i == 0 { // also for -0
			n.IsUint, n.Uint64 = true, 0
		}
	}
	switch {
	case n.IsInt:
		n.IsFloat, n.Float64 = true, float64(n.Int64)
	case n.IsUint:
		n.IsFloat, n.Float64 = true, float64(n.Uint64)
	default:
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil {
			break
		}
		if !strings.ContainsAny(n.Text, ".eEpP") {
			return fmt.Errorf("integer overflow: %q", n.Text)
		}
		n.IsFloat, n.Float64 = true, f
		n.integers()
	}
	if !n.IsInt && !n.IsUint && !n.IsFloat {
		return fmt.Errorf("illegal number syntax: %q", n.Text)
	}
	return nil
}

// integers sets the integer kinds if the float is integral.
func (n *NumberNode) integers() {
	f := n.Float64
	if float64(int64(f)) == f {
		n.IsInt, n.Int64 = true, int64(f)
	}
	if float64(uint64(f)) == f {
		n.IsUint, n.Uint64 = true, uint64(f)
	}
}

// simplify sets the other kinds if the imaginary part is zero.
func (n *NumberNode) simplify() {
	if imag(n.Complex128) != 0 {
		return
	}
	n.IsFloat, n.Float64 = true, real(n.Complex128)
	n.integers()
}
