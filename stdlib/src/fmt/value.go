package fmt

import (
	rt "internal/rtype"
	"unsafe"
)

func typeString(v any) string { return rt.Text(rt.Of(v)) }

func isStringKind(v any) bool {
	if _, ok := v.(string); ok {
		return true
	}
	return rt.Kind(rt.Of(v)) == rt.String
}

// intOfKind returns v as an int if it is of an integer type and fits.
func intOfKind(v any) (n int, ok bool) {
	r := valueOf(v)
	switch k := r.kind(); {
	case rt.Int <= k && k <= rt.Int64:
		return int(r.int()), true
	case rt.Uint <= k && k <= rt.Uintptr:
		u := r.uint()
		if int(u) >= 0 {
			return int(u), true
		}
	}
	return 0, false
}

// badVerb writes that the verb is invalid for an operand: for p.arg, or for v if that is nil.
func (p *printer) badVerb(verb rune, v value) {
	p.erroring = true
	p.complain(verb, "(")
	switch {
	case p.arg != nil:
		p.buf = append(p.buf, typeString(p.arg)...)
		p.buf = append(p.buf, '=')
		p.printArg(p.arg, 'v')
	case v.typ != 0:
		p.buf = append(p.buf, rt.Text(v.typ)...)
		p.buf = append(p.buf, '=')
		p.printValue(v, 'v', 0)
	default:
		p.buf = append(p.buf, "<nil>"...)
	}
	p.buf = append(p.buf, ')')
	p.erroring = false
}

// printArg prints one operand.
func (p *printer) printArg(arg any, verb rune) {
	p.arg = arg
	switch verb {
	case 'T':
		if arg == nil {
			p.padString("<nil>")
		} else {
			p.printString(typeString(arg), 's', value{})
		}
		return
	case 'p':
		p.printPointer(valueOf(arg), 'p')
		return
	}
	switch v := arg.(type) {
	case nil:
		if verb == 'v' {
			p.padString("<nil>")
		} else {
			p.badVerb(verb, value{})
		}
	case string:
		p.printString(v, verb, value{})
	case int:
		p.printInt(uint64(v), true, verb, value{})
	case bool:
		p.printBool(v, verb, value{})
	case float64:
		p.printFloat(v, 64, verb, value{})
	case float32:
		p.printFloat(float64(v), 32, verb, value{})
	case int8:
		p.printInt(uint64(v), true, verb, value{})
	case int16:
		p.printInt(uint64(v), true, verb, value{})
	case int32:
		p.printInt(uint64(v), true, verb, value{})
	case int64:
		p.printInt(uint64(v), true, verb, value{})
	case uint:
		p.printInt(uint64(v), false, verb, value{})
	case uint8:
		p.printInt(uint64(v), false, verb, value{})
	case uint16:
		p.printInt(uint64(v), false, verb, value{})
	case uint32:
		p.printInt(uint64(v), false, verb, value{})
	case uint64:
		p.printInt(v, false, verb, value{})
	case uintptr:
		p.printInt(uint64(v), false, verb, value{})
	case complex64:
		p.printComplex(complex128(v), 64, verb, value{})
	case complex128:
		p.printComplex(v, 128, verb, value{})
	case []byte:
		p.printBytes(v, verb, "[]byte")
	default:
		if rt.Of(arg) == rt.ReflectValue {
			p.printHeld(arg, verb)
		} else if !p.callMethod(verb) {
			p.printValue(valueOf(arg), verb, 0)
		}
	}
}

// callMethod prints p.arg with its own method, if it has one for the verb, and reports whether it did.
func (p *printer) callMethod(verb rune) (did bool) {
	if p.erroring {
		return false
	}
	if verb == 'w' {
		if _, ok := p.arg.(error); !ok || !p.wrapErrs {
			p.badVerb(verb, value{})
			return true
		}
		verb = 'v'
	}
	if f, ok := p.arg.(Formatter); ok {
		did = true // true even if the method panics
		defer p.catch(p.arg, verb, "Format")
		f.Format(p, verb)
		return true
	}
	if p.sharpV {
		if s, ok := p.arg.(GoStringer); ok {
			did = true
			defer p.catch(p.arg, verb, "GoString")
			p.buf = appendString(p.buf, &p.flags, s.GoString(), 's')
			return true
		}
		return false
	}
	switch verb {
	case 'v', 's', 'x', 'X', 'q':
		switch v := p.arg.(type) {
		case error:
			did = true
			defer p.catch(p.arg, verb, "Error")
			p.printString(v.Error(), verb, value{})
			return true
		case Stringer:
			did = true
			defer p.catch(p.arg, verb, "String")
			p.printString(v.String(), verb, value{})
			return true
		}
	}
	return false
}

// catch prints the panic of a method in place of the operand; callers defer it. A nil receiver is the likely cause and prints as <nil>.
func (p *printer) catch(arg any, verb rune, method string) {
	err := recover()
	if err == nil {
		return
	}
	if v := valueOf(arg); v.kind() == rt.Pointer && v.word() == nil {
		p.buf = append(p.buf, "<nil>"...)
		return
	}
	if p.panicking {
		panic(err)
	}
	old := p.flags
	p.flags = flags{}
	p.complain(verb, "(PANIC=")
	p.buf = append(p.buf, method...)
	p.buf = append(p.buf, " method: "...)
	p.panicking = true
	p.printArg(err, 'v')
	p.panicking = false
	p.buf = append(p.buf, ')')
	p.flags = old
}

