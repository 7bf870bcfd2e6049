package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/fstest"
	"time"
)

var modified = time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)

func ask(h http.Handler, method, target string, fields ...string) {
	req := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(fields); i += 2 {
		req.Header.Set(fields[i], fields[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	resp := rec.Result()
	b, _ := io.ReadAll(resp.Body)
	body := fmt.Sprintf("%q", b)
	if kind := resp.Header.Get("Content-Type"); strings.HasPrefix(kind, "multipart/") {
		boundary := kind[strings.Index(kind, "=")+1:]
		body = strings.ReplaceAll(body, boundary, "BOUNDARY")
		resp.Header.Set("Content-Type", "multipart")
	}
	fmt.Println(method, target, fields, resp.StatusCode)
	for _, k := range []string{"Location", "Content-Type", "Content-Length", "Content-Range", "Last-Modified", "Accept-Ranges", "Etag", "Allow"} {
		if v := resp.Header.Values(k); len(v) > 0 {
			fmt.Println("  ", k, v)
		}
	}
	fmt.Println("  ", body)
}

func main() {
	files := fstest.MapFS{
		"a.txt":          {Data: []byte("0123456789"), ModTime: modified},
		"page.html":      {Data: []byte("<!DOCTYPE html><p>page"), ModTime: modified},
		"noext":          {Data: []byte("\x89PNG\r\n\x1a\nrest"), ModTime: modified},
		"dir/index.html": {Data: []byte("index"), ModTime: modified},
		"list/b&c":       {Data: []byte("x"), ModTime: modified},
		"list/sub/x":     {Data: []byte("x"), ModTime: modified},
		"empty":          {ModTime: modified},
	}
	h := http.FileServerFS(files)
	ask(h, "GET", "/a.txt")
	ask(h, "HEAD", "/a.txt")
	ask(h, "GET", "/page.html")
	ask(h, "GET", "/noext")
	ask(h, "GET", "/empty")
	ask(h, "GET", "/dir")
	ask(h, "GET", "/dir/")
	ask(h, "GET", "/dir/index.html")
	ask(h, "GET", "/list/")
	ask(h, "GET", "/a.txt/")
	ask(h, "GET", "/none")
	ask(h, "GET", "/a.txt/x")
	for _, r := range []string{"bytes=0-3", "bytes=5-", "bytes=-3", "bytes=0-0,8-9", "bytes=20-", "bytes=5-2", "pages=1", "bytes=0-99", "bytes=-0"} {
		ask(h, "GET", "/a.txt", "Range", r)
	}
	at := modified.Format(http.TimeFormat)
	ask(h, "GET", "/a.txt", "If-Modified-Since", at)
	ask(h, "GET", "/a.txt", "If-Modified-Since", modified.Add(-time.Hour).Format(http.TimeFormat))
	ask(h, "GET", "/a.txt", "If-Unmodified-Since", modified.Add(-time.Hour).Format(http.TimeFormat))
	ask(h, "GET", "/a.txt", "If-Range", at, "Range", "bytes=1-2")
	ask(h, "GET", "/a.txt", "If-Range", modified.Add(time.Hour).Format(http.TimeFormat), "Range", "bytes=1-2")
	tagged := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Etag", `"v1"`)
		http.ServeContent(w, r, "x.json", time.Time{}, strings.NewReader(`{"a":1}`))
	})
	ask(tagged, "GET", "/")
	ask(tagged, "GET", "/", "If-None-Match", `"v0", W/"v1"`)
	ask(tagged, "PUT", "/", "If-None-Match", `*`)
	ask(tagged, "GET", "/", "If-Match", `"v2"`)
	ask(tagged, "GET", "/", "If-Range", `"v1"`, "Range", "bytes=0-1")

	mux := http.NewServeMux()
	text := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, s, " ", r.Pattern, " ", r.PathValue("id")) }
	}
	mux.Handle("/", text("root"))
	mux.Handle("/{$}", text("exactly"))
	mux.Handle("GET /items/{id}", text("get"))
	mux.Handle("POST /items/{id}", text("post"))
	mux.Handle("GET /items/special", text("special"))
	mux.Handle("example.org/", text("host"))
	mux.Handle("GET /deep/{id}/end", text("deep"))
	mux.Handle("/deep/{id...}", text("rest"))
	for _, target := range []string{"/", "/x", "/items/7", "/items/special", "http://example.org/y", "http://example.org:80/items/1", "/deep/1/end", "/deep/1/other", "/deep/", "/deep", "/items/%2F", "//items/7"} {
		ask(mux, "GET", target)
	}
	ask(mux, "DELETE", "/items/7")
	ask(mux, "HEAD", "/items/7")
	ask(mux, "POST", "/deep/1/end")
	only := http.NewServeMux()
	only.Handle("GET /a/{id}", text("a"))
	only.Handle("PUT /a/b", text("ab"))
	only.Handle("/tree/", text("tree"))
	ask(only, "DELETE", "/a/b")
	ask(only, "GET", "/a/b")
	ask(only, "GET", "/tree?q=1")
	ask(only, "GET", "/none")
	for _, pair := range [][2]string{{"/a/{x}", "/a/{y}"}, {"/a/{x}/b", "/a/c/{y}"}, {"GET /", "/x"}, {"/{x}", "GET /{$}"}, {"GET /q/", "/q/{id}"}} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					s := fmt.Sprint(p)
					for {
						i := strings.Index(s, "(registered at ")
						if i < 0 {
							break
						}
						j := strings.Index(s[i:], ")")
						s = s[:i] + "HERE" + s[i+j+1:]
					}
					fmt.Println(s)
				}
			}()
			m := http.NewServeMux()
			m.Handle(pair[0], text(""))
			m.Handle(pair[1], text(""))
			fmt.Println(pair, "both")
		}()
	}
	for _, bad := range []string{"", "x", "/{", "/{a}b", "/{a...}/b", "/{$}/x", "/{a}/{a}", "/{1}", "GE T /", "GET  /x", "/{}", "GET /a//b", "h{o}/"} {
		func() {
			defer func() { fmt.Println(recover()) }()
			http.NewServeMux().Handle(bad, text(""))
			fmt.Println(bad, "good")
		}()
	}
	p := http.NewCrossOriginProtection()
	fmt.Println(p.AddTrustedOrigin("https://trusted.example"), p.AddTrustedOrigin("no origin"), p.AddTrustedOrigin("https://x/path"))
	p.AddInsecureBypassPattern("/open/")
	guarded := p.Handler(text("passed"))
	ask(guarded, "GET", "/", "Sec-Fetch-Site", "cross-site")
	ask(guarded, "POST", "/", "Sec-Fetch-Site", "cross-site")
	ask(guarded, "POST", "/", "Sec-Fetch-Site", "same-origin")
	ask(guarded, "POST", "/", "Origin", "https://example.com")
	ask(guarded, "POST", "/", "Origin", "https://evil.example")
	ask(guarded, "POST", "/", "Origin", "https://trusted.example", "Sec-Fetch-Site", "cross-site")
	ask(guarded, "POST", "/open/x", "Origin", "https://evil.example")
	for _, s := range []string{"", "  text", "\x00\x01", "<html>", "  <!-- x", "<?xml version", "%PDF-1", "GIF89a..", "\xff\xd8\xff\xe0", "PK\x03\x04", "RIFF1234WEBPVP8 ", "\x00\x00\x00\x18ftypmp42....mp41", "\xef\xbb\xbftext", "OggS\x00"} {
		fmt.Println(http.DetectContentType([]byte(s)))
	}
}

