// Package x509 reads, checks and writes certificates of the public-key infrastructure of RFC 5280.
package x509

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/mldsa"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"strconv"
	"time"
)

// These references make minigo initialise the packages of the hash functions, which register them for package crypto.
func init() { _, _, _ = sha1.New, sha256.New, sha512.New }

// A PublicKeyAlgorithm is the algorithm of a key.
type PublicKeyAlgorithm int

// The algorithms of keys.
const (
	UnknownPublicKeyAlgorithm PublicKeyAlgorithm = iota
	RSA
	DSA
	ECDSA
	Ed25519
	MLDSA
)

var keyNames = [...]string{RSA: "RSA", DSA: "DSA", ECDSA: "ECDSA", Ed25519: "Ed25519", MLDSA: "ML-DSA"}

func (algo PublicKeyAlgorithm) String() string {
	if algo > 0 && int(algo) < len(keyNames) {
		return keyNames[algo]
	}
	return strconv.Itoa(int(algo))
}

// A SignatureAlgorithm is the algorithm of a signature.
type SignatureAlgorithm int

// The algorithms of signatures.
const (
	UnknownSignatureAlgorithm SignatureAlgorithm = iota
	MD2WithRSA
	MD5WithRSA
	SHA1WithRSA
	SHA256WithRSA
	SHA384WithRSA
	SHA512WithRSA
	DSAWithSHA1
	DSAWithSHA256
	ECDSAWithSHA1
	ECDSAWithSHA256
	ECDSAWithSHA384
	ECDSAWithSHA512
	SHA256WithRSAPSS
	SHA384WithRSAPSS
	SHA512WithRSAPSS
	PureEd25519
	MLDSA44
	MLDSA65
	MLDSA87
)

func (algo SignatureAlgorithm) isPSS() bool {
	return algo >= SHA256WithRSAPSS && algo <= SHA512WithRSAPSS
}

func (algo SignatureAlgorithm) String() string {
	for _, d := range algorithms {
		if d.algo == algo {
			return d.name
		}
	}
	return strconv.Itoa(int(algo))
}

var (
	oidEd25519    = asn1.ObjectIdentifier{1, 3, 101, 112}
	oidX25519     = asn1.ObjectIdentifier{1, 3, 101, 110}
	oidRSA        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
	oidECDSA      = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	oidPSS        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10}
	oidMGF1       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 8}
	oidSHA256     = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidSHA384     = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 2}
	oidSHA512     = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 3}
	pkcs1         = func(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, last} }
	ecdsaSHA2     = func(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, last} }
	emptyRawValue = asn1.RawValue{}
)

var algorithms = []struct {
	algo   SignatureAlgorithm
	name   string
	oid    asn1.ObjectIdentifier
	params asn1.RawValue
	key    PublicKeyAlgorithm
	hash   crypto.Hash
}{
	{MD2WithRSA, "MD2-RSA", pkcs1(2), asn1.NullRawValue, RSA, 0},
	{MD5WithRSA, "MD5-RSA", pkcs1(4), asn1.NullRawValue, RSA, crypto.MD5},
	{SHA1WithRSA, "SHA1-RSA", pkcs1(5), asn1.NullRawValue, RSA, crypto.SHA1},
	{SHA1WithRSA, "SHA1-RSA", asn1.ObjectIdentifier{1, 3, 14, 3, 2, 29}, asn1.NullRawValue, RSA, crypto.SHA1},
	{SHA256WithRSA, "SHA256-RSA", pkcs1(11), asn1.NullRawValue, RSA, crypto.SHA256},
	{SHA384WithRSA, "SHA384-RSA", pkcs1(12), asn1.NullRawValue, RSA, crypto.SHA384},
	{SHA512WithRSA, "SHA512-RSA", pkcs1(13), asn1.NullRawValue, RSA, crypto.SHA512},
	{DSAWithSHA1, "DSA-SHA1", asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 3}, emptyRawValue, DSA, crypto.SHA1},
	{DSAWithSHA256, "DSA-SHA256", asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 2}, emptyRawValue, DSA, crypto.SHA256},
	{ECDSAWithSHA1, "ECDSA-SHA1", asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 1}, emptyRawValue, ECDSA, crypto.SHA1},
	{ECDSAWithSHA256, "ECDSA-SHA256", ecdsaSHA2(2), emptyRawValue, ECDSA, crypto.SHA256},
	{ECDSAWithSHA384, "ECDSA-SHA384", ecdsaSHA2(3), emptyRawValue, ECDSA, crypto.SHA384},
	{ECDSAWithSHA512, "ECDSA-SHA512", ecdsaSHA2(4), emptyRawValue, ECDSA, crypto.SHA512},
	{SHA256WithRSAPSS, "SHA256-RSAPSS", oidPSS, pssParams(oidSHA256, 32), RSA, crypto.SHA256},
	{SHA384WithRSAPSS, "SHA384-RSAPSS", oidPSS, pssParams(oidSHA384, 48), RSA, crypto.SHA384},
	{SHA512WithRSAPSS, "SHA512-RSAPSS", oidPSS, pssParams(oidSHA512, 64), RSA, crypto.SHA512},
	{PureEd25519, "Ed25519", oidEd25519, emptyRawValue, Ed25519, 0},
	{MLDSA44, "ML-DSA-44", mldsaSets[0].oid, emptyRawValue, MLDSA, 0},
	{MLDSA65, "ML-DSA-65", mldsaSets[1].oid, emptyRawValue, MLDSA, 0},
	{MLDSA87, "ML-DSA-87", mldsaSets[2].oid, emptyRawValue, MLDSA, 0},
}

