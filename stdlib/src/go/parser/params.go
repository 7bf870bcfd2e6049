package parser

import (
	"go/ast"
	"go/token"
)

// A param is a name, a type, or both, before the parser knows whether names in the list are types.
type param struct {
	name *ast.Ident
	typ  ast.Expr
}

func (p *parser) funcType() *ast.FuncType {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("FuncType"))
	}
	f := &ast.FuncType{Func: p.expect(token.FUNC)}
	typeParams, params := p.parameters(true)
	if typeParams != nil {
		p.error(typeParams.Pos(), "function type must have no type parameters")
	}
	f.Params, f.Results = params, p.results()
	return f
}

// parameters parses parameters, and type parameters before them if these are allowed.
func (p *parser) parameters(generic bool) (typeParams, params *ast.FieldList) {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Parameters"))
	}
	if generic && p.tok == token.LBRACK {
		list := &ast.FieldList{Opening: p.pos}
		p.next()
		list.List = p.parameterList(nil, nil, ofTypeParams)
		list.Closing = p.expect(token.RBRACK)
		if list.NumFields() == 0 {
			p.error(list.Closing, "empty type parameter list")
		} else {
			typeParams = list
		}
	}
	return typeParams, p.inParens(ofParams)
}

// inParens reads parameters or results in parentheses.
func (p *parser) inParens(kind listKind) *ast.FieldList {
	list := &ast.FieldList{Opening: p.expect(token.LPAREN)}
	if p.tok != token.RPAREN {
		list.List = p.parameterList(nil, nil, kind)
	}
	list.Closing = p.expect(token.RPAREN)
	return list
}

func (p *parser) results() *ast.FieldList {
	if p.tok == token.LPAREN {
		return p.inParens(ofResults)
	}
	if t := p.maybeType(); t != nil {
		return &ast.FieldList{List: []*ast.Field{{Type: t}}}
	}
	return nil
}

// A listKind says which kind of parameters a list contains.
type listKind int

const (
	ofParams listKind = iota
	ofResults
	ofTypeParams
)

// parameterList parses a list up to its closing token. The caller may have parsed the first name and its type.
func (p *parser) parameterList(id *ast.Ident, typ ast.Expr, kind listKind) []*ast.Field {
	list := paramList{p: p, kind: kind, constraints: kind == ofTypeParams, begin: p.pos}
	end := token.RPAREN
	if list.constraints {
		end = token.RBRACK
	}
	if id != nil {
		list.begin = id.Pos()
	} else if typ != nil {
		list.begin = typ.Pos()
	}
	for id != nil || p.tok != end && p.tok != token.EOF {
		var one param
		if typ != nil {
			if list.constraints {
				typ = p.union(typ)
			}
			one = param{id, typ}
		} else {
			one = p.param(id, list.constraints)
		}
		id, typ = nil, nil
		list.add(one)
		if !p.comma("parameter list", end) {
			break
		}
		p.next()
	}
	return list.fields()
}

// param parses a parameter; the caller may have parsed its name.
func (p *parser) param(id *ast.Ident, constraint bool) (one param) {
	if id == nil && constraint && p.tok == token.TILDE {
		return param{typ: p.union(nil)}
	}
	if id == nil && p.tok == token.IDENT {
		id = p.ident()
	}
	variadic := false
	if id != nil {
		one, variadic = p.behindName(id, constraint)
	} else {
		one, variadic = p.withoutName()
	}
	if constraint && p.tok == token.OR && one.typ != nil && !variadic {
		one.typ = p.union(one.typ)
	}
	return one
}

func (p *parser) variadic() *ast.Ellipsis {
	return &ast.Ellipsis{Ellipsis: p.expect(token.ELLIPSIS), Elt: p.typ()}
}

// behindName parses the rest of a parameter after its name, or the rest of a type that begins with the name. If the parameter is complete, no union may follow.
func (p *parser) behindName(id *ast.Ident, constraint bool) (one param, complete bool) {
	one.name = id
	switch p.tok {
	case token.LBRACK:
		one.name, one.typ = p.arrayOrInstance(id)
	case token.PERIOD:
		one = param{typ: p.namedType(id)}
	case token.ELLIPSIS:
		one.typ, complete = p.variadic(), true
	case token.TILDE, token.OR:
		if !constraint {
			break
		}
		complete = true
		if p.tok == token.TILDE {
			one.typ = p.union(nil)
		} else {
			one = param{typ: p.union(id)}
		}
	case token.IDENT, token.MUL, token.ARROW, token.FUNC, token.CHAN, token.MAP, token.STRUCT, token.INTERFACE, token.LPAREN:
		one.typ = p.typ()
	}
	return one, complete
}

