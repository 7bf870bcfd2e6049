package x509

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"
)

var (
	oidReasonCode     = asn1.ObjectIdentifier{2, 5, 29, 21}
	oidCRLNumber      = asn1.ObjectIdentifier{2, 5, 29, 20}
	oidAuthorityKeyId = asn1.ObjectIdentifier{2, 5, 29, 35}
)

// A RevocationListEntry is a revoked certificate of a list. ReasonCode is 0 if the entry has no reason.
type RevocationListEntry struct {
	Raw            []byte
	SerialNumber   *big.Int
	RevocationTime time.Time
	ReasonCode     int
	// Extensions are the extensions that were parsed, ExtraExtensions those to write.
	Extensions, ExtraExtensions []pkix.Extension
}

// A RevocationList is a parsed list of revoked certificates, or a template for one.
type RevocationList struct {
	Raw                   []byte
	RawTBSRevocationList  []byte
	RawIssuer             []byte
	RawSignatureAlgorithm []byte

	Issuer             pkix.Name
	AuthorityKeyId     []byte
	Signature          []byte
	SignatureAlgorithm SignatureAlgorithm

	RevokedCertificateEntries []RevocationListEntry
	// RevokedCertificates are written if RevokedCertificateEntries is nil.
	//
	// Deprecated: use RevokedCertificateEntries.
	RevokedCertificates []pkix.RevokedCertificate

	// Number is the number of the list; each new list of an issuer has a greater one.
	Number                 *big.Int
	ThisUpdate, NextUpdate time.Time
	// Extensions are the extensions that were parsed, ExtraExtensions those to write.
	Extensions, ExtraExtensions []pkix.Extension
}

// A derReader reads consecutive DER values.
type derReader []byte

// take reads the next value into v; false if the value has another type.
func (r *derReader) take(v any) bool {
	rest, err := asn1.Unmarshal(*r, v)
	if err == nil {
		*r = rest
	}
	return err == nil
}

// next reports whether the next value has one of the tags.
func (r derReader) next(tags ...byte) bool { return len(r) > 0 && bytes.IndexByte(tags, r[0]) >= 0 }

const (
	tagSequence        = 0x30
	tagSet             = 0x31
	tagInteger         = asn1.TagInteger
	tagUTCTime         = asn1.TagUTCTime
	tagGeneralizedTime = asn1.TagGeneralizedTime
	tagKeyId           = 0x80
	tagExplicit0       = 0xa0
	tagExplicit1       = 0xa1
	tagExplicit3       = 0xa3
)

// takeInner reads a value with a tag; raw is the whole value, inner its contents.
func (r *derReader) takeInner(tag byte) (raw []byte, inner derReader, ok bool) {
	var v asn1.RawValue
	if !r.next(tag) || !r.take(&v) {
		return nil, nil, false
	}
	return v.FullBytes, v.Bytes, true
}

// takeAny reads a value of any kind: its identifier octet and its contents. An identifier of several octets is an
// error.
func (r *derReader) takeAny() (id byte, inner derReader, ok bool) {
	if len(*r) == 0 || (*r)[0]&0x1f == 0x1f {
		return 0, nil, false
	}
	id = (*r)[0]
	_, inner, ok = r.takeInner(id)
	return id, inner, ok
}

// takeTagged reads a number with another tag than that of integers.
func (r *derReader) takeTagged(tag byte, n *int) bool {
	_, content, ok := r.takeInner(tag)
	return ok && derReader(append([]byte{tagInteger, byte(len(content))}, content...)).takes(n)
}

// takeTime reads a time without fractions of a second.
func (r *derReader) takeTime() (t time.Time, err error) {
	switch {
	case r.next(tagUTCTime):
		if !r.take(&t) {
			return t, errors.New("x509: malformed UTCTime")
		}
	case r.next(tagGeneralizedTime):
		if !r.take(&t) || t.Nanosecond() != 0 {
			return t, errors.New("x509: malformed GeneralizedTime")
		}
	default:
		return t, errors.New("x509: unsupported time format")
	}
	return t, nil
}

