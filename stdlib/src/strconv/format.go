package strconv

// FormatBool returns "true" or "false".
func FormatBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// AppendBool appends "true" or "false" to dst.
func AppendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

func checkBase(base int) {
	if base < 2 || base > 36 {
		panic("strconv: illegal AppendInt/FormatInt base")
	}
}

// FormatInt returns i in the given base, 2 to 36, with lower-case letters.
func FormatInt(i int64, base int) string {
	checkBase(base)
	return formatInt(i, base)
}

// FormatUint is FormatInt for unsigned numbers.
func FormatUint(i uint64, base int) string {
	checkBase(base)
	return formatUint(i, base)
}

// AppendInt appends FormatInt(i, base) to dst.
func AppendInt(dst []byte, i int64, base int) []byte {
	checkBase(base)
	return appendInt(dst, i, base)
}

// AppendUint appends FormatUint(i, base) to dst.
func AppendUint(dst []byte, i uint64, base int) []byte {
	checkBase(base)
	return appendUint(dst, i, base)
}

// FormatFloat returns f in format fmt (b e E f g G x X) with prec digits (-1: as few as identify f among the floats of bitSize bits).
func FormatFloat(f float64, fmt byte, prec, bitSize int) string {
	if bitSize != 32 && bitSize != 64 {
		panic("strconv: illegal FormatFloat bitSize")
	}
	return formatFloat(f, fmt, prec, bitSize)
}

// AppendFloat appends FormatFloat(f, fmt, prec, bitSize) to dst.
func AppendFloat(dst []byte, f float64, fmt byte, prec, bitSize int) []byte {
	if bitSize != 32 && bitSize != 64 {
		panic("strconv: illegal AppendFloat bitSize")
	}
	return appendFloat(dst, f, fmt, prec, bitSize)
}

// FormatComplex returns c as (a+bi), its parts in the format of FormatFloat; bitSize is 64 or 128.
func FormatComplex(c complex128, fmt byte, prec, bitSize int) string {
	if bitSize != 64 && bitSize != 128 {
		panic("invalid bitSize")
	}
	im := FormatFloat(imag(c), fmt, prec, bitSize/2)
	if im[0] != '+' && im[0] != '-' {
		im = "+" + im
	}
	return "(" + FormatFloat(real(c), fmt, prec, bitSize/2) + im + "i)"
}
