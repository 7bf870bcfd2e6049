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

// Get returns the value for key, "" if there is none.
func (tag StructTag) Get(key string) string {
	v, _ := tag.Lookup(key)
	return v
}

// Lookup returns the value for key and whether the tag has that key.
func (tag StructTag) Lookup(key string) (value string, ok bool) {
	for name, quoted, rest := cutPair(string(tag)); name != ""; name, quoted, rest = cutPair(rest) {
		if name == key {
			value, err := strconv.Unquote(quoted)
			return value, err == nil
		}
	}
	return "", false
}

// cutPair cuts off the pair key:"value" at the beginning of a tag; key is empty if there is none.
func cutPair(tag string) (key, quoted, rest string) {
	begin := 0
	for begin < len(tag) && tag[begin] == ' ' {
		begin++
	}
	colon := begin
	for ; colon < len(tag) && tag[colon] != ':'; colon++ {
		if c := tag[colon]; c <= ' ' || c == '"' || c == 0x7f {
			return "", "", ""
		}
	}
	if colon+1 >= len(tag) || tag[colon+1] != '"' {
		return "", "", ""
	}
	for i := colon + 2; i < len(tag); i++ {
		switch tag[i] {
		case '\\':
			i++
		case '"':
			return tag[begin:colon], tag[colon+1 : i+1], tag[i+1:]
		}
	}
	return "", "", ""
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

// VisibleFields returns the fields of the struct type t, including promoted ones and those of anonymous structs.
func VisibleFields(t Type) []StructField {
	if t == nil {
		panic("reflect: VisibleFields(nil)")
	}
	if t.Kind() != Struct {
		panic("reflect.VisibleFields of non-struct type")
	}
	w := &visibleWalk{at: map[string]int{}, visiting: map[Type]bool{}}
	w.walk(t, nil)
	out := w.fields[:0]
	for i := range w.fields {
		if f := w.fields[i]; f.Name != "" {
			out = append(out, f)
		}
	}
	return out
}

// visibleWalk collects fields; it clears the name of a field that another hides.
type visibleWalk struct {
	at       map[string]int // index in fields, by name
	visiting map[Type]bool
	fields   []StructField
}

// walk collects the fields of the struct type t, which is embedded at the path index.
func (w *visibleWalk) walk(t Type, index []int) {
	if w.visiting[t] {
		return
	}
	w.visiting[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		f.Index = append(index[:len(index):len(index)], i)
		w.note(f)
		if !f.Anonymous {
			continue
		}
		inner := f.Type
		if inner.Kind() == Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == Struct {
			w.walk(inner, f.Index)
		}
	}
	delete(w.visiting, t)
}

// note adds a field, unless a less deep one hides it. Two at the same depth hide each other.
func (w *visibleWalk) note(f StructField) {
	if at, known := w.at[f.Name]; known {
		other := &w.fields[at]
		if len(other.Index) < len(f.Index) {
			return
		}
		other.Name = ""
		if len(other.Index) == len(f.Index) {
			return
		}
	}
	w.at[f.Name] = len(w.fields)
	w.fields = append(w.fields, f)
}