// takeExtensions reads the contents of a sequence of extensions.
func (r *derReader) takeExtensions() (all []pkix.Extension, err error) {
	for len(*r) > 0 {
		_, in, ok := r.takeInner(tagSequence)
		if !ok {
			return nil, malformed("extension")
		}
		var e pkix.Extension
		if !in.take(&e.Id) {
			return nil, malformed("extension OID field")
		}
		if in.next(asn1.TagBoolean) && !in.take(&e.Critical) {
			return nil, malformed("extension critical field")
		}
		if !in.take(&e.Value) {
			return nil, malformed("extension value field")
		}
		all = append(all, e)
	}
	return all, nil
}

// ParseRevocationList parses a list in DER.
func ParseRevocationList(der []byte) (*RevocationList, error) {
	all, rl := derReader(der), &RevocationList{}
	raw, in, ok := all.takeInner(tagSequence)
	if !ok {
		return nil, malformed("crl")
	}
	rl.Raw = raw
	var tbs derReader
	if rl.RawTBSRevocationList, tbs, ok = in.takeInner(tagSequence); !ok {
		return nil, errors.New("x509: malformed tbs crl")
	}
	var version int
	switch {
	case !tbs.next(tagInteger):
		return nil, errors.New("x509: unsupported crl version")
	case !tbs.take(&version):
		return nil, malformed("crl")
	case version != 1:
		return nil, fmt.Errorf("x509: unsupported crl version: %d", version)
	}
	if err := rl.readSignature(&tbs, &in); err != nil {
		return nil, err
	}
	var err error
	if rl.RawIssuer, err = takeName(&tbs, "issuer", &rl.Issuer); err != nil {
		return nil, err
	}
	if rl.ThisUpdate, err = tbs.takeTime(); err != nil {
		return nil, err
	}
	if tbs.next(tagUTCTime, tagGeneralizedTime) {
		if rl.NextUpdate, err = tbs.takeTime(); err != nil {
			return nil, err
		}
	}
	if tbs.next(tagSequence) {
		_, entries, ok := tbs.takeInner(tagSequence)
		for ok && len(entries) > 0 {
			if err := rl.readEntry(&entries); err != nil {
				return nil, err
			}
		}
		if !ok {
			return nil, malformed("crl")
		}
	}
	if err := rl.readExtensions(&tbs); err != nil {
		return nil, err
	}
	return rl, nil
}

// readSignature reads the algorithm inside the signed part, and the algorithm and the signature after it.
func (rl *RevocationList) readSignature(tbs, in *derReader) (err error) {
	if rl.RawSignatureAlgorithm, rl.SignatureAlgorithm, err = takeAlgorithms(tbs, in); err != nil {
		return err
	}
	var signature asn1.BitString
	if !in.take(&signature) || signature.BitLength%8 != 0 {
		return malformed("signature")
	}
	rl.Signature = signature.Bytes
	return nil
}

func (rl *RevocationList) readEntry(entries *derReader) (err error) {
	var e RevocationListEntry
	var in derReader
	var ok bool
	if e.Raw, in, ok = entries.takeInner(tagSequence); !ok {
		return errors.New("x509: malformed crl")
	}
	if !in.take(&e.SerialNumber) {
		return errors.New("x509: malformed serial number")
	}
	if e.RevocationTime, err = in.takeTime(); err != nil {
		return err
	}
	if in.next(tagSequence) {
		_, extensions, ok := in.takeInner(tagSequence)
		if !ok {
			return errors.New("x509: malformed extensions")
		}
		if e.Extensions, err = extensions.takeExtensions(); err != nil {
			return err
		}
	}
	for _, extension := range e.Extensions {
		if !extension.Id.Equal(oidReasonCode) {
			continue
		}
		value := derReader(extension.Value)
		if !value.takeTagged(asn1.TagEnum, &e.ReasonCode) {
			return errors.New("x509: malformed reasonCode extension")
		}
	}
	rl.RevokedCertificateEntries = append(rl.RevokedCertificateEntries, e)
	rl.RevokedCertificates = append(rl.RevokedCertificates, pkix.RevokedCertificate{
		SerialNumber: e.SerialNumber, RevocationTime: e.RevocationTime, Extensions: e.Extensions,
	})
	return nil
}

