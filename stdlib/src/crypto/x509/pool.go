package x509

import (
	"bytes"
	"encoding/pem"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A CertPool is a set of certificates.
type CertPool struct {
	all  []*Certificate
	have map[string]bool
}

// NewCertPool returns an empty pool.
func NewCertPool() *CertPool { return &CertPool{have: map[string]bool{}} }

// AddCert adds a certificate.
func (s *CertPool) AddCert(cert *Certificate) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	if !s.have[string(cert.Raw)] {
		s.have[string(cert.Raw)] = true
		s.all = append(s.all, cert)
	}
}

// AppendCertsFromPEM adds the certificates in text; false if there is none.
func (s *CertPool) AppendCertsFromPEM(pemCerts []byte) (ok bool) {
	for len(pemCerts) > 0 {
		var block *pem.Block
		if block, pemCerts = pem.Decode(pemCerts); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if cert, err := ParseCertificate(block.Bytes); err == nil {
			s.AddCert(cert)
			ok = true
		}
	}
	return ok
}

// Clone returns a copy.
func (s *CertPool) Clone() *CertPool {
	return &CertPool{append([]*Certificate(nil), s.all...), maps.Clone(s.have)}
}

// Equal reports whether both have the same certificates.
func (s *CertPool) Equal(other *CertPool) bool {
	if s == nil || other == nil {
		return s == other
	}
	return maps.Equal(s.have, other.have)
}

// Subjects returns the encoded names of the certificates.
//
// Deprecated: for the system's pool it is not complete in Go.
func (s *CertPool) Subjects() [][]byte {
	out := make([][]byte, len(s.all))
	for i, c := range s.all {
		out[i] = c.RawSubject
	}
	return out
}

// parents returns those that may have signed c, those with the wanted key first.
func (s *CertPool) parents(c *Certificate) (found []*Certificate) {
	if s == nil {
		return nil
	}
	for _, p := range s.all {
		if bytes.Equal(p.RawSubject, c.RawIssuer) {
			if len(c.AuthorityKeyId) > 0 && bytes.Equal(p.SubjectKeyId, c.AuthorityKeyId) {
				found = append([]*Certificate{p}, found...)
			} else {
				found = append(found, p)
			}
		}
	}
	return found
}

func (s *CertPool) contains(c *Certificate) bool { return s != nil && s.have[string(c.Raw)] }

var rootFiles = []string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
	"/etc/pki/tls/cacert.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
}

var rootDirs = []string{"/etc/ssl/certs", "/etc/pki/tls/certs"}

var system = sync.OnceValues(loadSystem)

// loadSystem reads the first of the files, and all in the directories, that SSL_CERT_FILE and SSL_CERT_DIR can name.
func loadSystem() (*CertPool, error) {
	pool := NewCertPool()
	files, dirs := rootFiles, rootDirs
	if f := os.Getenv("SSL_CERT_FILE"); f != "" {
		files = []string{f}
	}
	if d := os.Getenv("SSL_CERT_DIR"); d != "" {
		dirs = strings.Split(d, ":")
	}
	var first error
	read := false
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil {
			pool.AppendCertsFromPEM(data)
			read = true
			break
		}
		if first == nil && !os.IsNotExist(err) {
			first = err
		}
	}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil && first == nil && !os.IsNotExist(err) {
			first = err
		}
		for _, e := range entries {
			if data, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
				pool.AppendCertsFromPEM(data)
			}
		}
	}
	if len(pool.all) > 0 || read || first == nil {
		return pool, nil
	}
	return nil, first
}

// SystemCertPool returns a copy of the pool of the system.
func SystemCertPool() (*CertPool, error) {
	pool, err := system()
	if err != nil {
		return nil, err
	}
	return pool.Clone(), nil
}
