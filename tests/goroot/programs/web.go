// A server and its clients: HTTP/1.1, HTTP/2 over TLS, cookies, forms, a proxy.
package main

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"time"
)

var page = template.Must(template.New("p").Parse("<a href=\"/?q={{.Q}}\" onclick='f({{.Q}})'>{{.Q}}</a>\n"))

func handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello %s by %s\n", r.PathValue("name"), r.Proto)
	})
	mux.HandleFunc("POST /form", func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: r.Form.Get("a"), Path: "/"})
		w.WriteHeader(http.StatusCreated)
		page.Execute(w, map[string]string{"Q": r.Form.Get("a")})
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/cookie", func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie("seen")
		fmt.Fprintln(w, c, err)
	})
	return mux
}

func show(r *http.Response, err error) {
	if err != nil {
		fmt.Println("error:", strings.Contains(err.Error(), "deadline"))
		return
	}
	defer r.Body.Close()
	body, _ := io.ReadAll(r.Body)
	fmt.Printf("%s %q %s", r.Status, r.Header.Get("Content-Type"), body)
}

func main() {
	log.SetOutput(os.Stdout)
	server := httptest.NewServer(handler())
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	show(client.Get(server.URL + "/hello/Ann"))
	show(client.PostForm(server.URL+"/form", url.Values{"a": {"<x>&'"}}))
	show(client.Get(server.URL + "/cookie"))
	show(client.Get(server.URL + "/none"))
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	request, _ := http.NewRequestWithContext(ctx, "GET", server.URL+"/slow", nil)
	show(client.Do(request))
	cancel()

	secure := httptest.NewUnstartedServer(handler())
	secure.EnableHTTP2 = true
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	show(secure.Client().Get(secure.URL + "/hello/Bob"))
	_, err := http.Get(secure.URL)
	fmt.Println(strings.Contains(err.Error(), "certificate"))

	target, _ := url.Parse(server.URL)
	proxy := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	show(http.Get(proxy.URL + "/hello/Carl"))
	proxy.Close()
	secure.Close()
	server.Close()
}
