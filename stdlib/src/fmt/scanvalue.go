package fmt

import (
	"io"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

const (
	binaryDigits  = "01"
	octalDigits   = "01234567"
	decimalDigits = "0123456789"
	hexDigits     = "0123456789aAbBcCdDeEfF"
	floatVerbs    = "beEfFgGv"
)

// scanOne scans one operand.
func (s *scanner) scanOne(verb rune, arg any) {
	s.buf = s.buf[:0]
	if v, ok := arg.(Scanner); ok {
		if err := v.Scan(s, verb); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			s.failWith(err)
		}
		return
	}
	switch v := arg.(type) {
	case *bool:
		*v = s.scanBool(verb)
	case *complex64:
		*v = complex64(s.scanComplex(verb, 64))
	case *complex128:
		*v = s.scanComplex(verb, 128)
	case *int:
		*v = int(s.scanInt(verb, 64))
	case *int8:
		*v = int8(s.scanInt(verb, 8))
	case *int16:
		*v = int16(s.scanInt(verb, 16))
	case *int32:
		*v = int32(s.scanInt(verb, 32))
	case *int64:
		*v = s.scanInt(verb, 64)
	case *uint:
		*v = uint(s.scanUint(verb, 64))
	case *uint8:
		*v = uint8(s.scanUint(verb, 8))
	case *uint16:
		*v = uint16(s.scanUint(verb, 16))
	case *uint32:
		*v = uint32(s.scanUint(verb, 32))
	case *uint64:
		*v = s.scanUint(verb, 64)
	case *uintptr:
		*v = uintptr(s.scanUint(verb, 64))
	case *float64:
		*v = s.scanFloat(verb, 64, "float64")
	case *float32:
		*v = float32(s.scanFloat(verb, 32, "float32"))
	case *string:
		*v = s.scanString(verb)
	case *[]byte:
		*v = []byte(s.scanString(verb))
	default:
		s.scanReflected(verb, arg)
	}
}

// scanReflected scans an operand whose type scanOne does not know.
func (s *scanner) scanReflected(verb rune, arg any) {
	ptr := reflect.ValueOf(arg)
	if ptr.Kind() != reflect.Pointer {
		s.fail("type not a pointer: " + ptr.Type().String())
	}
	v := ptr.Elem()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(s.scanBool(verb))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(s.scanInt(verb, v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(s.scanUint(verb, v.Type().Bits()))
	case reflect.String:
		v.SetString(s.scanString(verb))
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			s.fail("can't scan type: " + ptr.Type().String())
		}
		str := s.scanString(verb)
		v.Set(reflect.MakeSlice(v.Type(), len(str), len(str)))
		for i := 0; i < len(str); i++ {
			v.Index(i).SetUint(uint64(str[i]))
		}
	case reflect.Float32, reflect.Float64:
		s.SkipSpace()
		s.notEOF()
		v.SetFloat(s.toFloat(s.floatToken(), v.Type().Bits()))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(s.scanComplex(verb, v.Type().Bits()))
	default:
		s.fail("can't scan type: " + ptr.Type().String())
	}
}

// checkVerb fails if verb is none of those that go with the type.
func (s *scanner) checkVerb(verb rune, verbs, typ string) {
	if indexRune(verbs, verb) < 0 {
		s.fail("bad verb '%" + string(verb) + "' for " + typ)
	}
}

func (s *scanner) scanBool(verb rune) bool {
	s.SkipSpace()
	s.notEOF()
	s.checkVerb(verb, "tv", "boolean")
	switch s.next() {
	case '0':
		return false
	case '1':
		return true
	case 't', 'T':
		if s.accept("rR") && (!s.accept("uU") || !s.accept("eE")) {
			s.fail("syntax error scanning boolean")
		}
		return true
	case 'f', 'F':
		if s.accept("aA") && (!s.accept("lL") || !s.accept("sS") || !s.accept("eE")) {
			s.fail("syntax error scanning boolean")
		}
		return false
	}
	return false
}

// base returns the base and the digits of an integer verb.
func (s *scanner) base(verb rune) (base int, digits string) {
	s.checkVerb(verb, "bdoUxXv", "integer")
	switch verb {
	case 'b':
		return 2, binaryDigits
	case 'o':
		return 8, octalDigits
	case 'x', 'X', 'U':
		return 16, hexDigits
	}
	return 10, decimalDigits
}

// basePrefix reads the prefix of a number in Go's syntax; found is true if it holds a digit.
func (s *scanner) basePrefix() (digits string, found bool) {
	if !s.accept("0") {
		return decimalDigits + "_", false
	}
	switch {
	case s.accept("bB"):
		return binaryDigits + "_", true
	case s.accept("oO"):
		return octalDigits + "_", true
	case s.accept("xX"):
		return hexDigits + "_", true
	}
	return octalDigits + "_", true
}

// intToken reads an integer; base 0 is that of its prefix.
func (s *scanner) intToken(verb rune, signed bool) (token string, base int) {
	s.SkipSpace()
	s.notEOF()
	base, digits := s.base(verb)
	found := false
	switch {
	case verb == 'U':
		if s.next() != 'U' || s.next() != '+' {
			s.fail("bad unicode format ")
		}
	default:
		if signed {
			s.accept("+-")
		}
		if verb == 'v' {
			base = 0
			digits, found = s.basePrefix()
		}
	}
	if !found {
		s.notEOF()
		if !s.accept(digits) {
			s.fail("expected integer")
		}
	}
	s.acceptAll(digits)
	return string(s.buf), base
}

