package x509

import (
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"io"
	"net"
	"net/url"
	"slices"
)

// A CertificateRequest requests a certificate (PKCS #10).
type CertificateRequest struct {
	Raw                      []byte
	RawTBSCertificateRequest []byte
	RawSubjectPublicKeyInfo  []byte
	RawSubject               []byte
	RawSignatureAlgorithm    []byte

	Version            int
	Signature          []byte
	SignatureAlgorithm SignatureAlgorithm
	PublicKeyAlgorithm PublicKeyAlgorithm
	PublicKey          any
	Subject            pkix.Name

	// Attributes are the attributes that this type can hold.
	//
	// Deprecated: use Extensions and ExtraExtensions.
	Attributes []pkix.AttributeTypeAndValueSET

	// Extensions are the requested extensions that were parsed; CreateCertificateRequest ignores them.
	Extensions []pkix.Extension
	// ExtraExtensions are further extensions to request; they replace those made from fields if of the same kind.
	ExtraExtensions []pkix.Extension

	DNSNames       []string
	EmailAddresses []string
	IPAddresses    []net.IP
	URIs           []*url.URL
}

type certificateRequest struct {
	TBS                tbsRequest
	SignatureAlgorithm pkix.AlgorithmIdentifier
	SignatureValue     asn1.BitString
}

type tbsRequest struct {
	Raw        asn1.RawContent
	Version    int
	Subject    asn1.RawValue
	PublicKey  publicKeyInfo
	Attributes []asn1.RawValue `asn1:"tag:0"`
}

var (
	oidExtensionRequest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14}
	oidSubjectAltName   = asn1.ObjectIdentifier{2, 5, 29, 17}
)

