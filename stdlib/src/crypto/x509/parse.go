package x509

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"internal/settings"
	"math/big"
	"net"
	"net/url"
	"slices"
	"strings"
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
	UniqueID           asn1.BitString   `asn1:"optional,tag:1"`
	SubjectUniqueID    asn1.BitString   `asn1:"optional,tag:2"`
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

type policyMapping struct{ Issuer, Subject asn1.RawValue }

// policyConstraints have numbers of certificates; -1 stands for a number that is absent.
type policyConstraints struct {
	RequireExplicitPolicy int `asn1:"optional,tag:0,default:-1"`
	InhibitPolicyMapping  int `asn1:"optional,tag:1,default:-1"`
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

func parse(der []byte) (*Certificate, []byte, error) {
	var in certificate
	rest, err := asn1.Unmarshal(der, &in)
	if err != nil {
		return nil, nil, errors.New("x509: malformed certificate")
	}
	t := &in.TBSCertificate
	signature, err := asn1.Marshal(in.SignatureAlgorithm)
	if err != nil {
		return nil, nil, err
	}
	c := &Certificate{
		Raw: der[:len(der)-len(rest)], RawTBSCertificate: t.Raw, RawSubjectPublicKeyInfo: t.PublicKey.Raw,
		RawSubject: t.Subject.FullBytes, RawIssuer: t.Issuer.FullBytes, RawSignatureAlgorithm: signature,
		Signature: in.SignatureValue.RightAlign(), SignatureAlgorithm: algorithmOf(t.SignatureAlgorithm),
		Version: t.Version + 1, SerialNumber: t.SerialNumber, NotBefore: t.Validity.NotBefore, NotAfter: t.Validity.NotAfter,
		Extensions: t.Extensions,
	}
	switch {
	case c.Version > 3:
		return nil, nil, errors.New("x509: invalid version")
	case c.SerialNumber.Sign() < 0 && settings.Of("x509negativeserial") != "1":
		return nil, nil, errors.New("x509: negative serial number")
	case !t.SignatureAlgorithm.Algorithm.Equal(in.SignatureAlgorithm.Algorithm):
		return nil, nil, errors.New("x509: inner and outer signature algorithm identifiers don't match")
	case len(t.Extensions) > 0 && c.Version != 3:
		return nil, nil, errors.New("x509: malformed extensions")
	}
	for raw, name := range map[*asn1.RawValue]*pkix.Name{&t.Issuer: &c.Issuer, &t.Subject: &c.Subject} {
		var rdns pkix.RDNSequence
		if err := whole(raw.FullBytes, &rdns); err != nil {
			return nil, nil, errors.New("x509: invalid RDNSequence: " + err.Error())
		}
		name.FillFromRDNSequence(&rdns)
	}
	if c.PublicKeyAlgorithm = keyAlgorithm(t.PublicKey.Algorithm.Algorithm); c.PublicKeyAlgorithm != UnknownPublicKeyAlgorithm {
		if c.PublicKey, err = parsePublicKey(&t.PublicKey); err != nil {
			return nil, nil, err
		}
	}
	seen := map[string]bool{}
	for _, e := range t.Extensions {
		if seen[e.Id.String()] {
			return nil, nil, errors.New("x509: certificate contains duplicate extensions")
		}
		seen[e.Id.String()] = true
		if err := c.read(e); err != nil {
			return nil, nil, err
		}
	}
	return c, rest, nil
}

func keyAlgorithm(oid asn1.ObjectIdentifier) PublicKeyAlgorithm {
	switch {
	case oid.Equal(oidRSA):
		return RSA
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

var oidAuthorityInfo = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 1}

// read sets the fields of an extension.
func (c *Certificate) read(e pkix.Extension) (err error) {
	known := len(e.Id) == 4 && e.Id[0] == 2 && e.Id[1] == 5 && e.Id[2] == 29
	switch {
	case e.Id.Equal(oidAuthorityInfo):
		err = c.readAuthorityInfo(e.Value)
	case known:
		known, err = c.readStandard(e.Id[3], e)
	}
	if !known && e.Critical {
		c.UnhandledCriticalExtensions = append(c.UnhandledCriticalExtensions, e.Id)
	}
	return err
}

// readStandard sets the fields of an extension of RFC 5280; false if it does not parse the extension.
func (c *Certificate) readStandard(id int, e pkix.Extension) (known bool, err error) {
	invalid := func(what string, err error) (bool, error) {
		if err != nil {
			err = errors.New("x509: invalid " + what)
		}
		return true, err
	}
	switch id {
	case 14:
		return invalid("subject key identifier", whole(e.Value, &c.SubjectKeyId))
	case 15:
		var bits asn1.BitString
		err := whole(e.Value, &bits)
		for i := range 9 {
			if bits.At(i) != 0 {
				c.KeyUsage |= 1 << i
			}
		}
		return invalid("key usage", err)
	case 17:
		err := c.readAltNames(e.Value)
		if err == nil && len(c.DNSNames)+len(c.EmailAddresses)+len(c.IPAddresses)+len(c.URIs) == 0 {
			return !e.Critical, nil
		}
		return true, err
	case 19:
		var b basicConstraints
		err := whole(e.Value, &b)
		c.BasicConstraintsValid, c.IsCA, c.MaxPathLen = true, b.IsCA, b.MaxPathLen
		c.MaxPathLenZero = c.MaxPathLen == 0
		return invalid("basic constraints", err)
	case 30:
		unhandled, err := c.readNameConstraints(e.Value)
		c.PermittedDNSDomainsCritical = e.Critical
		return !unhandled, err
	case 31:
		var points []distributionPoint
		err := whole(e.Value, &points)
		for _, p := range points {
			for _, name := range p.DistributionPoint.FullName {
				if name.Tag == 6 {
					c.CRLDistributionPoints = append(c.CRLDistributionPoints, string(name.Bytes))
				}
			}
		}
		return invalid("CRL distribution points", err)
	case 32:
		return invalid("certificate policies", c.readPolicies(e.Value))
	case 33:
		return invalid("policy mappings extension", c.readPolicyMappings(e.Value))
	case 35:
		c.AuthorityKeyId, err = readAuthorityKeyId(e)
		return true, err
	case 36:
		var p policyConstraints
		err := whole(e.Value, &p)
		c.RequireExplicitPolicy, c.RequireExplicitPolicyZero = max(p.RequireExplicitPolicy, 0), p.RequireExplicitPolicy == 0
		c.InhibitPolicyMapping, c.InhibitPolicyMappingZero = max(p.InhibitPolicyMapping, 0), p.InhibitPolicyMapping == 0
		return invalid("policy constraints extension", err)
	case 37:
		var usages []asn1.ObjectIdentifier
		err := whole(e.Value, &usages)
		for _, oid := range usages {
			c.readPurpose(oid)
		}
		return invalid("extended key usages", err)
	case 54:
		err := whole(e.Value, &c.InhibitAnyPolicy)
		c.InhibitAnyPolicyZero = c.InhibitAnyPolicy == 0
		return invalid("inhibit any policy extension", err)
	}
	return false, nil
}

// readOID reads the identifier in a DER value.
func readOID(v asn1.RawValue) (oid OID, err error) {
	if v.Class != asn1.ClassUniversal || v.Tag != asn1.TagOID {
		return oid, errInvalidOID
	}
	err = oid.UnmarshalBinary(v.Bytes)
	return oid, err
}

// readPolicies reads policies, each of which may occur once. A policy with components too large for package asn1 is
// in Policies only.
func (c *Certificate) readPolicies(der []byte) error {
	var all []policyInformation
	if err := whole(der, &all); err != nil {
		return err
	}
	c.PolicyIdentifiers = make([]asn1.ObjectIdentifier, 0, len(all))
	for _, p := range all {
		oid, err := readOID(p.Policy)
		if err != nil || slices.ContainsFunc(c.Policies, oid.Equal) {
			return errInvalidOID
		}
		c.Policies = append(c.Policies, oid)
		var small asn1.ObjectIdentifier
		if whole(p.Policy.FullBytes, &small) == nil {
			c.PolicyIdentifiers = append(c.PolicyIdentifiers, small)
		}
	}
	return nil
}

func (c *Certificate) readPolicyMappings(der []byte) error {
	var all []policyMapping
	if err := whole(der, &all); err != nil {
		return err
	}
	for _, m := range all {
		issuer, err := readOID(m.Issuer)
		if err != nil {
			return err
		}
		subject, err := readOID(m.Subject)
		if err != nil {
			return err
		}
		c.PolicyMappings = append(c.PolicyMappings, PolicyMapping{issuer, subject})
	}
	return nil
}

func (c *Certificate) readPurpose(oid asn1.ObjectIdentifier) {
	for i, known := range extKeyUsageOIDs {
		if oid.Equal(known) {
			c.ExtKeyUsage = append(c.ExtKeyUsage, ExtKeyUsage(i))
			return
		}
	}
	c.UnknownExtKeyUsage = append(c.UnknownExtKeyUsage, oid)
}

func (c *Certificate) readAuthorityInfo(der []byte) error {
	var all []accessDescription
	if err := whole(der, &all); err != nil {
		return errors.New("x509: invalid authority info access")
	}
	for _, a := range all {
		if a.Location.Tag != 6 || len(a.Method) == 0 {
			continue
		}
		switch a.Method[len(a.Method)-1] {
		case 1:
			c.OCSPServer = append(c.OCSPServer, string(a.Location.Bytes))
		case 2:
			c.IssuingCertificateURL = append(c.IssuingCertificateURL, string(a.Location.Bytes))
		}
	}
	return nil
}

func isIA5(b []byte) bool {
	for _, c := range b {
		if c > 127 {
			return false
		}
	}
	return true
}

func (c *Certificate) readAltNames(der []byte) error {
	var names []asn1.RawValue
	if err := whole(der, &names); err != nil {
		return errors.New("x509: invalid subject alternative names")
	}
	for _, n := range names {
		s := string(n.Bytes)
		switch n.Tag {
		case 1, 2, 6:
			if !isIA5(n.Bytes) {
				return errors.New("x509: SAN " + map[int]string{1: "rfc822Name", 2: "dNSName", 6: "uniformResourceIdentifier"}[n.Tag] + " is malformed")
			}
		}
		switch n.Tag {
		case 1:
			c.EmailAddresses = append(c.EmailAddresses, s)
		case 2:
			c.DNSNames = append(c.DNSNames, s)
		case 6:
			u, err := url.Parse(s)
			if err != nil {
				return fmt.Errorf("x509: cannot parse URI %q: %s", s, err)
			}
			if !matchable(u.Host, false) {
				return fmt.Errorf("x509: cannot parse URI %q: invalid domain", s)
			}
			c.URIs = append(c.URIs, u)
		case 7:
			if len(n.Bytes) != net.IPv4len && len(n.Bytes) != net.IPv6len {
				return fmt.Errorf("x509: cannot parse IP address of length %d", len(n.Bytes))
			}
			if len(n.Bytes) == net.IPv6len && net.IP(n.Bytes).To4() != nil {
				return errors.New("x509: SAN iPAddress contains IPv4-mapped IPv6 address")
			}
			c.IPAddresses = append(c.IPAddresses, n.Bytes)
		}
	}
	return nil
}

func (c *Certificate) readNameConstraints(der []byte) (unhandled bool, err error) {
	var in nameConstraints
	if err := whole(der, &in); err != nil || len(in.Permitted)+len(in.Excluded) == 0 {
		return false, errors.New("x509: invalid NameConstraints extension")
	}
	take := func(trees []generalSubtree, dns, email, uri *[]string, ips *[]*net.IPNet) error {
		for _, t := range trees {
			s := string(t.Base.Bytes)
			if err := checkConstraint(t.Base.Tag, s); err != nil {
				return err
			}
			switch t.Base.Tag {
			case 1:
				*email = append(*email, s)
			case 2:
				*dns = append(*dns, s)
			case 6:
				*uri = append(*uri, s)
			case 7:
				half := len(s) / 2
				*ips = append(*ips, &net.IPNet{IP: net.IP(s[:half]), Mask: net.IPMask(s[half:])})
			default:
				unhandled = true
			}
		}
		return nil
	}
	if err := take(in.Permitted, &c.PermittedDNSDomains, &c.PermittedEmailAddresses, &c.PermittedURIDomains, &c.PermittedIPRanges); err != nil {
		return false, err
	}
	err = take(in.Excluded, &c.ExcludedDNSDomains, &c.ExcludedEmailAddresses, &c.ExcludedURIDomains, &c.ExcludedIPRanges)
	return unhandled, err
}

// checkConstraint rejects constraints that match no name: excluding nothing would allow all names.
func checkConstraint(tag int, s string) error {
	const email, dns, uri, ip = 1, 2, 6, 7
	kind := map[int]string{email: "rfc822Name", dns: "dnsName", uri: "URI"}[tag]
	if kind != "" && !isIA5([]byte(s)) {
		return fmt.Errorf("x509: invalid constraint value: %q cannot be encoded as an IA5String", s)
	}
	ok := matchable(s, true)
	switch tag {
	case email:
		if strings.Contains(s, "@") {
			_, ok = parseMailbox(s)
		}
	case uri:
		if net.ParseIP(s) != nil {
			return fmt.Errorf("x509: failed to parse URI constraint %q: cannot be IP address", s)
		}
	case ip:
		half := len(s) / 2
		if len(s) != 8 && len(s) != 32 {
			return fmt.Errorf("x509: IP constraint contained value of length %d", len(s))
		}
		if ones, bits := net.IPMask(s[half:]).Size(); ones == 0 && bits == 0 {
			return fmt.Errorf("x509: IP constraint contained invalid mask %x", s[half:])
		}
		if half == net.IPv6len && net.IP(s[:half]).To4() != nil {
			return errors.New("x509: IP constraint contained IPv4-mapped IPv6 address")
		}
	}
	if kind != "" && !ok {
		return fmt.Errorf("x509: failed to parse %s constraint %q", kind, s)
	}
	return nil
}