func (p *printer) padString(s string) { p.buf = appendPadded(p.buf, &p.flags, s) }

func (p *printer) printBool(v bool, verb rune, from value) {
	switch {
	case verb != 't' && verb != 'v':
		p.badVerb(verb, from)
	case v:
		p.padString("true")
	default:
		p.padString("false")
	}
}

func (p *printer) printInt(v uint64, signed bool, verb rune, from value) {
	base := 10
	switch verb {
	case 'd':
	case 'v':
		if p.sharpV && !signed {
			p.printHex(v, true)
			return
		}
	case 'b':
		base = 2
	case 'o', 'O':
		base = 8
	case 'x', 'X':
		base = 16
	case 'c', 'q', 'U':
		p.buf = appendRune(p.buf, &p.flags, v, verb)
		return
	default:
		p.badVerb(verb, from)
		return
	}
	p.buf = appendInt(p.buf, &p.flags, v, base, signed, verb)
}

// printHex prints u as an address, with or without 0x.
func (p *printer) printHex(u uint64, prefix bool) {
	sharp := p.sharp
	p.sharp = prefix
	p.buf = appendInt(p.buf, &p.flags, u, 16, false, 'v')
	p.sharp = sharp
}

// floatFormat returns the format of strconv for a verb and its precision; 0 if the verb is invalid for numbers.
func floatFormat(verb rune) (format rune, prec int) {
	switch verb {
	case 'v':
		return 'g', -1
	case 'b', 'g', 'G', 'x', 'X':
		return verb, -1
	case 'f', 'e', 'E':
		return verb, 6
	case 'F':
		return 'f', 6
	}
	return 0, 0
}

func (p *printer) printFloat(v float64, size int, verb rune, from value) {
	format, prec := floatFormat(verb)
	if format == 0 {
		p.badVerb(verb, from)
		return
	}
	p.buf = appendFloat(p.buf, &p.flags, v, size, format, prec)
}

func (p *printer) printComplex(v complex128, size int, verb rune, from value) {
	format, prec := floatFormat(verb)
	if format == 0 {
		p.badVerb(verb, from)
		return
	}
	p.buf = appendComplex(p.buf, &p.flags, real(v), imag(v), size, format, prec)
}

func (p *printer) printString(v string, verb rune, from value) {
	switch verb {
	case 'v':
		if p.sharpV {
			verb = 'q'
		}
	case 's', 'x', 'X', 'q':
	default:
		p.badVerb(verb, from)
		return
	}
	if !p.widSet && !p.precSet && (verb == 'v' || verb == 's') {
		p.buf = append(p.buf, v...)
		return
	}
	p.buf = appendString(p.buf, &p.flags, v, verb)
}

func (p *printer) printBytes(v []byte, verb rune, typ string) {
	switch verb {
	case 'v', 'd':
		if p.sharpV {
			p.buf = append(p.buf, typ...)
			if v == nil {
				p.buf = append(p.buf, "(nil)"...)
				return
			}
			p.buf = append(p.buf, '{')
			for i, c := range v {
				if i > 0 {
					p.buf = append(p.buf, ", "...)
				}
				p.printHex(uint64(c), true)
			}
			p.buf = append(p.buf, '}')
			return
		}
		p.buf = append(p.buf, '[')
		for i, c := range v {
			if i > 0 {
				p.buf = append(p.buf, ' ')
			}
			p.buf = appendInt(p.buf, &p.flags, uint64(c), 10, false, verb)
		}
		p.buf = append(p.buf, ']')
	case 's', 'x', 'X', 'q':
		// The string is not used after this call.
		p.printString(unsafe.String(unsafe.SliceData(v), len(v)), verb, value{})
	default:
		p.printValue(valueOf(v), verb, 0)
	}
}

func (p *printer) printPointer(v value, verb rune) {
	var u uint64
	switch v.kind() {
	case rt.Func:
		if f := v.word(); f != nil {
			u = uint64(*(*uintptr)(f)) // the address of its code, as in reflect's Pointer
		}
	case rt.Chan, rt.Map, rt.Pointer, rt.Slice, rt.UnsafePointer:
		u = uint64(uintptr(v.word()))
	default:
		p.badVerb(verb, v)
		return
	}
	switch verb {
	case 'v':
		switch {
		case p.sharpV:
			p.buf = append(p.buf, '(')
			p.buf = append(p.buf, rt.Text(v.typ)...)
			p.buf = append(p.buf, ")("...)
			if u == 0 {
				p.buf = append(p.buf, "nil"...)
			} else {
				p.printHex(u, true)
			}
			p.buf = append(p.buf, ')')
		case u == 0:
			p.padString("<nil>")
		default:
			p.printHex(u, !p.sharp)
		}
	case 'p':
		p.printHex(u, !p.sharp)
	case 'b', 'o', 'd', 'x', 'X':
		p.printInt(u, false, verb, v)
	default:
		p.badVerb(verb, v)
	}
}
