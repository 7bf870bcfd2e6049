package exchanges

import (
	"math/rand/v2"
	"strings"
)

// A question is what a case begins with: bytes for a server, or a client's method and the bytes that answer it. In the bytes
// ⟪a*5000⟫ stands for 5000 times a. A question with step > 0 comes in reads of so many bytes.
type question struct {
	kind  string // S, L, W, M or F: a server; a client: C and the method, with a ! if the peer closes behind its answer
	step  int
	bytes string
}

// generator makes the questions; the same seed makes the same ones.
type generator struct {
	*rand.Rand
	all  []question
	seen map[question]bool
}

func generate(seed uint64, random int) []question {
	g := &generator{rand.New(rand.NewPCG(seed, 0)), nil, map[question]bool{}}
	g.requestLines()
	g.headers()
	g.lengths()
	g.chunks()
	g.trailers()
	g.connections()
	g.limits()
	g.smuggled()
	g.muxes()
	g.writers()
	g.unread()
	g.randomRequests(random)
	g.randomPaths(random)
	g.requests()
	g.answers()
	g.randomAnswers(random)
	return g.all
}

func (g *generator) add(kind, bytes string) { g.slow(kind, 0, bytes) }

func (g *generator) slow(kind string, step int, bytes string) {
	q := question{kind, step, bytes}
	if !g.seen[q] {
		g.seen[q] = true
		g.all = append(g.all, q)
	}
}

func pick(g *generator, list []string) string { return list[g.IntN(len(list))] }

var (
	methods = []string{"GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "TRACE", "CONNECT", "PATCH", "get", "Get", "FOO", "PRI", "M-SEARCH", "A!#$%&'*+-.^_`|~9",
		"", "G ET", "G\tET", "GET\x00", "GE(T", "G\x80T", "GÉT", "[GET]", "GET:", "\"GET\"", "{GET}", "GET/", "⟪A*100⟫", "\r\nGET", "\nGET", " GET", "\x00GET", "\r\n\r\nGET", "\xef\xbb\xbfGET"}
	targets = []string{"/", "/a/b?c=d", "*", "/*", "http://h.example/p?q", "http://h.example", "http://h.example:80/", "https://h/", "//h/p", "///", "h.example:80", "h.example", "http:/", "http://", "http:///p",
		"", "a", "?", "/?", "#", "/#f", "/a#f?x", "/a%20b", "/a%2fb", "/%", "/%g0", "/%00", "/a\x00b", "/a\tb", "/a b", "/a\x7fb", "/\x80", "/é", "/a\\b", "\\", "/a|b", "/<>\"", "/a{b}", "/a^b`", "/..", "/a/../b", "/./", "//", "/a//b", "/;p", "/a;b=c", "/a?b?c", "/a?%", "/a?\x80", "/?\x01", "/?a b",
		"http://u:p@h/x", "http://h:port/", "http://[::1]/", "http://[::1]:8/", "http://[::1", "http://[fe80::1%25en0]/", "http://h%41/", "http://h /", "mailto:a@b", "ftp://h/", "foo:bar", "foo:/bar", ":foo", "1http://h/", "HTTP://H/", "⟪/a*900⟫", "*/", "*?a", "/a\rb", "0.0.0.0:0", "[::1]:80", ":80", "h:", "h:99999", "/,", "/!$&'()*+,=:@", "http://h?q", "http://h#f", "http://a@/", "http://h:80:80/"}
	versions = []string{"HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/2", "HTTP/1", "HTTP/1.10", "HTTP/01.1", "HTTP/1.01", "http/1.1", "Http/1.1", "HTTP/1,1", "HTTP/ 1.1", "HTTP/1.1 ", " HTTP/1.1", "HTTP/1.1\t", "HTTP/1.1x", "HTTP/x.1", "HTTP/1.", "HTTP/", "HTTP", "", "HTTPS/1.1", "HTTP/-1.1", "HTTP/+1.1", "HTTP/3.0", "HTTP/9.9", "ICY/1.1", "HTTP\\1.1", "HTTP/1.1\x00", "HTTP/1.1\r"}
	hosts    = []string{"h", "h.example:80", "", " ", "h h", "h,i", "h/", "h/p", "h?q", "h#f", "u@h", "u:p@h", "http://h", "[::1]", "[::1]:80", "::1", "h:", "h:port", ":80", "h\x00", "h\x80", "é", "h\tx", "h\\", "h<", "h|", "h\"", "h%41", "h%00", "h;a", "h*", "*", "h_x", "!$%&()*+,-.:;=[]'_~", "{h}", "h^", "h`", "⟪h*300⟫", "H.EXAMPLE", "-", ".", "..", "1.2.3.4"}
	names    = []string{"X", "x-a-b", "X_Y", "x.y", "X!#$%&'*+-.^_`|~", "", " X", "X ", "X\t", "\tX", "X Y", "X\x00", "X\x80", "é", "X\"", "X(", "X/", "X;", "X,", "X=", "X@", "X[", "X\\", "X{", "X\x7f", "X\x01", "⟪X*200⟫", "x\ry", "ContenT-TypE", "x-é", "1", "-", "_", "X\v", "X\r", "Content_Length", "Content-Length\x00", "content-length ", "transfer-encoding\t", "Transfer_Encoding", "\x0bTransfer-Encoding"}
	values   = []string{"a", "", " ", "\t", " a ", "\ta\t", "a b", "a\tb", "a\x00b", "\x00", "a\x01", "\x1b", "\x7f", "\x80", "\xff\xfe", "é", "\"q\"", "a,b", "a;b=c", ":", ": a", "a:b", "a\vb", "a\fb", "a\rb", "\r", "a\r", "⟪v*3000⟫", "\\", "(comment)", "a\r\n b", "a\r\n\tb", "a\n b", "a\r\n \r\n b", "a\r\n  \r\n", "a\u00a0", "\u2028", "%0d%0a", "0", "\x85"}
	lineEnds = []string{"\r\n", "\n", "\r", "\r\r\n", "\n\r", " \r\n", "\t\r\n", "\r\n ", "\x00\r\n", "\v\r\n", ""}
)

