package main

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
)

// A scenario is a server, and what its clients, one after the other, change of their configuration.
type scenario struct {
	name    string
	server  func(c *tls.Config, dir string)
	clients []func(c *tls.Config, dir string)
}

type change = func(c *tls.Config, dir string)

func read(dir, name string) []byte {
	data, err := os.ReadFile(filepath.Join(dir, name))
	check(err)
	return data
}

func pair(dir, name string) tls.Certificate {
	cert, err := tls.X509KeyPair(read(dir, name+".crt"), read(dir, name+".key"))
	check(err)
	return cert
}

func pool(dir string) *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(read(dir, "authority.crt"))
	return roots
}

func (s scenario) serverConfig(dir string) *tls.Config {
	c := &tls.Config{Certificates: []tls.Certificate{pair(dir, "ecdsa")}}
	if s.server != nil {
		s.server(c, dir)
	}
	return c
}

func (s scenario) clientConfig(dir string) *tls.Config {
	return &tls.Config{ServerName: "server.test", RootCAs: pool(dir), ClientSessionCache: tls.NewLRUClientSessionCache(4)}
}

func version(v uint16) change {
	return func(c *tls.Config, _ string) { c.MinVersion, c.MaxVersion = v, v }
}

func protocols(all ...string) change {
	return func(c *tls.Config, _ string) { c.NextProtos = all }
}

func named(name string) change {
	return func(c *tls.Config, _ string) { c.ServerName = name }
}

func certificate(names ...string) change {
	return func(c *tls.Config, dir string) {
		c.Certificates = nil
		for _, name := range names {
			c.Certificates = append(c.Certificates, pair(dir, name))
		}
	}
}

// fresh connects without the sessions of earlier clients.
func fresh(changes ...change) change {
	return func(c *tls.Config, dir string) {
		c.ClientSessionCache = nil
		for _, change := range changes {
			change(c, dir)
		}
	}
}

func both(a, b change) change {
	return func(c *tls.Config, dir string) { a(c, dir); b(c, dir) }
}

func clients(kind tls.ClientAuthType) change {
	return func(c *tls.Config, dir string) { c.ClientAuth, c.ClientCAs = kind, pool(dir) }
}

func suite(id uint16) change {
	return both(version(tls.VersionTLS12), func(c *tls.Config, _ string) { c.CipherSuites = []uint16{id} })
}

func curve(id tls.CurveID) change {
	return func(c *tls.Config, _ string) { c.CurvePreferences = []tls.CurveID{id} }
}

func withoutTickets(c *tls.Config, _ string) { c.SessionTicketsDisabled = true }

func distrust(c *tls.Config, _ string) { c.RootCAs = x509.NewCertPool() }

func hello(name string) change {
	return func(c *tls.Config, dir string) { c.EncryptedClientHelloConfigList = read(dir, name+".ech") }
}

// keyed has the server decrypt hellos; minigo's own cannot, so the test leaves these scenarios out there.
func keyed(c *tls.Config, dir string) {
	c.Certificates = append(c.Certificates, pair(dir, "public"))
	list := read(dir, "known.ech")
	c.EncryptedClientHelloKeys = []tls.EncryptedClientHelloKey{{Config: list[2:], PrivateKey: read(dir, "known.echkey"), SendAsRetry: true}}
}

var scenarios = pick([]scenario{
	{"resumption", nil, []change{nil, nil, withoutTickets}},
	{"resumption of 1.2", version(tls.VersionTLS12), []change{nil, nil, withoutTickets}},
	{"no tickets", withoutTickets, []change{nil, nil}},
	{"client of 1.2", nil, []change{version(tls.VersionTLS12), nil}},
	{"versions apart", version(tls.VersionTLS13), []change{version(tls.VersionTLS12)}},
	{"rsa", certificate("rsa"), []change{nil, version(tls.VersionTLS12)}},
	{"ed25519", certificate("ed25519"), []change{nil, version(tls.VersionTLS12)}},
	{"p384", certificate("p384"), []change{nil, version(tls.VersionTLS12)}},
	{"two certificates", certificate("ecdsa", "other"), []change{nil, named("other.test"), named("third.test")}},
	{"protocols", protocols("h2", "http/1.1"), []change{protocols("http/1.1"), protocols("http/1.1", "h2"), protocols("spdy"), nil}},
	{"mutual", clients(tls.RequireAndVerifyClientCert), []change{certificate("client"), certificate("client"), fresh(certificate("clientrsa")), fresh(certificate("stranger")), fresh()}},
	{"mutual 1.2", both(version(tls.VersionTLS12), clients(tls.RequireAndVerifyClientCert)), []change{certificate("client"), certificate("client"), fresh(certificate("clientrsa")), fresh()}},
	{"any client", clients(tls.RequireAnyClientCert), []change{fresh(certificate("stranger")), fresh(certificate("cliented25519")), fresh()}},
	{"perhaps a client", clients(tls.VerifyClientCertIfGiven), []change{fresh(), fresh(certificate("client"))}},
	{"aes 128", suite(tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256), []change{nil}},
	{"aes 256", suite(tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384), []change{nil}},
	{"chacha", suite(tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256), []change{nil}},
	{"x25519", curve(tls.X25519), []change{fresh(), fresh(curve(tls.X25519)), fresh(curve(tls.CurveP256))}},
	{"p256", curve(tls.CurveP256), []change{fresh(), fresh(curve(tls.CurveP256))}},
	{"p384 curve", curve(tls.CurveP384), []change{fresh(), fresh(curve(tls.CurveP384))}},
	{"p256 and ml-kem", curve(tls.SecP256r1MLKEM768), []change{fresh(), fresh(curve(tls.SecP256r1MLKEM768)), fresh(curve(tls.X25519MLKEM768))}},
	{"p384 and ml-kem", curve(tls.SecP384r1MLKEM1024), []change{fresh(), fresh(curve(tls.SecP384r1MLKEM1024))}},
	{"x25519 and ml-kem", curve(tls.X25519MLKEM768), []change{fresh(), fresh(curve(tls.X25519MLKEM768)), fresh(curve(tls.X25519))}},
	{"distrust", nil, []change{distrust}},
	{"hello in clear", nil, []change{hello("known")}},
	{"hello encrypted", keyed, []change{hello("known"), hello("known"), hello("foreign"), nil}},
})

// pick leaves those of encrypted hellos out if ECH=off.
func pick(all []scenario) []scenario {
	if os.Getenv("ECH") == "off" {
		return all[:len(all)-1]
	}
	return all
}
