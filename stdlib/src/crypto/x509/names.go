package x509

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
)

// badValues are the errors of malformed attribute values, by their types. Values of other types are taken as they are.
var badValues = map[int]string{
	asn1.TagBoolean:         "invalid ASN.1 BOOLEAN",
	asn1.TagInteger:         "invalid ASN.1 integer",
	asn1.TagBitString:       "invalid ASN.1 BIT STRING",
	asn1.TagOctetString:     "invalid ASN.1 OCTET STRING",
	asn1.TagOID:             "invalid ASN.1 OBJECT IDENTIFIER",
	asn1.TagUTF8String:      "invalid UTF-8 string",
	asn1.TagNumericString:   "invalid NumericString",
	asn1.TagPrintableString: "invalid PrintableString",
	asn1.TagT61String:       "invalid T61String",
	asn1.TagIA5String:       "invalid IA5String",
	asn1.TagUTCTime:         "x509: malformed UTCTime",
	asn1.TagGeneralizedTime: "x509: malformed GeneralizedTime",
	asn1.TagBMPString:       "invalid BMPString",
}

// readName reads a distinguished name: a SEQUENCE of SETs of attributes.
func readName(raw []byte) (pkix.RDNSequence, error) {
	invalid := func(why string) (pkix.RDNSequence, error) { return nil, errors.New("x509: invalid RDNSequence" + why) }
	r := derReader(raw)
	_, sets, ok := r.takeInner(tagSequence)
	if !ok {
		return invalid("")
	}
	var name pkix.RDNSequence
	for len(sets) > 0 {
		_, attributes, ok := sets.takeInner(tagSet)
		if !ok {
			return invalid("")
		}
		var set pkix.RelativeDistinguishedNameSET
		for len(attributes) > 0 {
			_, in, ok := attributes.takeInner(tagSequence)
			if !ok {
				return invalid(": invalid attribute")
			}
			var a pkix.AttributeTypeAndValue
			if !in.next(asn1.TagOID) || !in.take(&a.Type) {
				return invalid(": invalid attribute type")
			}
			var why string
			if a.Value, why = in.takeValue(); why != "" {
				return invalid(": invalid attribute value: " + why)
			}
			set = append(set, a)
		}
		name = append(name, set)
	}
	return name, nil
}

// takeValue takes the value of an attribute; why tells what is wrong with it.
func (r *derReader) takeValue() (value any, why string) {
	var raw asn1.RawValue
	if len(*r) == 0 || (*r)[0]&0x1f == 0x1f || !r.take(&raw) {
		return nil, "invalid ASN.1 element"
	}
	if raw.Class != asn1.ClassUniversal || raw.IsCompound {
		return raw, ""
	}
	bad, known := badValues[raw.Tag]
	switch {
	case raw.Tag == asn1.TagNull:
		return nil, ""
	case !known:
		return raw, ""
	case raw.Tag == asn1.TagGeneralizedTime && bytes.IndexByte(raw.Bytes, '.') >= 0:
		return nil, bad // DER in certificates has no fractions of seconds
	}
	if _, err := asn1.Unmarshal(raw.FullBytes, &value); err != nil {
		return nil, bad
	}
	return value, ""
}