func (rl *RevocationList) readExtensions(tbs *derReader) (err error) {
	if !tbs.next(tagExplicit0) {
		return nil
	}
	_, outer, ok := tbs.takeInner(tagExplicit0)
	if !ok {
		return errors.New("x509: malformed extensions")
	}
	_, in, ok := outer.takeInner(tagSequence)
	if !ok {
		return errors.New("x509: malformed extensions")
	}
	if rl.Extensions, err = in.takeExtensions(); err != nil {
		return err
	}
	for _, e := range rl.Extensions {
		switch {
		case e.Id.Equal(oidAuthorityKeyId):
			if rl.AuthorityKeyId, err = readAuthorityKeyId(e); err != nil {
				return err
			}
		case e.Id.Equal(oidCRLNumber):
			if _, err := asn1.Unmarshal(e.Value, &rl.Number); err != nil {
				return errors.New("x509: malformed crl number")
			}
		}
	}
	return nil
}

func readAuthorityKeyId(e pkix.Extension) ([]byte, error) {
	if e.Critical {
		return nil, errors.New("x509: authority key identifier incorrectly marked critical")
	}
	value := derReader(e.Value)
	_, in, ok := value.takeInner(tagSequence)
	var id derReader
	if ok && in.next(tagKeyId) {
		_, id, ok = in.takeInner(tagKeyId)
	}
	if !ok {
		return nil, errors.New("x509: invalid authority key identifier")
	}
	return id, nil
}

// CheckSignatureFrom returns nil if parent signed rl.
func (rl *RevocationList) CheckSignatureFrom(parent *Certificate) error {
	if parent.Version == 3 && !parent.BasicConstraintsValid || parent.BasicConstraintsValid && !parent.IsCA {
		return ConstraintViolationError{}
	}
	if parent.KeyUsage != 0 && parent.KeyUsage&KeyUsageCRLSign == 0 {
		return ConstraintViolationError{}
	}
	if parent.PublicKeyAlgorithm == UnknownPublicKeyAlgorithm {
		return ErrUnsupportedAlgorithm
	}
	return parent.CheckSignature(rl.SignatureAlgorithm, rl.RawTBSRevocationList, rl.Signature)
}

type tbsRevocationList struct {
	Version             int
	Signature           pkix.AlgorithmIdentifier
	Issuer              asn1.RawValue
	ThisUpdate          time.Time
	NextUpdate          time.Time                 `asn1:"optional"`
	RevokedCertificates []pkix.RevokedCertificate `asn1:"optional,omitempty"`
	Extensions          []pkix.Extension          `asn1:"tag:0,optional,explicit"`
}

