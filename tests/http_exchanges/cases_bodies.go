package exchanges

import "strings"

var sizes = []string{"2", "02", "0002", "⟪0*13⟫002", "⟪0*15⟫2", "⟪0*16⟫2", "⟪0*20⟫2", " 2", "2 ", "\t2", "2\t", "2 \t ", "2\x0b", "2\x0c", "2\xa0", "2\x00", "\x002", "+2", "-2", "0x2", "0X2", "x2", "2x", "2h", "2_", "_2", "0_2", "2.0", "2e", "", " ", "g", "G", "\"2\"", "2,", "2, 2", "2 2", "ffffffffffffffff", "fffffffffffffffff", "7fffffffffffffff", "8000000000000000", "10000000000000002", "80000000", "100000000", "1", "3", "٢",
	"2;", "2;a", "2;a=b", "2;a=\"b\"", "2;a=\"b;c\"", "2;a=\"b\r\n\"", "2 ;a", "2 ; a = b", "2\t;a", "2;a\r", "2;a\rb", "2\r", "2;\x00", "2;\x01", "2;\x80", "2;\n", "2;a\n", "2;=", "2;;", "2;a=\"", "2;⟪x*4000⟫", "2;⟪x*4090⟫", "2;⟪x*4093⟫", "2;⟪x*4095⟫", "2;⟪x*5000⟫", ";2", "2:a", "2#", "2\r\r"}

func (g *generator) chunks() {
	const post = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
	const inner = "GET /inner HTTP/1.1\r\nHost: i\r\n\r\n"
	const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for i, s := range sizes {
		g.add("S", post+s+"\r\nhi\r\n0\r\n\r\n"+inner)
		g.add("S", post+"2\r\nhi\r\n"+strings.ReplaceAll(s, "2", "0")+"\r\n\r\n"+inner)
		g.add("W", strings.Replace(post, "/", "/?b=unread", 1)+s+"\r\nhi\r\n0\r\n\r\n"+inner)
		g.add("CGET", head+s+"\r\nhi\r\n0\r\n\r\n")
		if i%2 == 0 {
			g.slow("S", 1+i%3, post+s+"\r\nhi\r\n0\r\n\r\n"+inner)
		}
	}
	for _, e := range lineEnds {
		for _, body := range []string{"2" + e + "hi\r\n0\r\n\r\n", "2\r\nhi" + e + "0\r\n\r\n", "2\r\nhi\r\n0" + e + "\r\n", "2\r\nhi\r\n0\r\n" + e, "2\r\nhi\r\n0\r\nT: u" + e + "\r\n", "2\r\nhi" + e + e + "0\r\n\r\n", "2\r\nhi\r\n" + e + "0\r\n\r\n"} {
			g.add("S", post+body+inner)
			if g.IntN(2) == 0 {
				g.add("CGET!", head+body)
			}
		}
	}
	for _, body := range []string{"2\r\nhiX\r\n0\r\n\r\n", "2\r\nh\r\n0\r\n\r\n", "2\r\nhi0\r\n\r\n", "0\r\n\r\n", "00\r\n\r\n", "⟪0*17⟫\r\n\r\n", "0\r\n", "0", "", "2\r\nhi\r\n", "2\r\nhi", "2\r\nh", "2", "2\r", "2\r\nhi\r\n0\r\n\r", "1\r\nh\r\n1\r\ni\r\n0\r\n\r\n", "2\r\n\r\n\r\n0\r\n\r\n", "a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n", "⟪1;⟪x*30⟫\r\na\r\n*10⟫0\r\n\r\n", "⟪1;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\na\r\n*300⟫0\r\n\r\n", "⟪1;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\na\r\n*400⟫0\r\n\r\n", "⟪1\r\na\r\n*3000⟫0\r\n\r\n", "400\r\n⟪a*1024⟫\r\n0\r\n\r\n"} {
		g.add("S", post+body)
		g.add("S", post+body+inner)
		g.add("CGET", head+body)
		g.add("CGET!", head+body)
		g.add("CGET~", head+body)
		g.add("W", strings.Replace(post, "/", "/?c&b=closed", 1)+body+inner)
		g.add("W", strings.Replace(post, "/", "/?r=1&b=one&f", 1)+body+inner)
	}
}

