package fmt

import "reflect"

// printValue prints a value found by reflection, depth levels inside an operand.
func (p *printer) printValue(v reflect.Value, verb rune, depth int) {
	if depth > 0 && v.IsValid() {
		if v.CanInterface() {
			p.arg = v.Interface()
			if p.callMethod(verb) {
				return
			}
		} else {
			p.arg = nil
		}
	}
	switch k := v.Kind(); k {
	case reflect.Invalid:
		switch {
		case depth == 0:
			p.buf = append(p.buf, "<invalid reflect.Value>"...)
		case verb == 'v':
			p.buf = append(p.buf, "<nil>"...)
		default:
			p.badVerb(verb, v)
		}
	case reflect.Bool:
		p.printBool(v.Bool(), verb, v)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.printInt(uint64(v.Int()), true, verb, v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.printInt(v.Uint(), false, verb, v)
	case reflect.Float32:
		p.printFloat(v.Float(), 32, verb, v)
	case reflect.Float64:
		p.printFloat(v.Float(), 64, verb, v)
	case reflect.Complex64:
		p.printComplex(v.Complex(), 64, verb, v)
	case reflect.Complex128:
		p.printComplex(v.Complex(), 128, verb, v)
	case reflect.String:
		p.printString(v.String(), verb, v)
	case reflect.Map:
		p.printMap(v, verb, depth)
	case reflect.Struct:
		p.printStruct(v, verb, depth)
	case reflect.Interface:
		e := v.Elem()
		switch {
		case e.IsValid():
			p.printValue(e, verb, depth+1)
		case p.sharpV:
			p.buf = append(p.buf, v.Type().String()...)
			p.buf = append(p.buf, "(nil)"...)
		default:
			p.buf = append(p.buf, "<nil>"...)
		}
	case reflect.Array, reflect.Slice:
		p.printList(v, verb, depth)
	case reflect.Pointer:
		// Only at the top: deeper down there may be cycles.
		if depth == 0 && !v.IsNil() {
			switch e := v.Elem(); e.Kind() {
			case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map:
				p.buf = append(p.buf, '&')
				p.printValue(e, verb, depth+1)
				return
			}
		}
		p.printPointer(v, verb)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		p.printPointer(v, verb)
	}
}

func (p *printer) printStruct(v reflect.Value, verb rune, depth int) {
	t := v.Type()
	if p.sharpV {
		p.buf = append(p.buf, t.String()...)
	}
	p.buf = append(p.buf, '{')
	for i, n := 0, v.NumField(); i < n; i++ {
		p.separate(i)
		if p.plusV || p.sharpV {
			if name := t.Field(i).Name; name != "" {
				p.buf = append(p.buf, name...)
				p.buf = append(p.buf, ':')
			}
		}
		f := v.Field(i)
		if f.Kind() == reflect.Interface && !f.IsNil() {
			f = f.Elem()
		}
		p.printValue(f, verb, depth+1)
	}
	p.buf = append(p.buf, '}')
}

// separate writes what stands before element i.
func (p *printer) separate(i int) {
	if i == 0 {
		return
	}
	if p.sharpV {
		p.buf = append(p.buf, ',')
	}
	p.buf = append(p.buf, ' ')
}

func (p *printer) printMap(v reflect.Value, verb rune, depth int) {
	if p.sharpV {
		p.buf = append(p.buf, v.Type().String()...)
		if v.IsNil() {
			p.buf = append(p.buf, "(nil)"...)
			return
		}
		p.buf = append(p.buf, '{')
	} else {
		p.buf = append(p.buf, "map["...)
	}
	for i, e := range sortedEntries(v) {
		p.separate(i)
		p.printValue(e.key, verb, depth+1)
		p.buf = append(p.buf, ':')
		p.printValue(e.elem, verb, depth+1)
	}
	if p.sharpV {
		p.buf = append(p.buf, '}')
	} else {
		p.buf = append(p.buf, ']')
	}
}

func (p *printer) printList(v reflect.Value, verb rune, depth int) {
	switch verb {
	case 's', 'q', 'x', 'X':
		if t := v.Type(); t.Elem().Kind() == reflect.Uint8 {
			p.printBytes(bytesOf(v), verb, t.String())
			return
		}
	}
	n := v.Len()
	if p.sharpV {
		p.buf = append(p.buf, v.Type().String()...)
		if v.Kind() == reflect.Slice && v.IsNil() {
			p.buf = append(p.buf, "(nil)"...)
			return
		}
		p.buf = append(p.buf, '{')
	} else {
		p.buf = append(p.buf, '[')
	}
	for i := 0; i < n; i++ {
		p.separate(i)
		p.printValue(v.Index(i), verb, depth+1)
	}
	if p.sharpV {
		p.buf = append(p.buf, '}')
	} else {
		p.buf = append(p.buf, ']')
	}
}

// bytesOf returns the elements of a list of bytes.
func bytesOf(v reflect.Value) []byte {
	if v.Kind() == reflect.Slice || v.CanAddr() {
		return v.Bytes()
	}
	b := make([]byte, v.Len())
	for i := range b {
		b[i] = byte(v.Index(i).Uint())
	}
	return b
}

type entry struct {
	key, elem reflect.Value
}

// sortedEntries returns the entries of a map in the order in which they are printed.
func sortedEntries(v reflect.Value) []entry {
	entries := make([]entry, 0, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		entries = append(entries, entry{iter.Key(), iter.Value()})
	}
	mergeSort(entries, make([]entry, len(entries)))
	return entries
}

func mergeSort(a, tmp []entry) {
	if len(a) <= 8 {
		for i := 1; i < len(a); i++ {
			for j := i; j > 0 && compare(a[j-1].key, a[j].key) > 0; j-- {
				a[j-1], a[j] = a[j], a[j-1]
			}
		}
		return
	}
	m := len(a) / 2
	mergeSort(a[:m], tmp[:m])
	mergeSort(a[m:], tmp[m:])
	copy(tmp, a)
	i, j := 0, m
	for k := range a {
		if j >= len(tmp) || i < m && compare(tmp[i].key, tmp[j].key) <= 0 {
			a[k] = tmp[i]
			i++
		} else {
			a[k] = tmp[j]
			j++
		}
	}
}

// compare returns -1, 0 or 1 as the map key a comes before, with or after b, two values of one type: numbers and strings in
// their order, NaN and false and nil first, pointers by address, structs and arrays by their parts, interfaces by type.
func compare(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x, y := a.Int(), b.Int()
		return order(x < y, x > y)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		x, y := a.Uint(), b.Uint()
		return order(x < y, x > y)
	case reflect.String:
		x, y := a.String(), b.String()
		return order(x < y, x > y)
	case reflect.Float32, reflect.Float64:
		return compareFloats(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		if c := compareFloats(real(x), real(y)); c != 0 {
			return c
		}
		return compareFloats(imag(x), imag(y))
	case reflect.Bool:
		x, y := a.Bool(), b.Bool()
		return order(!x && y, x && !y)
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		x, y := a.Pointer(), b.Pointer()
		return order(x < y, x > y)
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if c := compare(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := 0; i < a.Len(); i++ {
			if c := compare(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return order(a.IsNil() && !b.IsNil(), !a.IsNil() && b.IsNil())
		}
		x, y := a.Elem(), b.Elem()
		if tx, ty := x.Type(), y.Type(); tx != ty {
			if c := rank(tx) - rank(ty); c != 0 {
				return c
			}
			return order(tx.String() < ty.String(), tx.String() > ty.String())
		}
		return compare(x, y)
	}
	return 0
}

// rank orders the types of keys that are interfaces. The order is not specified; this is the one of Go's linker.
func rank(t reflect.Type) int {
	if t.Kind() == reflect.Struct {
		return 100
	}
	if t.PkgPath() != "" || t.Name() == "" {
		return 0
	}
	switch t.Kind() {
	case reflect.String:
		return 1
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return int(t.Kind()) * 2
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return int(t.Kind()-reflect.Uint8+reflect.Int8)*2 + 1
	case reflect.Int:
		return 20
	case reflect.Uint:
		return 21
	case reflect.Bool:
		return 60
	}
	return 30 + int(t.Kind())
}

func order(less, greater bool) int {
	switch {
	case less:
		return -1
	case greater:
		return 1
	}
	return 0
}

func compareFloats(x, y float64) int {
	if x != x || y != y {
		return order(x != x && y == y, x == x && y != y)
	}
	return order(x < y, x > y)
}
