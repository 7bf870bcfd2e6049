package x509

import (
	"cmp"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/mldsa"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
)

type publicKeyInfo struct {
	Raw       asn1.RawContent
	Algorithm pkix.AlgorithmIdentifier
	PublicKey asn1.BitString
}

type pkcs1PublicKey struct {
	N *big.Int
	E int
}

type pkcs1PrivateKey struct {
	Version          int
	N                *big.Int
	E                int
	D, P, Q          *big.Int
	Dp, Dq, Qinv     *big.Int             `asn1:"optional"`
	AdditionalPrimes []pkcs1AdditionalRSA `asn1:"optional,omitempty"`
}

type pkcs1AdditionalRSA struct{ Prime, Exp, Coeff *big.Int }

type ecPrivateKey struct {
	Version       int
	PrivateKey    []byte
	NamedCurveOID asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
	PublicKey     asn1.BitString        `asn1:"optional,explicit,tag:1"`
}

type pkcs8 struct {
	Version    int
	Algo       pkix.AlgorithmIdentifier
	PrivateKey []byte
}

var curveOIDs = []struct {
	curve func() elliptic.Curve
	oid   asn1.ObjectIdentifier
}{
	{elliptic.P224, asn1.ObjectIdentifier{1, 3, 132, 0, 33}},
	{elliptic.P256, asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}},
	{elliptic.P384, asn1.ObjectIdentifier{1, 3, 132, 0, 34}},
	{elliptic.P521, asn1.ObjectIdentifier{1, 3, 132, 0, 35}},
}

func curveOf(oid asn1.ObjectIdentifier) elliptic.Curve {
	for _, c := range curveOIDs {
		if oid.Equal(c.oid) {
			return c.curve()
		}
	}
	return nil
}

func oidOf(curve elliptic.Curve) (asn1.ObjectIdentifier, bool) {
	for _, c := range curveOIDs {
		if c.curve() == curve {
			return c.oid, true
		}
	}
	return nil, false
}

// whole decodes DER; bytes after the value are an error.
func whole(der []byte, v any) error {
	rest, err := asn1.Unmarshal(der, v)
	if err == nil && len(rest) > 0 {
		return asn1.SyntaxError{Msg: "trailing data"}
	}
	return err
}

// ParsePKIXPublicKey parses a SubjectPublicKeyInfo.
func ParsePKIXPublicKey(derBytes []byte) (pub any, err error) {
	var info publicKeyInfo
	rest, err := asn1.Unmarshal(derBytes, &info)
	switch {
	case err == nil && len(rest) == 0:
		return parsePublicKey(&info)
	case err == nil:
		return nil, errors.New("x509: trailing data after ASN.1 of public-key")
	}
	return nil, cmp.Or(misdirected(derBytes, "public key", publicForms), err)
}

// A keyForm is a form in which keys are encoded: the function that parses it, and a new value of its ASN.1.
type keyForm struct {
	parser string
	shape  func() any
}

var (
	publicForms  = []keyForm{{"ParsePKCS1PublicKey", func() any { return new(pkcs1PublicKey) }}}
	privateForms = []keyForm{
		{"ParsePKCS8PrivateKey", func() any { return new(pkcs8) }},
		{"ParseECPrivateKey", func() any { return new(ecPrivateKey) }},
		{"ParsePKCS1PrivateKey", func() any { return new(pkcs1PrivateKey) }},
	}
)

// misdirected returns an error that names the parse function for a key of another form; nil if der has no such form.
func misdirected(der []byte, what string, forms []keyForm) error {
	for _, form := range forms {
		if _, err := asn1.Unmarshal(der, form.shape()); err == nil {
			return fmt.Errorf("x509: failed to parse %s (use %s instead for this key format)", what, form.parser)
		}
	}
	return nil
}

