// Package parse parses templates into trees, for package text/template.
package parse

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Mode has the options of parsing.
type Mode uint

// The bits of a Mode.
const (
	ParseComments Mode = 1 << iota // comments become nodes
	SkipFuncCheck                  // functions need not be defined
)

// maxDepth is the maximum nesting depth of parentheses.
const maxDepth = 10000

// A Tree is one parsed template.
type Tree struct {
	Name      string    // name of the template
	ParseName string    // name of the top-level template of the text, for errors
	Root      *ListNode // nil before it is parsed
	Mode      Mode
	text      string // the text that was parsed
	left      string // the delimiters; "" for the default
	right     string

	funcs  []map[string]any
	lex    *lexer
	ahead  []token // tokens that were read but not consumed; the next one is last
	last   token   // the last token read
	vars   []string
	set    map[string]*Tree
	opened int // line of the current action, 0 outside
	ranges int // number of ranges around the current position
	depth  int // depth of parentheses
}

// New returns a tree without nodes.
func New(name string, funcs ...map[string]any) *Tree { return &Tree{Name: name, funcs: funcs} }

// Parse parses text and returns the templates in it by name, including the one called name. Empty delimiters mean
// the default. The functions must be in funcs.
func Parse(name, text, leftDelim, rightDelim string, funcs ...map[string]any) (map[string]*Tree, error) {
	set := map[string]*Tree{}
	t := New(name)
	t.text = text
	_, err := t.Parse(text, leftDelim, rightDelim, set, funcs...)
	return set, err
}

// Copy returns a copy that can be changed; it cannot parse.
func (t *Tree) Copy() *Tree {
	if t == nil {
		return nil
	}
	return &Tree{Name: t.Name, ParseName: t.ParseName, Root: t.Root.CopyList(), text: t.text, left: t.left, right: t.right}
}

// Parse parses text and adds the templates in it to treeSet.
func (t *Tree) Parse(text, leftDelim, rightDelim string, treeSet map[string]*Tree, funcs ...map[string]any) (tree *Tree, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case runtime.Error:
			panic(e)
		case error:
			t.stop()
			err = e
		default:
			panic(e)
		}
	}()
	t.ParseName = t.Name
	t.start(funcs, newLexer(text, leftDelim, rightDelim), treeSet)
	t.text, t.left, t.right = text, leftDelim, rightDelim
	t.parse()
	t.add()
	t.stop()
	return t, nil
}

func (t *Tree) start(funcs []map[string]any, lex *lexer, set map[string]*Tree) {
	t.Root = nil
	t.lex, t.funcs, t.set = lex, funcs, set
	t.vars = []string{"$"}
	t.depth = 0
	lex.comments = t.Mode&ParseComments != 0
	lex.breaks, lex.continues = !t.hasFunction("break"), !t.hasFunction("continue")
}

func (t *Tree) stop() {
	t.lex, t.vars, t.funcs, t.set = nil, nil, nil, nil
}

// add adds the tree to the set; an empty tree does not replace one that is not empty.
func (t *Tree) add() {
	old := t.set[t.Name]
	if old == nil || IsEmptyTree(old.Root) {
		t.set[t.Name] = t
		return
	}
	if !IsEmptyTree(t.Root) {
		t.errorf("template: multiple definition of template %q", t.Name)
	}
}

// IsEmptyTree reports whether a tree consists of spaces and comments.
func IsEmptyTree(n Node) bool {
	switch n := n.(type) {
	case nil, *CommentNode:
		return true
	case *ListNode:
		return !slices.ContainsFunc(n.Nodes, func(n Node) bool { return !IsEmptyTree(n) })
	case *TextNode:
		return len(bytes.TrimSpace(n.Text)) == 0
	case *ActionNode, *IfNode, *RangeNode, *TemplateNode, *WithNode:
		return false
	}
	panic("unknown node: " + n.String())
}

// ErrorContext returns the position of a node, as "name:line:column", and its source.
func (t *Tree) ErrorContext(n Node) (location, context string) {
	tree := n.tree()
	if tree == nil {
		tree = t
	}
	before := tree.text[:n.Position()]
	column := len(before) - (strings.LastIndexByte(before, '\n') + 1)
	line := 1 + strings.Count(before, "\n")
	return fmt.Sprintf("%s:%d:%d", tree.ParseName, line, column), n.String()
}

// errorf ends parsing with an error.
func (t *Tree) errorf(format string, args ...any) {
	t.Root = nil
	panic(fmt.Errorf("template: %s:%d: %s", t.ParseName, t.last.line, fmt.Sprintf(format, args...)))
}

