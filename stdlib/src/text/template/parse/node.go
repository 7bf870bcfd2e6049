package parse

import (
	"strconv"
	"strings"
)

// A Node is a part of a template's tree.
type Node interface {
	Type() NodeType
	// String returns the source of the node, not with the original's spaces.
	String() string
	// Copy returns a copy of the node and of all below it.
	Copy() Node
	// Position returns the offset of the node in the text, in bytes.
	Position() Pos
	tree() *Tree
	appendTo(*strings.Builder)
}

// NodeType is the kind of a node; each node embeds it, which gives the node the method Type.
type NodeType int

// Pos is an offset in the text of a template, in bytes; each node embeds it, which gives the node the method Position.
type Pos int

// Type returns t.
func (t NodeType) Type() NodeType { return t }

// Position returns p.
func (p Pos) Position() Pos { return p }

// The kinds of nodes.
const (
	NodeText       NodeType = iota // plain text
	NodeAction                     // an action that is no control structure
	NodeBool                       // a boolean constant
	NodeChain                      // fields of a term
	NodeCommand                    // an element of a pipeline
	NodeDot                        // the dot
	nodeElse                       // an else; not in trees
	nodeEnd                        // an end; not in trees
	NodeField                      // a field or method name
	NodeIdentifier                 // an identifier, always that of a function
	NodeIf                         // an if action
	NodeList                       // a list of nodes
	NodeNil                        // the untyped nil
	NodeNumber                     // a numerical constant
	NodePipe                       // a pipeline
	NodeRange                      // a range action
	NodeString                     // a string constant
	NodeTemplate                   // a template invocation
	NodeVariable                   // a variable
	NodeWith                       // a with action
	NodeComment                    // a comment
	NodeBreak                      // a break action
	NodeContinue                   // a continue action
)

// stringOf returns the source of a node.
func stringOf(n Node) string {
	var b strings.Builder
	n.appendTo(&b)
	return b.String()
}

// appendAction writes an action between the delimiters that the tree was parsed with.
func (t *Tree) appendAction(b *strings.Builder, text string) {
	left, right := defaultLeft, defaultRight
	if t != nil && t.left != "" {
		left = t.left
	}
	if t != nil && t.right != "" {
		right = t.right
	}
	b.WriteString(left)
	b.WriteString(text)
	b.WriteString(right)
}

// ListNode is a sequence of nodes.
type ListNode struct {
	NodeType
	Pos
	tr    *Tree
	Nodes []Node
}

func (l *ListNode) append(n Node)  { l.Nodes = append(l.Nodes, n) }
func (l *ListNode) tree() *Tree    { return l.tr }
func (l *ListNode) String() string { return stringOf(l) }

func (l *ListNode) appendTo(b *strings.Builder) {
	for _, n := range l.Nodes {
		n.appendTo(b)
	}
}

// CopyList is Copy with the node's own type as result.
func (l *ListNode) CopyList() *ListNode {
	if l == nil {
		return nil
	}
	c := &ListNode{NodeType: NodeList, Pos: l.Pos, tr: l.tr}
	for _, n := range l.Nodes {
		c.append(n.Copy())
	}
	return c
}

func (l *ListNode) Copy() Node { return l.CopyList() }

// TextNode is plain text.
type TextNode struct {
	NodeType
	Pos
	tr   *Tree
	Text []byte
}

func (t *TextNode) tree() *Tree                 { return t.tr }
func (t *TextNode) String() string              { return string(t.Text) }
func (t *TextNode) appendTo(b *strings.Builder) { b.Write(t.Text) }

func (t *TextNode) Copy() Node {
	return &TextNode{NodeText, t.Pos, t.tr, append([]byte{}, t.Text...)}
}

// CommentNode is a comment.
type CommentNode struct {
	NodeType
	Pos
	tr   *Tree
	Text string // with /* and */
}

func (c *CommentNode) tree() *Tree    { return c.tr }
func (c *CommentNode) String() string { return stringOf(c) }
func (c *CommentNode) Copy() Node     { return &CommentNode{NodeComment, c.Pos, c.tr, c.Text} }

func (c *CommentNode) appendTo(b *strings.Builder) { c.tr.appendAction(b, c.Text) }