type pssParameters struct {
	Hash         pkix.AlgorithmIdentifier `asn1:"explicit,tag:0"`
	MGF          pkix.AlgorithmIdentifier `asn1:"explicit,tag:1"`
	SaltLength   int                      `asn1:"explicit,tag:2"`
	TrailerField int                      `asn1:"optional,explicit,tag:3,default:1"`
}

func pssParams(hash asn1.ObjectIdentifier, salt int) asn1.RawValue {
	id := pkix.AlgorithmIdentifier{Algorithm: hash, Parameters: asn1.NullRawValue}
	inner, err := asn1.Marshal(id)
	if err != nil {
		panic(err)
	}
	mgf := pkix.AlgorithmIdentifier{Algorithm: oidMGF1, Parameters: asn1.RawValue{FullBytes: inner}}
	der, err := asn1.Marshal(pssParameters{id, mgf, salt, 1})
	if err != nil {
		panic(err)
	}
	return asn1.RawValue{FullBytes: der}
}

func algorithmOf(ai pkix.AlgorithmIdentifier) SignatureAlgorithm {
	for _, d := range algorithms {
		// RFC 8410 and RFC 9881 forbid parameters.
		exact := d.algo.isPSS() || d.key == Ed25519 || d.key == MLDSA
		if ai.Algorithm.Equal(d.oid) && (!exact || bytes.Equal(ai.Parameters.FullBytes, d.params.FullBytes)) {
			return d.algo
		}
	}
	return UnknownSignatureAlgorithm
}

// A KeyUsage is a set of bits: the operations that a key may be used for.
type KeyUsage int

// The key usages.
const (
	KeyUsageDigitalSignature KeyUsage = 1 << iota
	KeyUsageContentCommitment
	KeyUsageKeyEncipherment
	KeyUsageDataEncipherment
	KeyUsageKeyAgreement
	KeyUsageCertSign
	KeyUsageCRLSign
	KeyUsageEncipherOnly
	KeyUsageDecipherOnly
)

var keyUsageNames = map[KeyUsage]string{
	KeyUsageDigitalSignature: "digitalSignature", KeyUsageContentCommitment: "contentCommitment",
	KeyUsageKeyEncipherment: "keyEncipherment", KeyUsageDataEncipherment: "dataEncipherment",
	KeyUsageKeyAgreement: "keyAgreement", KeyUsageCertSign: "keyCertSign", KeyUsageCRLSign: "cRLSign",
	KeyUsageEncipherOnly: "encipherOnly", KeyUsageDecipherOnly: "decipherOnly",
}

func (i KeyUsage) String() string {
	if name, ok := keyUsageNames[i]; ok {
		return name
	}
	return "KeyUsage(" + strconv.Itoa(int(i)) + ")"
}