var trailers = []string{"T: u", "T:u", "T : u", " T: u", "\tT: u", "T", "no colon", ":", ": u", "T: u\r\nT: v", "T: u\r\n v", "t-x: u", "X: y", "T: \x00", "T: \x80", "T: \x01", "T\x00: u", "T\x80: u", "T(: u", "T: u\nX: y", "T: u\rX: y", "Content-Length: 5", "Transfer-Encoding: chunked", "Trailer: x", "Host: evil", "Connection: close", "Authorization: x", "Content-Type: a/b", "Set-Cookie: a=b", "Expect: 100-continue", "TE: x", "Cookie: c", "GET / HTTP/1.1", "GET http://x/ HTTP/1.1", "T: ⟪u*2000⟫", "T: ⟪u*4080⟫", "T: ⟪u*4090⟫", "T: ⟪u*4096⟫", "T: ⟪u*5000⟫", "T: ⟪u*70000⟫", "⟪T: u\r\n*50⟫X: y", "⟪T: u\r\n*900⟫X: y", "\r", "\x00", "\n", "T: u\r\n\tx"}

func (g *generator) trailers() {
	const inner = "DELETE /inner HTTP/1.1\r\nHost: i\r\n\r\n"
	for i, t := range trailers {
		for j, declared := range []string{"", "Trailer: T\r\n", "Trailer: X, t-x , T\r\n"} {
			head := "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n" + declared + "\r\n"
			g.add("S", head+"2\r\nhi\r\n0\r\n"+t+"\r\n\r\n"+inner)
			if j == 0 {
				g.add("S", head+"2\r\nhi\r\n0\r\n"+t+"\r\n"+inner)
				g.add("W", strings.Replace(head, "/", "/?b=unread", 1)+"2\r\nhi\r\n0\r\n"+t+"\r\n\r\n"+inner)
				g.add("W", strings.Replace(head, "/", "/?c", 1)+"2\r\nhi\r\n0\r\n"+t+"\r\n\r\n"+inner)
			}
			if i%2 == j%2 {
				g.slow("S", 1+i%7, head+"2\r\nhi\r\n0\r\n"+t+"\r\n\r\n"+inner)
			}
			if j < 2 {
				g.add("CGET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"+declared+"\r\n2\r\nhi\r\n0\r\n"+t+"\r\n\r\n")
			}
		}
	}
	for _, d := range []string{"Content-Length", "Transfer-Encoding", "Trailer", "T, Content-Length", "content-length", "Host", "", ",", "T,,X", " T ", "T T", "T\x80", "é", "Authorization", "T\r\nTrailer: X"} {
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: "+d+"\r\n\r\n0\r\nT: u\r\nX: y\r\n\r\n")
		g.add("S", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTrailer: "+d+"\r\n\r\nhi")
		g.add("CGET!", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: "+d+"\r\n\r\n0\r\nT: u\r\nX: y\r\n\r\n")
		g.add("CGET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTrailer: "+d+"\r\n\r\nhi")
		g.add("CHEAD", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: "+d+"\r\n\r\n")
	}
}

// smuggled are the published ways to have two parties see different messages: where two fields give the length, where one of
// them takes a malformed field or chunk for a good one, and where a body is sent with what has none.
func (g *generator) smuggled() {
	inner := "GET /admin HTTP/1.1\r\nHost: i\r\nX: "
	for _, fields := range []string{
		"Content-Length: 6\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 6",
		"Content-Length: 6\r\nTransfer-Encoding: xchunked", "Content-Length: 6\r\nTransfer-Encoding : chunked",
		"Content-Length: 6\r\nTransfer-Encoding: chunked\r\nTransfer-encoding: x", "Content-Length: 6\r\nTransfer-Encoding:\tchunked",
		"Content-Length: 6\r\n Transfer-Encoding: chunked", "Content-Length: 6\r\nX: X\nTransfer-Encoding: chunked",
		"Content-Length: 6\r\nTransfer-Encoding\n: chunked", "Content-Length: 6\r\nTransfer-Encoding: chunked, identity",
		"Content-Length: 6\r\nX: a\rTransfer-Encoding: chunked", "Content-Length: 6\r\nFoo: bar\r\n\tTransfer-Encoding: chunked",
		"Content-Length: 6\r\nTransfer-Encoding: \x00chunked", "Content-Length: 6\r\nTransfer-Encoding: chunked\x00",
		"Content-Length: 6\r\n\x00Transfer-Encoding: chunked", "Content-Length: 6\r\nTransfer\x2dEncoding: chunked",
		"Content-Length: 0\r\nContent-Length: 6", "Content-Length: 6\r\nContent-Length: 0", "Content-Length: 6, 0",
		"Content-Length: 0, 6", "Content-Length : 6", "Content-Length: 6\r\nContent-Length : 0", "Content-Length\t: 6",
		"Content-Length: 0\r\n\rContent-Length: 6", "Content-Length abcde: 6", "Content-Length: \r\n 6", "Content-Length:\x0b6",
		"Content-Length: 6 \r\n 7", "Connection: Content-Length\r\nContent-Length: 6", "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\nContent-Length: 6",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: identity\r\nContent-Length: 6",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
		"Sec-Websocket-Key1: x\r\nUpgrade: WebSocket\r\nConnection: Upgrade", "Expect: 100-continue\r\nContent-Length: 6", "Expect: 100-continue\r\nTransfer-Encoding: chunked",
		"Upgrade: h2c\r\nContent-Length: 6", "Content-Length: 6\r\nContent-Encoding: gzip", "Transfer-Encoding: ,chunked\r\nContent-Length: 6",
	} {
		for _, start := range []string{"POST / HTTP/1.1\r\nHost: h\r\n", "GET /?b=x HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n", "HEAD /?c HTTP/1.1\r\nHost: h\r\n"} {
			kind := "S"
			if strings.Contains(start, "?") {
				kind = "W"
			}
			g.add(kind, start+fields+"\r\n\r\n0\r\n\r\nG"+inner[1:]+"y\r\n\r\n")
		}
		g.add("CGET", "HTTP/1.1 200 OK\r\n"+fields+"\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
		g.add("CHEAD", "HTTP/1.1 200 OK\r\n"+fields+"\r\n\r\n")
	}
}

func (g *generator) muxes() {
	for _, m := range []string{"GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS", "get"} {
		for _, t := range []string{"/", "/get", "/get/", "/post", "/tree", "/tree/", "/tree/leaf", "/tree/../get", "/exact/", "/exact", "/exact/x", "/w/1/b", "/w/1/c", "/w//b", "/w/%2f/b", "/m/", "/m/a/b", "/m", "//get", "/./get", "/only", "*", "a:80", "host.example:80", "host.example", "tunnel:80", "tunnel", "tunnel:81", "/a%00b", "/%2e%2e/get", "/get?q", "/get#f", "http://host.example/only", "host.example/only", "/tree%2fleaf"} {
			if m == "CONNECT" && t == "/w//b" {
				continue // Go's ServeMux panics
			}
			g.add("M", m+" "+t+" HTTP/1.1\r\nHost: h\r\n\r\n")
		}
		g.add("M", m+" /only HTTP/1.1\r\nHost: host.example:8080\r\n\r\n")
		g.add("M", m+" host.example:80 HTTP/1.1\r\nHost: host.example\r\n\r\n")
	}
	for _, t := range []string{"/", "/a.txt", "/a.txt/", "/a.txt/x", "/dir", "/dir/", "/dir/index.html", "/index.html", "/list/", "/list", "/list/b&c", "/list/b%26c", "/none", "/a%00b", "/%00", "/..", "/../a.txt", "/%2e%2e/a.txt", "/dir/../a.txt", "/dir/./", "/dir//", "//dir", "/a.txt%2f", "/a%2etxt", "/\\a.txt", "/a\\b", "/a.txt?q", "/dir?q", "/%ff", "/a.txt%00", "/dir/%00/", "/%00/index.html", "/dir%2f", "/dir%2fa", "/a.txt%2f%2f", "/list%2fb&c", "/list%2fd/", "/dir%2findex.html", "/%2f", "/dir/%2f", "/a.txt/%2f", "/list/%2fd", "/.%2f", "/list%2Fd", "/dir%2f..%2fdir", "/a.tx%74/", "/d%69r", "/dir/inde%78.html", "/%2fdir", "/dir%2f..%2flist/d", "/list/d%2f../d", "/x%2f../dir", "/a.txt%2f..%2fa.txt/", "/dir%2findex.html/", "/list%2fd/../d", "/a.txt/.", "/a.txt/..", "/%2e%2e", "/dir/..%2fa.txt", "*"} {
		g.add("F", "GET "+t+" HTTP/1.1\r\nHost: h\r\n\r\n")
	}
	for _, f := range []string{"Range: bytes=0-2", "Range: bytes=-3", "Range: bytes=5-", "Range: bytes=9-9", "Range: bytes=10-", "Range: bytes=3-1", "Range: bytes=0-1,4-5", "Range: bytes=0-99", "Range: bytes=-0", "Range: bytes=", "Range: bytes=a-b", "Range: bytes=+1-2", "Range: bytes= 1 - 2 ", "Range: bytes=1-2,", "Range: bytes=--1", "Range: units=1-2", "Range: bytes=0-9,0-9,0-9", "Range: bytes=18446744073709551615-", "If-Range: x\r\nRange: bytes=0-2", "If-None-Match: *", "If-Match: x", "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT", "If-Unmodified-Since: x"} {
		for _, m := range []string{"GET", "HEAD"} {
			g.add("F", m+" /a.txt HTTP/1.1\r\nHost: h\r\n"+f+"\r\n\r\n")
		}
	}
	for _, m := range []string{"HEAD", "POST", "DELETE", "CONNECT"} {
		g.add("F", m+" /a.txt HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("F", m+" /dir/ HTTP/1.0\r\n\r\n")
	}
}
