package reflect

import (
	rt "internal/rtype"
	"strconv"
)

// A StructField is a field of a struct type.
type StructField struct {
	Name      string
	PkgPath   string // "" for an exported field
	Type      Type
	Tag       StructTag
	Offset    uintptr
	Index     []int // for Type.FieldByIndex
	Anonymous bool  // embedded
}

// IsExported reports whether the field is exported.
func (f StructField) IsExported() bool { return f.PkgPath == "" }

// A StructTag is the tag of a field, by convention pairs key:"value" with spaces between them.
type StructTag string

// Get returns the value of key, "" if there is none.
func (tag StructTag) Get(key string) string {
	v, _ := tag.Lookup(key)
	return v
}

// Lookup returns the value of key and whether the tag has that key.
func (tag StructTag) Lookup(key string) (value string, ok bool) {
	for tag != "" {
		i := 0
		for i < len(tag) && tag[i] == ' ' {
			i++
		}
		tag = tag[i:]
		i = 0
		for i < len(tag) && tag[i] > ' ' && tag[i] != ':' && tag[i] != '"' && tag[i] != 0x7f {
			i++
		}
		if i == 0 || i+1 >= len(tag) || tag[i] != ':' || tag[i+1] != '"' {
			break
		}
		name := string(tag[:i])
		tag = tag[i+1:]
		i = 1
		for i < len(tag) && tag[i] != '"' {
			if tag[i] == '\\' {
				i++
			}
			i++
		}
		if i >= len(tag) {
			break
		}
		quoted := string(tag[:i+1])
		tag = tag[i+1:]
		if name == key {
			value, err := strconv.Unquote(quoted)
			if err != nil {
				break
			}
			return value, true
		}
	}
	return "", false
}

func (t *rtype) Field(i int) StructField {
	t.must(Struct, "Field")
	if i < 0 || i >= rt.Len(t.id()) {
		panic("reflect: Field index out of bounds")
	}
	name, pkgPath, tag, typ, offset, embedded := rt.Field(t.id(), i)
	return StructField{name, pkgPath, ref(typ), StructTag(tag), offset, []int{i}, embedded}
}

func (t *rtype) FieldByIndex(index []int) StructField {
	var f StructField
	var at Type = t
	for i, x := range index {
		if i > 0 {
			if at.Kind() == Pointer && at.Elem().Kind() == Struct {
				at = at.Elem()
			}
		}
		f = at.Field(x)
		at = f.Type
	}
	f.Index = append([]int(nil), index...)
	return f
}

func (t *rtype) FieldByName(name string) (StructField, bool) {
	t.must(Struct, "FieldByName")
	i, embeds := rt.FieldIndex(t.id(), name)
	if i >= 0 {
		return t.Field(i), true
	}
	if !embeds {
		return StructField{}, false
	}
	return t.FieldByNameFunc(func(s string) bool { return s == name })
}

// place is a struct type that is embedded at a depth of a search for a field.
type place struct {
	typ   rt.ID
	index []int
}

func (t *rtype) FieldByNameFunc(match func(string) bool) (result StructField, ok bool) {
	t.must(Struct, "FieldByNameFunc")
	level := []place{{t.id(), nil}}
	count := map[rt.ID]int{} // how often a type is embedded at this depth
	visited := map[rt.ID]bool{}
	for len(level) > 0 {
		var next []place
		nextCount := map[rt.ID]int{}
		for _, p := range level {
			if visited[p.typ] {
				continue
			}
			visited[p.typ] = true
			for i := 0; i < rt.Len(p.typ); i++ {
				name, _, _, typ, _, embedded := rt.Field(p.typ, i)
				var inner rt.ID
				if embedded {
					inner = typ
					if Kind(rt.Kind(inner)) == Pointer {
						inner = rt.Elem(inner)
					}
				}
				if match(name) {
					if count[p.typ] > 1 || ok {
						return StructField{}, false // more than one at this depth
					}
					result = ref(p.typ).Field(i)
					result.Index = append(append([]int(nil), p.index...), i)
					ok = true
					continue
				}
				if ok || inner == 0 || Kind(rt.Kind(inner)) != Struct {
					continue
				}
				if nextCount[inner] > 0 {
					nextCount[inner] = 2
					continue
				}
				nextCount[inner] = 1
				if count[p.typ] > 1 {
					nextCount[inner] = 2
				}
				next = append(next, place{inner, append(append([]int(nil), p.index...), i)})
			}
		}
		if ok {
			return result, true
		}
		level, count = next, nextCount
	}
	return StructField{}, false
}

// VisibleFields returns the fields of the struct type t, also the promoted ones and those of embedded structs.
func VisibleFields(t Type) []StructField {
	if t == nil {
		panic("reflect: VisibleFields(nil)")
	}
	if t.Kind() != Struct {
		panic("reflect.VisibleFields of non-struct type")
	}
	w := &visibleWalk{at: map[string]int{}, visiting: map[Type]bool{}}
	w.walk(t)
	out := w.fields[:0]
	for i := range w.fields {
		if f := w.fields[i]; f.Name != "" {
			out = append(out, f)
		}
	}
	return out
}

// visibleWalk collects fields; one that another hides loses its name.
type visibleWalk struct {
	at       map[string]int // by name, where in fields
	visiting map[Type]bool
	fields   []StructField
	index    []int
}

func (w *visibleWalk) walk(t Type) {
	if w.visiting[t] {
		return
	}
	w.visiting[t] = true
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		w.index = append(w.index, i)
		add := true
		if at, ok := w.at[f.Name]; ok {
			old := &w.fields[at]
			switch {
			case len(w.index) == len(old.Index):
				old.Name = "" // two at one depth hide each other
				add = false
			case len(w.index) < len(old.Index):
				old.Name = ""
			default:
				add = false
			}
		}
		if add {
			f.Index = append([]int(nil), w.index...)
			w.at[f.Name] = len(w.fields)
			w.fields = append(w.fields, f)
		}
		if f.Anonymous {
			inner := f.Type
			if inner.Kind() == Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == Struct {
				w.walk(inner)
			}
		}
		w.index = w.index[:len(w.index)-1]
	}
	delete(w.visiting, t)
}
