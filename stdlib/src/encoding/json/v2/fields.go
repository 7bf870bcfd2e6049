package json

import (
	"encoding/json/internal/wire"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// An object describes the JSON object for a struct.
type object struct {
	fields []field
	// byName has the indices of fields, folded those of all fields whose names are equal except for case, dashes and
	// underscores.
	byName map[string]int
	folded map[string][]int
	// rest is the embedded field for members without a field, if there is one.
	rest *field
	// err is the error in the tags, or nil.
	err error
	// exact says that no field matches names that differ from its own.
	exact bool
}

// A field is a member of an object.
type field struct {
	name    string
	bytes   []byte
	literal string
	tagged  bool
	index   []int
	plan    *plan
	// offset is the field's offset in the struct, if it is direct: no embedded pointer leads to it.
	offset uintptr
	direct bool

	omitZero, omitEmpty, asString bool
	ignoresCase, minds            bool
	// plain says that the field has no option that changes how it is written.
	plain  bool
	isZero func(reflect.Value) bool
}

// isBlocked reports whether a character may not be in a name that is not quoted.
func isBlocked(r rune) bool { return strings.ContainsRune(",\\'\"`", r) }

// tagOptions are the options of a tag.
type tagOptions struct {
	name   string
	ignore bool
	// has are the options that the tag has.
	has  map[string]bool
	cass string
}

// parseTag parses the tag of a field. With an error it also returns the valid part.
func parseTag(sf reflect.StructField) (o tagOptions, err error) {
	o.has = map[string]bool{}
	tag, tagged := sf.Tag.Lookup("json")
	fail := func(format string, args ...any) {
		if err == nil {
			err = fmt.Errorf("Go struct field "+sf.Name+" "+format, args...)
		}
	}
	if tag == "-" {
		o.ignore = true
		return o, nil
	}
	if !sf.IsExported() && !sf.Anonymous {
		o.ignore = true
		if tagged {
			err = fmt.Errorf("unexported Go struct field %s cannot have non-ignored `json:%q` tag", sf.Name, tag)
		}
		return o, err
	}
	end := strings.IndexFunc(tag, isBlocked)
	if end < 0 {
		end = len(tag)
	}
	o.name, tag = tag[:end], tag[end:]
	if !utf8.ValidString(o.name) {
		fail("has JSON object name %q with invalid UTF-8", o.name)
		o.name = strings.ToValidUTF8(o.name, "\uFFFD")
	}
	if tag != "" && tag[0] != ',' {
		if o.name == "" {
			fail("has malformed `json` tag: invalid character %s at start of option (expecting Unicode letter)", quoted(tag))
		} else {
			fail("has malformed `json` tag: invalid character %s before next option (expecting ',')", quoted(tag))
		}
		if i := strings.IndexByte(tag, ','); i >= 0 {
			tag = tag[i:]
		} else {
			tag = ""
		}
	}
	for tag != "" {
		tag = o.option(tag[1:], fail)
	}
	return o, err
}

func quoted(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	return strconv.QuoteRune(r)
}

// option parses an option at the beginning of tag, and returns the rest.
func (o *tagOptions) option(tag string, fail func(string, ...any)) string {
	if tag == "" {
		fail("has malformed `json` tag: invalid trailing ',' character")
		return ""
	}
	end := strings.IndexFunc(tag, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	if end < 0 {
		end = len(tag)
	}
	first, _ := utf8.DecodeRuneInString(tag)
	if end == 0 || first != '_' && !unicode.IsLetter(first) {
		fail("has malformed `json` tag: invalid character %s at start of option (expecting Unicode letter)", quoted(tag))
		if i := strings.IndexByte(tag, ','); i >= 0 {
			return tag[i:]
		}
		return ""
	}
	name, rest := tag[:end], tag[end:]
	value, hasValue := "", false
	if strings.HasPrefix(rest, ":") {
		hasValue = true
		i := strings.IndexByte(rest, ',')
		if i < 0 {
			i = len(rest)
		}
		value, rest = rest[1:i], rest[i:]
	}
	if rest != "" && rest[0] != ',' {
		fail("has malformed `json` tag: invalid character %s before next option (expecting ',')", quoted(rest))
		if i := strings.IndexByte(rest, ','); i >= 0 {
			rest = rest[i:]
		} else {
			rest = ""
		}
	}
	switch name {
	case "case":
		o.cases(value, hasValue, fail)
		return rest
	case "embed", "omitzero", "omitempty", "string":
		if o.has[name] {
			fail("has duplicate appearance of `%s` tag option", name)
		}
		o.has[name] = true
		return rest
	case "format":
		fail("has unsupported `format` tag option")
		return rest
	}
	plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
	if slices.Contains([]string{"case", "embed", "omitzero", "omitempty", "string", "format"}, plain) {
		fail("has invalid appearance of `%s` tag option; specify `%s` instead", name, plain)
	}
	return rest
}

func (o *tagOptions) cases(value string, hasValue bool, fail func(string, ...any)) {
	switch {
	case !hasValue:
		fail("is missing value for `case` tag option; specify `case:ignore` or `case:strict` instead")
	case value != "ignore" && value != "strict":
		fail("has unknown `case:%s` tag value", value)
	case o.cass != "" && o.cass != value:
		fail("cannot have both `case:ignore` and `case:strict` tag options")
	case o.cass == value:
		fail("has duplicate appearance of `case` tag option")
	default:
		o.cass = value
	}
}

// A level is a struct whose fields become members of an outer struct.
type level struct {
	typ   reflect.Type
	index []int
	many  bool
}

// A collector finds the members of a struct.
type collector struct {
	o     *object
	fresh map[reflect.Type]*plan
	root  reflect.Type
	found []field
	next  []level
	seen  map[reflect.Type]bool
	// tagged and exported say whether the struct has any such field.
	tagged, exported bool
}

// collect finds the members of a struct level by level: a field hides deeper ones with its name; of several on a
// level the only one with a tag wins; without one, all are dropped.
func collect(t reflect.Type, o *object, fresh map[reflect.Type]*plan) {
	c := collector{o: o, fresh: fresh, root: t, seen: map[reflect.Type]bool{t: true}}
	current := []level{{typ: t}}
	for len(current) > 0 {
		for _, l := range current {
			c.level(l)
		}
		current, c.next = c.next, nil
		for _, l := range current {
			c.seen[l.typ] = true
		}
	}
	if t.NumField() > 0 && !c.tagged && !c.exported {
		c.fail(errNoFields)
	}
	o.fields = dominant(c.found)
	o.byName = make(map[string]int, len(o.fields))
	o.folded = make(map[string][]int)
	o.exact = true
	for i := range o.fields {
		f := &o.fields[i]
		o.exact = o.exact && !f.ignoresCase
		o.byName[f.name] = i
		o.folded[fold(f.name)] = append(o.folded[fold(f.name)], i)
	}
}

func (c *collector) fail(err error) {
	if c.o.err == nil {
		c.o.err = err
	}
}

func (c *collector) level(l level) {
	names := map[string]string{}
	for i := range l.typ.NumField() {
		sf := l.typ.Field(i)
		_, tagged := sf.Tag.Lookup("json")
		c.tagged = c.tagged || tagged
		o, err := parseTag(sf)
		if err != nil {
			c.fail(err)
		}
		if o.ignore {
			continue
		}
		index := append(slices.Clone(l.index), i)
		base := sf.Type
		if base.Kind() == reflect.Pointer && base.Name() == "" {
			base = base.Elem()
		}
		if sf.Anonymous && o.name == "" && !o.has["embed"] {
			if base.Kind() == reflect.Struct && !hasMethods(base) {
				o.has["embed"] = true
			} else if !c.anonymous(sf, base) {
				continue
			}
		}
		if !sf.IsExported() && !(sf.Anonymous && base.Kind() == reflect.Struct && o.has["embed"]) {
			c.fail(fmt.Errorf("Go struct field %s is not exported", sf.Name))
			continue
		}
		c.exported = true
		if o.has["embed"] {
			c.embed(sf, o, base, index, l)
			continue
		}
		c.member(sf, o, index, names, l.many)
	}
}

// anonymous reports whether an embedded field that is not a plain struct is a member; its name is then that of the type.
func (c *collector) anonymous(sf reflect.StructField, base reflect.Type) bool {
	if base.Kind() != reflect.Struct {
		c.fail(fmt.Errorf("embedded Go struct field %s of non-struct type must be explicitly given a JSON name", sf.Name))
	} else {
		c.fail(fmt.Errorf("embedded Go struct field %s of type %s must not implement marshal or unmarshal methods", sf.Name, base))
	}
	return sf.IsExported()
}

// embed adds the members of a field, or makes it the field for members without a field.
func (c *collector) embed(sf reflect.StructField, o tagOptions, base reflect.Type, index []int, l level) {
	if o.name != "" || len(o.has) > 1 || o.cass != "" {
		c.fail(fmt.Errorf("Go struct field %s cannot have any options other than `embed` specified", sf.Name))
		if o.name != "" {
			return
		}
	}
	isRest := base == rawType || base.Kind() == reflect.Map && base.Key().Kind() == reflect.String
	switch {
	case base != rawType && hasMethods(base):
		c.fail(fmt.Errorf("embedded Go struct field %s of type %s must not implement marshal or unmarshal methods", sf.Name, base))
	case isRest && len(index) > 0:
		if c.o.rest != nil && len(c.o.rest.index) == len(index) {
			other := c.root.FieldByIndex(c.o.rest.index)
			c.fail(fmt.Errorf("embedded Go struct fields %s and %s cannot both be a Go map or jsontext.Value", other.Name, sf.Name))
		} else if c.o.rest == nil {
			f := c.field(sf, index)
			c.o.rest = &f
		}
	case base.Kind() == reflect.Struct:
		if c.seen[base] {
			return
		}
		for i := range c.next {
			if c.next[i].typ == base {
				c.next[i].many = true
				return
			}
		}
		c.next = append(c.next, level{base, index, l.many})
	default:
		c.fail(fmt.Errorf("embedded Go struct field %s of type %s must be a Go struct, Go map of string key, or jsontext.Value", sf.Name, sf.Type))
	}
}

// field makes a field, and sets what does not depend on the tag.
func (c *collector) field(sf reflect.StructField, index []int) field {
	f := field{index: index, plan: makePlan(sf.Type, c.fresh), direct: true}
	t := c.root
	for n, at := range index {
		if n > 0 && t.Kind() == reflect.Pointer {
			f.direct = false
			break
		}
		step := t.Field(at)
		f.offset += step.Offset
		t = step.Type
	}
	return f
}

func (c *collector) member(sf reflect.StructField, o tagOptions, index []int, names map[string]string, many bool) {
	f := c.field(sf, index)
	f.name, f.tagged = o.name, o.name != ""
	if f.name == "" {
		f.name = sf.Name
	}
	if other, ok := names[f.name]; ok {
		c.fail(fmt.Errorf("Go struct fields %s and %s conflict over JSON object name %q", other, sf.Name, f.name))
	}
	names[f.name] = sf.Name
	f.bytes, f.literal = []byte(f.name), string(wire.Quote(nil, f.name))
	f.omitZero, f.omitEmpty, f.asString = o.has["omitzero"], o.has["omitempty"], o.has["string"]
	f.ignoresCase, f.minds = o.cass == "ignore", o.cass == "strict"
	f.plain = !f.omitZero && !f.omitEmpty && !f.asString
	f.isZero = zeroTest(sf.Type)
	c.found = append(c.found, f)
	if many {
		c.found = append(c.found, f)
	}
}

type zeroer interface{ IsZero() bool }

// zeroTest returns the function that calls a type's method IsZero, nil if it has none.
func zeroTest(t reflect.Type) func(reflect.Value) bool {
	z := reflect.TypeFor[zeroer]()
	switch {
	case t.Kind() == reflect.Interface && t.Implements(z):
		return func(v reflect.Value) bool {
			return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || v.Interface().(zeroer).IsZero()
		}
	case t.Kind() == reflect.Pointer && t.Implements(z):
		return func(v reflect.Value) bool { return v.IsNil() || v.Interface().(zeroer).IsZero() }
	case t.Implements(z):
		return func(v reflect.Value) bool { return v.Interface().(zeroer).IsZero() }
	case reflect.PointerTo(t).Implements(z):
		return func(v reflect.Value) bool { return v.Addr().Interface().(zeroer).IsZero() }
	}
	return nil
}

// dominant returns the members that are not hidden by others, in order.
func dominant(found []field) []field {
	best := map[string]int{}
	bad := map[string]bool{}
	for i, f := range found {
		j, ok := best[f.name]
		if !ok {
			best[f.name] = i
			continue
		}
		switch old := found[j]; {
		case len(old.index) < len(f.index):
		case f.tagged && !old.tagged:
			best[f.name] = i
			bad[f.name] = false
		case f.tagged == old.tagged:
			bad[f.name] = true
		}
	}
	var out []field
	for i, f := range found {
		if best[f.name] == i && !bad[f.name] {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return out
}

// fold returns a name without regard to case, dashes and underscores.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return foldRune(r)
	}, name)
}

// foldRune returns the smallest rune that is equal to r case-insensitively.
func foldRune(r rune) rune {
	smallest := r
	for s := unicode.SimpleFold(r); s != r; s = unicode.SimpleFold(s) {
		smallest = min(smallest, s)
	}
	return smallest
}

// find returns the address of a field behind embedded pointers, nil if one of them is nil; with make it allocates what
// they point to, and returns an error if it cannot.
func (f *field) find(p unsafe.Pointer, pl *plan, make bool) (unsafe.Pointer, error) {
	if f.direct {
		return unsafe.Add(p, f.offset), nil
	}
	v := pl.value(p)
	for _, i := range f.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !make {
					return nil, nil
				}
				if !v.CanSet() {
					return nil, errUnexported
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v.Addr().UnsafePointer(), nil
}

var errUnexported = errors.New("cannot set embedded pointer to unexported struct type")