func (g *generator) requestLines() {
	for _, m := range methods {
		g.add("S", m+" / HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("S", m+" /a HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi")
	}
	for _, t := range targets {
		g.add("S", "GET "+t+" HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("S", "CONNECT "+t+" HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("S", "OPTIONS "+t+" HTTP/1.1\r\n\r\n")
		if g.IntN(2) == 0 {
			g.add("M", "GET "+t+" HTTP/1.1\r\nHost: other\r\n\r\n")
		} else {
			g.add("F", "GET "+t+" HTTP/1.1\r\nHost: other\r\n\r\n")
		}
	}
	for _, v := range versions {
		g.add("S", "GET / "+v+"\r\nHost: h\r\n\r\n")
		g.add("S", "POST / "+v+"\r\nHost: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
	}
	for _, e := range lineEnds {
		g.add("S", "GET / HTTP/1.1"+e+"Host: h\r\n\r\n")
		g.add("S", "GET / HTTP/1.1\r\nHost: h"+e+"X: y\r\n\r\n")
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\n"+e)
		g.add("S", "GET / HTTP/1.1\r\nHost: h"+e+e)
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2"+e+e+"hi")
	}
	for _, text := range []string{"GET", "GET /", "GET / ", "GET /\r\n\r\n", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET\t/\tHTTP/1.1", "GET / HTTP/1.1 x", "GET / a HTTP/1.1", "\x16\x03\x01\x02\x00\x01", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 200 OK", ""} {
		g.add("S", text+"\r\nHost: h\r\n\r\n")
		g.add("S", text)
	}
	whole := "POST /p?q HTTP/1.1\r\nHost: h\r\nX-A: b\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3;e=f\r\nabc\r\n0\r\nT: u\r\n\r\n"
	for i := range whole {
		if i%3 == 0 {
			g.add("S", whole[:i]) // and nothing more
		}
	}
	for step := 1; step < 9; step++ {
		g.slow("S", step, whole+whole)
	}
}

func (g *generator) headers() {
	for _, h := range hosts {
		g.add("S", "GET / HTTP/1.1\r\nHost: "+h+"\r\n\r\n")
	}
	for _, h := range []string{"", "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: a\r\n", "HOST: a\r\n", "Host : a\r\n", " Host: a\r\n", "Host\r\n", "Host:\r\n", "X: y\r\n", "Host: a,b\r\n", "Host: a\r\n b\r\n", "Host: \r\n a\r\n", "X-Forwarded-Host: a\r\n"} {
		for _, start := range []string{"GET / HTTP/1.1", "GET / HTTP/1.0", "GET http://z/ HTTP/1.1", "CONNECT z:1 HTTP/1.1", "GET http://z/ HTTP/1.0", "HEAD * HTTP/1.1"} {
			g.add("S", start+"\r\n"+h+"\r\n")
		}
	}
	for _, n := range names {
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\n"+n+": v\r\n\r\n")
		g.add("S", "GET / HTTP/1.1\r\n"+n+": v\r\nHost: h\r\n\r\n")
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n"+n+": v\r\n\r\n")
		g.add("C"+"GET", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n"+n+": v\r\n\r\nx")
	}
	for _, v := range values {
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\nX:"+v+"\r\n\r\n")
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\nX: "+v+"\r\nX: w\r\n\r\n")
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "+v+"\r\n\r\n")
		g.add("C"+"GET", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX: "+v+"\r\n\r\nx")
	}
	for _, line := range []string{"X", "X;", ":", ": v", "::", "X\r\n", " ", "\t", " continued", "\r", "\x00", "X: y\r\n z\r\n\tw", "Pragma: no-cache", "Pragma: no-cache\r\nCache-Control: x", "Cookie: a=b\r\nCookie: c=d", "User-Agent: \x01"} {
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\n"+line+"\r\n\r\n")
		g.add("S", "GET / HTTP/1.1\r\n"+line+"\r\nHost: h\r\n\r\n")
	}
}

var (
	lengths   = []string{"2", " 2", "2 ", "02", "002", "+2", "-2", "-0", "+0", "0", "00", "", " ", "2, 2", "2,2", "2,3", "2 2", "2;", "0x2", "0X2", "2.0", "2e0", "1_0", "_2", "2_", "\"2\"", "two", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551618", "⟪9*30⟫", "⟪0*30⟫2", "2\x00", "2\v", "\x0b2", "2\t", "\t2", "2\r\n ", "\r\n 2", "２", "٢", "2\xa0", "1", "3", "4"}
	encodings = []string{"chunked", "Chunked", "CHUNKED", " chunked", "chunked ", "\tchunked", "chunked\t", "identity", "gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked", "chunked,", ",chunked", "identity, chunked", "chunked, identity", "xchunked", "chunkedx", "\"chunked\"", "chunked;q=1", "chunke", "", " ", "\x0bchunked", "chunked\x0b", "chunked\x00", "chun\x00ked", "ch\xc3unked", "x", "compress", "deflate, gzip", "cow", "chunked\r\n ", "\r\n chunked", "\r\n\tchunked", "'chunked'", "chunked\x85", "trailers"}
)

func (g *generator) lengths() {
	const tail = "\r\n\r\nhiGET /inner HTTP/1.1\r\nHost: i\r\n\r\n"
	for _, l := range lengths {
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: "+l+tail)
		g.add("S", "GET / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length:"+l+tail)
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: "+l+tail)
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: "+l+"\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
		g.add("CGET", "HTTP/1.1 200 OK\r\nContent-Length: "+l+"\r\n\r\nhi")
		g.add("CGET!", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: "+l+"\r\n\r\nhi")
		g.add("CHEAD", "HTTP/1.1 200 OK\r\nContent-Length: "+l+"\r\n\r\n")
	}
	const chunked = "\r\n\r\n2\r\nhi\r\n0\r\n\r\nGET /inner HTTP/1.1\r\nHost: i\r\n\r\n"
	for _, e := range encodings {
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "+e+chunked)
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding:"+e+chunked)
		g.add("S", "POST / HTTP/1.0\r\nHost: h\r\nContent-Length: 5\r\nConnection: keep-alive\r\nTransfer-Encoding: "+e+chunked)
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "+e+chunked)
		g.add("CGET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: "+e+"\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
		g.add("CGET!", "HTTP/1.0 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: "+e+"\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
		g.add("CHEAD", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: "+e+"\r\n\r\n")
		g.add("CPOST", "HTTP/1.1 204 No Content\r\nTransfer-Encoding: "+e+"\r\n\r\n")
	}
	for _, name := range []string{"Transfer-Encoding ", "Transfer-Encoding\t", " Transfer-Encoding", "Transfer_Encoding", "Transfer-Encodin", "TRANSFER-ENCODING", "Transfer-Encoding\x00", "Content-Encoding", "TE", "X-Transfer-Encoding", "Transfer\r\n -Encoding"} {
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n"+name+": chunked"+chunked)
		g.add("CGET!", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"+name+": chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
	}
	for _, m := range []string{"GET", "HEAD", "DELETE", "CONNECT", "OPTIONS", "PRI"} {
		for _, f := range []string{"Content-Length: 2", "Transfer-Encoding: chunked", "Content-Length: 0", "Transfer-Encoding: chunked\r\nContent-Length: 2"} {
			g.add("S", m+" /x HTTP/1.1\r\nHost: h\r\n"+f+"\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
		}
	}
}

func (g *generator) connections() {
	for _, v := range []string{"close", "Close", "CLOSE", "keep-alive", "Keep-Alive", "close, keep-alive", "keep-alive, close", "x, close", "close,", ",close", " close ", "closed", "\"close\"", "upgrade", "Upgrade, close", "", "close;x", "x close", "te, trailers"} {
		for _, start := range []string{"GET / HTTP/1.1\r\nHost: h", "GET / HTTP/1.0", "HEAD / HTTP/1.0", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0"} {
			g.add("S", start+"\r\nConnection: "+v+"\r\n\r\n")
		}
		g.add("CGET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: "+v+"\r\n\r\nhi")
		g.add("CGET", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: "+v+"\r\n\r\nhi")
		g.add("CGET!", "HTTP/1.1 200 OK\r\nConnection: "+v+"\r\n\r\nhi")
	}
	for _, more := range []string{"Connection: x\r\nConnection: close", "Connection: close\r\nConnection: keep-alive", "Proxy-Connection: close", "Keep-Alive: timeout=1", "Upgrade: websocket\r\nConnection: Upgrade", "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"} {
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\n"+more+"\r\n\r\n")
		g.add("S", "GET / HTTP/1.0\r\nHost: h\r\n"+more+"\r\n\r\n")
		g.add("CGET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"+more+"\r\n\r\n")
	}
	for _, v := range []string{"100-continue", "100-Continue", "100-CONTINUE", "100-continue, x", "x, 100-continue", "200-ok", "", " ", "100-continue;a=b", "\"100-continue\"", "100"} {
		for _, body := range []string{"Content-Length: 2\r\n\r\nhi", "Content-Length: 2\r\n\r\n", "Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "\r\n"} {
			g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nExpect: "+v+"\r\n"+body)
			g.add("W", "POST /?b=no HTTP/1.1\r\nHost: h\r\nExpect: "+v+"\r\n"+body)
		}
		g.add("S", "POST / HTTP/1.0\r\nExpect: "+v+"\r\nContent-Length: 2\r\n\r\nhi")
	}
	get := "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"
	post := "POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
	chunked := "PUT /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
	for _, list := range [][]string{{get, post}, {post, get}, {chunked, get, post}, {get, "bad\r\n\r\n", get}, {post, "\r\n", get}, {get, "\r\n\r\n", get}, {get, "\n", get}, {post, "abc", get}, {chunked, "x", get}, {get, "HEAD /4 HTTP/1.1\r\nHost: h\r\n\r\n", get}, {get, "GET /5 HTTP/1.0\r\n\r\n", get}} {
		g.add("S", strings.Join(list, ""))
		g.slow("S", 5, strings.Join(list, ""))
	}
}

func (g *generator) limits() {
	for _, n := range []string{"800", "4000", "5000", "5200", "9000", "20000"} {
		g.add("L", "GET /⟪a*"+n+"⟫ HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("L", "GET / HTTP/1.1\r\nHost: h\r\nX: ⟪a*"+n+"⟫\r\n\r\n")
		g.add("L", "GET / HTTP/1.1\r\nHost: h\r\n⟪X*"+n+"⟫: a\r\n\r\n")
		g.add("L", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n⟪ y\r\n*"+n+"⟫\r\n")
		g.add("L", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: "+n+"\r\n\r\n⟪a*"+n+"⟫")
		g.add("L", "⟪a*"+n+"⟫")
		g.add("L", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: ⟪a*"+n+"⟫\r\n\r\n")
	}
	for _, n := range []string{"5", "10", "11", "12", "13", "14", "100", "600"} {
		g.add("L", "GET / HTTP/1.1\r\nHost: h\r\n⟪X: a\r\n*"+n+"⟫\r\n")
		g.add("S", "GET / HTTP/1.1\r\nHost: h\r\n⟪X: a\r\n*"+n+"⟫\r\n")
		g.add("L", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n⟪X: a\r\n*"+n+"⟫\r\n")
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n⟪X: a\r\n*"+n+"⟫\r\n")
	}
	g.add("S", "GET / HTTP/1.1\r\nHost: h\r\nX: ⟪a*1048000⟫\r\n\r\n")
	g.add("S", "GET / HTTP/1.1\r\nHost: h\r\nX: ⟪a*1060000⟫\r\n\r\n")
	for _, n := range []string{"1000", "262143", "262144", "262145", "300000"} {
		for _, q := range []string{"", "r=10", "c", "r=10&b=x&f", "b=x&f&r", "l=100&r", "c&b=x", "f&c"} {
			g.add("W", "POST /?"+q+" HTTP/1.1\r\nHost: h\r\nContent-Length: "+n+"\r\n\r\n⟪a*"+n+"⟫")
		}
		g.add("W", "POST /?b=x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n⟪1\r\na\r\n*"+n+"⟫0\r\n\r\n")
		g.add("W", "POST /?c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n⟪10\r\n0123456789abcdef\r\n*"+n+"⟫0\r\n\r\n")
	}
}
