package xml

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A TagPathError means that two fields of a struct denote the same element.
type TagPathError struct {
	Struct       reflect.Type
	Field1, Tag1 string
	Field2, Tag2 string
}

func (e *TagPathError) Error() string {
	return fmt.Sprintf("%s field %q with tag %q conflicts with field %q with tag %q", e.Struct, e.Field1, e.Tag1, e.Field2, e.Tag2)
}

// A mode says which part of an element a field represents.
type mode int

const (
	modeAttr mode = 1 << iota
	modeCDATA
	modeCharData
	modeInnerXML
	modeComment
	modeAny
	modeElement

	modeAnyAttr    = modeAny | modeAttr
	modeAnyElement = modeAny | modeElement
)

var modes = map[string]mode{
	"attr": modeAttr, "cdata": modeCDATA, "chardata": modeCharData, "innerxml": modeInnerXML, "comment": modeComment, "any": modeAny,
}

// A layout says how to write and read values of a type: its XMLName field if there is one, and the others.
type layout struct {
	xmlName *field
	fields  []field
}

type field struct {
	index     []int
	space     string
	name      string
	parents   []string // names of the elements around its element
	mode      mode
	omitEmpty bool
}

var layouts sync.Map // from reflect.Type to *layout

var (
	nameType = reflect.TypeFor[Name]()
	attrType = reflect.TypeFor[Attr]()
)

func layoutOf(t reflect.Type) (*layout, error) {
	if known, ok := layouts.Load(t); ok {
		return known.(*layout), nil
	}
	l := new(layout)
	if t.Kind() == reflect.Struct && t != nameType {
		for i := range t.NumField() {
			if err := l.addField(t, t.Field(i)); err != nil {
				return nil, err
			}
		}
	}
	known, _ := layouts.LoadOrStore(t, l)
	return known.(*layout), nil
}

// addField adds the field f of t; for an embedded struct, its fields.
func (l *layout) addField(t reflect.Type, f reflect.StructField) error {
	if !f.IsExported() && !f.Anonymous || f.Tag.Get("xml") == "-" {
		return nil
	}
	embedded := f.Type
	if embedded.Kind() == reflect.Pointer {
		embedded = embedded.Elem()
	}
	if f.Anonymous && embedded.Kind() == reflect.Struct {
		inner, err := layoutOf(embedded)
		if err != nil {
			return err
		}
		if l.xmlName == nil {
			l.xmlName = inner.xmlName
		}
		for _, deeper := range inner.fields {
			deeper.index = append(slices.Clone(f.Index), deeper.index...)
			if err := l.add(t, deeper); err != nil {
				return err
			}
		}
		return nil
	}
	added, err := parseField(t, f)
	if err != nil {
		return err
	}
	if f.Name == "XMLName" {
		l.xmlName = added
		return nil
	}
	return l.add(t, *added)
}

// parseField reads the tag of a field.
func parseField(t reflect.Type, f reflect.StructField) (*field, error) {
	tag := f.Tag.Get("xml")
	found := &field{index: f.Index}
	name := tag
	if space, rest, ok := strings.Cut(name, " "); ok {
		found.space, name = space, rest
	}
	name, options, _ := strings.Cut(name, ",")
	if !found.parseOptions(options, name, f.Name == "XMLName") {
		return nil, fmt.Errorf("xml: invalid tag in field %s of type %s: %q", f.Name, t, tag)
	}
	if found.space != "" && name == "" {
		return nil, fmt.Errorf("xml: namespace without name in field %s of type %s: %q", f.Name, t, tag)
	}
	if f.Name == "XMLName" {
		found.name = name
		return found, nil
	}
	own := xmlNameOf(f.Type)
	if name == "" {
		found.name = f.Name
		if own != nil {
			found.space, found.name = own.space, own.name
		}
		return found, nil
	}
	path := strings.Split(name, ">")
	if path[0] == "" {
		path[0] = f.Name
	}
	last := len(path) - 1
	if path[last] == "" {
		return nil, fmt.Errorf("xml: trailing '>' in field %s of type %s", f.Name, t)
	}
	found.name = path[last]
	if last > 0 {
		found.parents = path[:last]
	}
	if found.mode&modeElement == 0 {
		if last > 0 {
			return nil, fmt.Errorf("xml: %s chain not valid with %s flag", name, options)
		}
	} else if own != nil && own.name != found.name {
		return nil, fmt.Errorf("xml: name %q in tag of %s.%s conflicts with name %q in %s.XMLName", found.name, t, f.Name, own.name, f.Type)
	}
	return found, nil
}

