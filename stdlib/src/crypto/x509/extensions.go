package x509

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

var oidAuthorityInfo = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 1}

// Identifier octets of the forms of a general name that are read. A name with another one, of another class or
// constructed, is of no known form.
const (
	emailName = 0x81
	dnsName   = 0x82
	uriName   = 0x86
	ipName    = 0x87
)

// read sets the fields of an extension.
func (c *Certificate) read(e pkix.Extension) (err error) {
	known := len(e.Id) == 4 && e.Id[0] == 2 && e.Id[1] == 5 && e.Id[2] == 29
	switch {
	case e.Id.Equal(oidAuthorityInfo):
		known, err = true, c.readAuthorityInfo(e)
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
	value := derReader(e.Value)
	what, ok := "", true
	switch id {
	case 14:
		if e.Critical {
			return true, errors.New("x509: subject key identifier incorrectly marked critical")
		}
		what, ok = "subject key identifier", value.take(&c.SubjectKeyId)
	case 15:
		what, ok = "key usage", c.readKeyUsage(&value)
	case 17:
		if err := c.readAltNames(e.Value); err != nil {
			return true, err
		}
		return len(c.DNSNames)+len(c.EmailAddresses)+len(c.IPAddresses)+len(c.URIs) > 0 || !e.Critical, nil
	case 19:
		what, ok = "basic constraints", c.readBasicConstraints(value)
	case 30:
		unhandled, err := c.readNameConstraints(e.Value)
		c.PermittedDNSDomainsCritical = e.Critical
		return !unhandled, err
	case 31:
		what, ok = "CRL distribution point", c.readDistributionPoints(value)
	case 32:
		what, ok = "certificate policies", c.readPolicies(value)
	case 33:
		what, ok = "policy mappings extension", c.readPolicyMappings(value)
	case 35:
		c.AuthorityKeyId, err = readAuthorityKeyId(e)
		return true, err
	case 36:
		what, ok = "policy constraints extension", c.readPolicyConstraints(value)
	case 37:
		what, ok = "extended key usages", c.readPurposes(value)
	case 54:
		what, ok = "inhibit any policy extension", value.take(&c.InhibitAnyPolicy)
		c.InhibitAnyPolicyZero = c.InhibitAnyPolicy == 0
	default:
		return false, nil
	}
	if !ok {
		err = errors.New("x509: invalid " + what)
	}
	return true, err
}

func (c *Certificate) readKeyUsage(value *derReader) bool {
	var bits asn1.BitString
	ok := value.take(&bits)
	for i := range 9 {
		if bits.At(i) != 0 {
			c.KeyUsage |= 1 << i
		}
	}
	return ok
}

// readBasicConstraints reads whether the subject is an authority, and the length of the path below it; -1 if there is
// none.
func (c *Certificate) readBasicConstraints(value derReader) bool {
	_, in, ok := value.takeInner(tagSequence)
	c.BasicConstraintsValid, c.MaxPathLen = true, -1
	if ok && in.next(asn1.TagBoolean) {
		ok = in.take(&c.IsCA)
	}
	if ok && in.next(tagInteger) {
		ok = in.take(&c.MaxPathLen) && c.MaxPathLen >= 0
	}
	c.MaxPathLenZero = c.MaxPathLen == 0
	return ok
}

// readDistributionPoints reads the URIs with which the full names of distribution points begin.
func (c *Certificate) readDistributionPoints(value derReader) bool {
	_, points, ok := value.takeInner(tagSequence)
	for ok && len(points) > 0 {
		var point, name, full derReader
		if _, point, ok = points.takeInner(tagSequence); !ok || !point.next(tagExplicit0) {
			continue
		}
		if _, name, ok = point.takeInner(tagExplicit0); ok {
			_, full, ok = name.takeInner(tagExplicit0)
		}
		for ok && full.next(uriName) {
			var uri derReader
			if _, uri, ok = full.takeInner(uriName); ok {
				c.CRLDistributionPoints = append(c.CRLDistributionPoints, string(uri))
			}
		}
	}
	return ok
}

// takeOID reads an identifier, whose components may be larger than package asn1 allows.
func (r *derReader) takeOID() (oid OID, ok bool) {
	_, in, ok := r.takeInner(asn1.TagOID)
	return oid, ok && oid.UnmarshalBinary(in) == nil
}

// readPolicies reads policies, each of which may occur once. A policy with components too large for package asn1 is
// in Policies only.
func (c *Certificate) readPolicies(value derReader) bool {
	_, all, ok := value.takeInner(tagSequence)
	c.PolicyIdentifiers = []asn1.ObjectIdentifier{}
	for ok && len(all) > 0 {
		var in derReader
		if _, in, ok = all.takeInner(tagSequence); !ok {
			break
		}
		var small asn1.ObjectIdentifier
		isSmall := in.takes(&small)
		oid, valid := in.takeOID()
		if !valid || slices.ContainsFunc(c.Policies, oid.Equal) {
			return false
		}
		c.Policies = append(c.Policies, oid)
		if isSmall {
			c.PolicyIdentifiers = append(c.PolicyIdentifiers, small)
		}
	}
	return ok
}

// takes reports whether the next value can be read into v.
func (r derReader) takes(v any) bool { return r.take(v) }

func (c *Certificate) readPolicyMappings(value derReader) bool {
	_, all, ok := value.takeInner(tagSequence)
	for ok && len(all) > 0 {
		var in derReader
		if _, in, ok = all.takeInner(tagSequence); !ok {
			break
		}
		issuer, isOID := in.takeOID()
		subject, areOIDs := in.takeOID()
		if ok = isOID && areOIDs; ok {
			c.PolicyMappings = append(c.PolicyMappings, PolicyMapping{issuer, subject})
		}
	}
	return ok
}

// readPolicyConstraints reads numbers of certificates, of which each may be absent.
func (c *Certificate) readPolicyConstraints(value derReader) bool {
	_, in, ok := value.takeInner(tagSequence)
	take := func(id byte, number *int, zero *bool) {
		if !ok || !in.next(id) {
			return
		}
		ok = in.takeTagged(id, number)
		*zero = *number == 0
	}
	take(0x80, &c.RequireExplicitPolicy, &c.RequireExplicitPolicyZero)
	take(0x81, &c.InhibitPolicyMapping, &c.InhibitPolicyMappingZero)
	return ok
}

func (c *Certificate) readPurposes(value derReader) bool {
	_, all, ok := value.takeInner(tagSequence)
	for ok && len(all) > 0 {
		var oid asn1.ObjectIdentifier
		if ok = all.take(&oid); ok {
			c.readPurpose(oid)
		}
	}
	return ok
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

func (c *Certificate) readAuthorityInfo(e pkix.Extension) error {
	if e.Critical {
		return errors.New("x509: authority info access incorrectly marked critical")
	}
	value := derReader(e.Value)
	_, all, ok := value.takeInner(tagSequence)
	for ok && len(all) > 0 {
		var in, uri derReader
		var method asn1.ObjectIdentifier
		if _, in, ok = all.takeInner(tagSequence); ok {
			ok = in.take(&method)
		}
		if !ok || !in.next(uriName) {
			continue
		}
		if _, uri, ok = in.takeInner(uriName); !ok {
			break
		}
		switch method.String() {
		case "1.3.6.1.5.5.7.48.1":
			c.OCSPServer = append(c.OCSPServer, string(uri))
		case "1.3.6.1.5.5.7.48.2":
			c.IssuingCertificateURL = append(c.IssuingCertificateURL, string(uri))
		}
	}
	if !ok {
		return errors.New("x509: invalid authority info access")
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
	value := derReader(der)
	_, names, ok := value.takeInner(tagSequence)
	if !ok {
		return errors.New("x509: invalid subject alternative names")
	}
	for len(names) > 0 {
		id, content, ok := names.takeAny()
		if !ok {
			return errors.New("x509: invalid subject alternative name")
		}
		s := string(content)
		kind := map[byte]string{emailName: "rfc822Name", dnsName: "dNSName", uriName: "uniformResourceIdentifier"}[id]
		if kind != "" && !isIA5(content) {
			return errors.New("x509: SAN " + kind + " is malformed")
		}
		switch id {
		case emailName:
			c.EmailAddresses = append(c.EmailAddresses, s)
		case dnsName:
			c.DNSNames = append(c.DNSNames, s)
		case uriName:
			u, err := url.Parse(s)
			if err != nil {
				return fmt.Errorf("x509: cannot parse URI %q: %s", s, err)
			}
			if !matchable(u.Host, false) {
				return fmt.Errorf("x509: cannot parse URI %q: invalid domain", s)
			}
			c.URIs = append(c.URIs, u)
		case ipName:
			if len(content) != net.IPv4len && len(content) != net.IPv6len {
				return fmt.Errorf("x509: cannot parse IP address of length %d", len(content))
			}
			if len(content) == net.IPv6len && net.IP(content).To4() != nil {
				return errors.New("x509: SAN iPAddress contains IPv4-mapped IPv6 address")
			}
			c.IPAddresses = append(c.IPAddresses, net.IP(content))
		}
	}
	return nil
}

func (c *Certificate) readNameConstraints(der []byte) (unhandled bool, err error) {
	invalid := errors.New("x509: invalid NameConstraints extension")
	value := derReader(der)
	_, in, ok := value.takeInner(tagSequence)
	var permitted, excluded derReader
	if ok && in.next(tagExplicit0) {
		_, permitted, ok = in.takeInner(tagExplicit0)
	}
	if ok && in.next(tagExplicit1) {
		_, excluded, ok = in.takeInner(tagExplicit1)
	}
	if !ok || len(in) > 0 || len(value) > 0 {
		return false, invalid
	}
	if len(permitted)+len(excluded) == 0 {
		return false, errors.New("x509: empty name constraints extension")
	}
	take := func(trees derReader, dns, email, uri *[]string, ips *[]*net.IPNet) error {
		for len(trees) > 0 {
			_, tree, ok := trees.takeInner(tagSequence)
			if !ok {
				return invalid
			}
			id, base, ok := tree.takeAny()
			if !ok {
				return invalid
			}
			s := string(base)
			if err := checkConstraint(id, s); err != nil {
				return err
			}
			switch id {
			case emailName:
				*email = append(*email, s)
			case dnsName:
				*dns = append(*dns, s)
			case uriName:
				*uri = append(*uri, s)
			case ipName:
				half := len(s) / 2
				*ips = append(*ips, &net.IPNet{IP: net.IP(s[:half]), Mask: net.IPMask(s[half:])})
			default:
				unhandled = true
			}
		}
		return nil
	}
	if err := take(permitted, &c.PermittedDNSDomains, &c.PermittedEmailAddresses, &c.PermittedURIDomains, &c.PermittedIPRanges); err != nil {
		return false, err
	}
	err = take(excluded, &c.ExcludedDNSDomains, &c.ExcludedEmailAddresses, &c.ExcludedURIDomains, &c.ExcludedIPRanges)
	return unhandled, err
}

// checkConstraint rejects constraints that match no name: excluding nothing would allow all names.
func checkConstraint(id byte, s string) error {
	kind := map[byte]string{emailName: "rfc822Name", dnsName: "dnsName", uriName: "URI"}[id]
	if kind != "" && !isIA5([]byte(s)) {
		return fmt.Errorf("x509: invalid constraint value: %q cannot be encoded as an IA5String", s)
	}
	ok := matchable(s, true)
	switch id {
	case emailName:
		if strings.Contains(s, "@") {
			_, ok = parseMailbox(s)
		}
	case uriName:
		if net.ParseIP(s) != nil {
			return fmt.Errorf("x509: failed to parse URI constraint %q: cannot be IP address", s)
		}
	case ipName:
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