// unexpected reports an unexpected token, or the error in an error token.
func (t *Tree) unexpected(tok token, context string) {
	if tok.kind != tokError {
		t.errorf("unexpected %s in %s", tok, context)
	}
	where := ""
	if t.opened != 0 && t.opened != tok.line {
		where = fmt.Sprintf(" in action started at %s:%d", t.ParseName, t.opened)
		if strings.HasSuffix(tok.text, " action") {
			where = where[len(" in action"):]
		}
	}
	t.errorf("%s%s", tok, where)
}

// next consumes the next token.
func (t *Tree) next() token {
	if n := len(t.ahead); n > 0 {
		tok := t.ahead[n-1]
		t.ahead = t.ahead[:n-1]
		return tok
	}
	t.last = t.lex.next()
	return t.last
}

// back makes tokens unread: the first is the next one.
func (t *Tree) back(tokens ...token) {
	for _, tok := range slices.Backward(tokens) {
		t.ahead = append(t.ahead, tok)
	}
}

func (t *Tree) peek() token {
	tok := t.next()
	t.back(tok)
	return tok
}

// nextNonSpace consumes the next token that is not a space.
func (t *Tree) nextNonSpace() token {
	for {
		if tok := t.next(); tok.kind != tokSpace {
			return tok
		}
	}
}

func (t *Tree) peekNonSpace() token {
	tok := t.nextNonSpace()
	t.back(tok)
	return tok
}

func (t *Tree) expect(k kind, context string) token {
	tok := t.nextNonSpace()
	if tok.kind != k {
		t.unexpected(tok, context)
	}
	return tok
}

func (t *Tree) list(pos Pos) *ListNode { return &ListNode{NodeType: NodeList, Pos: pos, tr: t} }

// parse parses a whole text: definitions and other items.
func (t *Tree) parse() {
	t.Root = t.list(t.peek().pos)
	for t.peek().kind != tokEOF {
		if t.peek().kind == tokLeft {
			left := t.next()
			if word := t.nextNonSpace(); word.kind == tokDefine {
				t.within("definition", (*Tree).definition)
				continue
			} else {
				t.back(left, word)
			}
		}
		switch n := t.textOrAction().(type) {
		case *mark:
			t.errorf("unexpected %s", n)
		default:
			t.Root.append(n)
		}
	}
}

// definition parses a definition after {{define.
func (t *Tree) definition() {
	const context = "define clause"
	t.Name = t.templateName(context)
	t.expect(tokRight, context)
	t.body(context)
}

// body parses a definition up to its {{end}}, and adds the tree.
func (t *Tree) body(context string) {
	var end *mark
	t.Root, end = t.items()
	if end.NodeType != nodeEnd {
		t.errorf("unexpected %s in %s", end, context)
	}
	t.add()
}

// within parses a part of the text as a tree of its own.
func (t *Tree) within(name string, parse func(*Tree)) {
	inner := New(name)
	inner.text, inner.left, inner.right, inner.Mode, inner.ParseName = t.text, t.left, t.right, t.Mode, t.ParseName
	inner.ahead, inner.last = t.ahead, t.last
	inner.start(t.funcs, t.lex, t.set)
	parse(inner)
	t.ahead, t.last = inner.ahead, inner.last
	inner.stop()
}

// items parses up to an {{end}} or {{else}}.
func (t *Tree) items() (*ListNode, *mark) {
	list := t.list(t.peekNonSpace().pos)
	for t.peekNonSpace().kind != tokEOF {
		n := t.textOrAction()
		if end, ok := n.(*mark); ok {
			return list, end
		}
		list.append(n)
	}
	t.errorf("unexpected EOF")
	return nil, nil
}

func (t *Tree) textOrAction() Node {
	switch tok := t.nextNonSpace(); tok.kind {
	case tokText:
		return &TextNode{NodeText, tok.pos, t, []byte(tok.text)}
	case tokLeft:
		t.opened = tok.line
		defer func() { t.opened = 0 }()
		return t.action()
	case tokComment:
		return &CommentNode{NodeComment, tok.pos, t, tok.text}
	default:
		t.unexpected(tok, "input")
		return nil
	}
}

