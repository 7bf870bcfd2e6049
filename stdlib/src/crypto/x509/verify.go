package x509

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
)

// An InvalidReason is why a certificate is invalid.
type InvalidReason int

// The reasons.
const (
	NotAuthorizedToSign InvalidReason = iota
	Expired
	CANotAuthorizedForThisName
	TooManyIntermediates
	IncompatibleUsage
	NameMismatch
	NameConstraintsWithoutSANs
	UnconstrainedName
	TooManyConstraints
	CANotAuthorizedForExtKeyUsage
	NoValidChains
)

// A CertificateInvalidError is the error for an invalid certificate.
type CertificateInvalidError struct {
	Cert   *Certificate
	Reason InvalidReason
	Detail string
}

// invalidTexts has the texts of the reasons. The Detail follows where a text ends in a colon.
var invalidTexts = [...]string{
	NotAuthorizedToSign:           "certificate is not authorized to sign other certificates",
	Expired:                       "certificate has expired or is not yet valid:",
	CANotAuthorizedForThisName:    "a root or intermediate certificate is not authorized to sign for this name:",
	CANotAuthorizedForExtKeyUsage: "a root or intermediate certificate is not authorized for an extended key usage:",
	TooManyIntermediates:          "too many intermediates for path length constraint",
	IncompatibleUsage:             "certificate specifies an incompatible key usage",
	NameMismatch:                  "issuer name does not match subject from issuing certificate",
	NameConstraintsWithoutSANs:    "issuer has name constraints but leaf doesn't have a SAN extension",
	UnconstrainedName:             "issuer has name constraints but leaf contains unknown or unconstrained name:",
	NoValidChains:                 "no valid chains built",
}

func (e CertificateInvalidError) Error() string {
	text := ""
	if 0 <= e.Reason && int(e.Reason) < len(invalidTexts) {
		text = invalidTexts[e.Reason]
	}
	switch {
	case text == "":
		text = "unknown error"
	case strings.HasSuffix(text, ":"):
		text += " " + e.Detail
	case e.Reason == NoValidChains && e.Detail != "":
		text += ": " + e.Detail
	}
	return "x509: " + text
}

// A HostnameError is the error for a certificate of another host.
type HostnameError struct {
	Certificate *Certificate
	Host        string
}

func (h HostnameError) Error() string {
	c := h.Certificate
	if len(c.DNSNames)+len(c.IPAddresses)+len(c.EmailAddresses)+len(c.URIs) == 0 && isFor(c.Subject.CommonName, h.Host) {
		return "x509: certificate relies on legacy Common Name field, use SANs instead"
	}
	var valid string
	if net.ParseIP(strings.Trim(h.Host, "[]")) != nil {
		if len(c.IPAddresses) == 0 {
			return "x509: cannot validate certificate for " + h.Host + " because it doesn't contain any IP SANs"
		}
		names := make([]string, len(c.IPAddresses))
		for i, ip := range c.IPAddresses {
			names[i] = ip.String()
		}
		valid = strings.Join(names, ", ")
	} else {
		valid = strings.Join(c.DNSNames, ", ")
	}
	if valid == "" {
		return "x509: certificate is not valid for any names, but wanted to match " + h.Host
	}
	return "x509: certificate is valid for " + valid + ", not " + h.Host
}

// An UnknownAuthorityError is the error for a certificate whose signer is not trusted.
type UnknownAuthorityError struct {
	Cert     *Certificate
	hintErr  error
	hintCert *Certificate
}

func (e UnknownAuthorityError) Error() string {
	s := "x509: certificate signed by unknown authority"
	if e.hintErr != nil {
		name := e.hintCert.Subject.CommonName
		if name == "" && len(e.hintCert.Subject.Organization) > 0 {
			name = e.hintCert.Subject.Organization[0]
		} else if name == "" {
			name = "serial:" + e.hintCert.SerialNumber.String()
		}
		s += fmt.Sprintf(" (possibly because of %q while trying to verify candidate authority certificate %q)", e.hintErr, name)
	}
	return s
}

// A SystemRootsError is the error of a system whose certificates cannot be read.
type SystemRootsError struct{ Err error }

