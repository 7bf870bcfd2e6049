package template

import (
	"reflect"
	"strings"
	"text/template/parse"
)

// missing is the last argument of a command that nothing is piped into.
var missing = reflect.ValueOf(missingArgument{})

type missingArgument struct{}

var missingType = missing.Type()

func isMissing(v reflect.Value) bool { return v.Kind() == reflect.Struct && v.Type() == missingType }

// pipeline evaluates a pipeline and sets its variables.
func (s *state) pipeline(dot reflect.Value, pipe *parse.PipeNode) reflect.Value {
	if pipe == nil {
		return reflect.Value{}
	}
	s.at(pipe)
	value := missing
	for _, cmd := range pipe.Cmds {
		value = s.command(dot, cmd, value)
		if value.Kind() == reflect.Interface && value.NumMethod() == 0 {
			value = value.Elem()
		}
	}
	for _, decl := range pipe.Decl {
		if pipe.IsAssign {
			s.setVar(decl.Ident[0], value)
		} else {
			s.vars = append(s.vars, variable{decl.Ident[0], value})
		}
	}
	return value
}

// command evaluates a command; final is the piped argument.
func (s *state) command(dot reflect.Value, cmd *parse.CommandNode, final reflect.Value) reflect.Value {
	first := cmd.Args[0]
	if value, ok := s.operation(dot, first, cmd, cmd.Args, final); ok {
		return value
	}
	s.at(first)
	s.noArguments(cmd.Args, final)
	switch first.(type) {
	case *parse.DotNode:
		return dot
	case *parse.NilNode:
		s.errorf("nil is not a command")
	}
	value, ok := s.constant(first)
	if !ok {
		s.errorf("can't evaluate command %q", first)
	}
	return value
}

// operation evaluates a node other than a constant, nil and the dot; ok is false for these. The node is args[0] if
// there are args; site is the node in errors of a call.
func (s *state) operation(dot reflect.Value, n, site parse.Node, args []parse.Node, final reflect.Value) (value reflect.Value, ok bool) {
	switch n := n.(type) {
	case *parse.FieldNode:
		value = s.field(dot, n, args, final)
	case *parse.VariableNode:
		value = s.variable(dot, n, args, final)
	case *parse.IdentifierNode:
		value = s.function(dot, n, site, args, final)
	case *parse.PipeNode:
		s.noArguments(args, final)
		value = s.pipeline(dot, n)
	case *parse.ChainNode:
		value = s.chain(dot, n, args, final)
	default:
		return value, false
	}
	return value, true
}

func (s *state) noArguments(args []parse.Node, final reflect.Value) {
	if len(args) > 1 || !isMissing(final) {
		s.errorf("can't give argument to non-function %s", args[0])
	}
}

// number returns a constant when no type is demanded.
func (s *state) number(n *parse.NumberNode) reflect.Value {
	s.at(n)
	hex := len(n.Text) > 2 && n.Text[0] == '0' && (n.Text[1] == 'x' || n.Text[1] == 'X') && !strings.ContainsAny(n.Text, "pP")
	char := strings.HasPrefix(n.Text, "'")
	switch {
	case n.IsComplex:
		return reflect.ValueOf(n.Complex128)
	case n.IsFloat && !hex && !char && strings.ContainsAny(n.Text, ".eEpP"):
		return reflect.ValueOf(n.Float64)
	case n.IsInt:
		if int64(int(n.Int64)) != n.Int64 {
			s.errorf("%s overflows int", n.Text)
		}
		return reflect.ValueOf(int(n.Int64))
	case n.IsUint:
		s.errorf("%s overflows int", n.Text)
	}
	return reflect.Value{}
}

func (s *state) field(dot reflect.Value, n *parse.FieldNode, args []parse.Node, final reflect.Value) reflect.Value {
	s.at(n)
	return s.fields(dot, dot, n, n.Ident, args, final)
}

