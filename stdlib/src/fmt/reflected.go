package fmt

import (
	rt "internal/rtype"
	"unsafe"
)

// printValue prints a value depth levels inside an operand.
func (p *printer) printValue(v value, verb rune, depth int) {
	if depth > 0 && v.typ != 0 {
		if v.flag == 0 {
			p.arg = v.any()
			if p.callMethod(verb) {
				return
			}
		} else {
			p.arg = nil
		}
	}
	switch v.kind() {
	case rt.Invalid:
		switch {
		case depth == 0:
			p.buf = append(p.buf, "<invalid reflect.Value>"...)
		case verb == 'v':
			p.buf = append(p.buf, "<nil>"...)
		default:
			p.badVerb(verb, v)
		}
	case rt.Bool:
		p.printBool(*(*bool)(v.ptr), verb, v)
	case rt.Int, rt.Int8, rt.Int16, rt.Int32, rt.Int64:
		p.printInt(uint64(v.int()), true, verb, v)
	case rt.Uint, rt.Uint8, rt.Uint16, rt.Uint32, rt.Uint64, rt.Uintptr:
		p.printInt(v.uint(), false, verb, v)
	case rt.Float32:
		p.printFloat(v.float(), 32, verb, v)
	case rt.Float64:
		p.printFloat(v.float(), 64, verb, v)
	case rt.Complex64:
		p.printComplex(v.complex(), 64, verb, v)
	case rt.Complex128:
		p.printComplex(v.complex(), 128, verb, v)
	case rt.String:
		p.printString(v.string(), verb, v)
	case rt.Map:
		p.printMap(v, verb, depth)
	case rt.Struct:
		p.printStruct(v, verb, depth)
	case rt.Interface:
		e := v.held()
		switch {
		case e.typ != 0:
			p.printValue(e, verb, depth+1)
		case p.sharpV:
			p.buf = append(p.buf, rt.Text(v.typ)...)
			p.buf = append(p.buf, "(nil)"...)
		default:
			p.buf = append(p.buf, "<nil>"...)
		}
	case rt.Array, rt.Slice:
		p.printList(v, verb, depth)
	case rt.Pointer:
		// Only for the operand itself: inside it, pointers may form cycles.
		if depth == 0 && v.word() != nil {
			switch e := v.pointee(); e.kind() {
			case rt.Array, rt.Slice, rt.Struct, rt.Map:
				p.buf = append(p.buf, '&')
				p.printValue(e, verb, depth+1)
				return
			}
		}
		p.printPointer(v, verb)
	case rt.Chan, rt.Func, rt.UnsafePointer:
		p.printPointer(v, verb)
	}
}

func (p *printer) printStruct(v value, verb rune, depth int) {
	if p.sharpV {
		p.buf = append(p.buf, rt.Text(v.typ)...)
	}
	p.buf = append(p.buf, '{')
	for i, n := 0, rt.Len(v.typ); i < n; i++ {
		p.separate(i)
		name, f := v.field(i)
		if p.plusV || p.sharpV {
			p.buf = append(p.buf, name...)
			p.buf = append(p.buf, ':')
		}
		if f.kind() == rt.Interface {
			if e := f.held(); e.typ != 0 {
				f = e
			}
		}
		p.printValue(f, verb, depth+1)
	}
	p.buf = append(p.buf, '}')
}

// separate writes the separator before element i.
func (p *printer) separate(i int) {
	if i == 0 {
		return
	}
	if p.sharpV {
		p.buf = append(p.buf, ',')
	}
	p.buf = append(p.buf, ' ')
}

// open writes the text before the elements of v, and reports whether elements follow: for a nil map or slice in %#v none do.
func (p *printer) open(v value, plain string) bool {
	if !p.sharpV {
		p.buf = append(p.buf, plain...)
		return true
	}
	p.buf = append(p.buf, rt.Text(v.typ)...)
	if rt.Kind(v.typ) != rt.Array && v.word() == nil {
		p.buf = append(p.buf, "(nil)"...)
		return false
	}
	p.buf = append(p.buf, '{')
	return true
}

func (p *printer) close() {
	if p.sharpV {
		p.buf = append(p.buf, '}')
	} else {
		p.buf = append(p.buf, ']')
	}
}

func (p *printer) printMap(v value, verb rune, depth int) {
	if !p.open(v, "map[") {
		return
	}
	keys, elems, n := rt.MapEntries(v.typ, v.word())
	key := value{rt.Key(v.typ), keys, v.flag}
	elem := value{rt.Elem(v.typ), elems, v.flag}
	keySize, elemSize := rt.Size(key.typ), rt.Size(elem.typ)
	for i, at := range keyOrder(key.typ, keys, n) {
		p.separate(i)
		p.printValue(key.next(at, keySize), verb, depth+1)
		p.buf = append(p.buf, ':')
		p.printValue(elem.next(at, elemSize), verb, depth+1)
	}
	p.close()
}

func (p *printer) printList(v value, verb rune, depth int) {
	first, size, n := v.list()
	switch verb {
	case 's', 'q', 'x', 'X':
		if rt.Kind(first.typ) == rt.Uint8 {
			p.printBytes(unsafe.Slice((*byte)(first.ptr), n), verb, rt.Text(v.typ))
			return
		}
	}
	if !p.open(v, "[") {
		return
	}
	for i := 0; i < n; i++ {
		p.separate(i)
		p.printValue(first.next(i, size), verb, depth+1)
	}
	p.close()
}