// action parses an action after its left delimiter.
func (t *Tree) action() Node {
	switch tok := t.nextNonSpace(); tok.kind {
	case tokBlock:
		return t.block()
	case tokBreak:
		t.loopControl(tok, "{{break}}")
		return &BreakNode{t, NodeBreak, tok.pos, tok.line}
	case tokContinue:
		t.loopControl(tok, "{{continue}}")
		return &ContinueNode{t, NodeContinue, tok.pos, tok.line}
	case tokElse:
		// {{else if}} and {{else with}}: the keyword comes next.
		if next := t.peekNonSpace(); next.kind == tokIf || next.kind == tokWith {
			return &mark{nodeElse, next.pos, t, next.line}
		}
		right := t.expect(tokRight, "else")
		return &mark{nodeElse, right.pos, t, right.line}
	case tokEnd:
		return &mark{nodeEnd, t.expect(tokRight, "end").pos, t, tok.line}
	case tokIf:
		return &IfNode{t.branch(NodeIf, "if")}
	case tokRange:
		return &RangeNode{t.branch(NodeRange, "range")}
	case tokWith:
		return &WithNode{t.branch(NodeWith, "with")}
	case tokTemplateCall:
		return t.call()
	default:
		t.back(tok)
		tok = t.peek()
		return &ActionNode{NodeAction, tok.pos, t, tok.line, t.pipeline("command", tokRight)}
	}
}

// loopControl parses the end of a break or continue.
func (t *Tree) loopControl(tok token, context string) {
	if end := t.nextNonSpace(); end.kind != tokRight {
		t.unexpected(end, context)
	}
	if t.ranges == 0 {
		t.errorf("%s outside {{range}}", context)
	}
}

// pipeline parses up to a token of kind end, which it consumes.
func (t *Tree) pipeline(context string, end kind) *PipeNode {
	tok := t.peekNonSpace()
	pipe := &PipeNode{NodeType: NodePipe, Pos: tok.pos, tr: t, Line: tok.line}
	t.declarations(pipe, context)
	for {
		switch tok := t.nextNonSpace(); tok.kind {
		case end:
			t.checkPipeline(pipe, context)
			return pipe
		case tokBool, tokChar, tokComplex, tokDot, tokField, tokIdentifier, tokNumber, tokNil, tokRawString, tokString,
			tokVariable, tokLeftParen:
			t.back(tok)
			pipe.append(t.command())
		default:
			t.unexpected(tok, context)
		}
	}
}

// declarations parses the variables that a pipeline declares or assigns to.
func (t *Tree) declarations(pipe *PipeNode, context string) {
	for t.peekNonSpace().kind == tokVariable {
		v := t.nextNonSpace()
		// A space after the word means a list of arguments.
		after := t.next()
		next := after
		if after.kind == tokSpace {
			next = t.nextNonSpace()
		}
		comma := next.kind == tokPunctuation && next.text == ","
		if next.kind != tokAssign && next.kind != tokDeclare && !comma {
			if after.kind == tokSpace {
				t.back(v, after, next)
			} else {
				t.back(v, next)
			}
			return
		}
		pipe.Decl = append(pipe.Decl, t.variable(v))
		t.vars = append(t.vars, v.text)
		if !comma {
			pipe.IsAssign = next.kind == tokAssign
			return
		}
		if context != "range" || len(pipe.Decl) >= 2 {
			t.errorf("too many declarations in %s", context)
		}
		switch t.peekNonSpace().kind {
		case tokVariable, tokRight, tokRightParen:
		default:
			t.errorf("range can only initialize variables")
		}
	}
}

func (t *Tree) checkPipeline(pipe *PipeNode, context string) {
	if len(pipe.Cmds) == 0 {
		t.errorf("missing value for %s", context)
	}
	for i, cmd := range pipe.Cmds[1:] {
		switch cmd.Args[0].Type() {
		case NodeBool, NodeDot, NodeNil, NodeNumber, NodeString:
			t.errorf("non executable command in pipeline stage %d", i+2)
		}
	}
}

// branch parses an action after {{if, {{range or {{with, up to its {{end}}.
func (t *Tree) branch(nt NodeType, context string) BranchNode {
	vars := len(t.vars)
	b := BranchNode{NodeType: nt, tr: t}
	b.Pipe = t.pipeline(context, tokRight)
	b.Pos, b.Line = b.Pipe.Position(), b.Pipe.Line
	if nt == NodeRange {
		t.ranges++
	}
	var next *mark
	b.List, next = t.items()
	if nt == NodeRange {
		t.ranges--
	}
	if next.NodeType == nodeElse {
		switch k := t.peek().kind; {
		case nt == NodeIf && k == tokIf:
			t.next()
			b.ElseList = t.list(next.Pos)
			b.ElseList.append(&IfNode{t.branch(NodeIf, "if")})
		case nt == NodeWith && k == tokWith:
			t.next()
			b.ElseList = t.list(next.Pos)
			b.ElseList.append(&WithNode{t.branch(NodeWith, "with")})
		default:
			b.ElseList, next = t.items()
			if next.NodeType != nodeEnd {
				t.errorf("expected end; found %s", next)
			}
		}
	}
	t.vars = t.vars[:vars]
	return b
}

