package x509

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/mldsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"internal/settings"
	"io"
	"math/big"
	"net"
	"slices"
)

// ecdsaAlgorithm returns the default algorithm of keys on a curve: its hash is about as long as the key.
func ecdsaAlgorithm(curve elliptic.Curve) SignatureAlgorithm {
	switch curve {
	case elliptic.P521():
		return ECDSAWithSHA512
	case elliptic.P384():
		return ECDSAWithSHA384
	case elliptic.P256(), elliptic.P224():
		return ECDSAWithSHA256
	}
	return UnknownSignatureAlgorithm
}

// signing returns the algorithm with which key signs: the wanted one, or the key's default.
func signing(key crypto.Signer, wanted SignatureAlgorithm) (algo SignatureAlgorithm, id pkix.AlgorithmIdentifier, err error) {
	var kind PublicKeyAlgorithm
	switch pub := key.Public().(type) {
	case *rsa.PublicKey:
		kind, algo = RSA, SHA256WithRSA
	case *ecdsa.PublicKey:
		kind = ECDSA
		if algo = ecdsaAlgorithm(pub.Curve); algo == UnknownSignatureAlgorithm {
			return 0, id, errors.New("x509: unsupported elliptic curve")
		}
	case ed25519.PublicKey:
		kind, algo = Ed25519, PureEd25519
	case *mldsa.PublicKey:
		kind = MLDSA
		algo, _ = mldsaAlgorithm(pub.Parameters())
	default:
		return 0, id, errors.New("x509: only RSA, ECDSA, ML-DSA and Ed25519 keys supported")
	}
	if wanted == 0 {
		wanted = algo
	}
	for _, d := range algorithms {
		if d.algo != wanted {
			continue
		}
		switch {
		case d.key != kind:
			return 0, id, errors.New("x509: requested SignatureAlgorithm does not match private key type")
		case kind == MLDSA && wanted != algo:
			return 0, id, errors.New("x509: requested SignatureAlgorithm does not match ML-DSA parameters")
		case d.hash == crypto.MD5:
			return 0, id, errors.New("x509: signing with MD5 is not supported")
		}
		return wanted, pkix.AlgorithmIdentifier{Algorithm: d.oid, Parameters: d.params}, nil
	}
	return 0, id, errors.New("x509: unknown SignatureAlgorithm")
}

func signWith(key crypto.Signer, algo SignatureAlgorithm, message []byte, random io.Reader) ([]byte, error) {
	if random == nil {
		random = rand.Reader
	}
	var opts crypto.SignerOpts = crypto.Hash(0)
	for _, d := range algorithms {
		if d.algo == algo {
			opts = d.hash
			if algo.isPSS() {
				opts = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: d.hash}
			}
		}
	}
	signature, err := crypto.SignMessage(key, random, message, opts)
	if err != nil {
		return nil, err
	}
	if err := checkSignature(algo, message, signature, key.Public(), true); err != nil {
		return nil, fmt.Errorf("x509: signature returned by signer is invalid: %w", err)
	}
	return signature, nil
}

func subjectBytes(c *Certificate) ([]byte, error) {
	if len(c.RawSubject) > 0 {
		return c.RawSubject, nil
	}
	return asn1.Marshal(c.Subject.ToRDNSequence())
}

// keyIdentifiers returns the identifiers of the parent's key and of the template's key, which is key.
func keyIdentifiers(template, parent *Certificate, selfIssued bool, key []byte) (authority, own []byte) {
	authority, own = template.AuthorityKeyId, template.SubjectKeyId
	if len(parent.SubjectKeyId) > 0 && !selfIssued {
		authority = parent.SubjectKeyId
	}
	if template.IsCA && len(own) == 0 {
		own = keyIdentifier(key)
	}
	return authority, own
}

