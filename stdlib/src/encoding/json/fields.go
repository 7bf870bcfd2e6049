package json

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A field is a struct's field that becomes a member of the JSON object.
type field struct {
	name      string
	tagged    bool
	index     []int
	typ       reflect.Type
	omitEmpty bool
	omitZero  bool
	isZero    func(reflect.Value) bool
	quoted    bool
	plan      *plan
	// offset is the field's offset in the struct, if it is direct: no embedded pointer leads to it.
	offset uintptr
	direct bool
	// key is the quoted name, without and with escapes for HTML.
	key [2]string
}

func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// collect finds the fields level by level: a field hides deeper ones with its name, and of two on the same level
// the one with a tag wins; if neither has one, both are dropped.
func collect(t reflect.Type) []field {
	type level struct {
		typ   reflect.Type
		index []int
	}
	var found []field
	next := []level{{typ: t}}
	seen := map[reflect.Type]bool{}
	for len(next) > 0 {
		current := next
		next = nil
		count := map[reflect.Type]int{}
		for _, l := range current {
			count[l.typ]++
		}
		for _, l := range current {
			if seen[l.typ] {
				continue
			}
			if count[l.typ] == 1 {
				seen[l.typ] = true
			}
			for i := range l.typ.NumField() {
				sf := l.typ.Field(i)
				base := sf.Type
				if sf.Anonymous {
					if base.Kind() == reflect.Pointer {
						base = base.Elem()
					}
					if !sf.IsExported() && base.Kind() != reflect.Struct {
						continue
					}
				} else if !sf.IsExported() {
					continue
				}
				tag := sf.Tag.Get("json")
				if tag == "-" {
					continue
				}
				name, options, _ := strings.Cut(tag, ",")
				if !validName(name) {
					name = ""
				}
				index := append(slices.Clone(l.index), i)
				if name == "" && sf.Anonymous && base.Kind() == reflect.Struct {
					next = append(next, level{base, index})
					continue
				}
				f := field{name: name, tagged: name != "", index: index, typ: sf.Type}
				if name == "" {
					f.name = sf.Name
				}
				for option := range strings.SplitSeq(options, ",") {
					switch option {
					case "omitempty":
						f.omitEmpty = true
					case "omitzero":
						f.omitZero = true
						f.isZero = zeroTest(sf.Type)
					case "string":
						f.quoted = quotable(sf.Type)
					}
				}
				found = append(found, f)
			}
		}
		for typ := range count {
			seen[typ] = true
		}
	}
	return dominant(found)
}

func quotable(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case k == reflect.Bool, k >= reflect.Int && k <= reflect.Float64, k == reflect.String:
		return true
	}
	return false
}

type zeroer interface{ IsZero() bool }

func zeroTest(t reflect.Type) func(reflect.Value) bool {
	z := reflect.TypeFor[zeroer]()
	switch {
	case t.Implements(z):
		return func(v reflect.Value) bool {
			x := v
			if x.Kind() == reflect.Interface {
				x = x.Elem()
			}
			if !x.IsValid() || x.Kind() == reflect.Pointer && x.IsNil() {
				return true
			}
			return v.Interface().(zeroer).IsZero()
		}
	case reflect.PointerTo(t).Implements(z):
		return func(v reflect.Value) bool {
			if !v.CanAddr() {
				p := reflect.New(t)
				p.Elem().Set(v)
				v = p.Elem()
			}
			return v.Addr().Interface().(zeroer).IsZero()
		}
	}
	return reflect.Value.IsZero
}

func dominant(found []field) []field {
	best := map[string]int{}
	bad := map[string]bool{}
	for i, f := range found {
		j, ok := best[f.name]
		if !ok {
			best[f.name] = i
			continue
		}
		old := found[j]
		switch {
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