// PipeNode is a pipeline, perhaps with declarations.
type PipeNode struct {
	NodeType
	Pos
	tr       *Tree
	Line     int  // line in the template
	IsAssign bool // whether the variables are assigned to, not declared
	Decl     []*VariableNode
	Cmds     []*CommandNode
}

func (p *PipeNode) tree() *Tree    { return p.tr }
func (p *PipeNode) String() string { return stringOf(p) }
func (p *PipeNode) Copy() Node     { return p.CopyPipe() }

func (p *PipeNode) append(c *CommandNode) { p.Cmds = append(p.Cmds, c) }

func (p *PipeNode) appendTo(b *strings.Builder) {
	for i, v := range p.Decl {
		if i > 0 {
			b.WriteString(", ")
		}
		v.appendTo(b)
	}
	switch {
	case len(p.Decl) == 0:
	case p.IsAssign:
		b.WriteString(" = ")
	default:
		b.WriteString(" := ")
	}
	for i, c := range p.Cmds {
		if i > 0 {
			b.WriteString(" | ")
		}
		c.appendTo(b)
	}
}

// CopyPipe is Copy with the node's own type as result.
func (p *PipeNode) CopyPipe() *PipeNode {
	if p == nil {
		return nil
	}
	c := &PipeNode{NodeType: NodePipe, Pos: p.Pos, tr: p.tr, Line: p.Line, IsAssign: p.IsAssign}
	for _, v := range p.Decl {
		c.Decl = append(c.Decl, v.Copy().(*VariableNode))
	}
	for _, cmd := range p.Cmds {
		c.append(cmd.Copy().(*CommandNode))
	}
	return c
}

// ActionNode is an action that prints the result of its pipeline.
type ActionNode struct {
	NodeType
	Pos
	tr   *Tree
	Line int
	Pipe *PipeNode
}

func (a *ActionNode) tree() *Tree    { return a.tr }
func (a *ActionNode) String() string { return stringOf(a) }

func (a *ActionNode) appendTo(b *strings.Builder) {
	a.tr.appendAction(b, a.Pipe.String())
}

func (a *ActionNode) Copy() Node {
	return &ActionNode{NodeAction, a.Pos, a.tr, a.Line, a.Pipe.CopyPipe()}
}

// CommandNode is an element of a pipeline.
type CommandNode struct {
	NodeType
	Pos
	tr   *Tree
	Args []Node // the first is the operand or function
}

func (c *CommandNode) tree() *Tree    { return c.tr }
func (c *CommandNode) String() string { return stringOf(c) }
func (c *CommandNode) append(n Node)  { c.Args = append(c.Args, n) }

func (c *CommandNode) appendTo(b *strings.Builder) {
	for i, arg := range c.Args {
		if i > 0 {
			b.WriteByte(' ')
		}
		appendOperand(b, arg)
	}
}

// appendOperand writes a node, a pipeline in parentheses.
func appendOperand(b *strings.Builder, n Node) {
	if pipe, ok := n.(*PipeNode); ok {
		b.WriteByte('(')
		pipe.appendTo(b)
		b.WriteByte(')')
		return
	}
	n.appendTo(b)
}

func (c *CommandNode) Copy() Node {
	if c == nil {
		return c
	}
	n := &CommandNode{NodeType: NodeCommand, Pos: c.Pos, tr: c.tr}
	for _, arg := range c.Args {
		n.append(arg.Copy())
	}
	return n
}

// IdentifierNode is the name of a function.
type IdentifierNode struct {
	NodeType
	Pos
	tr    *Tree
	Ident string
}

// NewIdentifier returns a node without a place and a tree.
func NewIdentifier(ident string) *IdentifierNode {
	return &IdentifierNode{NodeType: NodeIdentifier, Ident: ident}
}

// SetPos sets the place and returns i.
func (i *IdentifierNode) SetPos(pos Pos) *IdentifierNode {
	i.Pos = pos
	return i
}

// SetTree sets the tree and returns i.
func (i *IdentifierNode) SetTree(t *Tree) *IdentifierNode {
	i.tr = t
	return i
}

func (i *IdentifierNode) tree() *Tree                 { return i.tr }
func (i *IdentifierNode) String() string              { return i.Ident }
func (i *IdentifierNode) appendTo(b *strings.Builder) { b.WriteString(i.Ident) }
func (i *IdentifierNode) Copy() Node {
	return NewIdentifier(i.Ident).SetTree(i.tr).SetPos(i.Pos)
}