// Output:
// GET /a.txt [] 200
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "0123456789"
// HEAD /a.txt [] 200
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    ""
// GET /page.html [] 200
//    Content-Type [text/html; charset=utf-8]
//    Content-Length [22]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "<!DOCTYPE html><p>page"
// GET /noext [] 200
//    Content-Type [image/png]
//    Content-Length [12]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "\x89PNG\r\n\x1a\nrest"
// GET /empty [] 200
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [0]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    ""
// GET /dir [] 301
//    Location [dir/]
//    ""
// GET /dir/ [] 200
//    Content-Type [text/html; charset=utf-8]
//    Content-Length [5]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "index"
// GET /dir/index.html [] 301
//    Location [./]
//    ""
// GET /list/ [] 200
//    Content-Type [text/html; charset=utf-8]
//    "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n<a href=\"b&c\">b&amp;c</a>\n<a href=\"sub/\">sub/</a>\n</pre>\n"
// GET /a.txt/ [] 301
//    Location [../a.txt]
//    ""
// GET /none [] 404
//    Content-Type [text/plain; charset=utf-8]
//    "404 page not found\n"
// GET /a.txt/x [] 404
//    Content-Type [text/plain; charset=utf-8]
//    "404 page not found\n"
// GET /a.txt [Range bytes=0-3] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [4]
//    Content-Range [bytes 0-3/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "0123"
// GET /a.txt [Range bytes=5-] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [5]
//    Content-Range [bytes 5-9/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "56789"
// GET /a.txt [Range bytes=-3] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [3]
//    Content-Range [bytes 7-9/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "789"
// GET /a.txt [Range bytes=0-0,8-9] 206
//    Content-Type [multipart]
//    Content-Length [345]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "--BOUNDARY\r\nContent-Range: bytes 0-0/10\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n0\r\n--BOUNDARY\r\nContent-Range: bytes 8-9/10\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n89\r\n--BOUNDARY--\r\n"
// GET /a.txt [Range bytes=20-] 416
//    Content-Type [text/plain; charset=utf-8]
//    Content-Range [bytes */10]
//    "invalid range: failed to overlap\n"
// GET /a.txt [Range bytes=5-2] 416
//    Content-Type [text/plain; charset=utf-8]
//    "invalid range\n"
// GET /a.txt [Range pages=1] 416
//    Content-Type [text/plain; charset=utf-8]
//    "invalid range\n"
// GET /a.txt [Range bytes=0-99] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [10]
//    Content-Range [bytes 0-9/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "0123456789"
// GET /a.txt [Range bytes=-0] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [0]
//    Content-Range [bytes 10-9/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    ""
// GET /a.txt [If-Modified-Since Mon, 06 May 2024 07:08:09 GMT] 304
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    ""
// GET /a.txt [If-Modified-Since Mon, 06 May 2024 06:08:09 GMT] 200
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "0123456789"
// GET /a.txt [If-Unmodified-Since Mon, 06 May 2024 06:08:09 GMT] 412
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    ""
// GET /a.txt [If-Range Mon, 06 May 2024 07:08:09 GMT Range bytes=1-2] 206
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [2]
//    Content-Range [bytes 1-2/10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "12"
// GET /a.txt [If-Range Mon, 06 May 2024 08:08:09 GMT Range bytes=1-2] 200
//    Content-Type [text/plain; charset=utf-8]
//    Content-Length [10]
//    Last-Modified [Mon, 06 May 2024 07:08:09 GMT]
//    Accept-Ranges [bytes]
//    "0123456789"
// GET / [] 200
//    Content-Type [application/json]
//    Content-Length [7]
//    Accept-Ranges [bytes]
//    Etag ["v1"]
//    "{\"a\":1}"
// GET / [If-None-Match "v0", W/"v1"] 304
//    Etag ["v1"]
//    ""
// PUT / [If-None-Match *] 412
//    Etag ["v1"]
//    ""
// GET / [If-Match "v2"] 412
//    Etag ["v1"]
//    ""
// GET / [If-Range "v1" Range bytes=0-1] 206
//    Content-Type [application/json]
//    Content-Length [2]
//    Content-Range [bytes 0-1/7]
//    Accept-Ranges [bytes]
//    Etag ["v1"]
//    "{\""
// GET / [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "exactly /{$} "
// GET /x [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "root / "
// GET /items/7 [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "get GET /items/{id} 7"
// GET /items/special [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "special GET /items/special "
// GET http://example.org/y [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "host example.org/ "
// GET http://example.org:80/items/1 [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "host example.org/ "
// GET /deep/1/end [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "deep GET /deep/{id}/end 1"
// GET /deep/1/other [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "rest /deep/{id...} 1/other"
// GET /deep/ [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "rest /deep/{id...} "
// GET /deep [] 307
//    Location [/deep/]
//    Content-Type [text/html; charset=utf-8]
//    "<a href=\"/deep/\">Temporary Redirect</a>.\n\n"
// GET /items/%2F [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "root / "
// GET //items/7 [] 307
//    Location [/items/7]
//    Content-Type [text/html; charset=utf-8]
//    "<a href=\"/items/7\">Temporary Redirect</a>.\n\n"
// DELETE /items/7 [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "root / "
// HEAD /items/7 [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "get GET /items/{id} 7"
// POST /deep/1/end [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "rest /deep/{id...} 1/end"
// DELETE /a/b [] 405
//    Content-Type [text/plain; charset=utf-8]
//    Allow [GET, HEAD, PUT]
//    "Method Not Allowed\n"
// GET /a/b [] 200
//    Content-Type [text/plain; charset=utf-8]
//    "a GET /a/{id} b"
// GET /tree?q=1 [] 307
//    Location [/tree/?q=1]
//    Content-Type [text/html; charset=utf-8]
//    "<a href=\"/tree/?q=1\">Temporary Redirect</a>.\n\n"
// GET /none [] 404
//    Content-Type [text/plain; charset=utf-8]
//    "404 page not found\n"
// pattern "/a/{y}" HERE conflicts with pattern "/a/{x}" HERE:
// /a/{y} matches the same requests as /a/{x}
// pattern "/a/c/{y}" HERE conflicts with pattern "/a/{x}/b" HERE:
// /a/c/{y} and /a/{x}/b both match some paths, like "/a/c/b".
// But neither is more specific than the other.
// /a/c/{y} matches "/a/c/y", but /a/{x}/b doesn't.
// /a/{x}/b matches "/a/x/b", but /a/c/{y} doesn't.
// pattern "/x" HERE conflicts with pattern "GET /" HERE:
// /x matches more methods than GET /, but has a more specific path pattern
// [/{x} GET /{$}] both
// pattern "/q/{id}" HERE conflicts with pattern "GET /q/" HERE:
// /q/{id} matches more methods than GET /q/, but has a more specific path pattern
// http: invalid pattern
// parsing "x": at offset 0: host/path missing /
// parsing "/{": at offset 1: bad wildcard segment (must end with '}')
// parsing "/{a}b": at offset 1: bad wildcard segment (must end with '}')
// parsing "/{a...}/b": at offset 1: {...} wildcard not at end
// parsing "/{$}/x": at offset 1: {$} not at end
// parsing "/{a}/{a}": at offset 5: duplicate wildcard name "a"
// parsing "/{1}": at offset 1: bad wildcard name "1"
// GE T / good
// <nil>
// GET  /x good
// <nil>
// parsing "/{}": at offset 1: empty wildcard
// parsing "GET /a//b": at offset 4: non-CONNECT pattern with unclean path can never match
// parsing "h{o}/": at offset 1: host contains '{' (missing initial '/'?)
// <nil> invalid origin "no origin": scheme is required invalid origin "https://x/path": path, query, and fragment are not allowed
// GET / [Sec-Fetch-Site cross-site] 200
//    Content-Type [text/plain; charset=utf-8]
//    "passed  "
// POST / [Sec-Fetch-Site cross-site] 403
//    Content-Type [text/plain; charset=utf-8]
//    "cross-origin request detected from Sec-Fetch-Site header\n"
// POST / [Sec-Fetch-Site same-origin] 200
//    Content-Type [text/plain; charset=utf-8]
//    "passed  "
// POST / [Origin https://example.com] 200
//    Content-Type [text/plain; charset=utf-8]
//    "passed  "
// POST / [Origin https://evil.example] 403
//    Content-Type [text/plain; charset=utf-8]
//    "cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host\n"
// POST / [Origin https://trusted.example Sec-Fetch-Site cross-site] 200
//    Content-Type [text/plain; charset=utf-8]
//    "passed  "
// POST /open/x [Origin https://evil.example] 200
//    Content-Type [text/plain; charset=utf-8]
//    "passed  "
// text/plain; charset=utf-8
// text/plain; charset=utf-8
// application/octet-stream
// text/html; charset=utf-8
// text/html; charset=utf-8
// text/xml; charset=utf-8
// application/pdf
// image/gif
// image/jpeg
// application/zip
// image/webp
// application/octet-stream
// text/plain; charset=utf-8
// application/ogg
