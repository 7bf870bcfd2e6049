package template

import (
	"bytes"
	"fmt"
	"maps"
	"text/template"
	"text/template/parse"
)

// An escaper walks through templates, with the context of each position, and records the changes to make: the escapers
// to add to a value, and the templates to call, because a template that is called in several contexts is copied for
// each. It makes the changes only when all templates are valid.
type escaper struct {
	space   *nameSpace
	ends    map[string]context            // by the name of a template in its context: the context at its end
	derived map[string]*template.Template // copies of templates for other contexts
	called  map[string]bool

	values map[*parse.ActionNode][]string
	calls  map[*parse.TemplateNode]string
	texts  map[*parse.TextNode][]byte

	loop *loop
}

// A loop has the contexts of its break and continue statements.
type loop struct {
	outer             *loop
	breaks, continues []context
}

func newEscaper(space *nameSpace) escaper {
	e := escaper{space: space, ends: map[string]context{}, derived: map[string]*template.Template{}}
	e.forget()
	return e
}

// forget drops the recorded changes.
func (e *escaper) forget() {
	e.called = map[string]bool{}
	e.values = map[*parse.ActionNode][]string{}
	e.calls = map[*parse.TemplateNode]string{}
	e.texts = map[*parse.TextNode][]byte{}
}

// escapeTemplate escapes t, a template of the name space that contains some, and the templates that t calls.
func (some *Template) escapeTemplate(node parse.Node, name string) error {
	e := &some.esc
	c, _ := e.tree(context{}, node, name, 0)
	var err *Error
	if c.err != nil {
		err = c.err
		err.Name = name
	} else if c.state != stateText {
		err = &Error{ErrEndContext, nil, name, 0, fmt.Sprintf("ends in a non-text context: %v", c)}
	}
	t := some.set[name]
	if err != nil {
		if t != nil {
			t.escaped = err
			t.text.Tree, t.Tree = nil, nil
		}
		return err
	}
	e.commit()
	if t != nil {
		t.escaped = escapedWell
		t.Tree = t.text.Tree
	}
	return nil
}

// node escapes a node in a context and returns the context after it.
func (e *escaper) node(c context, n parse.Node) context {
	switch n := n.(type) {
	case *parse.TextNode:
		return e.text(c, n)
	case *parse.ActionNode:
		return e.action(c, n)
	case *parse.IfNode:
		return e.branch(c, &n.BranchNode, "if")
	case *parse.WithNode:
		return e.branch(c, &n.BranchNode, "with")
	case *parse.RangeNode:
		return e.branch(c, &n.BranchNode, "range")
	case *parse.ListNode:
		return e.list(c, n)
	case *parse.TemplateNode:
		d, name := e.tree(c, n, n.Name, n.Line)
		if name != n.Name {
			once(e.calls, n, name)
		}
		return d
	case *parse.BreakNode:
		c.node = n
		e.loop.breaks = append(e.loop.breaks, c)
		return context{state: stateDead}
	case *parse.ContinueNode:
		c.node = n
		e.loop.continues = append(e.loop.continues, c)
		return context{state: stateDead}
	case *parse.CommentNode:
		return c
	}
	panic("escaping " + n.String() + " is unimplemented")
}

func (e *escaper) list(c context, n *parse.ListNode) context {
	if n == nil {
		return c
	}
	for _, part := range n.Nodes {
		if c = e.node(c, part); c.state == stateDead {
			break
		}
	}
	return c
}

// branch escapes both branches. A loop's body can also begin in the context at its end, so it is escaped a second time from there.
func (e *escaper) branch(c context, n *parse.BranchNode, name string) context {
	if name != "range" {
		return join(e.list(c.clone(), n.List), e.list(c.clone(), n.ElseList), n, name)
	}
	end := e.once(n, func() context { return e.list(c.clone(), n.List) })
	if end.state == stateError {
		return end
	}
	end = e.once(n, func() context {
		again, _ := e.tried(end, n.List, nil)
		joined := join(end, again, n, name)
		if joined.state == stateError {
			joined.err.Line = n.Line
			joined.err.Description = "on range loop re-entry: " + joined.err.Description
		}
		return joined
	})
	if end.state == stateError {
		return end
	}
	return join(end, e.list(c.clone(), n.ElseList), n, name)
}

