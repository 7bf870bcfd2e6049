package x509

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"internal/settings"
	"math/big"
	"time"
)

type certificate struct {
	TBSCertificate     tbsCertificate
	SignatureAlgorithm pkix.AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

type tbsCertificate struct {
	Raw                asn1.RawContent
	Version            int `asn1:"optional,explicit,default:0,tag:0"`
	SerialNumber       *big.Int
	SignatureAlgorithm pkix.AlgorithmIdentifier
	Issuer             asn1.RawValue
	Validity           validity
	Subject            asn1.RawValue
	PublicKey          publicKeyInfo
	Extensions         []pkix.Extension `asn1:"omitempty,optional,explicit,tag:3"`
}

type validity struct{ NotBefore, NotAfter time.Time }

type basicConstraints struct {
	IsCA       bool `asn1:"optional"`
	MaxPathLen int  `asn1:"optional,default:-1"`
}

type authKeyId struct {
	Id []byte `asn1:"optional,tag:0"`
}

type policyInformation struct {
	Policy     asn1.RawValue
	Qualifiers asn1.RawValue `asn1:"optional"`
}

type accessDescription struct {
	Method   asn1.ObjectIdentifier
	Location asn1.RawValue
}

type distributionPoint struct {
	DistributionPoint distributionPointName `asn1:"optional,tag:0"`
	Reason            asn1.BitString        `asn1:"optional,tag:1"`
	CRLIssuer         asn1.RawValue         `asn1:"optional,tag:2"`
}

type distributionPointName struct {
	FullName     []asn1.RawValue `asn1:"optional,tag:0"`
	RelativeName asn1.RawValue   `asn1:"optional,tag:1"`
}

type generalSubtree struct {
	Base    asn1.RawValue
	Minimum int `asn1:"optional,tag:0"`
	Maximum int `asn1:"optional,tag:1"`
}

type nameConstraints struct {
	Permitted []generalSubtree `asn1:"optional,tag:0,omitempty"`
	Excluded  []generalSubtree `asn1:"optional,tag:1,omitempty"`
}

// ParseCertificate parses a certificate in DER.
func ParseCertificate(der []byte) (*Certificate, error) {
	c, rest, err := parse(der)
	if err == nil && len(rest) > 0 {
		err = errors.New("x509: trailing data")
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// ParseCertificates parses concatenated certificates.
func ParseCertificates(der []byte) (all []*Certificate, err error) {
	for len(der) > 0 {
		var c *Certificate
		if c, der, err = parse(der); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// malformed is the error for a part of a message that cannot be read.
func malformed(part string) error { return errors.New("x509: malformed " + part) }

// parse reads a certificate, and returns the bytes after it. Bytes inside its sequences that follow the known values
// are not looked at.
func parse(der []byte) (*Certificate, []byte, error) {
	rest, c := derReader(der), &Certificate{}
	var in, tbs derReader
	var ok bool
	if c.Raw, in, ok = rest.takeInner(tagSequence); !ok {
		return nil, nil, malformed("certificate")
	}
	if c.RawTBSCertificate, tbs, ok = in.takeInner(tagSequence); !ok {
		return nil, nil, malformed("tbs certificate")
	}
	steps := [...]func(tbs, in *derReader) error{c.readNumbers, c.readAlgorithm, c.readNames, c.readKey, c.readExtensions}
	for _, step := range steps {
		if err := step(&tbs, &in); err != nil {
			return nil, nil, err
		}
	}
	var signature asn1.BitString
	if !in.take(&signature) || signature.BitLength%8 != 0 {
		return nil, nil, malformed("signature")
	}
	c.Signature = signature.Bytes
	return c, rest, nil
}

func (c *Certificate) readNumbers(tbs, _ *derReader) error {
	version := 0
	if tbs.next(tagExplicit0) {
		_, in, ok := tbs.takeInner(tagExplicit0)
		if !ok || !in.take(&version) || len(in) > 0 || version < 0 {
			return malformed("version")
		}
	}
	if c.Version = version + 1; version > 2 {
		return errors.New("x509: invalid version")
	}
	if !tbs.take(&c.SerialNumber) {
		return malformed("serial number")
	}
	if c.SerialNumber.Sign() < 0 && settings.Of("x509negativeserial") != "1" {
		return errors.New("x509: negative serial number")
	}
	return nil
}

// readAlgorithm reads the algorithm of the signature, which stands inside and behind the signed part.
func (c *Certificate) readAlgorithm(tbs, in *derReader) (err error) {
	c.RawSignatureAlgorithm, c.SignatureAlgorithm, err = takeAlgorithms(tbs, in)
	return err
}

// takeAlgorithms reads the algorithm inside a signed part, and that behind it, which must be the same bytes.
func takeAlgorithms(tbs, in *derReader) (raw []byte, algorithm SignatureAlgorithm, err error) {
	inner, _, ok := tbs.takeInner(tagSequence)
	if !ok {
		return nil, 0, malformed("signature algorithm identifier")
	}
	outer, _, ok := in.takeInner(tagSequence)
	if !ok {
		return nil, 0, malformed("algorithm identifier")
	}
	if !bytes.Equal(inner, outer) {
		return nil, 0, errors.New("x509: inner and outer signature algorithm identifiers don't match")
	}
	var id pkix.AlgorithmIdentifier
	if _, err := asn1.Unmarshal(inner, &id); err != nil {
		return nil, 0, malformed("OID")
	}
	return inner, algorithmOf(id), nil
}

func (c *Certificate) readNames(tbs, _ *derReader) (err error) {
	if c.RawIssuer, err = takeName(tbs, "issuer", &c.Issuer); err != nil {
		return err
	}
	_, times, ok := tbs.takeInner(tagSequence)
	if !ok {
		return malformed("validity")
	}
	if c.NotBefore, err = times.takeTime(); err != nil {
		return err
	}
	if c.NotAfter, err = times.takeTime(); err != nil {
		return err
	}
	c.RawSubject, err = takeName(tbs, "subject", &c.Subject)
	return err
}

// takeName reads a distinguished name.
func takeName(r *derReader, what string, name *pkix.Name) ([]byte, error) {
	raw, _, ok := r.takeInner(tagSequence)
	if !ok {
		return nil, malformed(what)
	}
	rdns, err := readName(raw)
	if err != nil {
		return nil, err
	}
	name.FillFromRDNSequence(&rdns)
	return raw, nil
}

func (c *Certificate) readKey(tbs, _ *derReader) (err error) {
	raw, in, ok := tbs.takeInner(tagSequence)
	if !ok {
		return malformed("spki")
	}
	var info publicKeyInfo
	algorithm, _, ok := in.takeInner(tagSequence)
	if !ok {
		return malformed("public key algorithm identifier")
	}
	if _, err := asn1.Unmarshal(algorithm, &info.Algorithm); err != nil {
		return malformed("OID")
	}
	c.RawSubjectPublicKeyInfo, c.PublicKeyAlgorithm = raw, keyAlgorithm(info.Algorithm.Algorithm)
	if c.PublicKeyAlgorithm == UnknownPublicKeyAlgorithm {
		return nil
	}
	if !in.take(&info.PublicKey) {
		return malformed("subjectPublicKey")
	}
	c.PublicKey, err = parsePublicKey(&info)
	return err
}

// readExtensions reads what versions 2 and 3 add: the unique identifiers, which are skipped, and the extensions.
func (c *Certificate) readExtensions(tbs, _ *derReader) (err error) {
	if c.Version < 2 {
		return nil
	}
	for _, id := range [...]byte{0x81, 0x82} {
		if !tbs.next(id) {
			continue
		}
		if _, _, ok := tbs.takeInner(id); !ok {
			return malformed(map[byte]string{0x81: "issuerUniqueID", 0x82: "subjectUniqueID"}[id])
		}
	}
	if c.Version < 3 || !tbs.next(tagExplicit3) {
		return nil
	}
	_, outer, ok := tbs.takeInner(tagExplicit3)
	if !ok {
		return malformed("extensions")
	}
	_, in, ok := outer.takeInner(tagSequence)
	if !ok {
		return malformed("extensions")
	}
	if c.Extensions, err = in.takeExtensions(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, e := range c.Extensions {
		if seen[e.Id.String()] {
			return errors.New("x509: certificate contains duplicate extensions")
		}
		seen[e.Id.String()] = true
		if err := c.read(e); err != nil {
			return err
		}
	}
	return nil
}

func keyAlgorithm(oid asn1.ObjectIdentifier) PublicKeyAlgorithm {
	switch {
	case oid.Equal(oidRSA):
		return RSA
	case oid.Equal(oidDSA):
		return DSA
	case oid.Equal(oidECDSA):
		return ECDSA
	case oid.Equal(oidEd25519):
		return Ed25519
	}
	if _, ok := mldsaSet(oid); ok {
		return MLDSA
	}
	return UnknownPublicKeyAlgorithm
}