// VariableNode is a variable, perhaps with fields of it.
type VariableNode struct {
	NodeType
	Pos
	tr    *Tree
	Ident []string // the name with its $, and the fields
}

func (v *VariableNode) tree() *Tree    { return v.tr }
func (v *VariableNode) String() string { return strings.Join(v.Ident, ".") }

func (v *VariableNode) appendTo(b *strings.Builder) { b.WriteString(v.String()) }

func (v *VariableNode) Copy() Node {
	return &VariableNode{NodeVariable, v.Pos, v.tr, append([]string{}, v.Ident...)}
}

// DotNode is the dot.
type DotNode struct {
	NodeType
	Pos
	tr *Tree
}

// Type returns NodeDot.
func (d *DotNode) Type() NodeType              { return NodeDot }
func (d *DotNode) tree() *Tree                 { return d.tr }
func (d *DotNode) String() string              { return "." }
func (d *DotNode) appendTo(b *strings.Builder) { b.WriteByte('.') }
func (d *DotNode) Copy() Node                  { return &DotNode{NodeDot, d.Pos, d.tr} }

// NilNode is the untyped nil.
type NilNode struct {
	NodeType
	Pos
	tr *Tree
}

// Type returns NodeNil.
func (n *NilNode) Type() NodeType              { return NodeNil }
func (n *NilNode) tree() *Tree                 { return n.tr }
func (n *NilNode) String() string              { return "nil" }
func (n *NilNode) appendTo(b *strings.Builder) { b.WriteString("nil") }
func (n *NilNode) Copy() Node                  { return &NilNode{NodeNil, n.Pos, n.tr} }

// FieldNode is a field of the dot, or a field of that, and so on.
type FieldNode struct {
	NodeType
	Pos
	tr    *Tree
	Ident []string
}

func (f *FieldNode) tree() *Tree                 { return f.tr }
func (f *FieldNode) String() string              { return "." + strings.Join(f.Ident, ".") }
func (f *FieldNode) appendTo(b *strings.Builder) { b.WriteString(f.String()) }

func (f *FieldNode) Copy() Node {
	return &FieldNode{NodeField, f.Pos, f.tr, append([]string{}, f.Ident...)}
}

// ChainNode is a term with fields of it.
type ChainNode struct {
	NodeType
	Pos
	tr    *Tree
	Node  Node
	Field []string
}

// Add adds a field, with a dot before its name.
func (c *ChainNode) Add(field string) {
	if field == "" || field[0] != '.' {
		panic("no dot in field")
	}
	if field == "." {
		panic("empty field")
	}
	c.Field = append(c.Field, field[1:])
}

func (c *ChainNode) tree() *Tree    { return c.tr }
func (c *ChainNode) String() string { return stringOf(c) }

func (c *ChainNode) appendTo(b *strings.Builder) {
	appendOperand(b, c.Node)
	for _, field := range c.Field {
		b.WriteString("." + field)
	}
}

func (c *ChainNode) Copy() Node {
	return &ChainNode{NodeChain, c.Pos, c.tr, c.Node, append([]string{}, c.Field...)}
}

// BoolNode is a boolean constant.
type BoolNode struct {
	NodeType
	Pos
	tr   *Tree
	True bool
}

func (b *BoolNode) tree() *Tree                 { return b.tr }
func (b *BoolNode) String() string              { return strconv.FormatBool(b.True) }
func (b *BoolNode) appendTo(s *strings.Builder) { s.WriteString(b.String()) }
func (b *BoolNode) Copy() Node                  { return &BoolNode{NodeBool, b.Pos, b.tr, b.True} }

// StringNode is a string constant.
type StringNode struct {
	NodeType
	Pos
	tr     *Tree
	Quoted string // as in the source
	Text   string
}

func (s *StringNode) tree() *Tree                 { return s.tr }
func (s *StringNode) String() string              { return s.Quoted }
func (s *StringNode) appendTo(b *strings.Builder) { b.WriteString(s.Quoted) }
func (s *StringNode) Copy() Node                  { return &StringNode{NodeString, s.Pos, s.tr, s.Quoted, s.Text} }