// CreateCertificate returns a certificate for pub as template says, signed with priv, the key of parent.
func CreateCertificate(rand io.Reader, template, parent *Certificate, pub, priv any) ([]byte, error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	serial := template.SerialNumber
	if serial == nil {
		var err error
		if serial, err = newSerial(rand); err != nil {
			return nil, err
		}
	}
	longest, constrained := template.MaxPathLen, template.BasicConstraintsValid
	switch {
	case serial.Sign() < 0:
		return nil, errors.New("x509: serial number must be positive")
	case constrained && longest < -1:
		return nil, errors.New("x509: invalid MaxPathLen, must be greater or equal to -1")
	case constrained && !template.IsCA && (longest > 0 || longest == 0 && template.MaxPathLenZero):
		return nil, errors.New("x509: only CAs are allowed to specify MaxPathLen")
	}
	algo, id, err := signing(key, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	data, keyId, err := marshalPublicKey(pub)
	if err != nil {
		return nil, err
	}
	if algorithmOfKey(pub) == UnknownPublicKeyAlgorithm {
		return nil, fmt.Errorf("x509: unsupported public key type: %T", pub)
	}
	issuer, err := subjectBytes(parent)
	if err != nil {
		return nil, err
	}
	subject, err := subjectBytes(template)
	if err != nil {
		return nil, err
	}
	authority, own := keyIdentifiers(template, parent, bytes.Equal(issuer, subject), data)
	if parent.PublicKey != nil {
		if have, ok := parent.PublicKey.(interface{ Equal(crypto.PublicKey) bool }); ok && !have.Equal(key.Public()) {
			return nil, errors.New("x509: provided PrivateKey doesn't match parent's PublicKey")
		}
	}
	extensions, err := template.extensions(bytes.Equal(subject, []byte{0x30, 0}), authority, own)
	if err != nil {
		return nil, err
	}
	tbs, err := asn1.Marshal(tbsCertificate{
		Version: 2, SerialNumber: serial, SignatureAlgorithm: id,
		Issuer: asn1.RawValue{FullBytes: issuer}, Subject: asn1.RawValue{FullBytes: subject},
		Validity:   validity{template.NotBefore.UTC(), template.NotAfter.UTC()},
		PublicKey:  publicKeyInfo{Algorithm: keyId, PublicKey: asn1.BitString{Bytes: data, BitLength: 8 * len(data)}},
		Extensions: extensions,
	})
	if err != nil {
		return nil, err
	}
	return signed(tbs, key, algo, id, rand)
}

// signed appends the signature to tbs, the DER that is signed.
func signed(tbs []byte, key crypto.Signer, algo SignatureAlgorithm, id pkix.AlgorithmIdentifier, rand io.Reader) ([]byte, error) {
	signature, err := signWith(key, algo, tbs, rand)
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(struct {
		TBS       asn1.RawValue
		Algorithm pkix.AlgorithmIdentifier
		Signature asn1.BitString
	}{asn1.RawValue{FullBytes: tbs}, id, asn1.BitString{Bytes: signature, BitLength: 8 * len(signature)}})
}

// newSerial returns a random number that RFC 5280 allows: positive, and of 20 bytes at most.
func newSerial(random io.Reader) (*big.Int, error) {
	if random == nil {
		random = rand.Reader
	}
	b := make([]byte, 20)
	for {
		if _, err := io.ReadFull(random, b); err != nil {
			return nil, fmt.Errorf("x509: failed to generate serial number: %w", err)
		}
		b[0] &= 0x7f
		if n := new(big.Int).SetBytes(b); n.Sign() != 0 {
			return n, nil
		}
	}
}

// extensions returns the extensions made from the template's fields, and the extra ones, which replace those of the
// same kind.
func (c *Certificate) extensions(nameless bool, authority, own []byte) (out []pkix.Extension, err error) {
	add := func(oid asn1.ObjectIdentifier, critical bool, v any) {
		if slices.ContainsFunc(c.ExtraExtensions, func(e pkix.Extension) bool { return e.Id.Equal(oid) }) {
			return
		}
		der, ok := v.([]byte)
		if !ok {
			var e error
			if der, e = asn1.Marshal(v); e != nil && err == nil {
				err = e
			}
		}
		out = append(out, pkix.Extension{Id: oid, Critical: critical, Value: der})
	}
	ce := func(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{2, 5, 29, last} }
	if c.KeyUsage != 0 {
		add(ce(15), true, usageBits(c.KeyUsage))
	}
	if len(c.ExtKeyUsage)+len(c.UnknownExtKeyUsage) > 0 {
		var oids []asn1.ObjectIdentifier
		for _, u := range c.ExtKeyUsage {
			if int(u) >= len(extKeyUsageOIDs) || u < 0 {
				return nil, errors.New("x509: unknown extended key usage")
			}
			oids = append(oids, extKeyUsageOIDs[u])
		}
		add(ce(37), false, append(oids, c.UnknownExtKeyUsage...))
	}
	if c.BasicConstraintsValid {
		length := c.MaxPathLen
		if length == 0 && !c.MaxPathLenZero {
			length = -1
		}
		add(ce(19), true, basicConstraints{c.IsCA, length})
	}
	if len(own) > 0 {
		add(ce(14), false, asn1.RawValue{Tag: asn1.TagOctetString, Bytes: own})
	}
	if len(authority) > 0 {
		add(ce(35), false, authKeyId{authority})
	}
	c.addInfos(add)
	names, e := c.altNames()
	if e != nil {
		return nil, e
	}
	if len(names) > 0 {
		add(ce(17), nameless, names)
	}
	if policies := c.policies(); len(policies) > 0 {
		for _, p := range policies {
			if len(p.Policy.FullBytes) < 3 {
				return nil, errors.New("invalid policy object identifier")
			}
		}
		add(ce(32), false, policies)
	}
	if constraints := c.constraints(); len(constraints.Permitted)+len(constraints.Excluded) > 0 {
		add(ce(30), c.PermittedDNSDomainsCritical, constraints)
	}
	if len(c.CRLDistributionPoints) > 0 {
		var points []distributionPoint
		for _, s := range c.CRLDistributionPoints {
			points = append(points, distributionPoint{DistributionPoint: distributionPointName{FullName: []asn1.RawValue{general(6, []byte(s))}}})
		}
		add(ce(31), false, points)
	}
	return append(out, c.ExtraExtensions...), err
}

// keyIdentifier hashes a public key's bits: by RFC 7093, section 2, method 1, or with GODEBUG=x509sha256skid=0 by
// RFC 5280, section 4.2.1.2, method 1.
func keyIdentifier(key []byte) []byte {
	if settings.Of("x509sha256skid") == "0" {
		h := sha1.Sum(key)
		return h[:]
	}
	h := sha256.Sum256(key)
	return h[:20]
}

// policies returns the policies to write: Policies, or PolicyIdentifiers with GODEBUG=x509usepolicies=0.
func (c *Certificate) policies() (all []policyInformation) {
	if settings.Of("x509usepolicies") == "0" {
		for _, oid := range c.PolicyIdentifiers {
			der, _ := asn1.Marshal(oid)
			all = append(all, policyInformation{Policy: asn1.RawValue{FullBytes: der}})
		}
		return all
	}
	for _, oid := range c.Policies {
		der, _ := asn1.Marshal(asn1.RawValue{Tag: asn1.TagOID, Bytes: oid.der})
		all = append(all, policyInformation{Policy: asn1.RawValue{FullBytes: der}})
	}
	return all
}

func general(tag int, b []byte) asn1.RawValue {
	return asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, Bytes: b}
}

