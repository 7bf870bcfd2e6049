// A service of notes, and a client that tries it: net/http, encoding/json, log/slog, os/exec, embed and compress/gzip.
package main

import (
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
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
	server := &http.Server{Handler: logged(log, mux)}
	ended := make(chan error)
	go func() { ended <- server.Serve(l) }()
	try("http://" + l.Addr().String())
	fmt.Println(server.Shutdown(context.Background()), <-ended)
}

func try(base string) {
	ask := func(method, path, body string) {
		req, err := http.NewRequest(method, base+path, strings.NewReader(body))
		if err != nil {
			panic(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		fmt.Printf("%s %s %q %q %v %v\n", method, path, resp.Status, b, resp.Uncompressed, err)
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
