package template

import (
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// maxDepth is the maximum depth of template calls.
const maxDepth = 100000

// ExecError is an error of an execution, except an error of the writer.
type ExecError struct {
	Name string // of the template
	Err  error
}

func (e ExecError) Error() string { return e.Err.Error() }

func (e ExecError) Unwrap() error { return e.Err }

// A state is the state of an execution.
type state struct {
	t     *Template
	w     io.Writer
	node  parse.Node // the current node, for errors
	vars  []variable
	depth int
	// Caches for the whole execution.
	members map[memberKey]member
}

type variable struct {
	name  string
	value reflect.Value
}

// A leaving says how a list ended: normally, or with break or continue.
type leaving int

const (
	atEnd leaving = iota
	byBreak
	byContinue
)

// A writeError is the panic that carries an error of the writer.
type writeError struct{ err error }

// DefinedTemplates returns a text that lists the templates associated with t, for errors; "" if there are none.
func (t *Template) DefinedTemplates() string {
	if t.common == nil {
		return ""
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	var names []string
	for name, other := range t.byName {
		if other.Tree != nil && other.Root != nil {
			names = append(names, strconv.Quote(name))
		}
	}
	if names == nil {
		return ""
	}
	return "; defined templates are: " + strings.Join(names, ", ")
}

// ExecuteTemplate executes the template with a name among those associated with t.
func (t *Template) ExecuteTemplate(wr io.Writer, name string, data any) error {
	other := t.Lookup(name)
	if other == nil {
		return fmt.Errorf("template: no template %q associated with template %q", name, t.name)
	}
	return other.Execute(wr, data)
}

// Execute executes the template with data, which may be a reflect.Value, as its dot. After an error wr may have got a
// part of the output.
func (t *Template) Execute(wr io.Writer, data any) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case runtime.Error:
			panic(e)
		case writeError:
			err = e.err
		case ExecError:
			err = e
		default:
			panic(e)
		}
	}()
	dot := valueOf(data)
	s := &state{t: t, w: wr, vars: []variable{{"$", dot}}, members: make(map[memberKey]member)}
	if t.Tree == nil || t.Root == nil {
		s.errorf("%q is an incomplete or empty template", t.Name())
	}
	s.walk(dot, t.Root)
	return nil
}

// valueOf returns the Value of data, or data itself if it is one.
func valueOf(data any) reflect.Value {
	if v, ok := data.(reflect.Value); ok {
		return v
	}
	return reflect.ValueOf(data)
}

// errorf ends the execution with an error at the current node.
func (s *state) errorf(format string, args ...any) {
	name := strings.ReplaceAll(s.t.Name(), "%", "%%")
	if s.node == nil {
		format = fmt.Sprintf("template: %s: %s", name, format)
	} else {
		location, context := s.t.ErrorContext(s.node)
		location = strings.ReplaceAll(location, "%", "%%")
		context = strings.ReplaceAll(context, "%", "%%")
		format = fmt.Sprintf("template: %s: executing %q at <%s>: %s", location, name, context, format)
	}
	panic(ExecError{Name: s.t.Name(), Err: fmt.Errorf(format, args...)})
}

// at sets the current node.
func (s *state) at(node parse.Node) { s.node = node }

func (s *state) write(text []byte) {
	if _, err := s.w.Write(text); err != nil {
		panic(writeError{err})
	}
}

// setVar sets the innermost variable of that name.
func (s *state) setVar(name string, value reflect.Value) {
	s.vars[s.find(name)].value = value
}

func (s *state) find(name string) int {
	for i, v := range slices.Backward(s.vars) {
		if v.name == name {
			return i
		}
	}
	s.errorf("undefined variable: %s", name)
	return -1
}

// walk executes a node.
func (s *state) walk(dot reflect.Value, node parse.Node) leaving {
	s.at(node)
	switch node := node.(type) {
	case *parse.TextNode:
		s.write(node.Text)
	case *parse.ActionNode:
		if value := s.pipeline(dot, node.Pipe); len(node.Pipe.Decl) == 0 {
			s.print(node, value)
		}
	case *parse.BreakNode:
		return byBreak
	case *parse.ContinueNode:
		return byContinue
	case *parse.CommentNode:
	case *parse.IfNode:
		return s.branch(dot, &node.BranchNode)
	case *parse.WithNode:
		return s.branch(dot, &node.BranchNode)
	case *parse.ListNode:
		for _, n := range node.Nodes {
			if how := s.walk(dot, n); how != atEnd {
				return how
			}
		}
	case *parse.RangeNode:
		return s.loop(dot, node)
	case *parse.TemplateNode:
		s.call(dot, node)
	default:
		s.errorf("unknown node: %s", node)
	}
	return atEnd
}

// branch executes an if or with.
func (s *state) branch(dot reflect.Value, node *parse.BranchNode) (how leaving) {
	vars := len(s.vars)
	value := s.pipeline(dot, node.Pipe)
	truth, ok := isTrue(held(value))
	if !ok {
		s.errorf("if/with can't use %v", value)
	}
	switch {
	case truth && node.NodeType == parse.NodeWith:
		how = s.walk(value, node.List)
	case truth:
		how = s.walk(dot, node.List)
	case node.ElseList != nil:
		how = s.walk(dot, node.ElseList)
	}
	s.vars = s.vars[:vars]
	return how
}

// IsTrue reports whether if treats a value as true: it is not the zero value of its type, and not empty. ok is false if
// the type has no truth value.
func IsTrue(val any) (truth, ok bool) { return isTrue(reflect.ValueOf(val)) }

