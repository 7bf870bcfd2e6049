package ast

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"reflect"
)

// A FieldFilter reports whether Fprint prints a field.
type FieldFilter func(name string, value reflect.Value) bool

// NotNilFilter returns whether a value is not nil.
func NotNilFilter(_ string, v reflect.Value) bool {
	const canBeNil = 1<<reflect.Chan | 1<<reflect.Func | 1<<reflect.Interface | 1<<reflect.Map | 1<<reflect.Pointer | 1<<reflect.Slice
	return canBeNil>>v.Kind()&1 == 0 || !v.IsNil()
}

// Print prints a tree to standard output, without nil fields.
func Print(fset *token.FileSet, x any) error { return Fprint(os.Stdout, fset, x, NotNilFilter) }

// Fprint prints a tree: each struct, pointer, slice and map in it, with the names of types and fields.
func Fprint(w io.Writer, fset *token.FileSet, x any, f FieldFilter) error {
	d := dump{to: w, fset: fset, filter: f, seen: map[any]int{}, atStart: true}
	if x == nil {
		d.printf("nil\n")
		return d.err
	}
	d.value(reflect.ValueOf(x))
	d.printf("\n")
	return d.err
}

// A dump writes a tree.
type dump struct {
	to      io.Writer
	fset    *token.FileSet
	filter  FieldFilter
	seen    map[any]int // the line where each pointer was printed
	line    int
	depth   int
	atStart bool // whether the output is at the beginning of a line
	text    []byte
	err     error
}

// printf writes a text, each line with its number and its indentation.
func (d *dump) printf(format string, args ...any) {
	if d.err != nil {
		return
	}
	d.text = d.text[:0]
	for _, c := range fmt.Appendf(nil, format, args...) {
		if d.atStart {
			d.text = fmt.Appendf(d.text, "%6d  ", d.line)
			for range d.depth {
				d.text = append(d.text, ".  "...)
			}
		}
		if d.atStart = c == '\n'; d.atStart {
			d.line++
		}
		d.text = append(d.text, c)
	}
	_, d.err = d.to.Write(d.text)
}

// nested writes braces, and unless isEmpty is set, the output of body between them, indented.
func (d *dump) nested(isEmpty bool, body func()) {
	d.printf("{")
	if !isEmpty {
		d.depth++
		d.printf("\n")
		body()
		d.depth--
	}
	d.printf("}")
}

func (d *dump) value(x reflect.Value) {
	if !NotNilFilter("", x) {
		d.printf("nil")
		return
	}
	switch x.Kind() {
	case reflect.Interface:
		d.value(x.Elem())
	case reflect.Map:
		d.printf("%s (len = %d) ", x.Type(), x.Len())
		d.nested(x.Len() == 0, func() {
			for _, key := range x.MapKeys() {
				d.value(key)
				d.printf(": ")
				d.value(x.MapIndex(key))
				d.printf("\n")
			}
		})
	case reflect.Pointer:
		d.printf("*")
		p := x.Interface()
		if line, ok := d.seen[p]; ok {
			d.printf("(obj @ %d)", line)
			return
		}
		d.seen[p] = d.line
		d.value(x.Elem())
	case reflect.Array:
		d.printf("%s ", x.Type())
		d.elements(x)
	case reflect.Slice:
		if s, ok := x.Interface().([]byte); ok {
			d.printf("%#q", s)
			return
		}
		d.printf("%s (len = %d) ", x.Type(), x.Len())
		d.elements(x)
	case reflect.Struct:
		d.fields(x)
	default:
		d.leaf(x.Interface())
	}
}

func (d *dump) elements(x reflect.Value) {
	d.nested(x.Len() == 0, func() {
		for i := range x.Len() {
			d.printf("%d: ", i)
			d.value(x.Index(i))
			d.printf("\n")
		}
	})
}

func (d *dump) fields(x reflect.Value) {
	t := x.Type()
	var wanted []int
	for i := range t.NumField() {
		name := t.Field(i).Name
		if IsExported(name) && (d.filter == nil || d.filter(name, x.Field(i))) {
			wanted = append(wanted, i)
		}
	}
	d.printf("%s ", t)
	d.nested(len(wanted) == 0, func() {
		for _, i := range wanted {
			d.printf("%s: ", t.Field(i).Name)
			d.value(x.Field(i))
			d.printf("\n")
		}
	})
}

func (d *dump) leaf(v any) {
	switch v := v.(type) {
	case string:
		d.printf("%q", v)
		return
	case token.Pos:
		if d.fset != nil {
			d.printf("%s", d.fset.Position(v))
			return
		}
	}
	d.printf("%v", v)
}
