package xml

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// An Unmarshaler reads an element itself, all of it.
type Unmarshaler interface {
	UnmarshalXML(d *Decoder, start StartElement) error
}

// An UnmarshalerAttr reads an attribute itself.
type UnmarshalerAttr interface {
	UnmarshalXMLAttr(attr Attr) error
}

// An UnmarshalError is the error for a document that does not fit the Go value.
type UnmarshalError string

func (e UnmarshalError) Error() string { return string(e) }

// Unmarshal reads the first element of a document into the variable that v points to.
func Unmarshal(data []byte, v any) error { return NewDecoder(bytes.NewReader(data)).Decode(v) }

// Decode reads the next element into the variable that v points to.
func (d *Decoder) Decode(v any) error { return d.DecodeElement(v, nil) }

// DecodeElement reads the element with this start tag, which has been read, into the variable that v points to; the
// next element if start is nil.
func (d *Decoder) DecodeElement(v any, start *StartElement) error {
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer {
		return errors.New("non-pointer passed to Unmarshal")
	}
	if to.IsNil() {
		return errors.New("nil pointer passed to Unmarshal")
	}
	return d.element(to.Elem(), start)
}

const maxDepth = 10000

var errDepth = errors.New("exceeded max depth")

// element reads an element into v.
func (d *Decoder) element(v reflect.Value, start *StartElement) error {
	if d.depth > maxDepth {
		return errDepth
	}
	for start == nil {
		t, err := d.Token()
		if err != nil {
			return err
		}
		if tag, ok := t.(StartElement); ok {
			start = &tag
		}
	}
	if v.Kind() == reflect.Interface {
		if in := v.Elem(); in.Kind() == reflect.Pointer && !in.IsNil() {
			v = in
		}
	}
	if v.Kind() == reflect.Pointer {
		v = pointed(v)
	}
	if u, _, ok := as[Unmarshaler](v); ok {
		return d.byMethod(u, start)
	}
	if u, _, ok := as[encoding.TextUnmarshaler](v); ok {
		return d.byText(u)
	}
	r := reading{Decoder: d}
	switch kind := v.Kind(); {
	case kind == reflect.Interface:
		return d.Skip()
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		return grown(v, func(last reflect.Value) error { return d.element(last, start) })
	case kind == reflect.Slice, kind >= reflect.Bool && kind <= reflect.Float64, kind == reflect.String:
		r.data.to = v
	case v.Type() == nameType:
		v.Set(reflect.ValueOf(start.Name))
	case kind == reflect.Struct:
		if err := r.begin(v, start); err != nil {
			return err
		}
	default:
		return errors.New("unknown type " + v.Type().String())
	}
	if err := r.contents(); err != nil {
		return err
	}
	return r.store()
}

// pointed returns the variable that a pointer points to; it allocates the variable if the pointer is nil.
func pointed(v reflect.Value) reflect.Value {
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Elem()
}

// grown appends an element to a slice, which read sets; if read fails, it removes the element.
func grown(v reflect.Value, read func(last reflect.Value) error) error {
	n := v.Len()
	v.Grow(1)
	v.SetLen(n + 1)
	err := read(v.Index(n))
	if err != nil {
		v.SetLen(n)
	}
	return err
}

func (d *Decoder) byMethod(u Unmarshaler, start *StartElement) error {
	d.fence()
	before := d.noTokens
	d.noTokens = true
	defer func() { d.noTokens = before }()
	err := u.UnmarshalXML(d, *start)
	whole := d.unfence()
	if err == nil && !whole {
		return fmt.Errorf("xml: %s.UnmarshalXML did not consume entire <%s> element", typeText(u), start.Name.Local)
	}
	return err
}

// byText returns the text of an element, without the text of elements inside it.
func (d *Decoder) byText(u encoding.TextUnmarshaler) error {
	var text []byte
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case StartElement:
			depth++
		case EndElement:
			depth--
		case CharData:
			if depth == 1 {
				text = append(text, t...)
			}
		}
	}
	return u.UnmarshalText(text)
}

