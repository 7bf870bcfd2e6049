// Package pkix has the structures that certificates and revocation lists share.
package pkix

import (
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// An AlgorithmIdentifier names an algorithm.
type AlgorithmIdentifier struct {
	Algorithm  asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

// An RDNSequence is a name: a sequence of parts, each with one attribute or more.
type RDNSequence []RelativeDistinguishedNameSET

var shortNames = map[string]string{
	"2.5.4.6": "C", "2.5.4.10": "O", "2.5.4.11": "OU", "2.5.4.3": "CN", "2.5.4.5": "SERIALNUMBER", "2.5.4.7": "L",
	"2.5.4.8": "ST", "2.5.4.9": "STREET", "2.5.4.17": "POSTALCODE",
}

// String returns the name in the form of RFC 2253.
func (r RDNSequence) String() string {
	var s strings.Builder
	for i := len(r) - 1; i >= 0; i-- {
		if i < len(r)-1 {
			s.WriteByte(',')
		}
		for j, attribute := range r[i] {
			if j > 0 {
				s.WriteByte('+')
			}
			attribute.write(&s)
		}
	}
	return s.String()
}

func (a AttributeTypeAndValue) write(s *strings.Builder) {
	oid := a.Type.String()
	name, ok := shortNames[oid]
	if !ok {
		name = oid
		if _, ok := a.Value.(string); !ok {
			if der, err := asn1.Marshal(a.Value); err == nil {
				s.WriteString(oid + "=#" + hex.EncodeToString(der))
				return
			}
		}
	}
	s.WriteString(name + "=")
	value := fmt.Sprint(a.Value)
	for i, c := range value {
		switch c {
		case ',', '+', '"', '\\', '<', '>', ';':
			s.WriteByte('\\')
		case ' ':
			if i == 0 || i == len(value)-1 {
				s.WriteByte('\\')
			}
		case '#':
			if i == 0 {
				s.WriteByte('\\')
			}
		}
		s.WriteRune(c)
	}
}

// A RelativeDistinguishedNameSET is a part of a name.
type RelativeDistinguishedNameSET []AttributeTypeAndValue

// An AttributeTypeAndValue is an attribute of a name.
type AttributeTypeAndValue struct {
	Type  asn1.ObjectIdentifier
	Value any
}

// An AttributeTypeAndValueSET is a set of sets of attributes, as in certificate requests.
type AttributeTypeAndValueSET struct {
	Type  asn1.ObjectIdentifier
	Value [][]AttributeTypeAndValue `asn1:"set"`
}

// An Extension is an extension of a certificate or a revocation list.
type Extension struct {
	Id       asn1.ObjectIdentifier
	Critical bool `asn1:"optional"`
	Value    []byte
}

// A Name is a name with its common attributes. Names has all parsed attributes, ExtraNames further ones to write.
type Name struct {
	Country, Organization, OrganizationalUnit []string
	Locality, Province                        []string
	StreetAddress, PostalCode                 []string
	SerialNumber, CommonName                  string
	Names                                     []AttributeTypeAndValue
	ExtraNames                                []AttributeTypeAndValue
}

// FillFromRDNSequence sets the fields from a sequence.
func (n *Name) FillFromRDNSequence(rdns *RDNSequence) {
	for _, rdn := range *rdns {
		for _, a := range rdn {
			n.Names = append(n.Names, a)
			value, ok := a.Value.(string)
			if !ok || len(a.Type) != 4 || a.Type[0] != 2 || a.Type[1] != 5 || a.Type[2] != 4 {
				continue
			}
			switch a.Type[3] {
			case 3:
				n.CommonName = value
			case 5:
				n.SerialNumber = value
			default:
				if list := n.list(a.Type[3]); list != nil {
					*list = append(*list, value)
				}
			}
		}
	}
}

func (n *Name) list(last int) *[]string {
	switch last {
	case 6:
		return &n.Country
	case 7:
		return &n.Locality
	case 8:
		return &n.Province
	case 9:
		return &n.StreetAddress
	case 10:
		return &n.Organization
	case 11:
		return &n.OrganizationalUnit
	case 17:
		return &n.PostalCode
	}
	return nil
}

// ToRDNSequence returns the name as a sequence.
func (n Name) ToRDNSequence() (ret RDNSequence) {
	add := func(last int, values ...string) {
		oid := []int{2, 5, 4, last}
		for _, a := range n.ExtraNames {
			if a.Type.Equal(oid) {
				return
			}
		}
		var set RelativeDistinguishedNameSET
		for _, value := range values {
			set = append(set, AttributeTypeAndValue{oid, value})
		}
		if len(set) > 0 {
			ret = append(ret, set)
		}
	}
	for _, last := range []int{6, 8, 7, 9, 17, 10, 11} {
		add(last, *n.list(last)...)
	}
	if n.CommonName != "" {
		add(3, n.CommonName)
	}
	if n.SerialNumber != "" {
		add(5, n.SerialNumber)
	}
	for _, a := range n.ExtraNames {
		ret = append(ret, []AttributeTypeAndValue{a})
	}
	return ret
}

// hasField reports whether Name has a field for attributes of this type.
func hasField(t asn1.ObjectIdentifier) bool {
	if len(t) != 4 || !t[:3].Equal(asn1.ObjectIdentifier{2, 5, 4}) {
		return false
	}
	switch t[3] {
	case 3, 5, 6, 7, 8, 9, 10, 11, 17:
		return true
	}
	return false
}

// String returns the name in the form of RFC 2253.
func (n Name) String() string {
	var rdns RDNSequence
	// Attributes that have no field of their own are in Names only.
	if n.ExtraNames == nil {
		for _, a := range n.Names {
			if !hasField(a.Type) {
				rdns = append(rdns, []AttributeTypeAndValue{a})
			}
		}
	}
	return append(rdns, n.ToRDNSequence()...).String()
}

// A CertificateList is a list of revoked certificates.
//
// Deprecated: use x509.RevocationList.
type CertificateList struct {
	TBSCertList        TBSCertificateList
	SignatureAlgorithm AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

// HasExpired reports whether the list should have been replaced before now.
func (certList *CertificateList) HasExpired(now time.Time) bool {
	return !now.Before(certList.TBSCertList.NextUpdate)
}

// A TBSCertificateList is the signed part of a list.
type TBSCertificateList struct {
	Raw                 asn1.RawContent
	Version             int `asn1:"optional,default:0"`
	Signature           AlgorithmIdentifier
	Issuer              RDNSequence
	ThisUpdate          time.Time
	NextUpdate          time.Time            `asn1:"optional"`
	RevokedCertificates []RevokedCertificate `asn1:"optional"`
	Extensions          []Extension          `asn1:"tag:0,optional,explicit"`
}

// A RevokedCertificate is an entry of a list.
type RevokedCertificate struct {
	SerialNumber   *big.Int
	RevocationTime time.Time
	Extensions     []Extension `asn1:"optional"`
}
