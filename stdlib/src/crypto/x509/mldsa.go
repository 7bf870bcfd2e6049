package x509

import (
	"crypto/mldsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
)

// The sets of parameters of ML-DSA, as RFC 9881 numbers them.
var mldsaSets = []struct {
	params mldsa.Parameters
	oid    asn1.ObjectIdentifier
	algo   SignatureAlgorithm
}{
	{mldsa.MLDSA44(), asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 17}, MLDSA44},
	{mldsa.MLDSA65(), asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 18}, MLDSA65},
	{mldsa.MLDSA87(), asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 19}, MLDSA87},
}

func mldsaSet(oid asn1.ObjectIdentifier) (params mldsa.Parameters, ok bool) {
	for _, s := range mldsaSets {
		if oid.Equal(s.oid) {
			return s.params, true
		}
	}
	return params, false
}

// mldsaAlgorithm returns the signature algorithm of keys with these parameters, and its identifier.
func mldsaAlgorithm(params mldsa.Parameters) (algo SignatureAlgorithm, id pkix.AlgorithmIdentifier) {
	for _, s := range mldsaSets {
		if s.params == params {
			return s.algo, pkix.AlgorithmIdentifier{Algorithm: s.oid}
		}
	}
	panic("x509: a key of package mldsa has unknown parameters")
}

// parseMLDSA reads the private key in PKCS #8, which is a seed.
func parseMLDSA(set mldsa.Parameters, parameters, der []byte) (*mldsa.PrivateKey, error) {
	const seed, expanded, both = 0x80, 0x04, 0x30
	if len(parameters) != 0 {
		return nil, errors.New("x509: invalid ML-DSA private key parameters")
	}
	if len(der) == 0 {
		return nil, errors.New("x509: invalid ML-DSA private key length: 0")
	}
	switch der[0] {
	case seed:
	case expanded:
		return nil, errors.New("x509: semi-expanded ML-DSA private keys without seed are not supported")
	case both:
		return nil, errors.New(`x509: ML-DSA private keys with both seed and expanded key are not supported, use e.g. "openssl pkey -provparam ml-dsa.output_formats=seed-only" to convert to a seed-only key`)
	default:
		return nil, fmt.Errorf("x509: invalid ML-DSA private key: invalid ASN.1 tag %02x", der[0])
	}
	if len(der) != 2+mldsa.PrivateKeySize {
		return nil, fmt.Errorf("x509: invalid ML-DSA private key length: %d", len(der))
	}
	if der[1] != mldsa.PrivateKeySize {
		return nil, errors.New("x509: invalid ML-DSA private key ASN.1 encoding")
	}
	return mldsa.NewPrivateKey(set, der[2:])
}

func marshalMLDSA(key *mldsa.PrivateKey) []byte {
	return append([]byte{0x80, mldsa.PrivateKeySize}, key.Bytes()...)
}

// checkMLDSA returns nil if signature is a valid signature of signed; the parameters of algo must be those of the key.
func checkMLDSA(algo SignatureAlgorithm, pub *mldsa.PublicKey, signed, signature []byte) error {
	if own, _ := mldsaAlgorithm(pub.Parameters()); own != algo {
		return fmt.Errorf("x509: signature algorithm specifies an ML-DSA public key with %s parameters, but have a public key with %s parameters", algo, pub.Parameters())
	}
	if err := mldsa.Verify(pub, signed, signature, nil); err != nil {
		return fmt.Errorf("x509: ML-DSA verification failure: %w", err)
	}
	return nil
}