// ParseCertificateRequest parses a request in DER.
func ParseCertificateRequest(asn1Data []byte) (*CertificateRequest, error) {
	var in certificateRequest
	rest, err := asn1.Unmarshal(asn1Data, &in)
	switch {
	case err != nil:
		return nil, err
	case len(rest) != 0:
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	}
	signature, err := asn1.Marshal(in.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	t := &in.TBS
	c := &CertificateRequest{
		Raw: asn1Data, RawTBSCertificateRequest: t.Raw, RawSubjectPublicKeyInfo: t.PublicKey.Raw,
		RawSubject: t.Subject.FullBytes, RawSignatureAlgorithm: signature, Signature: in.SignatureValue.RightAlign(),
		SignatureAlgorithm: algorithmOf(in.SignatureAlgorithm), Version: t.Version,
		PublicKeyAlgorithm: keyAlgorithm(t.PublicKey.Algorithm.Algorithm), Attributes: attributeSets(t.Attributes),
	}
	if c.PublicKeyAlgorithm != UnknownPublicKeyAlgorithm {
		if c.PublicKey, err = parsePublicKey(&t.PublicKey); err != nil {
			return nil, err
		}
	}
	subject, err := readName(t.Subject.FullBytes)
	if err != nil {
		return nil, err
	}
	c.Subject.FillFromRDNSequence(&subject)
	if c.Extensions, err = requested(t.Attributes); err != nil {
		return nil, err
	}
	for _, e := range c.Extensions {
		if e.Id.Equal(oidSubjectAltName) {
			var names Certificate
			if err := names.readAltNames(e.Value); err != nil {
				return nil, err
			}
			c.DNSNames, c.EmailAddresses, c.IPAddresses, c.URIs = names.DNSNames, names.EmailAddresses, names.IPAddresses, names.URIs
		}
	}
	return c, nil
}

// attributeSets returns the attributes that the deprecated field can hold.
func attributeSets(raw []asn1.RawValue) (sets []pkix.AttributeTypeAndValueSET) {
	for _, r := range raw {
		var set pkix.AttributeTypeAndValueSET
		if rest, err := asn1.Unmarshal(r.FullBytes, &set); err == nil && len(rest) == 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// requested returns the extensions that the attributes request.
func requested(attributes []asn1.RawValue) (all []pkix.Extension, err error) {
	seen := map[string]bool{}
	for _, raw := range attributes {
		var attribute struct {
			ID     asn1.ObjectIdentifier
			Values []asn1.RawValue `asn1:"set"`
		}
		if rest, err := asn1.Unmarshal(raw.FullBytes, &attribute); err != nil || len(rest) != 0 || len(attribute.Values) == 0 {
			continue
		}
		if !attribute.ID.Equal(oidExtensionRequest) {
			continue
		}
		var extensions []pkix.Extension
		if _, err := asn1.Unmarshal(attribute.Values[0].FullBytes, &extensions); err != nil {
			return nil, err
		}
		for _, e := range extensions {
			if seen[e.Id.String()] {
				return nil, errors.New("x509: certificate request contains duplicate requested extensions")
			}
			seen[e.Id.String()] = true
		}
		all = append(all, extensions...)
	}
	return all, nil
}

// CheckSignature returns nil if the request is signed with its own key.
func (c *CertificateRequest) CheckSignature() error {
	return checkSignature(c.SignatureAlgorithm, c.RawTBSCertificateRequest, c.Signature, c.PublicKey, true)
}

// CreateCertificateRequest returns a request as template says for the key priv, which signs it. It uses these fields:
// SignatureAlgorithm, Subject (or RawSubject), the names, ExtraExtensions and Attributes.
func CreateCertificateRequest(rand io.Reader, template *CertificateRequest, priv any) (csr []byte, err error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	algo, id, err := signing(key, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	data, keyId, err := marshalPublicKey(key.Public())
	if err != nil {
		return nil, err
	}
	extensions, err := template.extensions()
	if err != nil {
		return nil, err
	}
	attributes, err := template.attributes(extensions)
	if err != nil {
		return nil, err
	}
	subject := template.RawSubject
	if len(subject) == 0 {
		if subject, err = asn1.Marshal(template.Subject.ToRDNSequence()); err != nil {
			return nil, err
		}
	}
	tbs, err := asn1.Marshal(tbsRequest{
		Subject:    asn1.RawValue{FullBytes: subject},
		PublicKey:  publicKeyInfo{Algorithm: keyId, PublicKey: asn1.BitString{Bytes: data, BitLength: 8 * len(data)}},
		Attributes: attributes,
	})
	if err != nil {
		return nil, err
	}
	return signed(tbs, key, algo, id, rand)
}

// extensions returns the extensions made from the template's fields, and the extra ones.
func (c *CertificateRequest) extensions() (out []pkix.Extension, err error) {
	like := Certificate{DNSNames: c.DNSNames, EmailAddresses: c.EmailAddresses, IPAddresses: c.IPAddresses, URIs: c.URIs}
	names, err := like.altNames()
	if err != nil {
		return nil, err
	}
	isNames := func(e pkix.Extension) bool { return e.Id.Equal(oidSubjectAltName) }
	if len(names) > 0 && !slices.ContainsFunc(c.ExtraExtensions, isNames) {
		der, err := asn1.Marshal(names)
		if err != nil {
			return nil, err
		}
		out = append(out, pkix.Extension{Id: oidSubjectAltName, Value: der})
	}
	return append(out, c.ExtraExtensions...), nil
}

// attributes returns the attributes of the deprecated field, with extensions added to the attribute that requests them.
func (c *CertificateRequest) attributes(extensions []pkix.Extension) (raw []asn1.RawValue, err error) {
	sets := slices.Clone(c.Attributes)
	added := len(extensions) == 0
	for i, set := range sets {
		if added || !set.Type.Equal(oidExtensionRequest) || len(set.Value) == 0 {
			continue
		}
		// The template's own slices must not change.
		have := slices.Clone(set.Value[0])
		kinds := map[string]bool{}
		for _, e := range have {
			kinds[e.Type.String()] = true
		}
		for _, e := range extensions {
			if !kinds[e.Id.String()] {
				have = append(have, pkix.AttributeTypeAndValue{Type: e.Id, Value: e.Value})
			}
		}
		sets[i].Value = slices.Concat([][]pkix.AttributeTypeAndValue{have}, set.Value[1:])
		added = true
	}
	var all [][]byte
	for _, set := range sets {
		der, err := asn1.Marshal(set)
		if err != nil {
			return nil, err
		}
		all = append(all, der)
	}
	if !added {
		der, err := asn1.Marshal(struct {
			Type  asn1.ObjectIdentifier
			Value [][]pkix.Extension `asn1:"set"`
		}{oidExtensionRequest, [][]pkix.Extension{extensions}})
		if err != nil {
			return nil, errors.New("x509: failed to serialise extensions attribute: " + err.Error())
		}
		all = append(all, der)
	}
	for _, der := range all {
		raw = append(raw, asn1.RawValue{FullBytes: der})
	}
	return raw, nil
}