func (se SystemRootsError) Error() string {
	s := "x509: failed to load system roots and no roots provided"
	if se.Err != nil {
		return s + "; " + se.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (se SystemRootsError) Unwrap() error { return se.Err }

// An UnhandledCriticalExtension is the error for a critical extension that Verify does not know.
type UnhandledCriticalExtension struct{}

func (h UnhandledCriticalExtension) Error() string { return "x509: unhandled critical extension" }

// VerifyOptions say what a certificate must be valid for.
type VerifyOptions struct {
	DNSName                   string
	Intermediates, Roots      *CertPool
	CurrentTime               time.Time
	KeyUsages                 []ExtKeyUsage
	MaxConstraintComparisions int
	// CertificatePolicies are policies of which the chain must satisfy one; if there are none, it satisfies its own.
	CertificatePolicies []OID
}

// maxChecks limits how many signatures Verify checks for one chain.
const maxChecks = 100

type search struct {
	opts   *VerifyOptions
	roots  *CertPool
	now    time.Time
	checks int
	chains [][]*Certificate
	hint   UnknownAuthorityError
}

// Verify returns the chains from c to a root that satisfy opts.
func (c *Certificate) Verify(opts VerifyOptions) (chains [][]*Certificate, err error) {
	if len(c.Raw) == 0 {
		return nil, errors.New("x509: missing ASN.1 contents; use ParseCertificate")
	}
	s := &search{opts: &opts, roots: opts.Roots, now: opts.CurrentTime, hint: UnknownAuthorityError{Cert: c}}
	if s.roots == nil {
		if s.roots, err = system(); err != nil {
			return nil, SystemRootsError{err}
		}
	}
	if s.now.IsZero() {
		s.now = time.Now()
	}
	if len(c.UnhandledCriticalExtensions) > 0 {
		return nil, UnhandledCriticalExtension{}
	}
	if err := s.valid(c, nil, s.roots.contains(c)); err != nil {
		return nil, err
	}
	if opts.DNSName != "" {
		if err := c.VerifyHostname(opts.DNSName); err != nil {
			return nil, err
		}
	}
	if s.roots.contains(c) {
		s.chains = [][]*Certificate{{c}}
	} else if err := s.extend([]*Certificate{c}); err != nil {
		return nil, err
	}
	usages := opts.KeyUsages
	if len(usages) == 0 {
		usages = []ExtKeyUsage{ExtKeyUsageServerAuth}
	}
	var policies, incompatible int
	for _, chain := range s.chains {
		switch {
		case !policiesValid(chain, opts.CertificatePolicies):
			policies++
		case !slices.Contains(usages, ExtKeyUsageAny) && !goodFor(chain, usages):
			incompatible++
		default:
			chains = append(chains, chain)
		}
	}
	if len(chains) > 0 {
		return chains, nil
	}
	if policies == 0 {
		return nil, CertificateInvalidError{c, IncompatibleUsage, ""}
	}
	detail := fmt.Sprintf("%d candidate chains with invalid policies", policies)
	if incompatible > 0 {
		detail = fmt.Sprintf("%d candidate chains with incompatible key usage, ", incompatible) + detail
	}
	return nil, CertificateInvalidError{c, NoValidChains, detail}
}

// extend looks for parents of the chain's last certificate. It returns nil if it found a complete chain.
func (s *search) extend(chain []*Certificate) (err error) {
	last := chain[len(chain)-1]
	found := len(s.chains)
	try := func(parent *Certificate, root bool) {
		if slices.ContainsFunc(chain, parent.isEntity) {
			return
		}
		if parent.PublicKey == nil {
			return
		}
		if s.checks++; s.checks > maxChecks {
			err = errors.New("x509: signature check attempts limit reached while verifying certificate chain")
			return
		}
		if e := last.CheckSignatureFrom(parent); e != nil {
			if s.hint.hintErr == nil {
				s.hint.hintErr, s.hint.hintCert = e, parent
			}
			return
		}
		if e := s.valid(parent, chain, root); e != nil {
			if err == nil {
				err = e
			}
			return
		}
		pool := s.opts.Intermediates
		if root {
			pool = s.roots
		}
		if e := pool.allows(parent, chain); e != nil {
			if s.hint.hintErr == nil {
				s.hint.hintErr, s.hint.hintCert = e, parent
			}
			return
		}
		next := append(slices.Clip(slices.Clone(chain)), parent)
		if root {
			s.chains = append(s.chains, next)
		} else if e := s.extend(next); e != nil && err == nil {
			err = e
		}
	}
	for _, parent := range s.roots.parents(last) {
		try(parent, true)
	}
	for _, parent := range s.opts.Intermediates.parents(last) {
		try(parent, false)
	}
	switch {
	case len(s.chains) > found:
		return nil
	case err == nil:
		return s.hint
	}
	return err
}

// isEntity reports whether another certificate is of the same entity: it has the same names and key.
func (c *Certificate) isEntity(other *Certificate) bool {
	return bytes.Equal(c.RawSubject, other.RawSubject) && bytes.Equal(c.RawSubjectPublicKeyInfo, other.RawSubjectPublicKeyInfo) &&
		bytes.Equal(c.rawAltNames(), other.rawAltNames())
}

func (c *Certificate) rawAltNames() []byte {
	for _, e := range c.Extensions {
		if e.Id.Equal(oidSubjectAltName) {
			return e.Value
		}
	}
	return nil
}

// valid returns nil if c may stand above the chain.
func (s *search) valid(c *Certificate, chain []*Certificate, root bool) error {
	if len(c.UnhandledCriticalExtensions) > 0 {
		return UnhandledCriticalExtension{}
	}
	const layout = time.RFC3339
	if s.now.Before(c.NotBefore) {
		return CertificateInvalidError{c, Expired, fmt.Sprintf("current time %s is before %s", s.now.Format(layout), c.NotBefore.Format(layout))}
	}
	if s.now.After(c.NotAfter) {
		return CertificateInvalidError{c, Expired, fmt.Sprintf("current time %s is after %s", s.now.Format(layout), c.NotAfter.Format(layout))}
	}
	if len(chain) == 0 {
		return nil
	}
	if !root && (!c.BasicConstraintsValid || !c.IsCA) || root && c.BasicConstraintsValid && !c.IsCA {
		return CertificateInvalidError{c, NotAuthorizedToSign, ""}
	}
	if c.BasicConstraintsValid && c.MaxPathLen >= 0 && (c.MaxPathLen > 0 || c.MaxPathLenZero) && len(chain)-1 > c.MaxPathLen {
		return CertificateInvalidError{c, TooManyIntermediates, ""}
	}
	for _, below := range chain {
		if detail := c.forbids(below); detail != "" {
			return CertificateInvalidError{c, CANotAuthorizedForThisName, detail}
		}
	}
	return nil
}

// goodFor reports whether all certificates of the chain allow one of the usages.
func goodFor(chain []*Certificate, usages []ExtKeyUsage) bool {
	for _, usage := range usages {
		all := true
		for _, c := range chain {
			if len(c.ExtKeyUsage)+len(c.UnknownExtKeyUsage) == 0 {
				continue
			}
			if !slices.Contains(c.ExtKeyUsage, usage) && !slices.Contains(c.ExtKeyUsage, ExtKeyUsageAny) {
				all = false
			}
		}
		if all {
			return true
		}
	}
	return false
}

// validHost reports whether a name can be a host name; a pattern may begin with a wildcard.
func validHost(host string, pattern bool) bool {
	if !pattern {
		host = strings.TrimSuffix(host, ".")
	}
	if host == "" || host == "*" {
		return false
	}
	for i, part := range strings.Split(host, ".") {
		if part == "" {
			return false
		}
		if pattern && i == 0 && part == "*" {
			continue
		}
		for j, c := range part {
			switch {
			case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == ':':
			case c == '-' && j != 0:
			default:
				return false
			}
		}
	}
	return true
}

// VerifyHostname returns nil if c is valid for the host, which is a name, or an address, also in brackets.
func (c *Certificate) VerifyHostname(h string) error {
	candidate := h
	if len(h) >= 3 && h[0] == '[' && h[len(h)-1] == ']' {
		candidate = h[1 : len(h)-1]
	}
	if ip := net.ParseIP(candidate); ip != nil {
		for _, own := range c.IPAddresses {
			if ip.Equal(own) {
				return nil
			}
		}
		return HostnameError{c, candidate}
	}
	for _, name := range c.DNSNames {
		if isFor(name, h) {
			return nil
		}
	}
	return HostnameError{c, h}
}

// isFor reports whether a name of a certificate, which may begin with a wildcard, matches a host.
func isFor(name, h string) bool {
	name, h = asciiLower(name), asciiLower(h)
	if !validHost(h, false) || !validHost(name, true) {
		return name == h && name != "" && name != "."
	}
	host := strings.TrimSuffix(h, ".")
	if strings.HasPrefix(name, "*.") {
		if dot := strings.IndexByte(host, '.'); dot > 0 && host[dot:] == name[1:] {
			return true
		}
	}
	return name == host
}

// asciiLower converts only ASCII letters, as DNS does: strings.ToLower makes ASCII letters of some other characters.
func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