// A mark is an end or else, which the parser uses to end a list.
type mark struct {
	NodeType
	Pos
	tr   *Tree
	line int
}

func (m *mark) tree() *Tree { return m.tr }
func (m *mark) Copy() Node  { c := *m; return &c }

func (m *mark) String() string {
	return stringOf(m)
}

func (m *mark) appendTo(b *strings.Builder) {
	word := "else"
	if m.NodeType == nodeEnd {
		word = "end"
	}
	m.tr.appendAction(b, word)
}

// BranchNode is the common part of if, range and with.
type BranchNode struct {
	NodeType
	Pos
	tr       *Tree
	Line     int
	Pipe     *PipeNode
	List     *ListNode // executed if the value is not empty
	ElseList *ListNode // executed if the value is empty; nil without else
}

func (b *BranchNode) tree() *Tree    { return b.tr }
func (b *BranchNode) String() string { return stringOf(b) }

func (b *BranchNode) appendTo(s *strings.Builder) {
	word := ""
	switch b.NodeType {
	case NodeIf:
		word = "if "
	case NodeRange:
		word = "range "
	case NodeWith:
		word = "with "
	default:
		panic("unknown branch type")
	}
	b.tr.appendAction(s, word+b.Pipe.String())
	b.List.appendTo(s)
	if b.ElseList != nil {
		b.tr.appendAction(s, "else")
		b.ElseList.appendTo(s)
	}
	b.tr.appendAction(s, "end")
}

// Copy returns an IfNode, RangeNode or WithNode.
func (b *BranchNode) Copy() Node {
	switch b.NodeType {
	case NodeIf:
		return &IfNode{b.copied()}
	case NodeRange:
		return &RangeNode{b.copied()}
	case NodeWith:
		return &WithNode{b.copied()}
	}
	panic("unknown branch type")
}

func (b *BranchNode) copied() BranchNode {
	return BranchNode{b.NodeType, b.Pos, b.tr, b.Line, b.Pipe.CopyPipe(), b.List.CopyList(), b.ElseList.CopyList()}
}

// IfNode is an if action.
type IfNode struct{ BranchNode }

func (i *IfNode) Copy() Node { return i.BranchNode.Copy() }

// RangeNode is a range action.
type RangeNode struct{ BranchNode }

func (r *RangeNode) Copy() Node { return r.BranchNode.Copy() }

// WithNode is a with action.
type WithNode struct{ BranchNode }

func (w *WithNode) Copy() Node { return w.BranchNode.Copy() }

// BreakNode is a break action.
type BreakNode struct {
	tr *Tree
	NodeType
	Pos
	Line int
}

func (b *BreakNode) tree() *Tree                 { return b.tr }
func (b *BreakNode) String() string              { return stringOf(b) }
func (b *BreakNode) appendTo(s *strings.Builder) { b.tr.appendAction(s, "break") }
func (b *BreakNode) Copy() Node                  { return &BreakNode{b.tr, NodeBreak, b.Pos, b.Line} }

// ContinueNode is a continue action.
type ContinueNode struct {
	tr *Tree
	NodeType
	Pos
	Line int
}

func (c *ContinueNode) tree() *Tree                 { return c.tr }
func (c *ContinueNode) String() string              { return stringOf(c) }
func (c *ContinueNode) appendTo(b *strings.Builder) { c.tr.appendAction(b, "continue") }
func (c *ContinueNode) Copy() Node                  { return &ContinueNode{c.tr, NodeContinue, c.Pos, c.Line} }

// TemplateNode is a template action.
type TemplateNode struct {
	NodeType
	Pos
	tr   *Tree
	Line int
	Name string
	Pipe *PipeNode // the dot for the called template; nil if there is none
}

func (t *TemplateNode) tree() *Tree    { return t.tr }
func (t *TemplateNode) String() string { return stringOf(t) }

func (t *TemplateNode) appendTo(b *strings.Builder) {
	call := "template " + strconv.Quote(t.Name)
	if t.Pipe != nil {
		call += " " + t.Pipe.String()
	}
	t.tr.appendAction(b, call)
}

func (t *TemplateNode) Copy() Node {
	return &TemplateNode{NodeTemplate, t.Pos, t.tr, t.Line, t.Name, t.Pipe.CopyPipe()}
}
