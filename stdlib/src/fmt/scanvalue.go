package fmt

import (
	rt "internal/rtype"
	"io"
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
	switch v := arg.(type) {
	case Scanner:
		s.scanByMethod(verb, v)
	case *string:
		*v = s.scanString(verb)
	case *[]byte:
		*v = []byte(s.scanString(verb))
	case *int:
		*v = int(s.scanInt(verb, 64))
	case *int64:
		*v = s.scanInt(verb, 64)
	case *int32:
		*v = int32(s.scanInt(verb, 32))
	case *int16:
		*v = int16(s.scanInt(verb, 16))
	case *int8:
		*v = int8(s.scanInt(verb, 8))
	case *float64:
		*v = s.scanFloat(verb, 64, "float64")
	case *uint:
		*v = uint(s.scanUint(verb, 64))
	case *uintptr:
		*v = uintptr(s.scanUint(verb, 64))
	case *uint64:
		*v = s.scanUint(verb, 64)
	case *uint32:
		*v = uint32(s.scanUint(verb, 32))
	case *uint16:
		*v = uint16(s.scanUint(verb, 16))
	case *uint8:
		*v = uint8(s.scanUint(verb, 8))
	case *float32:
		*v = float32(s.scanFloat(verb, 32, "float32"))
	case *bool:
		*v = s.scanBool(verb)
	case *complex128:
		*v = s.scanComplex(verb, 128)
	case *complex64:
		*v = complex64(s.scanComplex(verb, 64))
	default:
		s.scanReflected(verb, arg)
	}
}

// scanByMethod scans an operand with its own Scan method. The input may end before the operand, but not in it.
func (s *scanner) scanByMethod(verb rune, v Scanner) {
	switch err := v.Scan(s, verb); err {
	case nil:
	case io.EOF:
		s.failWith(io.ErrUnexpectedEOF)
	default:
		s.failWith(err)
	}
}

// scanReflected scans an operand of a type that scanOne does not handle.
func (s *scanner) scanReflected(verb rune, arg any) {
	ptr := valueOf(arg)
	if ptr.kind() != rt.Pointer {
		s.fail("type not a pointer: " + rt.Text(ptr.typ))
	}
	v := ptr.pointee()
	if v.ptr == nil {
		s.fail("can't scan type: " + rt.Text(ptr.typ))
	}
	bits := int(rt.Size(v.typ)) * 8
	switch v.kind() {
	case rt.Bool:
		*(*bool)(v.ptr) = s.scanBool(verb)
	case rt.Int, rt.Int8, rt.Int16, rt.Int32, rt.Int64:
		v.storeInt(uint64(s.scanInt(verb, bits)))
	case rt.Uint, rt.Uint8, rt.Uint16, rt.Uint32, rt.Uint64, rt.Uintptr:
		v.storeInt(s.scanUint(verb, bits))
	case rt.String:
		*(*string)(v.ptr) = s.scanString(verb)
	case rt.Slice:
		if rt.Kind(rt.Elem(v.typ)) != rt.Uint8 {
			s.fail("can't scan type: " + rt.Text(ptr.typ))
		}
		*(*[]byte)(v.ptr) = []byte(s.scanString(verb))
	case rt.Float32, rt.Float64:
		s.SkipSpace()
		s.notEOF()
		if f := s.toFloat(s.floatToken(), bits); bits == 32 {
			*(*float32)(v.ptr) = float32(f)
		} else {
			*(*float64)(v.ptr) = f
		}
	case rt.Complex64:
		*(*complex64)(v.ptr) = complex64(s.scanComplex(verb, bits))
	case rt.Complex128:
		*(*complex128)(v.ptr) = s.scanComplex(verb, bits)
	default:
		s.fail("can't scan type: " + rt.Text(ptr.typ))
	}
}

// storeInt stores an integer in the variable v.
func (v value) storeInt(x uint64) {
	switch rt.Size(v.typ) {
	case 1:
		*(*uint8)(v.ptr) = uint8(x)
	case 2:
		*(*uint16)(v.ptr) = uint16(x)
	case 4:
		*(*uint32)(v.ptr) = uint32(x)
	default:
		*(*uint64)(v.ptr) = x
	}
}

// checkVerb fails if verb is not one of those for the type.
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

// basePrefix reads the prefix of a number in Go's syntax; found reports whether the prefix contains a digit.
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

// intToken reads an integer; base 0 means that its prefix sets the base.
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
	exponent := 0
	mantissa, err := strconv.ParseFloat(token[:p], bits)
	if err == nil {
		exponent, err = strconv.Atoi(token[p+1:])
	}
	if err != nil {
		if e, ok := err.(*strconv.NumError); ok {
			e.Num = token // the error shows the whole token, not the part
		}
		s.failWith(err)
	}
	return scale(mantissa, exponent)
}

// scale returns f × 2^n.
func scale(f float64, n int) float64 {
	for ; n > 512; n -= 512 {
		if f == 0 || f > 1e300 || f < -1e300 {
			break
		}
		f *= 0x1p512
	}
	for ; n < -512; n += 512 {
		if f == 0 {
			break
		}
		f *= 0x1p-512
	}
	for ; n > 0 && f != 0; n-- {
		if f-f != 0 {
			break
		}
		f *= 2
	}
	p := 1.0
	for ; n < 0 && f != 0; n++ {
		p /= 2
	}
	return f * p
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