// CreateRevocationList returns a list as template says, signed with priv, the key of issuer.
func CreateRevocationList(rand io.Reader, template *RevocationList, issuer *Certificate, priv crypto.Signer) ([]byte, error) {
	if err := template.check(issuer); err != nil {
		return nil, err
	}
	algo, id, err := signing(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	revoked, err := template.revoked()
	if err != nil {
		return nil, err
	}
	authority, err := asn1.Marshal(authKeyId{issuer.SubjectKeyId})
	if err != nil {
		return nil, err
	}
	// RFC 5280 allows 20 bytes, of which the first bit is the sign.
	if template.Number.BitLen() > 8*20-1 {
		return nil, errors.New("x509: CRL number exceeds 20 octets")
	}
	number, err := asn1.Marshal(template.Number)
	if err != nil {
		return nil, err
	}
	subject, err := subjectBytes(issuer)
	if err != nil {
		return nil, err
	}
	extensions := []pkix.Extension{{Id: oidAuthorityKeyId, Value: authority}, {Id: oidCRLNumber, Value: number}}
	tbs, err := asn1.Marshal(tbsRevocationList{
		Version: 1, Signature: id, Issuer: asn1.RawValue{FullBytes: subject},
		ThisUpdate: template.ThisUpdate.UTC(), NextUpdate: template.NextUpdate.UTC(), RevokedCertificates: revoked,
		Extensions: append(extensions, template.ExtraExtensions...),
	})
	if err != nil {
		return nil, err
	}
	return signed(tbs, priv, algo, id, rand)
}

func (rl *RevocationList) check(issuer *Certificate) error {
	switch {
	case rl == nil:
		return errors.New("x509: template can not be nil")
	case issuer == nil:
		return errors.New("x509: issuer can not be nil")
	case issuer.KeyUsage&KeyUsageCRLSign == 0:
		return errors.New("x509: issuer must have the crlSign key usage bit set")
	case len(issuer.SubjectKeyId) == 0:
		return errors.New("x509: issuer certificate doesn't contain a subject key identifier")
	case rl.NextUpdate.Before(rl.ThisUpdate):
		return errors.New("x509: template.ThisUpdate is after template.NextUpdate")
	case rl.Number == nil:
		return errors.New("x509: template contains nil Number field")
	}
	return nil
}

// revoked returns the entries to write; times are in UTC, as RFC 5280 demands.
func (rl *RevocationList) revoked() (out []pkix.RevokedCertificate, err error) {
	if len(rl.RevokedCertificateEntries) == 0 {
		return inUTC(rl.RevokedCertificates), nil
	}
	for _, e := range rl.RevokedCertificateEntries {
		if e.SerialNumber == nil {
			return nil, errors.New("x509: template contains entry with nil SerialNumber field")
		}
		if e.RevocationTime.IsZero() {
			return nil, errors.New("x509: template contains entry with zero RevocationTime field")
		}
		r := pkix.RevokedCertificate{SerialNumber: e.SerialNumber, RevocationTime: e.RevocationTime.UTC()}
		for _, extension := range e.ExtraExtensions {
			if extension.Id.Equal(oidReasonCode) {
				return nil, errors.New("x509: template contains entry with ReasonCode ExtraExtension; use ReasonCode field instead")
			}
			r.Extensions = append(r.Extensions, extension)
		}
		if e.ReasonCode != 0 {
			reason, err := asn1.Marshal(asn1.Enumerated(e.ReasonCode))
			if err != nil {
				return nil, err
			}
			r.Extensions = append(r.Extensions, pkix.Extension{Id: oidReasonCode, Value: reason})
		}
		out = append(out, r)
	}
	return out, nil
}

func inUTC(list []pkix.RevokedCertificate) []pkix.RevokedCertificate {
	out := make([]pkix.RevokedCertificate, len(list))
	for i, r := range list {
		r.RevocationTime = r.RevocationTime.UTC()
		out[i] = r
	}
	return out
}

// ParseCRL parses a list in DER or PEM.
//
// Deprecated: use ParseRevocationList.
func ParseCRL(crlBytes []byte) (*pkix.CertificateList, error) {
	if bytes.HasPrefix(crlBytes, []byte("-----BEGIN X509 CRL")) {
		if block, _ := pem.Decode(crlBytes); block != nil && block.Type == "X509 CRL" {
			crlBytes = block.Bytes
		}
	}
	return ParseDERCRL(crlBytes)
}

// ParseDERCRL parses a list in DER.
//
// Deprecated: use ParseRevocationList.
func ParseDERCRL(derBytes []byte) (*pkix.CertificateList, error) {
	list := new(pkix.CertificateList)
	rest, err := asn1.Unmarshal(derBytes, list)
	if err != nil {
		return nil, err
	}
	if len(rest) != 0 {
		return nil, errors.New("x509: trailing data after CRL")
	}
	return list, nil
}

// CheckCRLSignature returns nil if c signed the list.
//
// Deprecated: use RevocationList.CheckSignatureFrom.
func (c *Certificate) CheckCRLSignature(crl *pkix.CertificateList) error {
	return c.CheckSignature(algorithmOf(crl.SignatureAlgorithm), crl.TBSCertList.Raw, crl.SignatureValue.RightAlign())
}

// CreateCRL returns a list that is signed with priv, c's key. It has no number, although RFC 5280 demands one.
//
// Deprecated: use CreateRevocationList.
func (c *Certificate) CreateCRL(rand io.Reader, priv any, revokedCerts []pkix.RevokedCertificate, now, expiry time.Time) (crlBytes []byte, err error) {
	key, ok := priv.(crypto.Signer)
	if !ok {
		return nil, errors.New("x509: certificate private key does not implement crypto.Signer")
	}
	algo, id, err := signing(key, 0)
	if err != nil {
		return nil, err
	}
	list := pkix.TBSCertificateList{
		Version: 1, Signature: id, Issuer: c.Subject.ToRDNSequence(), ThisUpdate: now.UTC(), NextUpdate: expiry.UTC(),
		RevokedCertificates: inUTC(revokedCerts),
	}
	if len(c.SubjectKeyId) > 0 {
		authority, err := asn1.Marshal(authKeyId{c.SubjectKeyId})
		if err != nil {
			return nil, err
		}
		list.Extensions = []pkix.Extension{{Id: oidAuthorityKeyId, Value: authority}}
	}
	tbs, err := asn1.Marshal(list)
	if err != nil {
		return nil, err
	}
	return signed(tbs, key, algo, id, rand)
}