// An ExtKeyUsage is a purpose that a key may be used for.
type ExtKeyUsage int

// The purposes.
const (
	ExtKeyUsageAny ExtKeyUsage = iota
	ExtKeyUsageServerAuth
	ExtKeyUsageClientAuth
	ExtKeyUsageCodeSigning
	ExtKeyUsageEmailProtection
	ExtKeyUsageIPSECEndSystem
	ExtKeyUsageIPSECTunnel
	ExtKeyUsageIPSECUser
	ExtKeyUsageTimeStamping
	ExtKeyUsageOCSPSigning
	ExtKeyUsageMicrosoftServerGatedCrypto
	ExtKeyUsageNetscapeServerGatedCrypto
	ExtKeyUsageMicrosoftCommercialCodeSigning
	ExtKeyUsageMicrosoftKernelCodeSigning
)

var extKeyUsageNames = [...]string{
	"anyExtendedKeyUsage", "serverAuth", "clientAuth", "codeSigning", "emailProtection", "ipsecEndSystem",
	"ipsecTunnel", "ipsecUser", "timeStamping", "OCSPSigning", "msSGC", "nsSGC", "msCodeCom", "msKernelCode",
}

func (i ExtKeyUsage) String() string {
	if i >= 0 && int(i) < len(extKeyUsageNames) {
		return extKeyUsageNames[i]
	}
	return "ExtKeyUsage(" + strconv.Itoa(int(i)) + ")"
}

func kp(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 3, last} }

var extKeyUsageOIDs = []asn1.ObjectIdentifier{
	{2, 5, 29, 37, 0}, kp(1), kp(2), kp(3), kp(4), kp(5), kp(6), kp(7), kp(8), kp(9),
	{1, 3, 6, 1, 4, 1, 311, 10, 3, 3}, {2, 16, 840, 1, 113730, 4, 1},
	{1, 3, 6, 1, 4, 1, 311, 2, 1, 22}, {1, 3, 6, 1, 4, 1, 311, 61, 1, 1},
}

// A PolicyMapping says that a policy of the issuer's domain and one of the subject's domain are equivalent.
type PolicyMapping struct{ IssuerDomainPolicy, SubjectDomainPolicy OID }

// A Certificate is a parsed certificate, or a template for one.
type Certificate struct {
	Raw, RawTBSCertificate, RawSubjectPublicKeyInfo []byte
	RawSubject, RawIssuer, RawSignatureAlgorithm    []byte
	Signature                                       []byte
	SignatureAlgorithm                              SignatureAlgorithm
	PublicKeyAlgorithm                              PublicKeyAlgorithm
	PublicKey                                       any
	Version                                         int
	SerialNumber                                    *big.Int
	Issuer, Subject                                 pkix.Name
	NotBefore, NotAfter                             time.Time
	KeyUsage                                        KeyUsage
	Extensions, ExtraExtensions                     []pkix.Extension
	UnhandledCriticalExtensions                     []asn1.ObjectIdentifier
	ExtKeyUsage                                     []ExtKeyUsage
	UnknownExtKeyUsage                              []asn1.ObjectIdentifier
	BasicConstraintsValid, IsCA                     bool
	MaxPathLen                                      int
	MaxPathLenZero                                  bool
	SubjectKeyId, AuthorityKeyId                    []byte
	OCSPServer, IssuingCertificateURL               []string
	DNSNames, EmailAddresses                        []string
	IPAddresses                                     []net.IP
	URIs                                            []*url.URL
	PermittedDNSDomainsCritical                     bool
	PermittedDNSDomains, ExcludedDNSDomains         []string
	PermittedIPRanges, ExcludedIPRanges             []*net.IPNet
	PermittedEmailAddresses, ExcludedEmailAddresses []string
	PermittedURIDomains, ExcludedURIDomains         []string
	CRLDistributionPoints                           []string
	// PolicyIdentifiers are the elements of Policies that package asn1 can hold; CreateCertificate writes Policies, unless
	// GODEBUG has x509usepolicies=0.
	PolicyIdentifiers []asn1.ObjectIdentifier
	Policies          []OID
	// A number is valid only if it is not 0, or if its Zero field is set.
	InhibitAnyPolicy          int
	InhibitAnyPolicyZero      bool
	InhibitPolicyMapping      int
	InhibitPolicyMappingZero  bool
	RequireExplicitPolicy     int
	RequireExplicitPolicyZero bool
	PolicyMappings            []PolicyMapping
}