func (p *parser) withoutName() (one param, complete bool) {
	switch p.tok {
	case token.MUL, token.ARROW, token.FUNC, token.LBRACK, token.CHAN, token.MAP, token.STRUCT, token.INTERFACE, token.LPAREN:
		return param{typ: p.typ()}, false
	case token.ELLIPSIS:
		return param{typ: p.variadic()}, true
	}
	p.missing(p.pos, "')'")
	p.skip(&endsElement)
	return one, false
}

// A paramList converts parameters to fields after all have been parsed: either all have names, or none has.
type paramList struct {
	p           *parser
	kind        listKind
	constraints bool // whether the list has type parameters
	begin       token.Pos
	all         []param
	named       int // number of parameters with a name and a type
	typed       int // number of parameters with a type
}

func (l *paramList) add(one param) {
	if one.name == nil && one.typ == nil {
		return
	}
	l.all = append(l.all, one)
	if one.typ != nil {
		l.typed++
		if one.name != nil {
			l.named++
		}
	}
}

func (l *paramList) fields() (fields []*ast.Field) {
	switch {
	case len(l.all) == 0:
		return nil
	case l.named == 0:
		l.namesAreTypes()
		l.checkVariadic()
		for _, one := range l.all {
			fields = append(fields, &ast.Field{Type: one.typ})
		}
		return fields
	case l.named < len(l.all):
		l.complete()
	}
	l.checkVariadic()
	for i, one := range l.all {
		if i > 0 && one.typ == l.all[i-1].typ {
			last := fields[len(fields)-1]
			last.Names = append(last.Names, one.name)
			continue
		}
		fields = append(fields, &ast.Field{Names: []*ast.Ident{one.name}, Type: one.typ})
	}
	return fields
}

func (l *paramList) namesAreTypes() {
	for i := range l.all {
		if one := &l.all[i]; one.typ == nil {
			*one = param{typ: one.name}
		}
	}
	if l.constraints {
		l.lacks(l.begin)
	}
}

// complete gives parameters without a type the type of the next one that has one. Others lack a name.
func (l *paramList) complete() {
	wrong := token.NoPos
	var typ ast.Expr
	for i := len(l.all) - 1; i >= 0; i-- {
		one := &l.all[i]
		switch {
		case one.typ != nil && one.name != nil:
			typ = one.typ
		case one.typ != nil:
			typ = one.typ
			wrong = typ.Pos()
			one.name = &ast.Ident{NamePos: wrong, Name: "_"}
		case typ != nil:
			one.typ = typ
		default:
			wrong = one.name.Pos()
			one.typ = &ast.BadExpr{From: wrong, To: l.p.pos}
		}
	}
	if wrong.IsValid() {
		l.lacks(wrong)
	}
}

// lacks reports a parameter without a type or without a name.
func (l *paramList) lacks(at token.Pos) {
	name, typ := "missing parameter name", "missing parameter type"
	if l.constraints {
		name, typ = "missing type parameter name", "missing type constraint"
		if len(l.all) == 1 {
			name += " or invalid array length"
		}
	}
	if l.named < l.typed {
		l.p.error(at, name)
	} else {
		l.p.error(l.p.pos, typ)
	}
}

// checkVariadic removes "..." from all types but that of the last parameter, where it is allowed. It reports the first.
func (l *paramList) checkVariadic() {
	text := "invalid use of ..."
	if l.kind == ofParams {
		text = "can only use ... with final parameter"
	}
	reported := false
	for i := range l.all {
		dots, ok := l.all[i].typ.(*ast.Ellipsis)
		if !ok || l.kind == ofParams && i == len(l.all)-1 {
			continue
		}
		if !reported {
			reported = true
			l.p.error(dots.Pos(), text)
		}
		l.all[i].typ = &ast.BadExpr{From: dots.Pos(), To: dots.End()}
	}
}