func (s *state) chain(dot reflect.Value, n *parse.ChainNode, args []parse.Node, final reflect.Value) reflect.Value {
	s.at(n)
	if len(n.Field) == 0 {
		s.errorf("internal error: no fields in evalChainNode")
	}
	if n.Node.Type() == parse.NodeNil {
		s.errorf("indirection through explicit nil in %s", n)
	}
	return s.fields(dot, s.arg(dot, nil, n.Node), n, n.Field, args, final)
}

func (s *state) variable(dot reflect.Value, n *parse.VariableNode, args []parse.Node, final reflect.Value) reflect.Value {
	s.at(n)
	value := s.vars[s.find(n.Ident[0])].value
	if len(n.Ident) == 1 {
		s.noArguments(args, final)
		return value
	}
	return s.fields(dot, value, n, n.Ident[1:], args, final)
}

// fields evaluates a chain of fields or methods, each on the result of the one before; the arguments belong to the last one.
func (s *state) fields(dot, of reflect.Value, n parse.Node, names []string, args []parse.Node, final reflect.Value) reflect.Value {
	last := len(names) - 1
	for _, name := range names[:last] {
		of = s.fieldOf(dot, of, n, name, nil, missing)
	}
	return s.fieldOf(dot, of, n, names[last], args, final)
}

// fieldOf evaluates a method, a field or an entry of a map.
func (s *state) fieldOf(dot, of reflect.Value, n parse.Node, name string, args []parse.Node, final reflect.Value) reflect.Value {
	if !of.IsValid() {
		if s.t.missingKey == missingError {
			s.errorf("nil data; no entry for key %q", name)
		}
		return of
	}
	typ := of.Type()
	of, isNil := indirect(of)
	if of.Kind() == reflect.Interface && isNil {
		s.errorf("nil pointer evaluating %s.%s", typ, name)
	}
	ptr := of
	if k := ptr.Kind(); k != reflect.Interface && k != reflect.Pointer && ptr.CanAddr() {
		ptr = ptr.Addr()
	}
	member := s.member(ptr.Type(), name)
	if member.method >= 0 {
		method := newFunction(name, ptr.Method(member.method))
		return s.invoke(dot, &method, n, name, args, final)
	}
	hasArgs := len(args) > 1 || !isMissing(final)
	switch of.Kind() {
	case reflect.Struct:
		if member.field == nil {
			break
		}
		value, err := of.FieldByIndexErr(member.field)
		if !member.exported {
			s.errorf("%s is an unexported field of struct type %s", name, typ)
		}
		if err != nil {
			s.errorf("%v", err)
		}
		if hasArgs {
			s.errorf("%s has arguments but cannot be invoked as function", name)
		}
		return value
	case reflect.Map:
		key := reflect.ValueOf(name)
		if !key.Type().AssignableTo(of.Type().Key()) {
			break
		}
		if hasArgs {
			s.errorf("%s is not a method but has arguments", name)
		}
		value := of.MapIndex(key)
		if !value.IsValid() {
			switch s.t.missingKey {
			case missingZero:
				value = reflect.Zero(of.Type().Elem())
			case missingError:
				s.errorf("map has no entry for key %q", name)
			}
		}
		return value
	case reflect.Pointer:
		// The pointer is nil.
		if elem := of.Type().Elem(); elem.Kind() == reflect.Struct {
			if _, ok := elem.FieldByName(name); !ok {
				break
			}
		}
		s.errorf("nil pointer evaluating %s.%s", typ, name)
	}
	s.errorf("can't evaluate field %s in type %s", name, typ)
	return reflect.Value{}
}

// A member is the method or field that a name denotes in a type.
type member struct {
	method   int   // the method's index; negative for none
	field    []int // the field's indexes, of a struct; nil for none
	exported bool
}

// The key for a member.
type memberKey struct {
	typ  reflect.Type
	name string
}

// member returns the method or field that name denotes for a value: a field of a struct, or of a pointer to one, which may be nil.
func (s *state) member(typ reflect.Type, name string) member {
	key := memberKey{typ, name}
	if found, ok := s.members[key]; ok {
		return found
	}
	found := member{method: -1}
	if method, ok := typ.MethodByName(name); ok {
		found.method = method.Index
	}
	base := typ
	if base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	if base.Kind() == reflect.Struct {
		if field, ok := base.FieldByName(name); ok {
			found.field, found.exported = field.Index, field.IsExported()
		}
	}
	s.members[key] = found
	return found
}