func (c *Certificate) addInfos(add func(asn1.ObjectIdentifier, bool, any)) {
	var infos []accessDescription
	method := func(last int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 48, last} }
	for _, s := range c.OCSPServer {
		infos = append(infos, accessDescription{method(1), general(6, []byte(s))})
	}
	for _, s := range c.IssuingCertificateURL {
		infos = append(infos, accessDescription{method(2), general(6, []byte(s))})
	}
	if len(infos) > 0 {
		add(oidAuthorityInfo, false, infos)
	}
}

// usageBits encodes usage without zeros at the end, as DER demands.
func usageBits(usage KeyUsage) asn1.BitString {
	b := make([]byte, 2)
	n := 0
	for i := range 9 {
		if usage&(1<<i) != 0 {
			b[i/8] |= 0x80 >> (i % 8)
			n = i + 1
		}
	}
	return asn1.BitString{Bytes: b[:(n+7)/8], BitLength: n}
}

func (c *Certificate) altNames() (names []asn1.RawValue, err error) {
	add := func(tag int, s string) {
		if !isIA5([]byte(s)) && err == nil {
			err = fmt.Errorf("x509: %q cannot be encoded as an IA5String", s)
		}
		names = append(names, general(tag, []byte(s)))
	}
	for _, s := range c.DNSNames {
		add(2, s)
	}
	for _, s := range c.EmailAddresses {
		add(1, s)
	}
	for _, ip := range c.IPAddresses {
		b := ip.To4()
		if b == nil {
			b = ip
		}
		names = append(names, general(7, b))
	}
	for _, u := range c.URIs {
		add(6, u.String())
	}
	return names, err
}

func (c *Certificate) constraints() (out nameConstraints) {
	trees := func(dns, email, uri []string, ips []*net.IPNet) (list []generalSubtree) {
		for _, s := range dns {
			list = append(list, generalSubtree{Base: general(2, []byte(s))})
		}
		for _, n := range ips {
			ip := n.IP
			if v4 := ip.To4(); v4 != nil {
				ip = v4
			}
			list = append(list, generalSubtree{Base: general(7, append(slices.Clone([]byte(ip)), n.Mask...))})
		}
		for _, s := range email {
			list = append(list, generalSubtree{Base: general(1, []byte(s))})
		}
		for _, s := range uri {
			list = append(list, generalSubtree{Base: general(6, []byte(s))})
		}
		return list
	}
	out.Permitted = trees(c.PermittedDNSDomains, c.PermittedEmailAddresses, c.PermittedURIDomains, c.PermittedIPRanges)
	out.Excluded = trees(c.ExcludedDNSDomains, c.ExcludedEmailAddresses, c.ExcludedURIDomains, c.ExcludedIPRanges)
	return out
}