// once escapes a loop's body once and joins the context at its end with those of break and continue.
func (e *escaper) once(n *parse.BranchNode, body func() context) context {
	e.loop = &loop{outer: e.loop}
	c := body()
	left := e.loop
	e.loop = left.outer
	join := func(exits []context, what string) {
		for _, exit := range exits {
			if c.state == stateError {
				return
			}
			if c = join(c, exit, exit.node, "range"); c.state == stateError {
				c.err.Line = lineOf(exit.node)
				c.err.Description = "at range loop " + what + ": " + c.err.Description
			}
		}
	}
	join(left.breaks, "break")
	join(left.continues, "continue")
	return c
}

func lineOf(n parse.Node) int {
	switch n := n.(type) {
	case *parse.BreakNode:
		return n.Line
	case *parse.ContinueNode:
		return n.Line
	}
	return 0
}

// join returns the context after branches that end in a and b.
func join(a, b context, n parse.Node, name string) context {
	switch {
	case a.state == stateError, b.state == stateDead:
		if b.state == stateError && a.state != stateError {
			return b
		}
		return a
	case b.state == stateError, a.state == stateDead, a.equal(b):
		return b
	}
	c := a
	if c.urlPart = b.urlPart; c.equal(b) {
		c.urlPart = urlPartUnknown
		return c
	}
	c = a
	if c.jsCtx = b.jsCtx; c.equal(b) {
		c.jsCtx = jsCtxUnknown
		return c
	}
	// The text after a tag's or attribute's name can be another attribute.
	if c, d := atValue(a), atValue(b); !c.equal(a) || !d.equal(b) {
		if joined := join(c, d, n, name); joined.state != stateError {
			return joined
		}
	}
	return failed(ErrBranchEnd, n, 0, "{{%s}} branches end in different contexts: %v, %v", name, a, b)
}

// tried escapes a list in this context. keep decides whether the changes are kept.
func (e *escaper) tried(c context, n *parse.ListNode, keep func(trial *escaper, end context) bool) (context, bool) {
	trial := newEscaper(e.space)
	trial.loop = e.loop
	maps.Copy(trial.ends, e.ends)
	end := trial.list(c, n)
	if keep == nil || !keep(&trial, end) {
		return end, false
	}
	maps.Copy(e.ends, trial.ends)
	maps.Copy(e.derived, trial.derived)
	maps.Copy(e.called, trial.called)
	for n, names := range trial.values {
		once(e.values, n, names)
	}
	for n, name := range trial.calls {
		once(e.calls, n, name)
	}
	for n, text := range trial.texts {
		once(e.texts, n, text)
	}
	return end, true
}

// once records a change. A node belongs to one template, which is escaped once.
func once[K interface {
	comparable
	parse.Node
}, V any](changes map[K]V, n K, change V) {
	if _, had := changes[n]; had {
		panic(fmt.Sprintf("node %s shared between templates", n))
	}
	changes[n] = change
}

// tree escapes a template as called in a context, and returns the context at its end and its name in that context.
func (e *escaper) tree(c context, n parse.Node, name string, line int) (context, string) {
	own := c.nameIn(name)
	e.called[own] = true
	if end, known := e.ends[own]; known {
		return end, own
	}
	t := e.lookup(name)
	if t == nil {
		if e.space.set[name] != nil {
			return failed(ErrNoSuchTemplate, n, line, "%q is an incomplete or empty template", name), own
		}
		return failed(ErrNoSuchTemplate, n, line, "no such template %q", name), own
	}
	if own != name {
		derived := e.lookup(own)
		if derived == nil {
			derived = template.New(own)
			derived.Tree = &parse.Tree{Name: own, Root: t.Root.CopyList()}
			e.derived[own] = derived
		}
		t = derived
	}
	return e.end(c, t), own
}