func (s *scanner) scanInt(verb rune, bits int) int64 {
	if verb == 'c' {
		return s.scanRune(bits)
	}
	token, base := s.intToken(verb, true)
	i, err := strconv.ParseInt(token, base, 64)
	if err != nil {
		s.failWith(err)
	}
	if n := uint(64 - bits); i<<n>>n != i {
		s.fail("integer overflow on token " + token)
	}
	return i
}

func (s *scanner) scanUint(verb rune, bits int) uint64 {
	if verb == 'c' {
		return uint64(s.scanRune(bits))
	}
	token, base := s.intToken(verb, false)
	i, err := strconv.ParseUint(token, base, 64)
	if err != nil {
		s.failWith(err)
	}
	if n := uint(64 - bits); i<<n>>n != i {
		s.fail("unsigned integer overflow on token " + token)
	}
	return i
}

func (s *scanner) scanRune(bits int) int64 {
	s.notEOF()
	r := s.next()
	if n := uint(64 - bits); int64(r)<<n>>n != int64(r) {
		s.fail("overflow on character value " + string(r))
	}
	return int64(r)
}

// floatToken reads a floating-point number.
func (s *scanner) floatToken() string {
	s.buf = s.buf[:0]
	if s.accept("nN") && s.accept("aA") && s.accept("nN") {
		return string(s.buf)
	}
	s.accept("+-")
	if s.accept("iI") && s.accept("nN") && s.accept("fF") {
		return string(s.buf)
	}
	digits, exp := decimalDigits+"_", "eEpP"
	if s.accept("0") && s.accept("xX") {
		digits, exp = hexDigits+"_", "pP"
	}
	s.acceptAll(digits)
	if s.accept(".") {
		s.acceptAll(digits)
	}
	if s.accept(exp) {
		s.accept("+-")
		s.acceptAll(decimalDigits + "_")
	}
	return string(s.buf)
}

// toFloat converts a token, which may have a decimal mantissa with a binary exponent after p.
func (s *scanner) toFloat(token string, bits int) float64 {
	p := indexRune(token, 'p')
	if p < 0 || indexRune(token, 'x') >= 0 || indexRune(token, 'X') >= 0 {
		f, err := strconv.ParseFloat(token, bits)
		if err != nil {
			s.failWith(err)
		}
		return f
	}
	f, err := strconv.ParseFloat(token[:p], bits)
	if err != nil {
		if e, ok := err.(*strconv.NumError); ok {
			e.Num = token
		}
		s.failWith(err)
	}
	m, err := strconv.Atoi(token[p+1:])
	if err != nil {
		if e, ok := err.(*strconv.NumError); ok {
			e.Num = token
		}
		s.failWith(err)
	}
	return math.Ldexp(f, m)
}

func (s *scanner) scanFloat(verb rune, bits int, typ string) float64 {
	s.checkVerb(verb, floatVerbs, typ)
	s.SkipSpace()
	s.notEOF()
	return s.toFloat(s.floatToken(), bits)
}

func (s *scanner) scanComplex(verb rune, bits int) complex128 {
	s.checkVerb(verb, floatVerbs, "complex")
	s.SkipSpace()
	s.notEOF()
	parens := s.accept("(")
	re := s.floatToken()
	s.buf = s.buf[:0]
	if !s.accept("+-") {
		s.fail("syntax error scanning complex number")
	}
	sign := string(s.buf)
	im := s.floatToken()
	if !s.accept("i") || parens && !s.accept(")") {
		s.fail("syntax error scanning complex number")
	}
	return complex(s.toFloat(re, bits/2), s.toFloat(sign+im, bits/2))
}

func (s *scanner) scanString(verb rune) string {
	s.checkVerb(verb, "svqxX", "string")
	s.SkipSpace()
	s.notEOF()
	switch verb {
	case 'q':
		return s.quotedString()
	case 'x', 'X':
		return s.hexString()
	}
	return string(s.token(true, isNotSpace))
}

func (s *scanner) quotedString() string {
	s.notEOF()
	switch quote := s.next(); quote {
	case '`':
		for {
			r := s.mustNext()
			if r == quote {
				return string(s.buf)
			}
			s.buf = utf8.AppendRune(s.buf, r)
		}
	case '"':
		s.buf = append(s.buf, '"')
		for {
			r := s.mustNext()
			s.buf = utf8.AppendRune(s.buf, r)
			if r == '"' {
				break
			}
			if r == '\\' {
				s.buf = utf8.AppendRune(s.buf, s.mustNext())
			}
		}
		text, err := strconv.Unquote(string(s.buf))
		if err != nil {
			s.failWith(err)
		}
		return text
	}
	s.fail("expected quoted string")
	return ""
}

func hexDigit(r rune) (value int, ok bool) {
	switch {
	case '0' <= r && r <= '9':
		return int(r - '0'), true
	case 'a' <= r && r <= 'f':
		return int(r - 'a' + 10), true
	case 'A' <= r && r <= 'F':
		return int(r - 'A' + 10), true
	}
	return 0, false
}

func (s *scanner) hexString() string {
	s.notEOF()
	for {
		r := s.next()
		if r == eof {
			break
		}
		hi, ok := hexDigit(r)
		if !ok {
			s.UnreadRune()
			break
		}
		lo, ok := hexDigit(s.mustNext())
		if !ok {
			s.fail("illegal hex digit")
		}
		s.buf = append(s.buf, byte(hi<<4|lo))
	}
	if len(s.buf) == 0 {
		s.fail("no hex data for %x string")
	}
	return string(s.buf)
}
