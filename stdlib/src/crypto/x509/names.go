package x509

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"slices"
)

// A rawAttribute is an attribute of a name whose value may be of any type.
type rawAttribute struct {
	Type  asn1.ObjectIdentifier
	Value asn1.RawValue
}

// A rawSET is a set of such attributes; asn1 reads types with this suffix as sets.
type rawSET []rawAttribute

// keepUnknownValues gives the attributes of the name raw whose values have types that Go has no type for, and which asn1
// reads as nil, their raw values.
func keepUnknownValues(raw []byte, rdns pkix.RDNSequence) {
	isUnknown := func(a pkix.AttributeTypeAndValue) bool { return a.Value == nil }
	if !slices.ContainsFunc(rdns, func(set pkix.RelativeDistinguishedNameSET) bool {
		return slices.ContainsFunc(set, isUnknown)
	}) {
		return
	}
	var sets []rawSET
	if err := whole(raw, &sets); err != nil {
		return
	}
	for i, set := range sets {
		for j, a := range set {
			isNull := a.Value.Class == asn1.ClassUniversal && a.Value.Tag == asn1.TagNull
			if isUnknown(rdns[i][j]) && !isNull {
				rdns[i][j].Value = a.Value
			}
		}
	}
}
