package big

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// SetString parses s, sets z to the number, rounded, and reports whether s is valid.
func (z *Float) SetString(s string) (*Float, bool) {
	if f, _, err := z.Parse(s, 0); err == nil {
		return f, true
	}
	return nil, false
}

func (z *Float) scan(r io.ByteScanner, base int) (f *Float, b int, err error) {
	prec := z.prec
	if prec == 0 {
		prec = 64
	}
	z.form = zero
	if z.neg, err = scanSign(r); err != nil {
		return nil, 0, err
	}
	mant, b, fraction, err := scanNat(r, base, true)
	z.mant = mant
	if err != nil {
		return nil, b, err
	}
	exp, expBase, err := scanExponent(r, true, base == 0)
	if err != nil {
		return nil, b, err
	}
	if len(mant) == 0 {
		z.prec = prec
		return z.special(zero, z.neg), b, nil
	}
	twos, fives := scaleOf(b, fraction, exp, expBase)
	if length := int64(mant.bitLen()); length+twos < MinExp || length+twos > MaxExp {
		return nil, b, errors.New("exponent overflow")
	}
	// All digits are kept until the power of 5 is multiplied.
	z.prec = MaxPrec
	z.setMant(mant, twos, 0)
	z.prec = prec
	if fives == 0 {
		z.round(0)
		return z, b, nil
	}
	power := new(Float).SetPrec(uint(prec) + 64)
	if fives < 0 {
		z.Quo(z, power.setPowerOf5(uint64(-fives)))
	} else {
		z.Mul(z, power.setPowerOf5(uint64(fives)))
	}
	return z, b, nil
}

// setPowerOf5 sets z to 5**n, rounded several times for a large n.
func (z *Float) setPowerOf5(n uint64) *Float {
	const most = 27 // the largest exponent whose power of 5 is a uint64
	power := uint64(1)
	for range min(n, most) {
		power *= 5
	}
	z.SetUint64(power)
	if n <= most {
		return z
	}
	f := new(Float).SetPrec(z.Prec() + 64).SetUint64(5)
	for n -= most; n > 0; n >>= 1 {
		if n&1 != 0 {
			z.Mul(z, f)
		}
		f.Mul(f, f)
	}
	return z
}

// Parse sets z to the number s in the base (2, 8, 10 or 16; 0 means the base of its prefix), rounded, and returns it
// and the base. A precision of 0 becomes 64.
func (z *Float) Parse(s string, base int) (f *Float, b int, err error) {
	switch s {
	case "Inf", "inf", "+Inf", "+inf":
		return z.SetInf(false), 0, nil
	case "-Inf", "-inf":
		return z.SetInf(true), 0, nil
	}
	r := strings.NewReader(s)
	if f, b, err = z.scan(r, base); err != nil {
		return f, b, err
	}
	if ch, end := r.ReadByte(); end == nil {
		err = fmt.Errorf("expected end of string, found %q", ch)
	}
	return f, b, err
}

// ParseFloat parses a new Float with this precision and mode.
func ParseFloat(s string, base int, prec uint, mode RoundingMode) (f *Float, b int, err error) {
	return new(Float).SetPrec(prec).SetMode(mode).Parse(s, base)
}

// Scan implements fmt.Scanner; it accepts any verb.
func (z *Float) Scan(s fmt.ScanState, ch rune) error {
	s.SkipSpace()
	_, _, err := z.scan(byteReader{s}, 0)
	return err
}

// GobEncode implements gob.GobEncoder.
func (x *Float) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	signs := byte(x.mode&7)<<5 | byte((x.acc+1)&3)<<3 | byte(x.form&3)<<1
	if x.neg {
		signs |= 1
	}
	buf := binary.BigEndian.AppendUint32([]byte{gobVersion, signs}, x.prec)
	if x.form != finite {
		return buf, nil
	}
	buf = binary.BigEndian.AppendUint32(buf, uint32(x.exp))
	n := min(len(x.mant), int((uint(x.prec)+wordBits-1)/wordBits))
	bytes := make([]byte, n*wordBits/8)
	x.mant[len(x.mant)-n:].fill(bytes)
	return append(buf, bytes...), nil
}

// GobDecode implements gob.GobDecoder. If z has a precision, it rounds the value to that in z's mode.
func (z *Float) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Float{}
		return nil
	}
	if len(buf) < 6 {
		return errors.New("Float.GobDecode: buffer too small")
	}
	if buf[0] != gobVersion {
		return fmt.Errorf("Float.GobDecode: encoding version %d not supported", buf[0])
	}
	oldPrec, oldMode := z.prec, z.mode
	b := buf[1]
	z.mode, z.acc = RoundingMode(b>>5&7), Accuracy(b>>3&3)-1
	z.form, z.neg = form(b>>1&3), b&1 != 0
	z.prec = binary.BigEndian.Uint32(buf[2:])
	if z.form == finite {
		if len(buf) < 10 {
			return errors.New("Float.GobDecode: buffer too small for finite form float")
		}
		z.exp = int32(binary.BigEndian.Uint32(buf[6:]))
		z.mant = natFromBytes(buf[10:])
		if fault := z.fault(); oldPrec != 0 && fault != "" {
			return errors.New("Float.GobDecode: " + fault)
		}
	}
	if oldPrec != 0 {
		z.mode = oldMode
		z.SetPrec(uint(oldPrec))
	}
	if fault := z.fault(); fault != "" {
		return errors.New("Float.GobDecode: " + fault)
	}
	return nil
}

// fault returns the error in a decoded z; "" if z is valid.
func (z *Float) fault() string {
	switch n := len(z.mant); {
	case z.form != finite:
		return ""
	case n == 0:
		return "nonzero finite number with empty mantissa"
	case z.mant[n-1]>>(wordBits-1) == 0:
		return fmt.Sprintf("msb not set in last word %#x of %s", z.mant[n-1], z.Text('p', 0))
	case z.prec == 0:
		return "zero precision finite number"
	}
	return ""
}

// AppendText implements encoding.TextAppender.
func (x *Float) AppendText(b []byte) ([]byte, error) {
	if x == nil {
		return append(b, "<nil>"...), nil
	}
	return x.Append(b, 'g', -1), nil
}

// MarshalText implements encoding.TextMarshaler.
func (x *Float) MarshalText() (text []byte, err error) { return x.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (z *Float) UnmarshalText(text []byte) error {
	if _, _, err := z.Parse(string(text), 0); err != nil {
		return fmt.Errorf("math/big: cannot unmarshal %q into a *big.Float (%v)", text, err)
	}
	return nil
}
