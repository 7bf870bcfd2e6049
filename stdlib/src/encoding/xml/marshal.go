package xml

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// A Marshaler writes itself as XML elements.
type Marshaler interface {
	MarshalXML(e *Encoder, start StartElement) error
}

// A MarshalerAttr returns its attribute; the zero Attr means none.
type MarshalerAttr interface {
	MarshalXMLAttr(name Name) (Attr, error)
}

// An UnsupportedTypeError means that a type has no XML form.
type UnsupportedTypeError struct {
	Type reflect.Type
}

func (e *UnsupportedTypeError) Error() string { return "xml: unsupported type: " + e.Type.String() }

// Marshal writes a value as XML.
func Marshal(v any) ([]byte, error) { return MarshalIndent(v, "", "") }

// MarshalIndent is Marshal with elements on lines of their own, which begin with prefix and indents.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := NewEncoder(&b)
	enc.Indent(prefix, indent)
	err := enc.Encode(v)
	if err == nil {
		err = enc.Close()
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// isEmpty reports whether omitempty leaves a value out.
func isEmpty(v reflect.Value) bool {
	switch kind := v.Kind(); {
	case kind == reflect.Array || kind == reflect.Map || kind == reflect.Slice || kind == reflect.String:
		return v.Len() == 0
	case kind >= reflect.Bool && kind <= reflect.Float64, kind == reflect.Interface, kind == reflect.Pointer:
		return v.IsZero()
	}
	return false
}

// value writes a value; f is its field, and start its start tag, if they are not nil.
func (p *printer) value(v reflect.Value, f *field, given *StartElement) error {
	if given != nil && given.Name.Local == "" {
		return errors.New("xml: EncodeElement of StartElement with missing name")
	}
	if !v.IsValid() || f != nil && f.omitEmpty && isEmpty(v) {
		return nil
	}
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if m, t, ok := as[Marshaler](v); ok {
		return p.byMethod(m, plainStart(t, f, given))
	}
	if m, t, ok := as[encoding.TextMarshaler](v); ok {
		return p.byText(m, plainStart(t, f, given))
	}
	t := v.Type()
	if kind := t.Kind(); (kind == reflect.Slice || kind == reflect.Array) && t.Elem().Kind() != reflect.Uint8 {
		for i := range v.Len() {
			if err := p.value(v.Index(i), f, given); err != nil {
				return err
			}
		}
		return nil
	}
	l, err := layoutOf(t)
	if err != nil {
		return err
	}
	start, err := p.startOf(v, l, f, given)
	if err != nil {
		return err
	}
	if err := p.start(start); err != nil {
		return err
	}
	if t.Kind() == reflect.Struct {
		err = p.fields(l, v)
	} else {
		var text []byte
		if text, err = simple(v); err == nil {
			EscapeText(p, text)
		}
	}
	if err != nil {
		return err
	}
	if err := p.end(start.Name); err != nil {
		return err
	}
	return p.failure()
}

// plainStart returns the start tag for a value that marshals itself.
func plainStart(t reflect.Type, f *field, given *StartElement) StartElement {
	switch {
	case given != nil:
		return given.Copy()
	case f != nil && f.name != "":
		return StartElement{Name: Name{f.space, f.name}}
	case t.Name() != "":
		return StartElement{Name: Name{Local: t.Name()}}
	}
	return StartElement{Name: Name{Local: t.Elem().Name()}}
}

// startOf returns the start tag of a value: its name comes from the argument, from XMLName, from the field, or from the type.
func (p *printer) startOf(v reflect.Value, l *layout, f *field, given *StartElement) (*StartElement, error) {
	start := new(StartElement)
	own := l.xmlName
	if given != nil {
		*start = given.Copy()
	} else if own != nil && own.name != "" {
		start.Name = Name{own.space, own.name}
	} else if own != nil {
		if name, ok := reflect.TypeAssert[Name](own.of(v, false)); ok && name.Local != "" {
			start.Name = name
		}
	}
	if start.Name.Local == "" && f != nil {
		start.Name = Name{f.space, f.name}
	}
	if start.Name.Local == "" {
		// The name of a generic type is used without the type arguments.
		start.Name.Local, _, _ = strings.Cut(v.Type().Name(), "[")
		if start.Name.Local == "" {
			return nil, &UnsupportedTypeError{v.Type()}
		}
	}
	for i := range l.fields {
		f := &l.fields[i]
		if f.mode&modeAttr == 0 {
			continue
		}
		value := f.of(v, false)
		if f.omitEmpty && (!value.IsValid() || isEmpty(value)) || value.Kind() == reflect.Interface && value.IsNil() {
			continue
		}
		if err := addAttr(start, Name{f.space, f.name}, value); err != nil {
			return nil, err
		}
	}
	// An element without a name space must declare that inside an element that has one.
	if own != nil && start.Name.Space == "" && own.space == "" && own.name == "" {
		if n := len(p.open); n > 0 && p.open[n-1].name.Space != "" {
			start.Attr = append(start.Attr, Attr{Name: Name{Local: xmlnsPrefix}})
		}
	}
	return start, nil
}

// addAttr adds the attribute, or for a slice the attributes, of a value.
func addAttr(start *StartElement, name Name, v reflect.Value) error {
	if m, _, ok := as[MarshalerAttr](v); ok {
		attr, err := m.MarshalXMLAttr(name)
		if err == nil && attr.Name.Local != "" {
			start.Attr = append(start.Attr, attr)
		}
		return err
	}
	if m, _, ok := as[encoding.TextMarshaler](v); ok {
		text, err := m.MarshalText()
		if err == nil {
			start.Attr = append(start.Attr, Attr{name, string(text)})
		}
		return err
	}
	if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 {
		for i := range v.Len() {
			if err := addAttr(start, name, v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	if v.Type() == attrType {
		attr, _ := reflect.TypeAssert[Attr](v)
		start.Attr = append(start.Attr, attr)
		return nil
	}
	text, err := simple(v)
	if err == nil {
		start.Attr = append(start.Attr, Attr{name, string(text)})
	}
	return err
}

// simple returns the text of a number, bool, string or bytes.
func simple(v reflect.Value) ([]byte, error) {
	switch kind := v.Kind(); {
	case v.CanInt():
		return strconv.AppendInt(nil, v.Int(), 10), nil
	case v.CanUint():
		return strconv.AppendUint(nil, v.Uint(), 10), nil
	case v.CanFloat():
		return strconv.AppendFloat(nil, v.Float(), 'g', -1, v.Type().Bits()), nil
	case kind == reflect.Bool:
		return strconv.AppendBool(nil, v.Bool()), nil
	case kind == reflect.String:
		return []byte(v.String()), nil
	case (kind == reflect.Slice || kind == reflect.Array) && v.Type().Elem().Kind() == reflect.Uint8:
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		return b, nil
	}
	return nil, &UnsupportedTypeError{v.Type()}
}

// byMethod writes a value with its method, which must not close elements that it has not opened.
func (p *printer) byMethod(m Marshaler, start StartElement) error {
	p.open = append(p.open, openElement{})
	n := len(p.open)
	if err := m.MarshalXML(p.encoder, start); err != nil {
		return err
	}
	if last := len(p.open); last > n {
		return fmt.Errorf("xml: %s.MarshalXML wrote invalid XML: <%s> not closed", typeText(m), p.open[last-1].name.Local)
	}
	p.open = p.open[:n-1]
	return nil
}

func (p *printer) byText(m encoding.TextMarshaler, start StartElement) error {
	if err := p.start(&start); err != nil {
		return err
	}
	text, err := m.MarshalText()
	if err != nil {
		return err
	}
	EscapeText(p, text)
	return p.end(start.Name)
}

// inside returns the value in pointers and interfaces; a nil pointer or interface itself.
func inside(v reflect.Value) reflect.Value {
	for (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && !v.IsNil() {
		v = v.Elem()
	}
	return v
}

// fields writes the fields of a struct that are not attributes. Adjacent fields whose elements are nested in the
// same elements share these outer elements.
func (p *printer) fields(l *layout, v reflect.Value) error {
	var around []string
	for i := range l.fields {
		f := &l.fields[i]
		if f.mode&modeAttr != 0 {
			continue
		}
		value := f.of(v, false)
		if !value.IsValid() {
			continue
		}
		if f.mode != modeInnerXML {
			if err := p.leave(&around, f.parents); err != nil {
				return err
			}
		}
		done, err := p.part(f, v, value)
		if err != nil {
			return err
		}
		if done {
			continue
		}
		isNil := (value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface) && value.IsNil()
		if f.mode&modeElement != 0 && !isNil {
			for _, name := range f.parents[len(around):] {
				if err := p.start(&StartElement{Name: Name{Local: name}}); err != nil {
					return err
				}
				around = append(around, name)
			}
		}
		if err := p.value(value, f, nil); err != nil {
			return err
		}
	}
	p.leave(&around, nil)
	return p.failure()
}

// leave closes the elements in around that are not in parents too.
func (p *printer) leave(around *[]string, parents []string) error {
	same := 0
	for same < len(parents) && same < len(*around) && parents[same] == (*around)[same] {
		same++
	}
	for i := len(*around) - 1; i >= same; i-- {
		if err := p.end(Name{Local: (*around)[i]}); err != nil {
			return err
		}
	}
	*around = (*around)[:same]
	return nil
}

// part writes a field of the struct s that is not an element; it reports whether the field is one of these.
func (p *printer) part(f *field, s, v reflect.Value) (done bool, err error) {
	switch f.mode {
	case modeCharData:
		return true, p.characters(v, EscapeText)
	case modeCDATA:
		return true, p.characters(v, writeCDATA)
	case modeComment:
		return true, p.comment(inside(v), s.Type())
	case modeInnerXML:
		switch raw := inside(v).Interface().(type) {
		case []byte:
			p.Write(raw)
			return true, nil
		case string:
			p.WriteString(raw)
			return true, nil
		}
	}
	return false, nil
}

// characters writes character data; it drops characters that XML forbids.
func (p *printer) characters(v reflect.Value, write func(w io.Writer, text []byte) error) error {
	if m, _, ok := as[encoding.TextMarshaler](v); ok {
		text, err := m.MarshalText()
		if err != nil {
			return err
		}
		return write(p, text)
	}
	v = inside(v)
	if kind := v.Kind(); kind == reflect.Array || kind == reflect.Slice && v.Type() != reflect.TypeFor[[]byte]() {
		return nil
	}
	text, err := simple(v)
	if err != nil {
		return nil
	}
	return write(p, text)
}

func (p *printer) comment(v reflect.Value, of reflect.Type) error {
	if kind := v.Kind(); kind != reflect.String && !(kind == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8) {
		return fmt.Errorf("xml: bad type for comment field of %s", of)
	}
	text, _ := simple(v)
	if len(text) == 0 {
		return nil
	}
	p.line(0)
	p.text("<!--")
	if bytes.Contains(text, []byte("--")) {
		return errors.New(`xml: comments must not contain "--"`)
	}
	p.Write(text)
	if text[len(text)-1] == '-' {
		p.text(" ")
	}
	p.text("-->")
	return nil
}
