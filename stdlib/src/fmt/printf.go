package fmt

import "unicode/utf8"

// tooLarge reports whether a width or precision is beyond reason.
func tooLarge(n int) bool { return n > 1e6 || n < -1e6 }

// number reads the decimal number at s[start:end]; if it is too large, ok is false and next is end.
func number(s string, start, end int) (n int, ok bool, where int) {
	for where = start; where < end && '0' <= s[where] && s[where] <= '9'; where++ {
		if tooLarge(n) {
			return 0, false, end
		}
		n = n*10 + int(s[where]-'0')
		ok = true
	}
	return n, ok, where
}

// intArg returns argument i as a width or precision, and the index of the next argument.
func intArg(a []any, i int) (n int, ok bool, next int) {
	if i >= len(a) {
		return 0, false, i
	}
	n, ok = a[i].(int)
	if !ok {
		n, ok = intOfKind(a[i])
	}
	if tooLarge(n) {
		return 0, false, i + 1
	}
	return n, ok, i + 1
}

// argIndex reads a %[n] at format[i]. It returns the index of the next argument, where the format continues, and whether there was a %[n].
func (p *printer) argIndex(next int, format string, i, nargs int) (index, where int, found bool) {
	if i >= len(format) || format[i] != '[' {
		return next, i, false
	}
	p.reordered = true
	for j := i + 1; j < len(format) && i+2 < len(format); j++ { // "[]" is too short
		if format[j] == ']' {
			n, ok, end := number(format, i+1, j)
			if ok && end == j && n >= 1 && n <= nargs {
				return n - 1, j + 1, true
			}
			p.goodIndex = false
			return next, j + 1, ok && end == j
		}
	}
	p.goodIndex = false
	return next, i + 1, false
}

// simpleVerb prints a verb if it has no width, precision and index, and reports whether it did.
func (p *printer) simpleVerb(c byte, a []any, next int) bool {
	if c < 'a' || 'z' < c || next >= len(a) {
		return false
	}
	if c == 'v' || c == 'w' {
		p.setV(rune(c), next)
	}
	p.printArg(a[next], rune(c))
	return true
}

// setV sets plusV and sharpV instead of the flags + and # for %v and %w.
func (p *printer) setV(verb rune, arg int) {
	if verb == 'w' {
		p.wrapped = append(p.wrapped, arg)
	}
	p.sharpV = p.sharp
	p.sharp = false
	p.plusV = p.plus
	p.plus = false
}

func (p *printer) printf(format string, a []any) {
	end := len(format)
	next := 0           // index of the next argument
	afterIndex := false // the last item of the format was a %[n]
	p.reordered = false
	for i := 0; i < end; {
		p.goodIndex = true
		start := i
		for i < end && format[i] != '%' {
			i++
		}
		if i > start {
			p.buf = append(p.buf, format[start:i]...)
		}
		if i >= end {
			break
		}
		i++
		p.flags = flags{}
		done := false
	scan:
		for ; i < end; i++ {
			switch c := format[i]; c {
			case '#':
				p.sharp = true
			case '0':
				p.zero = true
			case '+':
				p.plus = true
			case '-':
				p.minus = true
			case ' ':
				p.space = true
			default:
				if p.simpleVerb(c, a, next) {
					next++
					i++
					done = true
				}
				break scan
			}
		}
		if done {
			continue
		}
		next, i, afterIndex = p.widthAndPrecision(format, i, a, next)
		if !afterIndex {
			next, i, afterIndex = p.argIndex(next, format, i, len(a))
		}
		if i >= end {
			p.buf = append(p.buf, "%!(NOVERB)"...)
			break
		}
		verb, size := rune(format[i]), 1
		if verb >= utf8.RuneSelf {
			verb, size = utf8.DecodeRuneInString(format[i:])
		}
		i += size
		switch {
		case verb == '%':
			p.buf = append(p.buf, '%')
		case !p.goodIndex:
			p.complain(verb, "(BADINDEX)")
		case next >= len(a):
			p.complain(verb, "(MISSING)")
		default:
			if verb == 'v' || verb == 'w' {
				p.setV(verb, next)
			}
			p.printArg(a[next], verb)
			next++
		}
		afterIndex = false
	}
	if !p.reordered && next < len(a) {
		p.printExtra(a[next:])
	}
}

// widthAndPrecision reads the index, width and precision between flags and verb.
func (p *printer) widthAndPrecision(format string, i int, a []any, next int) (nextArg, where int, afterIndex bool) {
	end := len(format)
	next, i, afterIndex = p.argIndex(next, format, i, len(a))
	if i < end && format[i] == '*' {
		i++
		p.wid, p.widSet, next = intArg(a, next)
		if !p.widSet {
			p.buf = append(p.buf, "%!(BADWIDTH)"...)
		}
		if p.wid < 0 {
			p.wid = -p.wid
			p.minus = true
			p.zero = false
		}
		afterIndex = false
	} else {
		p.wid, p.widSet, i = number(format, i, end)
		if afterIndex && p.widSet { // "%[3]2d"
			p.goodIndex = false
		}
	}
	if i+1 < end && format[i] == '.' {
		i++
		if afterIndex { // "%[3].2d"
			p.goodIndex = false
		}
		next, i, afterIndex = p.argIndex(next, format, i, len(a))
		if i < end && format[i] == '*' {
			i++
			p.prec, p.precSet, next = intArg(a, next)
			if p.prec < 0 {
				p.prec = 0
				p.precSet = false
			}
			if !p.precSet {
				p.buf = append(p.buf, "%!(BADPREC)"...)
			}
			afterIndex = false
		} else {
			p.prec, p.precSet, i = number(format, i, end)
			if !p.precSet {
				p.prec = 0
				p.precSet = true
			}
		}
	}
	return next, i, afterIndex
}

// complain writes an error for a verb without an argument.
func (p *printer) complain(verb rune, what string) {
	p.buf = append(p.buf, "%!"...)
	p.writeRune(verb)
	p.buf = append(p.buf, what...)
}

// printExtra writes an error about arguments that no verb took.
func (p *printer) printExtra(a []any) {
	p.flags = flags{}
	p.buf = append(p.buf, "%!(EXTRA "...)
	for i, arg := range a {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		if arg == nil {
			p.buf = append(p.buf, "<nil>"...)
		} else {
			p.buf = append(p.buf, typeString(arg)...)
			p.buf = append(p.buf, '=')
			p.printArg(arg, 'v')
		}
	}
	p.buf = append(p.buf, ')')
}
