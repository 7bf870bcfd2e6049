package x509

import (
	"bytes"
	"encoding/pem"
	"internal/settings"
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
	// constraints are functions that check chains to some of the certificates; the keys are the certificates' bytes.
	constraints map[string]func([]*Certificate) error
}

// NewCertPool returns an empty pool.
func NewCertPool() *CertPool { return &CertPool{have: map[string]bool{}} }

// AddCert adds a certificate.
func (s *CertPool) AddCert(cert *Certificate) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	s.add(cert, nil)
}

// AddCertWithConstraint adds a certificate that ends a chain if constraint returns nil for the certificates below it.
func (s *CertPool) AddCertWithConstraint(cert *Certificate, constraint func([]*Certificate) error) {
	if cert == nil {
		panic("adding nil Certificate to CertPool")
	}
	s.add(cert, constraint)
}

func (s *CertPool) add(cert *Certificate, constraint func([]*Certificate) error) {
	if s.have[string(cert.Raw)] {
		return
	}
	s.have[string(cert.Raw)] = true
	s.all = append(s.all, cert)
	if constraint != nil {
		if s.constraints == nil {
			s.constraints = map[string]func([]*Certificate) error{}
		}
		s.constraints[string(cert.Raw)] = constraint
	}
}

// allows returns nil if a chain may end with a certificate of the pool.
func (s *CertPool) allows(cert *Certificate, chain []*Certificate) error {
	if s == nil || s.constraints[string(cert.Raw)] == nil {
		return nil
	}
	return s.constraints[string(cert.Raw)](chain)
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
	return &CertPool{append([]*Certificate(nil), s.all...), maps.Clone(s.have), maps.Clone(s.constraints)}
}

// Equal reports whether both pools have the same certificates.
func (s *CertPool) Equal(other *CertPool) bool {
	if s == nil || other == nil {
		return s == other
	}
	return maps.Equal(s.have, other.have)
}

// Subjects returns the encoded names of the certificates.
//
// Deprecated: in Go it is incomplete for the pool of the system.
func (s *CertPool) Subjects() [][]byte {
	out := make([][]byte, len(s.all))
	for i, c := range s.all {
		out[i] = c.RawSubject
	}
	return out
}

// parents returns the certificates that may have signed c; those whose key identifier matches come first.
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

var load = sync.OnceValues(loadSystem)

var fallback struct {
	sync.Mutex
	roots *CertPool
}

// SetFallbackRoots sets the roots for a system that has none, or, with x509usefallbackroots=1 in GODEBUG, for all
// systems. It panics if it was called before, or roots is nil.
func SetFallbackRoots(roots *CertPool) {
	if roots == nil {
		panic("roots must be non-nil")
	}
	fallback.Lock()
	defer fallback.Unlock()
	if fallback.roots != nil {
		panic("SetFallbackRoots has already been called")
	}
	fallback.roots = roots
}

// system returns the pool of the system.
func system() (*CertPool, error) {
	fallback.Lock()
	instead := fallback.roots
	fallback.Unlock()
	pool, err := load()
	if instead != nil && (err != nil || len(pool.all) == 0 || settings.Of("x509usefallbackroots") == "1") {
		return instead, nil
	}
	return pool, err
}

// loadSystem reads the first file that exists, and all directories; SSL_CERT_FILE and SSL_CERT_DIR replace the names.
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