// A reading is an element that is being read, with the text collected for its fields.
type reading struct {
	*Decoder
	layout   *layout
	v        reflect.Value // the struct; invalid for other values
	data     collected
	comments collected
	inner    collected
	other    reflect.Value // the field for elements without a field
	from     int           // where the inner XML begins in d.saved
	saves    bool          // whether this element began d.saved
}

// collected is text for a field or a value, if that is valid.
type collected struct {
	to   reflect.Value
	text []byte
}

func (c *collected) add(text []byte) {
	if c.to.IsValid() {
		c.text = append(c.text, text...)
	}
}

// begin sets the name and the attributes, and finds the fields for which text is collected.
func (r *reading) begin(v reflect.Value, start *StartElement) (err error) {
	if r.layout, err = layoutOf(v.Type()); err != nil {
		return err
	}
	r.v = v
	if err := r.name(start.Name); err != nil {
		return err
	}
	for _, attr := range start.Attr {
		if err := r.attribute(attr); err != nil {
			return err
		}
	}
	for i := range r.layout.fields {
		f := &r.layout.fields[i]
		to := &r.other
		switch f.mode {
		case modeCDATA, modeCharData:
			to = &r.data.to
		case modeComment:
			to = &r.comments.to
		case modeInnerXML:
			to = &r.inner.to
		case modeAnyElement:
		default:
			continue
		}
		if !to.IsValid() {
			*to = f.of(v, true)
		}
	}
	if r.inner.to.IsValid() {
		if r.saves = r.saved == nil; r.saves {
			r.saved = new(bytes.Buffer)
		}
		r.from = r.savedLen()
		if r.saves {
			r.from = 0
		}
	}
	return nil
}

// name checks the element's name and sets the field XMLName.
func (r *reading) name(name Name) error {
	want := r.layout.xmlName
	if want == nil {
		return nil
	}
	if want.name != "" && want.name != name.Local {
		return UnmarshalError("expected element type <" + want.name + "> but have <" + name.Local + ">")
	}
	if want.space != "" && want.space != name.Space {
		space := name.Space
		if space == "" {
			space = "no name space"
		}
		return UnmarshalError("expected element <" + want.name + "> in name space " + want.space + " but have " + space)
	}
	to := want.of(r.v, true)
	if _, ok := reflect.TypeAssert[Name](to); ok {
		to.Set(reflect.ValueOf(name))
	}
	return nil
}

// attribute sets all fields for attributes of that name, or if there is none the field for any attribute.
func (r *reading) attribute(attr Attr) error {
	found := false
	var other *field
	for i := range r.layout.fields {
		f := &r.layout.fields[i]
		if f.mode == modeAnyAttr && other == nil {
			other = f
		}
		if f.mode != modeAttr {
			continue
		}
		to := f.of(r.v, true)
		if f.name == attr.Name.Local && (f.space == "" || f.space == attr.Name.Space) {
			found = true
			if err := setAttr(to, attr); err != nil {
				return err
			}
		}
	}
	if found || other == nil {
		return nil
	}
	return setAttr(other.of(r.v, true), attr)
}

func setAttr(v reflect.Value, attr Attr) error {
	if v.Kind() == reflect.Pointer {
		v = pointed(v)
	}
	if u, _, ok := as[UnmarshalerAttr](v); ok {
		return u.UnmarshalXMLAttr(attr)
	}
	if u, _, ok := as[encoding.TextUnmarshaler](v); ok {
		return u.UnmarshalText([]byte(attr.Value))
	}
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8 {
		return grown(v, func(last reflect.Value) error { return setAttr(last, attr) })
	}
	if v.Type() == attrType {
		v.Set(reflect.ValueOf(attr))
		return nil
	}
	return setText(v, []byte(attr.Value))
}