func parsePublicKey(info *publicKeyInfo) (any, error) {
	oid, params, data := info.Algorithm.Algorithm, info.Algorithm.Parameters, info.PublicKey.RightAlign()
	switch {
	case oid.Equal(oidRSA):
		if string(params.FullBytes) != string(asn1.NullBytes) {
			return nil, errors.New("x509: RSA key missing NULL parameters")
		}
		return parseRSA(data)
	case oid.Equal(oidDSA):
		return parseDSA(params.FullBytes, data)
	case oid.Equal(oidECDSA):
		var name asn1.ObjectIdentifier
		if err := whole(params.FullBytes, &name); err != nil {
			return nil, errors.New("x509: invalid ECDSA parameters")
		}
		curve := curveOf(name)
		if curve == nil {
			return nil, errors.New("x509: unsupported elliptic curve")
		}
		return typed(ecdsa.ParseUncompressedPublicKey(curve, data))
	case oid.Equal(oidEd25519):
		if len(params.FullBytes) != 0 {
			return nil, errors.New("x509: Ed25519 key encoded with illegal parameters")
		}
		if len(data) != ed25519.PublicKeySize {
			return nil, errors.New("x509: wrong Ed25519 public key size")
		}
		return ed25519.PublicKey(data), nil
	case oid.Equal(oidX25519):
		if len(params.FullBytes) != 0 {
			return nil, errors.New("x509: X25519 key encoded with illegal parameters")
		}
		return typed(ecdh.X25519().NewPublicKey(data))
	}
	if set, ok := mldsaSet(oid); ok {
		if len(params.FullBytes) != 0 {
			return nil, errors.New("x509: ML-DSA key encoded with illegal parameters")
		}
		return typed(mldsa.NewPublicKey(set, data))
	}
	return nil, errors.New("x509: unknown public key algorithm")
}

// typed returns a key as a value of any type: nil, not a nil pointer, beside an error.
func typed[K any](key *K, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return key, nil
}

func algorithmOfKey(pub any) PublicKeyAlgorithm {
	switch pub.(type) {
	case *rsa.PublicKey:
		return RSA
	case *ecdsa.PublicKey:
		return ECDSA
	case ed25519.PublicKey:
		return Ed25519
	case *mldsa.PublicKey:
		return MLDSA
	}
	return UnknownPublicKeyAlgorithm
}

// marshalPublicKey encodes a key, and returns the identifier of its algorithm.
func marshalPublicKey(pub any) (data []byte, id pkix.AlgorithmIdentifier, err error) {
	switch pub := pub.(type) {
	case *rsa.PublicKey:
		return MarshalPKCS1PublicKey(pub), pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1.NullRawValue}, nil
	case *ecdsa.PublicKey:
		oid, ok := oidOf(pub.Curve)
		if !ok {
			return nil, id, errors.New("x509: unsupported elliptic curve")
		}
		if !pub.Curve.IsOnCurve(pub.X, pub.Y) {
			return nil, id, errors.New("x509: invalid elliptic curve public key")
		}
		params, err := asn1.Marshal(oid)
		if err != nil {
			return nil, id, err
		}
		id = pkix.AlgorithmIdentifier{Algorithm: oidECDSA, Parameters: asn1.RawValue{FullBytes: params}}
		return elliptic.Marshal(pub.Curve, pub.X, pub.Y), id, nil
	case ed25519.PublicKey:
		return pub, pkix.AlgorithmIdentifier{Algorithm: oidEd25519}, nil
	case *ecdh.PublicKey:
		if pub.Curve() == ecdh.X25519() {
			return pub.Bytes(), pkix.AlgorithmIdentifier{Algorithm: oidX25519}, nil
		}
		for _, c := range curveOIDs[1:] {
			if fmt.Sprint(pub.Curve()) == c.curve().Params().Name {
				params, err := asn1.Marshal(c.oid)
				id = pkix.AlgorithmIdentifier{Algorithm: oidECDSA, Parameters: asn1.RawValue{FullBytes: params}}
				return pub.Bytes(), id, err
			}
		}
	case *mldsa.PublicKey:
		_, id := mldsaAlgorithm(pub.Parameters())
		return pub.Bytes(), id, nil
	}
	return nil, id, fmt.Errorf("x509: unsupported public key type: %T", pub)
}

// MarshalPKIXPublicKey encodes a key as a SubjectPublicKeyInfo.
func MarshalPKIXPublicKey(pub any) ([]byte, error) {
	data, id, err := marshalPublicKey(pub)
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(publicKeyInfo{Algorithm: id, PublicKey: asn1.BitString{Bytes: data, BitLength: 8 * len(data)}})
}