func isTrue(v reflect.Value) (truth, ok bool) {
	k := v.Kind()
	switch classOf(k) {
	case reflect.Bool:
		return v.Bool(), true
	case reflect.String:
		return v.Len() > 0, true
	case reflect.Int, reflect.Uint:
		return !v.IsZero(), true
	case reflect.Float64:
		return v.Float() != 0, true
	case reflect.Complex128:
		return v.Complex() != 0, true
	}
	switch k {
	case reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() > 0, true
	case reflect.UnsafePointer:
		return !v.IsNil(), true
	case reflect.Struct:
		return true, true
	case reflect.Invalid:
		return false, true
	}
	return hasNil(k) && !v.IsNil(), hasNil(k)
}

// loop executes a range.
func (s *state) loop(dot reflect.Value, node *parse.RangeNode) (how leaving) {
	outer := len(s.vars)
	s.at(node)
	value, _ := indirect(s.pipeline(dot, node.Pipe))
	none := true
	each := func(index, elem reflect.Value) bool {
		none = false
		vars := len(s.vars)
		s.setLoopVars(node.Pipe, index, elem)
		how := s.walk(elem, node.List)
		s.vars = s.vars[:vars]
		return how != byBreak
	}
	s.iterate(node, value, each)
	if none && node.ElseList != nil {
		how = s.walk(dot, node.ElseList)
	}
	s.vars = s.vars[:outer]
	return how
}

// setLoopVars sets the variables of a range: the element, or the index and the element.
func (s *state) setLoopVars(pipe *parse.PipeNode, index, elem reflect.Value) {
	n := len(pipe.Decl)
	if n == 0 {
		return
	}
	values := []reflect.Value{elem}
	if n > 1 {
		values = []reflect.Value{index, elem}
	}
	for i, decl := range pipe.Decl {
		if pipe.IsAssign {
			s.setVar(decl.Ident[0], values[i])
		} else {
			s.vars[len(s.vars)-n+i].value = values[i]
		}
	}
}

// iterate calls each for the elements of value, until it returns false.
func (s *state) iterate(node *parse.RangeNode, value reflect.Value, each func(index, elem reflect.Value) bool) {
	pipe := node.Pipe
	switch value.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range value.Len() {
			if !each(reflect.ValueOf(i), value.Index(i)) {
				return
			}
		}
		return
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if len(pipe.Decl) > 1 {
			s.errorf("can't use %v to iterate over more than one variable", value)
		}
		for i := range value.Seq() {
			if !each(reflect.Value{}, i) {
				return
			}
		}
		return
	case reflect.Map:
		keys := value.MapKeys()
		slices.SortStableFunc(keys, keyOrder)
		for _, key := range keys {
			if !each(key, value.MapIndex(key)) {
				return
			}
		}
		return
	case reflect.Chan:
		if value.IsNil() {
			return
		}
		if value.Type().ChanDir() == reflect.SendDir {
			s.errorf("range over send-only channel %v", value)
		}
		for i := 0; ; i++ {
			elem, ok := value.Recv()
			if !ok || !each(reflect.ValueOf(i), elem) {
				return
			}
		}
	case reflect.Invalid:
		return // like an empty map
	case reflect.Func:
		if value.Type().CanSeq() {
			if len(pipe.Decl) > 1 {
				s.errorf("can't use %v iterate over more than one variable", value)
			}
			for elem := range value.Seq() {
				if !each(reflect.Value{}, elem) {
					return
				}
			}
			return
		}
		if value.Type().CanSeq2() {
			for key, elem := range value.Seq2() {
				if len(pipe.Decl) < 2 {
					// If each element has two values, a single variable, or the dot, gets the first.
					elem = key
				}
				if !each(key, elem) {
					return
				}
			}
			return
		}
	}
	s.errorf("range can't iterate over %v", value)
}

// call executes {{template}}.
func (s *state) call(dot reflect.Value, node *parse.TemplateNode) {
	s.at(node)
	t := s.t.Lookup(node.Name)
	if t == nil {
		s.errorf("template %q not defined", node.Name)
	}
	if s.depth == maxDepth {
		s.errorf("exceeded maximum template depth (%v)", maxDepth)
	}
	dot = s.pipeline(dot, node.Pipe)
	inner := state{t: t, w: s.w, vars: []variable{{"$", dot}}, depth: s.depth + 1, members: s.members}
	inner.walk(dot, t.Root)
}

// print writes a value.
func (s *state) print(node parse.Node, value reflect.Value) {
	s.at(node)
	v, ok := printable(value)
	if !ok {
		s.errorf("can't print %s of type %s", node, value.Type())
	}
	if text, ok := v.(string); ok {
		s.write([]byte(text))
	} else if _, err := fmt.Fprint(s.w, v); err != nil {
		panic(writeError{err})
	}
}

// printable returns the value to print: a pointer's target, unless the pointer has its own method for printing.
func printable(v reflect.Value) (any, bool) {
	if v.Kind() == reflect.Pointer {
		v, _ = indirect(v)
	}
	if !v.IsValid() {
		return "<no value>", true
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case string, int, float64, bool:
			return x, true
		}
	}
	shows := func(t reflect.Type) bool { return t.Implements(errorType) || t.Implements(stringerType) }
	if t := v.Type(); !shows(t) {
		if v.CanAddr() && shows(reflect.PointerTo(t)) {
			v = v.Addr()
		} else if v.Kind() == reflect.Chan || v.Kind() == reflect.Func {
			return nil, false
		}
	}
	return v.Interface(), true
}