// contents reads to the end of the element.
func (r *reading) contents() error {
	for {
		end := 0
		if r.inner.to.IsValid() {
			end = r.savedLen()
		}
		t, err := r.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case StartElement:
			if err := r.child(&t); err != nil {
				return err
			}
		case CharData:
			r.data.add(t)
		case Comment:
			r.comments.add(t)
		case EndElement:
			if r.inner.to.IsValid() {
				r.inner.text = r.saved.Bytes()[r.from:end]
			}
			if r.saves {
				r.saved = nil
			}
			return nil
		}
	}
}

// child reads an element in the element.
func (r *reading) child(start *StartElement) error {
	if r.v.IsValid() {
		if done, err := r.path(nil, start); done || err != nil {
			return err
		}
		if r.other.IsValid() {
			return r.element(r.other, start)
		}
	}
	return r.Skip()
}

// path reads an element inside the elements named parents, if a field is for it or for an element inside it.
func (r *reading) path(parents []string, start *StartElement) (done bool, err error) {
	depth := len(parents)
	for i := range r.layout.fields {
		f := &r.layout.fields[i]
		if f.mode&modeElement == 0 || len(f.parents) < depth || !slices.Equal(f.parents[:depth], parents) ||
			f.space != "" && f.space != start.Name.Space {
			continue
		}
		if len(f.parents) == depth {
			if f.name == start.Name.Local {
				return true, r.element(f.of(r.v, true), start)
			}
		} else if f.parents[depth] == start.Name.Local {
			return true, r.within(f.parents[:depth+1])
		}
	}
	return false, nil
}

// within reads the contents of the innermost of these elements.
func (r *reading) within(parents []string) error {
	for {
		t, err := r.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case EndElement:
			return nil
		case StartElement:
			done, err := r.path(parents, &t)
			if err == nil && !done {
				err = r.Skip()
			}
			if err != nil {
				return err
			}
		}
	}
}

// store sets the fields for which text was collected.
func (r *reading) store() error {
	if to := r.data.to; to.IsValid() {
		if u, _, ok := as[encoding.TextUnmarshaler](to); ok {
			if err := u.UnmarshalText(r.data.text); err != nil {
				return err
			}
		} else if err := setText(to, r.data.text); err != nil {
			return err
		}
	}
	switch to := r.comments.to; to.Kind() {
	case reflect.String:
		to.SetString(string(r.comments.text))
	case reflect.Slice:
		to.Set(reflect.ValueOf(r.comments.text))
	}
	switch to := r.inner.to; {
	case to.Kind() == reflect.String:
		to.SetString(string(r.inner.text))
	case to.Kind() == reflect.Slice && to.Type().Elem().Kind() == reflect.Uint8:
		to.Set(reflect.ValueOf(r.inner.text))
	}
	return nil
}

// setText parses text as a simple value.
func setText(v reflect.Value, text []byte) error {
	whole := v.Type()
	if v.Kind() == reflect.Pointer {
		v = pointed(v)
	}
	trimmed := func() string { return strings.TrimSpace(string(text)) }
	var err error
	switch kind := v.Kind(); {
	case kind == reflect.String:
		v.SetString(string(text))
	case kind == reflect.Slice:
		// Not nil, because the element exists.
		v.SetBytes(append([]byte{}, text...))
	case kind < reflect.Bool || kind > reflect.Float64:
		err = errors.New("cannot unmarshal into " + whole.String())
	case len(text) == 0:
		v.SetZero()
	case kind == reflect.Bool:
		var b bool
		if b, err = strconv.ParseBool(trimmed()); err == nil {
			v.SetBool(b)
		}
	case v.CanInt():
		var n int64
		if n, err = strconv.ParseInt(trimmed(), 10, v.Type().Bits()); err == nil {
			v.SetInt(n)
		}
	case v.CanUint():
		var n uint64
		if n, err = strconv.ParseUint(trimmed(), 10, v.Type().Bits()); err == nil {
			v.SetUint(n)
		}
	default:
		var x float64
		if x, err = strconv.ParseFloat(trimmed(), v.Type().Bits()); err == nil {
			v.SetFloat(x)
		}
	}
	return err
}