func (s *state) function(dot reflect.Value, n *parse.IdentifierNode, cmd parse.Node, args []parse.Node, final reflect.Value) reflect.Value {
	s.at(n)
	f := findFunction(n.Ident, s.t)
	if f == nil {
		s.errorf("%q is not a defined function", n.Ident)
	}
	return s.invoke(dot, f, cmd, n.Ident, args, final)
}

// invoke calls a function; args[0] is the node that names the function.
func (s *state) invoke(dot reflect.Value, f *function, n parse.Node, name string, args []parse.Node, final reflect.Value) reflect.Value {
	if len(args) > 0 {
		args = args[1:]
	}
	first := 0
	calls := f.builtin && name == "call" // the template does not pass its first parameter
	if calls {
		first = 1
	}
	piped := !isMissing(final)
	count := len(args)
	if piped {
		count++
	}
	want := f.params - first
	if f.variadic {
		want--
		if count < want {
			s.errorf("wrong number of args for %s: want at least %d got %d", name, want, len(args))
		}
	} else if count != want {
		s.errorf("wrong number of args for %s: want %d got %d", name, want, count)
	}
	if f.wrong != nil {
		s.errorf("%v", f.wrong)
	}
	if f.builtin && (name == "and" || name == "or") {
		return s.shortCircuit(dot, name == "or", args, final)
	}
	in := make([]reflect.Value, 0, first+count)
	if calls {
		called := final.String()
		if len(args) > 0 {
			called = args[0].String()
		}
		in = append(in, reflect.ValueOf(called))
	}
	for _, arg := range args {
		if typ := f.param(len(in)); typ == valueType && f.direct != nil {
			in = append(in, s.operand(dot, arg))
		} else {
			in = append(in, s.arg(dot, typ, arg))
		}
	}
	if piped {
		if typ := f.param(len(in)); typ == valueType && f.direct != nil {
			in = append(in, opened(final))
		} else {
			in = append(in, s.converted(final, typ))
		}
	}
	result, err := f.call(in)
	if err != nil {
		s.at(n)
		s.errorf("error calling %s: %w", name, err)
	}
	return result
}

// operand evaluates an argument for a parameter of type reflect.Value: the function gets this Value itself.
func (s *state) operand(dot reflect.Value, n parse.Node) reflect.Value {
	if n.Type() == parse.NodeNil {
		s.at(n)
		return reflect.Value{}
	}
	return opened(s.arg(dot, nil, n))
}

// shortCircuit evaluates the arguments of and and or up to the one that determines the result.
func (s *state) shortCircuit(dot reflect.Value, until bool, args []parse.Node, final reflect.Value) (value reflect.Value) {
	for _, arg := range args {
		value = opened(s.arg(dot, valueType, arg))
		if isTrueValue(value) == until {
			return value
		}
	}
	if !isMissing(final) {
		value = final
	}
	return value
}

// opened returns the Value inside a Value of type reflect.Value.
func opened(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Type() == valueType {
		return v.Interface().(reflect.Value)
	}
	return v
}

// nilKinds is the set of kinds whose values can be nil.
const nilKinds uint32 = 1<<reflect.Chan | 1<<reflect.Func | 1<<reflect.Interface | 1<<reflect.Map | 1<<reflect.Pointer | 1<<reflect.Slice

func hasNil(k reflect.Kind) bool { return nilKinds>>k&1 != 0 }

func canBeNil(typ reflect.Type) bool { return hasNil(typ.Kind()) || typ == valueType }

