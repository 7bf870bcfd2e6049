// A service of notes, and a client that tries it: net/http over TLS, encoding/json,
// log/slog, os/exec, embed and compress/gzip.
package main

import (
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

//go:embed static
var static embed.FS

type note struct {
	ID   int      `json:"id"`
	Text string   `json:"text"`
	Tags []string `json:"tags,omitempty"`
}

type store struct {
	mu    sync.Mutex
	notes []note
}

func (s *store) add(w http.ResponseWriter, r *http.Request) {
	var n note
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	n.ID = len(s.notes) + 1
	s.notes = append(s.notes, n)
	s.mu.Unlock()
	w.Header().Set("Location", fmt.Sprintf("/notes/%d", n.ID))
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(n)
}

func (s *store) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out io.Writer = w
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		out = z
	}
	json.NewEncoder(out).Encode(s.notes)
}

func echo(w http.ResponseWriter, r *http.Request) {
	cmd := exec.CommandContext(r.Context(), "/bin/cat")
	cmd.Stdin = r.Body
	cmd.Stdout = w
	if err := cmd.Run(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// logged logs each request.
func logged(log *slog.Logger, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		log.Info("request", "method", r.Method, "path", r.URL.Path, slog.Group("pattern", "text", r.Pattern))
	})
}

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	files, _ := fs.Sub(static, "static")
	s := new(store)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /notes", s.add)
	mux.HandleFunc("GET /notes", s.list)
	mux.HandleFunc("POST /echo", echo)
	mux.Handle("GET /", http.FileServerFS(files))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	cert, trusted := certificate()
	server := &http.Server{Handler: logged(log, mux), TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}}}
	ended := make(chan error)
	go func() { ended <- server.ServeTLS(l, "", "") }()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	try(client, "https://"+l.Addr().String())
	fmt.Println(server.Shutdown(context.Background()), <-ended)
}

// certificate makes one that signs itself, and a pool that has it.
func certificate() (tls.Certificate, *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "notes"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func try(client *http.Client, base string) {
	ask := func(method, path, body string) {
		req, err := http.NewRequest(method, base+path, strings.NewReader(body))
		if err != nil {
			panic(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		fmt.Printf("%s %s %q %q %v %v %s\n", method, path, resp.Status, b, resp.Uncompressed, err, tls.VersionName(resp.TLS.Version))
	}
	ask("POST", "/notes", `{"text":"first","tags":["a","b"]}`)
	ask("POST", "/notes", `{"text":"second"}`)
	ask("POST", "/notes", `{"unknown":1}`)
	ask("GET", "/notes", "")
	ask("POST", "/echo", "through a process")
	ask("GET", "/", "")
	ask("GET", "/none", "")
	ask("DELETE", "/notes", "")
	ask("POST", "/notes", `{"text":"`+strings.Repeat("x", 2000)+`"}`)
}