// block parses an action after {{block: a definition and a call of it.
func (t *Tree) block() Node {
	const context = "block clause"
	start := t.peekNonSpace()
	name := t.templateName(context)
	pipe := t.pipeline(context, tokRight)
	t.within(name, func(inner *Tree) { inner.body(context) })
	return &TemplateNode{NodeTemplate, start.pos, t, start.line, name, pipe}
}

// call parses an action after {{template.
func (t *Tree) call() Node {
	const context = "template clause"
	start := t.peekNonSpace()
	name := t.templateName(context)
	var pipe *PipeNode
	if tok := t.nextNonSpace(); tok.kind != tokRight {
		t.back(tok)
		pipe = t.pipeline(context, tokRight)
	}
	return &TemplateNode{NodeTemplate, start.pos, t, start.line, name, pipe}
}

func (t *Tree) templateName(context string) string {
	tok := t.nextNonSpace()
	if tok.kind != tokString && tok.kind != tokRawString {
		t.unexpected(tok, context)
	}
	return t.unquote(tok)
}

func (t *Tree) unquote(tok token) string {
	text, err := strconv.Unquote(tok.text)
	if err != nil {
		t.errorf("%s", err)
	}
	return text
}

// command parses operands up to a | or the end of the pipeline, which it does not consume.
func (t *Tree) command() *CommandNode {
	cmd := &CommandNode{NodeType: NodeCommand, Pos: t.peekNonSpace().pos, tr: t}
	for {
		t.peekNonSpace()
		if n := t.operand(); n != nil {
			cmd.append(n)
		}
		tok := t.next()
		if tok.kind == tokSpace {
			continue
		}
		switch tok.kind {
		case tokRight, tokRightParen:
			t.back(tok)
		case tokPipe:
		default:
			t.unexpected(tok, "operand")
		}
		break
	}
	if len(cmd.Args) == 0 {
		t.errorf("empty command")
	}
	return cmd
}

// operand parses a term and its fields; nil if there is none.
func (t *Tree) operand() Node {
	n := t.term()
	if n == nil || t.peek().kind != tokField {
		return n
	}
	chain := &ChainNode{NodeType: NodeChain, Pos: t.peek().pos, tr: t, Node: n}
	for t.peek().kind == tokField {
		chain.Add(t.next().text)
	}
	switch n := n.(type) {
	case *FieldNode:
		return &FieldNode{NodeField, chain.Pos, t, strings.Split(chain.String()[1:], ".")}
	case *VariableNode:
		return &VariableNode{NodeVariable, chain.Pos, t, strings.Split(chain.String(), ".")}
	case *BoolNode, *StringNode, *NumberNode, *NilNode, *DotNode:
		t.errorf("unexpected . after term %q", n.String())
	}
	return chain
}

// term parses a simple operand; nil if there is none.
func (t *Tree) term() Node {
	switch tok := t.nextNonSpace(); tok.kind {
	case tokIdentifier:
		if t.Mode&SkipFuncCheck == 0 && !t.hasFunction(tok.text) {
			t.errorf("function %q not defined", tok.text)
		}
		return NewIdentifier(tok.text).SetTree(t).SetPos(tok.pos)
	case tokDot:
		return &DotNode{NodeDot, tok.pos, t}
	case tokNil:
		return &NilNode{NodeNil, tok.pos, t}
	case tokVariable:
		v := t.variable(tok)
		if !slices.Contains(t.vars, v.Ident[0]) {
			t.errorf("undefined variable %q", v.Ident[0])
		}
		return v
	case tokField:
		return &FieldNode{NodeField, tok.pos, t, strings.Split(tok.text[1:], ".")}
	case tokBool:
		return &BoolNode{NodeBool, tok.pos, t, tok.text == "true"}
	case tokChar, tokComplex, tokNumber:
		return t.number(tok)
	case tokLeftParen:
		if t.depth++; t.depth > maxDepth {
			t.errorf("max expression depth exceeded")
		}
		pipe := t.pipeline("parenthesized pipeline", tokRightParen)
		t.depth--
		return pipe
	case tokString, tokRawString:
		return &StringNode{NodeString, tok.pos, t, tok.text, t.unquote(tok)}
	default:
		t.back(tok)
		return nil
	}
}

func (t *Tree) variable(tok token) *VariableNode {
	return &VariableNode{NodeVariable, tok.pos, t, strings.Split(tok.text, ".")}
}

func (t *Tree) hasFunction(name string) bool {
	return slices.ContainsFunc(t.funcs, func(funcs map[string]any) bool { return funcs[name] != nil })
}