// converted returns value as a typ; it may be nil. It follows pointers and takes addresses.
func (s *state) converted(value reflect.Value, typ reflect.Type) reflect.Value {
	if !value.IsValid() {
		switch {
		case typ == nil:
			return value
		case canBeNil(typ):
			return reflect.Zero(typ)
		}
		s.errorf("invalid value; expected %s", typ)
	}
	if typ == nil {
		return value
	}
	if typ == valueType && value.Type() != typ {
		return reflect.ValueOf(value)
	}
	fits := value.Type().AssignableTo(typ)
	if !fits && value.Kind() == reflect.Interface && !value.IsNil() {
		value = value.Elem()
		fits = value.Type().AssignableTo(typ)
	}
	if !fits {
		value = s.reached(value, typ)
	}
	return value
}

// reached returns the target of value, or its address, whichever is a typ.
func (s *state) reached(value reflect.Value, typ reflect.Type) reflect.Value {
	from := value.Type()
	if from.Kind() == reflect.Pointer && from.Elem().AssignableTo(typ) {
		if value.IsNil() {
			s.errorf("dereference of nil pointer of type %s", typ)
		}
		return value.Elem()
	}
	if !value.CanAddr() || !reflect.PointerTo(from).AssignableTo(typ) {
		s.errorf("wrong type for value; expected %s; got %s", typ, from)
	}
	return value.Addr()
}

// arg evaluates an argument for a parameter of type typ; a nil typ stands for any.
func (s *state) arg(dot reflect.Value, typ reflect.Type, n parse.Node) reflect.Value {
	s.at(n)
	switch n.(type) {
	case *parse.DotNode:
		return s.converted(dot, typ)
	case *parse.NilNode:
		if typ == nil || !canBeNil(typ) {
			s.errorf("cannot assign nil to %s", typ)
		}
		return reflect.Zero(typ)
	}
	if value, ok := s.operation(dot, n, n, nil, missing); ok {
		return s.converted(value, typ)
	}
	if typ != nil && typ != valueType && (typ.Kind() != reflect.Interface || typ.NumMethod() > 0) {
		return s.constantOf(typ, n)
	}
	value, ok := s.constant(n)
	if !ok {
		s.errorf("can't handle assignment of %s to empty interface argument", n)
	}
	if typ == valueType {
		return reflect.ValueOf(value)
	}
	return value
}

// constant returns a constant when no type is demanded; ok is false if n is not a constant.
func (s *state) constant(n parse.Node) (value reflect.Value, ok bool) {
	switch n := n.(type) {
	case *parse.StringNode:
		value = reflect.ValueOf(n.Text)
	case *parse.NumberNode:
		value = s.number(n)
	case *parse.BoolNode:
		value = reflect.ValueOf(n.True)
	default:
		return value, false
	}
	return value, true
}

// constantOf returns a constant as a typ.
func (s *state) constantOf(typ reflect.Type, n parse.Node) reflect.Value {
	value := reflect.New(typ).Elem()
	number, _ := n.(*parse.NumberNode)
	expected := ""
	switch classOf(typ.Kind()) {
	case reflect.Bool:
		if b, ok := n.(*parse.BoolNode); ok {
			value.SetBool(b.True)
			return value
		}
		expected = "bool"
	case reflect.String:
		if text, ok := n.(*parse.StringNode); ok {
			value.SetString(text.Text)
			return value
		}
		expected = "string"
	case reflect.Int:
		if number != nil && number.IsInt {
			value.SetInt(number.Int64)
			return value
		}
		expected = "integer"
	case reflect.Uint:
		if number != nil && number.IsUint {
			value.SetUint(number.Uint64)
			return value
		}
		expected = "unsigned integer"
	case reflect.Float64:
		if number != nil && number.IsFloat {
			value.SetFloat(number.Float64)
			return value
		}
		expected = "float"
	case reflect.Complex128:
		if number != nil && number.IsComplex {
			value.SetComplex(number.Complex128)
			return value
		}
		expected = "complex"
	default:
		s.errorf("can't handle %s for arg of type %s", n, typ)
	}
	s.errorf("expected %s; found %s", expected, n)
	return value
}

// indirect follows pointers and interfaces; isNil reports that it ended at a nil one.
func indirect(v reflect.Value) (end reflect.Value, isNil bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return v, true
		}
		v = v.Elem()
	}
	return v, false
}

// held returns the value in an interface, other values unchanged.
func held(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}
