package big

// decimal is the number 0.d₁d₂… × 10**exp, without trailing zeros.
type decimal struct {
	digits []byte
	exp    int
}

// newDecimal returns mant × 2**exp, exactly: 2**-n is 5**n / 10**n.
func newDecimal(mant nat, exp int64) decimal {
	if len(mant) == 0 {
		return decimal{}
	}
	scale := 0
	if zeros := int64(mant.trailingZeroBits()); exp < 0 && zeros > 0 {
		s := min(zeros, -exp)
		mant, exp = mant.shr(uint(s)), exp+s
	}
	if exp >= 0 {
		mant = mant.shl(uint(exp))
	} else {
		mant = mant.mul(natFive.powWord(uint64(-exp)))
		scale = int(exp)
	}
	digits := mant.text(10)
	d := decimal{digits, len(digits) + scale}
	d.trim()
	return d
}

func (d *decimal) trim() {
	n := len(d.digits)
	for n > 0 && d.digits[n-1] == '0' {
		n--
	}
	d.digits = d.digits[:n]
	if n == 0 {
		d.exp = 0
	}
}

// at returns digit i.
func (d *decimal) at(i int) byte {
	if 0 <= i && i < len(d.digits) {
		return d.digits[i]
	}
	return '0'
}

// round rounds to n digits, halves to even.
func (d *decimal) round(n int) {
	if n < 0 || n >= len(d.digits) {
		return
	}
	up := d.digits[n] >= '5'
	if d.digits[n] == '5' && n+1 == len(d.digits) {
		up = n > 0 && (d.digits[n-1]-'0')&1 != 0
	}
	if up {
		d.raise(n)
	} else {
		d.cut(n)
	}
}

// raise rounds up to n digits.
func (d *decimal) raise(n int) {
	if n < 0 || n >= len(d.digits) {
		return
	}
	for n > 0 && d.digits[n-1] == '9' {
		n--
	}
	if n == 0 {
		d.digits = append(d.digits[:0], '1')
		d.exp++
		return
	}
	d.digits[n-1]++
	d.digits = d.digits[:n]
}

// cut rounds down to n digits.
func (d *decimal) cut(n int) {
	if n >= 0 && n < len(d.digits) {
		d.digits = d.digits[:n]
		d.trim()
	}
}

func (d *decimal) appendE(buf []byte, fmt byte, prec int) []byte {
	buf = append(buf, d.at(0))
	if prec > 0 {
		buf = append(buf, '.')
		for i := range prec {
			buf = append(buf, d.at(i+1))
		}
	}
	exp := int64(0)
	if len(d.digits) > 0 {
		exp = int64(d.exp) - 1
	}
	return appendExponent(append(buf, fmt), exp)
}

func (d *decimal) appendF(buf []byte, prec int) []byte {
	if d.exp <= 0 {
		buf = append(buf, '0')
	}
	for i := range d.exp {
		buf = append(buf, d.at(i))
	}
	if prec > 0 {
		buf = append(buf, '.')
		for i := range prec {
			buf = append(buf, d.at(d.exp+i))
		}
	}
	return buf
}
