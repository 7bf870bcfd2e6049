package big

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Scan implements fmt.Scanner for the verbs e, E, f, F, g, G, v.
func (z *Rat) Scan(s fmt.ScanState, ch rune) error {
	token, err := s.Token(true, func(ch rune) bool { return strings.ContainsRune("+-/0123456789.eE", ch) })
	if err != nil {
		return err
	}
	if !strings.ContainsRune("efgEFGv", ch) {
		return errors.New("Rat.Scan: invalid verb")
	}
	if _, ok := z.SetString(string(token)); !ok {
		return errors.New("Rat.Scan: invalid syntax")
	}
	return nil
}

// SetString parses s, "a/b" or a decimal number with an optional exponent, sets z to the number, and reports whether s
// is valid.
func (z *Rat) SetString(s string) (*Rat, bool) {
	if num, den, ok := strings.Cut(s, "/"); ok {
		var a Int
		if _, ok := a.SetString(num, 0); !ok {
			return nil, false
		}
		r := strings.NewReader(den)
		b, _, _, err := scanNat(r, 0, false)
		if err != nil || r.Len() > 0 || len(b) == 0 {
			return nil, false
		}
		return z.set(a.neg, a.abs, b), true
	}
	return z.setDecimal(strings.NewReader(s))
}

func (z *Rat) setDecimal(r *strings.Reader) (*Rat, bool) {
	neg, err := scanSign(r)
	if err != nil {
		return nil, false
	}
	a, base, fraction, err := scanNat(r, 0, true)
	if err != nil {
		return nil, false
	}
	exp, expBase, err := scanExponent(r, true, true)
	if err != nil || r.Len() > 0 {
		return nil, false
	}
	if len(a) == 0 {
		return z.set(false, nil, natOne), true
	}
	twos, fives := scaleOf(base, fraction, exp, expBase)
	// Larger exponents would take too much memory.
	if fives < -1e6 || fives > 1e6 || twos < -1e7 || twos > 1e7 {
		return nil, false
	}
	b := natOne
	if fives > 0 {
		a = a.mul(natFive.powWord(uint64(fives)))
	} else {
		b = natFive.powWord(uint64(-fives))
	}
	if twos > 0 {
		a = a.shl(uint(twos))
	} else {
		b = b.shl(uint(-twos))
	}
	return z.set(neg, a, b), true
}

// String returns "a/b", even if b is 1.
func (x *Rat) String() string { return string(x.append(nil)) }

func (x *Rat) append(buf []byte) []byte {
	buf = append(x.a.Append(buf, 10), '/')
	return append(buf, x.denominator().text(10)...)
}

// RatString returns "a/b", or "a" if b is 1.
func (x *Rat) RatString() string {
	if x.IsInt() {
		return x.a.String()
	}
	return x.String()
}

// FloatString returns x with prec digits after the point; the last one is rounded, halves away from zero.
func (x *Rat) FloatString(prec int) string {
	den, scale := x.denominator(), natOne
	if prec > 0 {
		scale = natTen.powWord(uint64(prec))
	}
	q, r := x.a.abs.div(den)
	r, rest := r.mul(scale).div(den)
	if den.cmp(rest.shl(1)) <= 0 {
		if r = r.add(natOne); r.cmp(scale) >= 0 {
			q, r = q.add(natOne), r.sub(scale)
		}
	}
	out := signed(x.a.neg, q.text(10))
	if prec > 0 {
		digits := r.text(10)
		out = append(append(out, '.'), strings.Repeat("0", prec-len(digits))...)
		out = append(out, digits...)
	}
	return string(out)
}

// FloatPrec returns the number of digits after the point of x that do not repeat, and whether x is exact with them.
func (x *Rat) FloatPrec() (n int, exact bool) {
	d := x.denominator()
	twos := d.trailingZeroBits()
	d = d.shr(twos)
	// The exponent of 5 in d is found bit by bit.
	var powers []nat
	for power := natFive; len(d.mod(power)) == 0; power = power.mul(power) {
		powers = append(powers, power)
	}
	fives := uint(0)
	for i := len(powers) - 1; i >= 0; i-- {
		if q, r := d.div(powers[i]); len(r) == 0 {
			d = q
			fives += 1 << i
		}
	}
	return int(max(twos, fives)), d.cmp(natOne) == 0
}

// GobEncode implements gob.GobEncoder.
func (x *Rat) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	buf := make([]byte, 1+4+(len(x.a.abs)+len(x.b.abs))*wordBits/8)
	i := x.b.abs.fill(buf)
	j := x.a.abs.fill(buf[:i])
	n := i - j
	if int(uint32(n)) != n {
		return nil, errors.New("Rat.GobEncode: numerator too large")
	}
	binary.BigEndian.PutUint32(buf[j-4:], uint32(n))
	j -= 5
	buf[j] = gobVersion << 1
	if x.a.neg {
		buf[j] |= 1
	}
	return buf[j:], nil
}

// GobDecode implements gob.GobDecoder.
func (z *Rat) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Rat{}
		return nil
	}
	if len(buf) < 5 {
		return errors.New("Rat.GobDecode: buffer too small")
	}
	head, body := buf[0], buf[5:]
	length := uint64(binary.BigEndian.Uint32(buf[1:]))
	switch version := head >> 1; {
	case version != gobVersion:
		return fmt.Errorf("Rat.GobDecode: encoding version %d not supported", version)
	case length > math.MaxInt-5:
		return errors.New("Rat.GobDecode: invalid length")
	case length > uint64(len(body)):
		return errors.New("Rat.GobDecode: buffer too small")
	}
	z.a.neg, z.a.abs = head&1 != 0, natFromBytes(body[:length])
	z.b.abs = natFromBytes(body[length:])
	return nil
}

// AppendText implements encoding.TextAppender.
func (x *Rat) AppendText(b []byte) ([]byte, error) {
	if x.IsInt() {
		return x.a.AppendText(b)
	}
	return x.append(b), nil
}

// MarshalText implements encoding.TextMarshaler.
func (x *Rat) MarshalText() (text []byte, err error) { return x.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (z *Rat) UnmarshalText(text []byte) error {
	if _, ok := z.SetString(string(text)); !ok {
		return fmt.Errorf("math/big: cannot unmarshal %q into a *big.Rat", text)
	}
	return nil
}
