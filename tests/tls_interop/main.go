// Speaks TLS with itself as another process, which another Go may run: `serve DIR` makes certificates and listens once
// for each scenario, `dial DIR` connects. Both print what they learn of each connection.
package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// digest is what the server answers: what it has read, and a key that both sides derive.
func digest(state tls.ConnectionState, data []byte) []byte {
	h := sha256.New()
	h.Write(data)
	if key, err := state.ExportKeyingMaterial("EXPERIMENTAL interop", []byte("context"), 32); err == nil {
		h.Write(key)
	}
	return h.Sum(nil)
}

func describe(s tls.ConnectionState) string {
	words := []string{tls.VersionName(s.Version), "for", s.ServerName}
	if s.NegotiatedProtocol != "" {
		words = append(words, "speaks", s.NegotiatedProtocol)
	}
	if s.DidResume {
		words = append(words, "resumed")
	}
	if s.ECHAccepted {
		words = append(words, "encrypted hello")
	}
	// rustls does not keep the group of a session of TLS 1.2.
	if s.Version != tls.VersionTLS12 || !s.DidResume {
		words = append(words, s.CurveID.String())
	}
	if s.Version == tls.VersionTLS12 {
		words = append(words, tls.CipherSuiteName(s.CipherSuite))
	}
	for _, cert := range s.PeerCertificates {
		words = append(words, "peer", cert.Subject.CommonName, cert.PublicKeyAlgorithm.String())
	}
	return strings.Join(append(words, fmt.Sprint(len(s.VerifiedChains))), " ")
}

// told is an error without what differs by chance: an alert and the end of the connection race.
func told(err error) string {
	var rejected *tls.ECHRejectionError
	if errors.As(err, &rejected) {
		return fmt.Sprint(err, ", retry with ", len(rejected.RetryConfigList), " bytes")
	}
	var alert *net.OpError
	if errors.As(err, &alert) || errors.Is(err, io.EOF) {
		return "refused by the other side"
	}
	return err.Error()
}

func answer(raw net.Conn, config *tls.Config) string {
	defer raw.Close()
	check(raw.SetDeadline(time.Now().Add(time.Minute)))
	conn := tls.Server(raw, config)
	data, err := io.ReadAll(conn)
	if err != nil {
		return told(err)
	}
	if _, err = conn.Write(digest(conn.ConnectionState(), data)); err == nil {
		err = conn.Close()
	}
	check(err)
	return fmt.Sprint(len(data), " bytes, ", describe(conn.ConnectionState()))
}

func ask(port string, config *tls.Config) string {
	raw, err := net.Dial("tcp", "127.0.0.1:"+port)
	check(err)
	defer raw.Close()
	check(raw.SetDeadline(time.Now().Add(time.Minute)))
	conn := tls.Client(raw, config)
	data := bytes.Repeat([]byte("What is sent takes several records. "), 9000)
	if _, err = conn.Write(data); err == nil {
		err = conn.CloseWrite()
	}
	var got []byte
	if err == nil {
		got, err = io.ReadAll(conn)
	}
	if err != nil {
		return told(err)
	}
	state := conn.ConnectionState()
	return fmt.Sprint("same keys and data: ", bytes.Equal(got, digest(state, data)), ", ", describe(state))
}

func serve(dir string) {
	makeFiles(dir)
	var ports []byte
	var all []net.Listener
	for range scenarios {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		check(err)
		all = append(all, l)
		ports = fmt.Appendln(ports, l.Addr().(*net.TCPAddr).Port)
	}
	check(os.WriteFile(filepath.Join(dir, "ports.new"), ports, 0o666))
	check(os.Rename(filepath.Join(dir, "ports.new"), filepath.Join(dir, "ports")))
	for i, s := range scenarios {
		config := s.serverConfig(dir)
		for range s.clients {
			raw, err := all[i].Accept()
			check(err)
			fmt.Println(s.name+":", answer(raw, config))
		}
	}
}

func dial(dir string) {
	ports, err := os.ReadFile(filepath.Join(dir, "ports"))
	check(err)
	for i, port := range strings.Fields(string(ports)) {
		s := scenarios[i]
		config := s.clientConfig(dir)
		for n, change := range s.clients {
			config := config.Clone()
			if change != nil {
				change(config, dir)
			}
			fmt.Println(s.name, n, ask(port, config))
		}
	}
}

func main() {
	if os.Args[1] == "serve" {
		serve(os.Args[2])
	} else {
		dial(os.Args[2])
	}
}