// end escapes a template, and finds the context at its end. If it calls itself, end first guesses the context where it
// begins, then the context that resulted from this guess.
func (e *escaper) end(c context, t *template.Template) context {
	try := func(begin context) (context, bool) {
		e.ends[t.Name()] = begin
		return e.tried(begin, t.Root, func(trial *escaper, end context) bool {
			return end.state != stateError && (!trial.called[t.Name()] || begin.equal(end))
		})
	}
	first, ok := try(c)
	if ok {
		return first
	}
	if second, ok := try(first); ok {
		return second
	}
	if first.state == stateError {
		return first
	}
	return failed(ErrOutputContext, t.Root, 0, "cannot compute output context for template %s", t.Name())
}

func (e *escaper) lookup(name string) *template.Template {
	if t := e.any().text.Lookup(name); t != nil {
		return t
	}
	return e.derived[name]
}

// any returns a template of the name space.
func (e *escaper) any() *Template {
	for _, t := range e.space.set {
		return t
	}
	panic("no templates in name space")
}

// commit makes the recorded changes.
func (e *escaper) commit() {
	for name := range e.ends {
		e.lookup(name).Funcs(escapers)
	}
	for n, text := range e.texts {
		n.Text = text
	}
	for call, name := range e.calls {
		call.Name = name
	}
	for action, names := range e.values {
		addEscapers(action.Pipe, names)
	}
	some := e.any().text
	for name, t := range e.derived {
		template.Must(some.AddParseTree(name, t.Tree))
	}
	e.forget()
}

// text escapes a text: it removes comments, and escapes a < that begins no tag, and tags in literals of scripts.
func (e *escaper) text(c context, n *parse.TextNode) context {
	s := n.Text
	var b bytes.Buffer
	done := 0 // how much of s has been written or dropped
	for i := 0; i < len(s); {
		d, read := afterText(c, s[i:])
		end := i + read
		if c.state == stateText || c.state == stateRCDATA {
			done = escapeLess(&b, s, done, i, end, d.state != c.state)
		} else if c.state.isComment() && c.delim == delimNone {
			switch {
			case c.state == stateJSBlockCmt && bytes.ContainsAny(s[done:end], "\n\r\u2028\u2029"):
				// A comment with a line break ends a statement as the line break does.
				b.WriteByte('\n')
			case c.state == stateJSBlockCmt, c.state == stateCSSBlockCmt:
				b.WriteByte(' ')
			}
			done = end
		}
		if c.state != d.state && d.state.isComment() && d.delim == delimNone {
			b.Write(s[done : end-commentBegin(d.state)])
			done = end
		}
		if c.state.inJSLiteral() && literalTag.Match(s[i:end]) {
			b.Write(s[done:i])
			b.Write(literalTag.ReplaceAll(s[i:end], []byte(`\x3C$1`)))
			done = end
		}
		if i == end && c.state == d.state {
			panic(fmt.Sprintf("infinite loop from %v to %v on %q..%q", c, d, s[:i], s[i:]))
		}
		c, i = d, end
	}
	if done != 0 && c.state != stateError {
		if !c.state.isComment() || c.delim != delimNone {
			b.Write(s[done:])
		}
		once(e.texts, n, b.Bytes())
	}
	return c
}

// escapeLess writes s from done on, up to the last < between begin and end that needs an escape,
// and returns the new done. If a tag begins before end, its < stays.
func escapeLess(b *bytes.Buffer, s []byte, done, begin, end int, tag bool) int {
	if tag {
		if at := bytes.LastIndexByte(s[begin:end], '<'); at >= 0 {
			end = begin + at
		}
	}
	for i := begin; i < end; i++ {
		if s[i] != '<' || len(s)-i >= 9 && bytes.EqualFold(s[i:i+9], []byte("<!DOCTYPE")) {
			continue
		}
		b.Write(s[done:i])
		b.WriteString("&lt;")
		done = i + 1
	}
	return done
}

// commentBegin returns the length of the token that begins a comment.
func commentBegin(s state) int {
	switch s {
	case stateHTMLCmt, stateJSHTMLOpenCmt:
		return 4
	case stateJSHTMLCloseCmt:
		return 3
	}
	return 2
}