// Equal reports whether both were parsed from the same bytes.
func (c *Certificate) Equal(other *Certificate) bool {
	if c == nil || other == nil {
		return c == other
	}
	return bytes.Equal(c.Raw, other.Raw)
}

// ErrUnsupportedAlgorithm is the error of signatures that cannot be checked.
var ErrUnsupportedAlgorithm = errors.New("x509: cannot verify signature: algorithm unimplemented")

// An InsecureAlgorithmError is the error for signatures with a broken algorithm.
type InsecureAlgorithmError SignatureAlgorithm

func (e InsecureAlgorithmError) Error() string {
	return fmt.Sprintf("x509: cannot verify signature: insecure algorithm %v", SignatureAlgorithm(e))
}

// A ConstraintViolationError is the error for a parent that may not sign certificates.
type ConstraintViolationError struct{}

func (ConstraintViolationError) Error() string {
	return "x509: invalid signature: parent certificate cannot sign this kind of certificate"
}

// CheckSignatureFrom returns nil if parent signed c.
func (c *Certificate) CheckSignatureFrom(parent *Certificate) error {
	if parent.Version == 3 && !parent.BasicConstraintsValid || parent.BasicConstraintsValid && !parent.IsCA {
		return ConstraintViolationError{}
	}
	if parent.KeyUsage != 0 && parent.KeyUsage&KeyUsageCertSign == 0 {
		return ConstraintViolationError{}
	}
	if parent.PublicKeyAlgorithm == UnknownPublicKeyAlgorithm {
		return ErrUnsupportedAlgorithm
	}
	return checkSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature, parent.PublicKey, false)
}

// CheckSignature returns nil if signature is a signature of signed with c's key.
func (c *Certificate) CheckSignature(algo SignatureAlgorithm, signed, signature []byte) error {
	return checkSignature(algo, signed, signature, c.PublicKey, true)
}

func checkSignature(algo SignatureAlgorithm, signed, signature []byte, key crypto.PublicKey, sha1 bool) error {
	var hash crypto.Hash
	var kind PublicKeyAlgorithm
	for _, d := range algorithms {
		if d.algo == algo {
			hash, kind = d.hash, d.key
		}
	}
	switch {
	case hash == crypto.MD5:
		return InsecureAlgorithmError(algo)
	case hash == crypto.SHA1 && !sha1:
		return InsecureAlgorithmError(algo)
	case kind == UnknownPublicKeyAlgorithm || kind == DSA || hash == 0 && kind != Ed25519 && kind != MLDSA:
		return ErrUnsupportedAlgorithm
	}
	if hash != 0 {
		if !hash.Available() {
			return ErrUnsupportedAlgorithm
		}
		h := hash.New()
		h.Write(signed)
		signed = h.Sum(nil)
	}
	mismatch := func() error {
		return fmt.Errorf("x509: signature algorithm specifies an %s public key, but have public key of type %T", kind, key)
	}
	switch pub := key.(type) {
	case *rsa.PublicKey:
		if kind != RSA {
			return mismatch()
		}
		if algo.isPSS() {
			return rsa.VerifyPSS(pub, hash, signed, signature, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash})
		}
		return rsa.VerifyPKCS1v15(pub, hash, signed, signature)
	case *ecdsa.PublicKey:
		if kind != ECDSA {
			return mismatch()
		}
		if !ecdsa.VerifyASN1(pub, signed, signature) {
			return errors.New("x509: ECDSA verification failure")
		}
		return nil
	case ed25519.PublicKey:
		if kind != Ed25519 {
			return mismatch()
		}
		if !ed25519.Verify(pub, signed, signature) {
			return errors.New("x509: Ed25519 verification failure")
		}
		return nil
	case *mldsa.PublicKey:
		if kind != MLDSA {
			return mismatch()
		}
		return checkMLDSA(algo, pub, signed, signature)
	}
	return ErrUnsupportedAlgorithm
}
