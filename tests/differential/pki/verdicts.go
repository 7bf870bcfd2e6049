package main

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"reflect"
	"time"
)

// root is the certificate that issues all others in seeds.txt.
var root = func() *x509.Certificate {
	for _, o := range read(seeds) {
		if o.kind == "certificate" {
			return must(x509.ParseCertificate(o.der))
		}
	}
	return nil
}()

// A judge collects what calls return.
type judge []string

// call notes a verdict: whether there is an error, and whether there is a value.
func (j *judge) call(name string, value any, err error) bool {
	verdict := name + "=ok"
	if err != nil {
		verdict = name + "=err"
	}
	if v := reflect.ValueOf(value); value == nil || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice) && v.IsNil() {
		verdict += " nil"
	}
	if err != nil {
		verdict += fmt.Sprintf(" | %q", err)
	}
	*j = append(*j, verdict)
	return err == nil
}

// whole says that the values themselves are wanted, not their hashes.
var whole bool

// note notes a hash of values, which must be equal too.
func (j *judge) note(name string, values ...any) {
	text := fmt.Sprintf("%+v", values)
	if whole {
		*j = append(*j, fmt.Sprintf("%s:%q", name, text))
		return
	}
	sum := sha256.Sum256([]byte(text))
	*j = append(*j, name+":"+hex.EncodeToString(sum[:4]))
}

// verdicts judges an object. Objects are also read as other kinds that could take them.
func verdicts(o object) []string {
	var j judge
	switch o.kind {
	case "certificate":
		j.certificate(o.der)
	case "request":
		request, err := x509.ParseCertificateRequest(o.der)
		if j.call("ParseCertificateRequest", request, err) {
			j.note("request", request.Version, request.Subject, request.DNSNames, request.EmailAddresses, request.IPAddresses,
				request.URIs, request.SignatureAlgorithm, request.PublicKeyAlgorithm, request.Extensions, request.RawSubjectPublicKeyInfo)
			j.call("CheckSignature", nil, request.CheckSignature())
		}
	case "list":
		j.list(o.der)
	case "pkcs1":
		key, err := x509.ParsePKCS1PrivateKey(o.der)
		if j.call("ParsePKCS1PrivateKey", key, err) {
			j.note("key", key.D, key.Primes, key.N, key.E)
		}
	case "pkcs1public":
		key, err := x509.ParsePKCS1PublicKey(o.der)
		if j.call("ParsePKCS1PublicKey", key, err) {
			j.note("key", key.N, key.E)
		}
	case "pkcs8":
		key, err := x509.ParsePKCS8PrivateKey(o.der)
		j.key("ParsePKCS8PrivateKey", key, err)
	case "sec1":
		key, err := x509.ParseECPrivateKey(o.der)
		j.key("ParseECPrivateKey", key, err)
	case "pkix":
		key, err := x509.ParsePKIXPublicKey(o.der)
		j.key("ParsePKIXPublicKey", key, err)
	case "message", "value":
		j.message(o.der)
	}
	return j
}

// key judges a key by what it is marshalled to.
func (j *judge) key(name string, key any, err error) {
	if !j.call(name, key, err) {
		return
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		der, err = x509.MarshalPKIXPublicKey(key)
	}
	j.note("key", fmt.Sprintf("%T", key), der, err != nil)
}