// ParsePKCS1PublicKey parses an RSA key.
func ParsePKCS1PublicKey(der []byte) (*rsa.PublicKey, error) {
	var pub pkcs1PublicKey
	rest, err := asn1.Unmarshal(der, &pub)
	if err != nil {
		if _, err := asn1.Unmarshal(der, &publicKeyInfo{}); err == nil {
			return nil, errors.New("x509: failed to parse public key (use ParsePKIXPublicKey instead for this key format)")
		}
		return nil, err
	}
	switch {
	case len(rest) > 0:
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	case pub.N.Sign() <= 0 || pub.E <= 0:
		return nil, errors.New("x509: public key contains zero or negative value")
	case pub.E > 1<<31-1:
		return nil, errors.New("x509: public key contains large public exponent")
	}
	return &rsa.PublicKey{N: pub.N, E: pub.E}, nil
}

// MarshalPKCS1PublicKey encodes an RSA key.
func MarshalPKCS1PublicKey(key *rsa.PublicKey) []byte {
	der, _ := asn1.Marshal(pkcs1PublicKey{key.N, key.E})
	return der
}

// ParsePKCS1PrivateKey parses an RSA key.
func ParsePKCS1PrivateKey(der []byte) (*rsa.PrivateKey, error) {
	var priv pkcs1PrivateKey
	rest, err := asn1.Unmarshal(der, &priv)
	switch {
	case err != nil:
		return nil, cmp.Or(misdirected(der, "private key", privateForms[:2]), err)
	case len(rest) > 0:
		return nil, asn1.SyntaxError{Msg: "trailing data"}
	case priv.Version > 1:
		return nil, errors.New("x509: unsupported private key version")
	}
	for _, number := range [...]*big.Int{priv.N, priv.D, priv.P, priv.Q, priv.Dp, priv.Dq, priv.Qinv} {
		if number != nil && number.Sign() <= 0 {
			return nil, errors.New("x509: private key contains zero or negative value")
		}
	}
	key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: priv.N, E: priv.E}, D: priv.D, Primes: []*big.Int{priv.P, priv.Q}}
	for _, a := range priv.AdditionalPrimes {
		if a.Prime.Sign() <= 0 {
			return nil, errors.New("x509: private key contains zero or negative prime")
		}
		key.Primes = append(key.Primes, a.Prime)
	}
	if err := checkRSA(key, &priv); err != nil {
		return nil, err
	}
	return key, nil
}

// MarshalPKCS1PrivateKey encodes an RSA key.
func MarshalPKCS1PrivateKey(key *rsa.PrivateKey) []byte {
	key.Precompute()
	out := pkcs1PrivateKey{
		N: key.N, E: key.E, D: key.D, P: key.Primes[0], Q: key.Primes[1],
		Dp: key.Precomputed.Dp, Dq: key.Precomputed.Dq, Qinv: key.Precomputed.Qinv,
	}
	der, _ := asn1.Marshal(out)
	return der
}

// ParseECPrivateKey parses a key in the form of SEC 1.
func ParseECPrivateKey(der []byte) (*ecdsa.PrivateKey, error) { return parseEC(nil, der) }

func parseEC(oid asn1.ObjectIdentifier, der []byte) (*ecdsa.PrivateKey, error) {
	var priv ecPrivateKey
	if _, err := asn1.Unmarshal(der, &priv); err != nil {
		own := errors.New("x509: failed to parse EC private key: " + err.Error())
		return nil, cmp.Or(misdirected(der, "private key", privateForms), own)
	}
	if priv.Version != 1 {
		return nil, fmt.Errorf("x509: unknown EC private key version %d", priv.Version)
	}
	if oid == nil {
		oid = priv.NamedCurveOID
	}
	curve := curveOf(oid)
	if curve == nil {
		return nil, errors.New("x509: unknown elliptic curve")
	}
	// Some programs write keys with zeros before the number, or without those that it begins with.
	scalar := make([]byte, (curve.Params().N.BitLen()+7)/8)
	k := new(big.Int).SetBytes(priv.PrivateKey)
	if k.BitLen() > 8*len(scalar) {
		return nil, errors.New("x509: invalid private key length")
	}
	return ecdsa.ParseRawPrivateKey(curve, k.FillBytes(scalar))
}

func marshalEC(key *ecdsa.PrivateKey, oid asn1.ObjectIdentifier) ([]byte, error) {
	if !key.Curve.IsOnCurve(key.X, key.Y) {
		return nil, errors.New("invalid elliptic key public key")
	}
	scalar, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	point := elliptic.Marshal(key.Curve, key.X, key.Y)
	return asn1.Marshal(ecPrivateKey{1, scalar, oid, asn1.BitString{Bytes: point, BitLength: 8 * len(point)}})
}

