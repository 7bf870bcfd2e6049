package x509

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

var errInvalidOID = errors.New("invalid oid")

// An OID is an ASN.1 object identifier with components of any size.
type OID struct {
	// der has each component as digits of seven bits; the first two components are one number.
	der []byte
}

// ParseOID parses the dotted form, "1.2.840.113549".
func ParseOID(oid string) (OID, error) {
	var o OID
	err := o.unmarshalText(oid)
	return o, err
}

func (oid *OID) unmarshalText(text string) error {
	parts := strings.Split(text, ".")
	if len(parts) < 2 {
		return errInvalidOID
	}
	all := make([]*big.Int, len(parts))
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return errInvalidOID
		}
		all[i], _ = new(big.Int).SetString(part, 10)
	}
	if all[0].Cmp(big.NewInt(2)) > 0 || all[0].Cmp(big.NewInt(2)) < 0 && all[1].Cmp(big.NewInt(40)) >= 0 {
		return errInvalidOID
	}
	all[1].Add(all[1], new(big.Int).Mul(all[0], big.NewInt(40)))
	var der []byte
	for _, n := range all[1:] {
		der = appendDigits(der, n)
	}
	oid.der = der
	return nil
}

// appendDigits appends a number as digits of seven bits.
func appendDigits(der []byte, n *big.Int) []byte {
	for i := max(n.BitLen()-1, 0) / 7; i >= 0; i-- {
		digit := byte(new(big.Int).And(new(big.Int).Rsh(n, uint(7*i)), big.NewInt(0x7f)).Int64())
		if i > 0 {
			digit |= 0x80
		}
		der = append(der, digit)
	}
	return der
}

// OIDFromInts makes an OID from its components.
func OIDFromInts(oid []uint64) (OID, error) {
	if len(oid) < 2 || oid[0] > 2 || oid[0] < 2 && oid[1] >= 40 {
		return OID{}, errInvalidOID
	}
	first, carry := bits.Add64(oid[0]*40, oid[1], 0)
	if carry != 0 {
		return OID{}, errInvalidOID
	}
	der := appendBase128(nil, first)
	for _, n := range oid[2:] {
		der = appendBase128(der, n)
	}
	return OID{der}, nil
}

func appendBase128(der []byte, n uint64) []byte {
	for i := max(bits.Len64(n)-1, 0) / 7; i >= 0; i-- {
		digit := byte(n>>(7*i)) & 0x7f
		if i > 0 {
			digit |= 0x80
		}
		der = append(der, digit)
	}
	return der
}

// OIDFromASN1OID makes an OID from an identifier of package asn1.
func OIDFromASN1OID(asn1OID asn1.ObjectIdentifier) (OID, error) {
	all := make([]uint64, len(asn1OID))
	for i, n := range asn1OID {
		if n < 0 {
			return OID{}, errors.New("x509: OID components must be non-negative")
		}
		all[i] = uint64(n)
	}
	return OIDFromInts(all)
}

// components calls each with the digits of every component.
func (oid OID) components(each func(digits []byte)) {
	start := 0
	for i, b := range oid.der {
		if b&0x80 == 0 {
			each(oid.der[start : i+1])
			start = i + 1
		}
	}
}

func numberOf(digits []byte) *big.Int {
	n := new(big.Int)
	for _, d := range digits {
		n.Or(n.Lsh(n, 7), big.NewInt(int64(d&0x7f)))
	}
	return n
}

// String returns the dotted form.
func (oid OID) String() string {
	var b strings.Builder
	oid.components(func(digits []byte) {
		n := numberOf(digits)
		if b.Len() > 0 {
			b.WriteString("." + n.String())
			return
		}
		first := int64(2)
		if n.IsInt64() {
			first = min(n.Int64()/40, 2)
		}
		b.WriteString(strconv.FormatInt(first, 10) + "." + n.Sub(n, big.NewInt(40*first)).String())
	})
	return b.String()
}

// Equal reports whether both identifiers are the same.
func (oid OID) Equal(other OID) bool { return bytes.Equal(oid.der, other.der) }

// EqualASN1OID reports whether oid is the same as an identifier of package asn1.
func (oid OID) EqualASN1OID(other asn1.ObjectIdentifier) bool {
	o, err := OIDFromASN1OID(other)
	return err == nil && oid.Equal(o)
}

// AppendText appends the dotted form.
func (oid OID) AppendText(b []byte) ([]byte, error) { return append(b, oid.String()...), nil }

// MarshalText returns the dotted form.
func (oid OID) MarshalText() ([]byte, error) { return oid.AppendText(nil) }

// UnmarshalText parses the dotted form.
func (oid *OID) UnmarshalText(text []byte) error { return oid.unmarshalText(string(text)) }

// AppendBinary appends the contents of the DER value.
func (oid OID) AppendBinary(b []byte) ([]byte, error) { return append(b, oid.der...), nil }

// MarshalBinary returns the contents of the DER value.
func (oid OID) MarshalBinary() ([]byte, error) { return oid.AppendBinary(nil) }

// UnmarshalBinary reads the contents of a DER value.
func (oid *OID) UnmarshalBinary(b []byte) error {
	if len(b) == 0 || b[len(b)-1]&0x80 != 0 {
		return errInvalidOID
	}
	start := true
	for _, v := range b {
		if start && v == 0x80 {
			return errInvalidOID
		}
		start = v&0x80 == 0
	}
	oid.der = slices.Clone(b)
	return nil
}

// OID returns the identifier of a key purpose; it panics if i is unknown.
func (i ExtKeyUsage) OID() OID {
	if i < 0 || int(i) >= len(extKeyUsageOIDs) {
		panic("x509: internal error: known ExtKeyUsage has no OID")
	}
	oid, err := OIDFromASN1OID(extKeyUsageOIDs[i])
	if err != nil {
		panic("x509: internal error: known ExtKeyUsage has invalid OID")
	}
	return oid
}
