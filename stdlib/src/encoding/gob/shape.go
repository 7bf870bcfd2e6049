package gob

import (
	"encoding"
	"errors"
	"reflect"
	"sync"
	"unicode"
	"unicode/utf8"
)

// GobEncoder is a type that encodes its own values.
type GobEncoder interface {
	// GobEncode returns bytes from which a GobDecoder, usually of the same type, restores the value.
	GobEncode() ([]byte, error)
}

// GobDecoder is a type that decodes its own values.
type GobDecoder interface {
	// GobDecode sets the receiver to the value that GobEncode encoded. The method must copy the bytes
	// that it keeps.
	GobDecode([]byte) error
}

// A method is the pair of methods with which a type encodes and decodes itself.
type method int

const (
	noMethod method = iota
	gobMethod
	binaryMethod
	textMethod // only in values that other implementations send
)

// A shape is gob's view of a Go type: pointers are ignored, and the methods take precedence over the structure.
type shape struct {
	user, base         reflect.Type // the program's type, and the same without its pointers
	indir              int          // number of pointers from user to base
	encoder, decoder   method
	encIndir, decIndir int // number of pointers from user to the receiver of the method; -1 if that is a pointer to user
}

var shapes sync.Map // from reflect.Type to *shape

func shapeOf(t reflect.Type) (*shape, error) {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape), nil
	}
	s := &shape{user: t, base: t}
	seen := map[reflect.Type]bool{}
	for s.base.Kind() == reflect.Pointer {
		if seen[s.base] {
			return nil, errors.New("can't represent recursive pointer type " + s.base.String())
		}
		seen[s.base] = true
		s.base = s.base.Elem()
		s.indir++
	}
	s.encoder, s.encIndir = receiver(t, reflect.TypeFor[GobEncoder](), reflect.TypeFor[encoding.BinaryMarshaler]())
	s.decoder, s.decIndir = receiver(t, reflect.TypeFor[GobDecoder](), reflect.TypeFor[encoding.BinaryUnmarshaler]())
	kept, _ := shapes.LoadOrStore(t, s)
	return kept.(*shape), nil
}

// mustShape returns the shape; it fails for types that are pointers to themselves.
func mustShape(t reflect.Type) *shape {
	s, err := shapeOf(t)
	if err != nil {
		fail(err)
	}
	return s
}

// receiver returns which of the two interfaces the type, its pointer's element, or a pointer to it implements first.
func receiver(t reflect.Type, gob, binary reflect.Type) (method, int) {
	for i, iface := range []reflect.Type{gob, binary} {
		indir := 0
		for at := t; ; at = at.Elem() {
			if at.Implements(iface) {
				return method(i + 1), indir
			}
			if at.Kind() != reflect.Pointer {
				break
			}
			indir++
		}
		if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(iface) {
			return method(i + 1), -1
		}
	}
	return noMethod, 0
}

func isExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// isSent reports whether a struct's field is sent.
func isSent(f reflect.StructField) bool {
	t := f.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return isExported(f.Name) && t.Kind() != reflect.Chan && t.Kind() != reflect.Func
}
