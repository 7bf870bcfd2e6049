package tls

import (
	"crypto"
	"encoding/binary"
	"errors"
	"fmt"
	"internal/settings"
	"slices"
	"strings"
)

func join(parts ...[]byte) (out []byte) {
	for _, part := range parts {
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(part))), part...)
	}
	return out
}

func split(b []byte) (parts [][]byte) {
	for len(b) >= 4 {
		n := 4 + int(binary.BigEndian.Uint32(b))
		parts = append(parts, b[4:n:n])
		b = b[n:]
	}
	return parts
}

func put[T ~uint16](list []T) (out []byte) {
	for _, n := range list {
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	}
	return out
}

func get[T ~uint16](b []byte) (list []T) {
	for ; len(b) >= 2; b = b[2:] {
		list = append(list, T(binary.BigEndian.Uint16(b)))
	}
	return list
}

// versions are the least and the greatest that are spoken.
func (c *Config) versions() (least, greatest uint16, err error) {
	least, greatest = max(c.MinVersion, VersionTLS12), c.MaxVersion
	if greatest == 0 {
		greatest = VersionTLS13
	}
	if greatest >= least {
		return least, greatest, nil
	}
	if greatest < VersionTLS12 {
		return 0, 0, errors.New("tls: minigo speaks TLS 1.2 and 1.3 only")
	}
	return 0, 0, errors.New("tls: no supported versions satisfy MinVersion and MaxVersion")
}

// check refuses a Config that asks for what rustls cannot do. Suites and groups that it does not have may stand beside
// others: both sides choose among what they have in common anyhow.
func (c *Config) check(isClient bool, greatest uint16) error {
	if greatest < VersionTLS13 && len(c.CipherSuites) > 0 && !slices.ContainsFunc(c.CipherSuites, isSpoken) {
		return fmt.Errorf("tls: minigo's crypto/tls has none of the CipherSuites, as rustls has none: %s", names(c.CipherSuites, CipherSuiteName))
	}
	if len(c.CurvePreferences) > 0 && !slices.ContainsFunc(c.CurvePreferences, CurveID.isKnown) {
		return fmt.Errorf("tls: minigo's crypto/tls has none of the CurvePreferences, as rustls with ring and ML-KEM has none: %s", names(c.CurvePreferences, CurveID.String))
	}
	if !isClient && (len(c.EncryptedClientHelloKeys) > 0 || c.GetEncryptedClientHelloKeys != nil) {
		return errECHServer
	}
	if !isClient || c.EncryptedClientHelloConfigList == nil {
		return nil
	}
	if len(c.EncryptedClientHelloConfigList) == 0 {
		return errors.New("tls: EncryptedClientHelloConfigList contains no valid configs")
	}
	if c.MinVersion != 0 && c.MinVersion < VersionTLS13 {
		return errors.New("tls: MinVersion must be >= VersionTLS13 if EncryptedClientHelloConfigList is populated")
	}
	if c.MaxVersion != 0 && c.MaxVersion <= VersionTLS12 {
		return errors.New("tls: MaxVersion must be >= VersionTLS13 if EncryptedClientHelloConfigList is populated")
	}
	return nil
}

// groups returns the groups for the key exchange; nil means all supported groups.
func (c *Config) groups() []CurveID {
	switch {
	case len(c.CurvePreferences) > 0:
		return c.CurvePreferences
	case settings.Of("tlsmlkem") == "0":
		return []CurveID{X25519, CurveP256, CurveP384}
	case settings.Of("tlssecpmlkem") == "0":
		return []CurveID{X25519MLKEM768, X25519, CurveP256, CurveP384}
	}
	return nil
}

func names[T any](list []T, name func(T) string) string {
	var all []string
	for _, n := range list {
		all = append(all, name(n))
	}
	return strings.Join(all, ", ")
}

func (c *Config) flags(isClient, isQUIC bool) []byte {
	flags := make([]byte, 6)
	const offers, mandatory, sessions, log = 0, 1, 2, 5
	switch c.ClientAuth {
	case RequestClientCert, VerifyClientCertIfGiven:
		flags[offers] = 1
	case RequireAnyClientCert, RequireAndVerifyClientCert:
		flags[offers], flags[mandatory] = 1, 1
	}
	if !c.SessionTicketsDisabled && (!isClient || c.ClientSessionCache != nil) {
		flags[sessions] = 1
	}
	if isQUIC || c.KeyLogWriter != nil {
		flags[log] = 1
	}
	return flags
}

// settings are what rustls is to know of a config.
func (c *Conn) settings(config *Config, cert *Certificate) ([]byte, error) {
	least, greatest, err := config.versions()
	if err == nil {
		err = config.check(c.isClient, greatest)
	}
	if err != nil {
		return nil, err
	}
	if c.quic != nil {
		if least = VersionTLS13; greatest < least {
			return nil, errors.New("tls: QUIC needs TLS 1.3, and MaxVersion does not allow it")
		}
	}
	var protocols, authorities, certificate []byte
	for _, name := range config.NextProtos {
		if name == "" || len(name) > 255 {
			return nil, errors.New("tls: invalid NextProtos value")
		}
		protocols = append(protocols, join([]byte(name))...)
	}
	if config.ClientCAs != nil {
		authorities = join(config.ClientCAs.Subjects()...)
	}
	if cert != nil {
		if certificate, err = c.certificate(cert); err != nil {
			return nil, err
		}
	}
	flags := config.flags(c.isClient, c.quic != nil)
	var parameters, ech []byte
	if c.quic != nil {
		parameters = c.quic.parameters
		flags[flagEarly] = c.quic.early(c)
	}
	if c.isClient {
		ech = config.EncryptedClientHelloConfigList
	} else if cert == nil {
		flags[flagLate] = 1
	}
	name := config.ServerName
	for len(name) > 0 && name[len(name)-1] == '.' {
		name = name[:len(name)-1]
	}
	return join(put([]uint16{least, greatest}), put(config.CipherSuites), put(config.groups()), protocols, []byte(name), flags, authorities, certificate, ech, parameters), nil
}

const flagEarly, flagLate = 3, 4

// certificate encodes a chain, and takes its key for signing.
func (c *Conn) certificate(cert *Certificate) ([]byte, error) {
	schemes, err := cert.schemes()
	if err != nil {
		return nil, err
	}
	c.signer = cert.PrivateKey.(crypto.Signer)
	c.state.LocalCertificate = cert.Certificate
	return append(join(put(schemes)), join(cert.Certificate...)...), nil
}