// MarshalECPrivateKey encodes a key in the form of SEC 1.
func MarshalECPrivateKey(key *ecdsa.PrivateKey) ([]byte, error) {
	oid, ok := oidOf(key.Curve)
	if !ok {
		return nil, errors.New("x509: unknown elliptic curve")
	}
	return marshalEC(key, oid)
}

// ParsePKCS8PrivateKey parses an unencrypted key in PKCS #8.
func ParsePKCS8PrivateKey(der []byte) (key any, err error) {
	var priv pkcs8
	if _, err := asn1.Unmarshal(der, &priv); err != nil {
		return nil, cmp.Or(misdirected(der, "private key", privateForms[1:]), err)
	}
	oid, params := priv.Algo.Algorithm, priv.Algo.Parameters.FullBytes
	switch {
	case oid.Equal(oidRSA):
		k, err := ParsePKCS1PrivateKey(priv.PrivateKey)
		if err != nil {
			return nil, errors.New("x509: failed to parse RSA private key embedded in PKCS#8: " + err.Error())
		}
		return k, nil
	case oid.Equal(oidECDSA):
		var name asn1.ObjectIdentifier
		if _, err := asn1.Unmarshal(params, &name); err != nil {
			name = nil
		}
		k, err := parseEC(name, priv.PrivateKey)
		if err != nil {
			return nil, errors.New("x509: failed to parse EC private key embedded in PKCS#8: " + err.Error())
		}
		return k, nil
	case oid.Equal(oidEd25519), oid.Equal(oidX25519):
		var seed []byte
		name := "Ed25519"
		if oid.Equal(oidX25519) {
			name = "X25519"
		}
		if len(params) != 0 {
			return nil, errors.New("x509: invalid " + name + " private key parameters")
		}
		if _, err := asn1.Unmarshal(priv.PrivateKey, &seed); err != nil {
			return nil, fmt.Errorf("x509: invalid %s private key: %v", name, err)
		}
		if name == "X25519" {
			return ecdh.X25519().NewPrivateKey(seed)
		}
		if len(seed) != ed25519.SeedSize {
			return nil, fmt.Errorf("x509: invalid Ed25519 private key length: %d", len(seed))
		}
		return ed25519.NewKeyFromSeed(seed), nil
	}
	if set, ok := mldsaSet(oid); ok {
		return parseMLDSA(set, params, priv.PrivateKey)
	}
	return nil, fmt.Errorf("x509: PKCS#8 wrapping contained private key with unknown algorithm: %v", oid)
}

// MarshalPKCS8PrivateKey encodes a key in PKCS #8.
func MarshalPKCS8PrivateKey(key any) ([]byte, error) {
	var out pkcs8
	var err error
	switch k := key.(type) {
	case *rsa.PrivateKey:
		k.Precompute()
		if err := k.Validate(); err != nil {
			return nil, err
		}
		out.Algo = pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1.NullRawValue}
		out.PrivateKey = MarshalPKCS1PrivateKey(k)
	case *ecdsa.PrivateKey:
		if _, out.Algo, err = marshalPublicKey(&k.PublicKey); err != nil {
			return nil, err
		}
		if out.PrivateKey, err = marshalEC(k, nil); err != nil {
			return nil, errors.New("x509: failed to marshal EC private key while building PKCS#8: " + err.Error())
		}
	case ed25519.PrivateKey:
		out.Algo.Algorithm = oidEd25519
		if out.PrivateKey, err = asn1.Marshal(k.Seed()); err != nil {
			return nil, err
		}
	case *mldsa.PrivateKey:
		_, out.Algo = mldsaAlgorithm(k.PublicKey().Parameters())
		out.PrivateKey = marshalMLDSA(k)
	case *ecdh.PrivateKey:
		if k.Curve() != ecdh.X25519() {
			return nil, errors.New("x509: minigo encodes keys of package ecdh for X25519 only")
		}
		out.Algo.Algorithm = oidX25519
		if out.PrivateKey, err = asn1.Marshal(k.Bytes()); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("x509: unknown key type while marshaling PKCS#8: %T", key)
	}
	return asn1.Marshal(out)
}