// parseOptions parses the part of a tag after the name, and reports whether it is valid.
func (f *field) parseOptions(options, name string, xmlName bool) bool {
	for option := range strings.SplitSeq(options, ",") {
		f.mode |= modes[option]
		f.omitEmpty = f.omitEmpty || option == "omitempty"
	}
	switch f.mode {
	case 0:
		f.mode = modeElement
		return true
	case modeAttr, modeCDATA, modeCharData, modeInnerXML, modeComment, modeAny, modeAnyAttr:
		if xmlName || name != "" && f.mode != modeAttr {
			return false
		}
	default:
		return false
	}
	if f.mode == modeAny {
		f.mode = modeAnyElement
	}
	return !f.omitEmpty || f.mode&(modeElement|modeAttr) != 0
}

// xmlNameOf returns the XMLName field of a struct or a pointer to one, if it has a name in its tag.
func xmlNameOf(t reflect.Type) *field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == "XMLName" {
			// An error in the tag is reported when a value of the struct is written or read.
			if found, err := parseField(t, f); err == nil && found.name != "" {
				return found
			}
			break
		}
	}
	return nil
}

// add adds a field of t. Of fields that denote the same, the least embedded one wins.
func (l *layout) add(t reflect.Type, added field) error {
	same := func(old field) bool { return old.sameAs(&added) }
	for _, old := range l.fields {
		if same(old) && len(old.index) < len(added.index) {
			return nil
		}
	}
	for _, old := range l.fields {
		if same(old) && len(old.index) == len(added.index) {
			a, b := t.FieldByIndex(old.index), t.FieldByIndex(added.index)
			return &TagPathError{t, a.Name, a.Tag.Get("xml"), b.Name, b.Tag.Get("xml")}
		}
	}
	l.fields = append(slices.DeleteFunc(l.fields, same), added)
	return nil
}

// sameAs reports whether two fields denote the same, or one denotes an element around the other's.
func (f *field) sameAs(other *field) bool {
	if f.mode != other.mode || f.space != "" && other.space != "" && f.space != other.space {
		return false
	}
	a, b := append(slices.Clone(f.parents), f.name), append(slices.Clone(other.parents), other.name)
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n]) && (len(a) != len(b) || f.space == other.space)
}

// of returns the field of a struct. If it is behind a nil pointer to an embedded struct, create allocates the struct,
// else the result is invalid.
func (f *field) of(v reflect.Value, make bool) reflect.Value {
	for depth, i := range f.index {
		if depth > 0 && v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Struct {
			if v.IsNil() {
				if !make {
					return reflect.Value{}
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}

// as returns v, or else the address of v, as a T, with its type; an unexported field gives none.
func as[T any](v reflect.Value) (T, reflect.Type, bool) {
	if v.CanInterface() {
		if found, ok := reflect.TypeAssert[T](v); ok {
			return found, v.Type(), true
		}
	}
	if v.CanAddr() {
		if p := v.Addr(); p.CanInterface() {
			if found, ok := reflect.TypeAssert[T](p); ok {
				return found, p.Type(), true
			}
		}
	}
	var none T
	return none, nil, false
}

// typeText returns the type of v as errors name the receiver of a method.
func typeText(v any) string {
	t := reflect.TypeOf(v)
	if t.Name() == "" {
		return "(" + t.String() + ")"
	}
	return t.String()
}
