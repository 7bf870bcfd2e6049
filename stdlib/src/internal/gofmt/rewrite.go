package gofmt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A rule says which expressions to replace. A name of one lower-case letter is a wildcard: it stands for any expression.
type rule struct {
	pattern, replacement reflect.Value
}

func parseRule(text string) (*rule, error) {
	pattern, replacement, ok := strings.Cut(text, "->")
	if !ok || strings.Contains(replacement, "->") {
		return nil, errors.New("rewrite rule must be of the form 'pattern -> replacement'")
	}
	p, err := parseSide(pattern, "pattern")
	if err != nil {
		return nil, err
	}
	r, err := parseSide(replacement, "replacement")
	if err != nil {
		return nil, err
	}
	return &rule{reflect.ValueOf(p), reflect.ValueOf(r)}, nil
}

func parseSide(text, what string) (ast.Expr, error) {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("parsing %s %s at %s", what, text, err)
	}
	return x, nil
}

// applyToFile replaces the expressions of a file, and the comments inside replaced ones.
func (r *rule) applyToFile(set *token.FileSet, file *ast.File) *ast.File {
	comments := ast.NewCommentMap(set, file, file.Comments)
	changed := r.apply(reflect.ValueOf(file)).Interface().(*ast.File)
	changed.Comments = comments.Filter(changed).Comments()
	return changed
}

// The types of fields that matching ignores.
var (
	posType    = reflect.TypeFor[token.Pos]()
	objectType = reflect.TypeFor[*ast.Object]()
	scopeType  = reflect.TypeFor[*ast.Scope]()
)

// apply replaces the expressions of a value, innermost first, and returns the new value.
func (r *rule) apply(v reflect.Value) reflect.Value {
	if !v.IsValid() || v.Type() == objectType || v.Type() == scopeType {
		return v
	}
	replace := func(part reflect.Value) {
		// If the field cannot hold an arbitrary expression, the old one stays.
		if changed := r.apply(part); changed.IsValid() && changed.Type().AssignableTo(part.Type()) {
			part.Set(changed)
		}
	}
	switch inner := reflect.Indirect(v); inner.Kind() {
	case reflect.Slice:
		for i := range inner.Len() {
			replace(inner.Index(i))
		}
	case reflect.Struct:
		for i := range inner.NumField() {
			replace(inner.Field(i))
		}
	case reflect.Interface:
		return r.apply(inner.Elem())
	}
	return r.replaceWhole(v)
}

// replaceWhole returns the replacement of an expression that the pattern matches; otherwise the expression.
func (r *rule) replaceWhole(v reflect.Value) reflect.Value {
	found := map[string]reflect.Value{}
	if !match(found, r.pattern, v) {
		return v
	}
	return substitute(found, r.replacement, v.Interface().(ast.Node).Pos())
}

func isWildcard(name string) bool {
	c, n := utf8.DecodeRuneInString(name)
	return n == len(name) && unicode.IsLower(c)
}

// wildcard returns the name of a wildcard that is the whole pattern.
func wildcard(pattern reflect.Value) (string, bool) {
	if pattern.IsValid() && pattern.CanInterface() {
		if name, ok := pattern.Interface().(*ast.Ident); ok && name != nil && isWildcard(name.Name) {
			return name.Name, true
		}
	}
	return "", false
}

// match reports whether a pattern matches a value, and stores the expressions for its wildcards in found. If found is
// nil, there are no wildcards.
func match(found map[string]reflect.Value, pattern, v reflect.Value) bool {
	if !pattern.IsValid() || !v.IsValid() {
		return pattern.IsValid() == v.IsValid()
	}
	if name, ok := wildcard(pattern); ok && found != nil {
		if x, ok := v.Interface().(ast.Expr); ok && !reflect.ValueOf(x).IsNil() {
			if before, ok := found[name]; ok {
				return match(nil, before, v)
			}
			found[name] = v
			return true
		}
	}
	if pattern.Type() != v.Type() {
		return false
	}
	switch pattern.Type() {
	case posType, objectType, scopeType:
		return true
	}
	switch pattern.Kind() {
	case reflect.Pointer, reflect.Interface:
		if pattern.IsNil() || v.IsNil() {
			return pattern.IsNil() == v.IsNil()
		}
		if pattern.Kind() == reflect.Pointer {
			switch p := pattern.Interface().(type) {
			case *ast.Ident:
				return p.Name == v.Interface().(*ast.Ident).Name
			case *ast.CallExpr:
				// Positions are ignored, except this one.
				if p.Ellipsis.IsValid() != v.Interface().(*ast.CallExpr).Ellipsis.IsValid() {
					return false
				}
			}
		}
		return match(found, pattern.Elem(), v.Elem())
	case reflect.Slice:
		if pattern.Len() != v.Len() {
			return false
		}
		for i := range pattern.Len() {
			if !match(found, pattern.Index(i), v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range pattern.NumField() {
			if !match(found, pattern.Field(i), v.Field(i)) {
				return false
			}
		}
		return true
	}
	return pattern.Interface() == v.Interface()
}

// substitute returns a copy of a replacement with its wildcards replaced by found. New nodes get the position
// pos, if that is valid.
func substitute(found map[string]reflect.Value, part reflect.Value, pos token.Pos) reflect.Value {
	if !part.IsValid() {
		return part
	}
	if name, ok := wildcard(part); ok {
		if x, ok := found[name]; ok {
			return substitute(nil, x, token.NoPos)
		}
	}
	switch part.Type() {
	case posType:
		if pos.IsValid() && part.Int() != 0 {
			return reflect.ValueOf(pos)
		}
		return part
	case objectType, scopeType:
		return reflect.Zero(part.Type())
	}
	switch part.Kind() {
	case reflect.Pointer:
		if part.IsNil() {
			return part
		}
		to := reflect.New(part.Type().Elem())
		to.Elem().Set(substitute(found, part.Elem(), pos))
		return to
	case reflect.Interface:
		if part.IsNil() {
			return part
		}
		return substitute(found, part.Elem(), pos)
	case reflect.Slice:
		if part.IsNil() {
			return part
		}
		to := reflect.MakeSlice(part.Type(), part.Len(), part.Len())
		for i := range part.Len() {
			to.Index(i).Set(substitute(found, part.Index(i), pos))
		}
		return to
	case reflect.Struct:
		to := reflect.New(part.Type()).Elem()
		for i := range part.NumField() {
			if to.Field(i).CanSet() {
				to.Field(i).Set(substitute(found, part.Field(i), pos))
			}
		}
		return to
	}
	return part
}