func (j *judge) certificate(der []byte) {
	c, err := x509.ParseCertificate(der)
	all, errAll := x509.ParseCertificates(append(append([]byte(nil), root.Raw...), der...))
	if j.call("ParseCertificates", all, errAll); !j.call("ParseCertificate", c, err) {
		return
	}
	j.note("names", c.Version, c.SerialNumber, c.Subject, c.Issuer, c.NotBefore, c.NotAfter, c.DNSNames, c.EmailAddresses, c.IPAddresses, c.URIs)
	j.note("uses", c.KeyUsage, c.ExtKeyUsage, c.UnknownExtKeyUsage, c.BasicConstraintsValid, c.IsCA, c.MaxPathLen, c.MaxPathLenZero,
		c.SubjectKeyId, c.AuthorityKeyId, c.OCSPServer, c.IssuingCertificateURL, c.CRLDistributionPoints)
	j.note("extensions", c.Extensions, c.UnhandledCriticalExtensions, c.PermittedDNSDomainsCritical, c.PermittedDNSDomains,
		c.ExcludedDNSDomains, c.PermittedIPRanges, c.ExcludedIPRanges, c.PermittedEmailAddresses, c.ExcludedEmailAddresses,
		c.PermittedURIDomains, c.ExcludedURIDomains)
	j.note("policies", c.PolicyIdentifiers, c.Policies, c.InhibitAnyPolicy, c.InhibitAnyPolicyZero, c.InhibitPolicyMapping,
		c.InhibitPolicyMappingZero, c.RequireExplicitPolicy, c.RequireExplicitPolicyZero, c.PolicyMappings)
	j.note("signature", c.SignatureAlgorithm, c.Signature, c.PublicKeyAlgorithm, fmt.Sprintf("%T", c.PublicKey), c.RawTBSCertificate)
	j.call("CheckSignatureFrom", nil, c.CheckSignatureFrom(root))
	j.call("CheckSignatureFrom self", nil, c.CheckSignatureFrom(c))
	roots := x509.NewCertPool()
	roots.AddCert(root)
	at := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	chains, err := c.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: at, DNSName: "b.example.com"})
	j.call("Verify", chains, err)
	chains, err = c.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	j.call("Verify any", chains, err)
	own := x509.NewCertPool()
	own.AddCert(c)
	chains, err = c.Verify(x509.VerifyOptions{Roots: own, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	j.call("Verify self", chains, err)
	for _, host := range []string{"a.example.com", "10.1.2.3", "::1", "x.a.example.com"} {
		j.call("VerifyHostname", nil, c.VerifyHostname(host))
	}
}

func (j *judge) list(der []byte) {
	list, err := x509.ParseRevocationList(der)
	if j.call("ParseRevocationList", list, err) {
		j.note("list", list.Issuer, list.Number, list.ThisUpdate, list.NextUpdate, list.Extensions, list.AuthorityKeyId, list.SignatureAlgorithm)
		for _, entry := range list.RevokedCertificateEntries {
			j.note("entry", entry.SerialNumber, entry.RevocationTime, entry.ReasonCode, entry.Extensions)
		}
		j.call("CheckSignatureFrom", nil, list.CheckSignatureFrom(root))
	}
	old, err := x509.ParseDERCRL(der)
	if j.call("ParseDERCRL", old, err) {
		j.note("old", old.TBSCertList.Version, old.TBSCertList.Issuer, old.TBSCertList.ThisUpdate, old.TBSCertList.NextUpdate, len(old.TBSCertList.RevokedCertificates))
	}
}

// unmarshal reads der into a value of type T.
func unmarshal[T any](j *judge, der []byte, params string) {
	var value T
	rest, err := asn1.UnmarshalWithParams(der, &value, params)
	name := fmt.Sprintf("%T %s", value, params)
	if j.call(name, rest, err) {
		j.note(name, value, rest)
	}
}

func (j *judge) message(der []byte) {
	unmarshal[message](j, der, "")
	unmarshal[inner](j, der, "")
	unmarshal[any](j, der, "")
	unmarshal[bool](j, der, "")
	unmarshal[int](j, der, "")
	unmarshal[int32](j, der, "")
	unmarshal[*big.Int](j, der, "")
	unmarshal[asn1.Enumerated](j, der, "")
	unmarshal[asn1.ObjectIdentifier](j, der, "")
	unmarshal[asn1.BitString](j, der, "")
	unmarshal[asn1.RawValue](j, der, "")
	unmarshal[[]byte](j, der, "")
	unmarshal[string](j, der, "")
	unmarshal[string](j, der, "printable")
	unmarshal[string](j, der, "optional,tag:4")
	unmarshal[time.Time](j, der, "")
	unmarshal[[]int](j, der, "")
	unmarshal[[]any](j, der, "set")
	unmarshal[[]asn1.RawValue](j, der, "explicit,tag:1")
}
