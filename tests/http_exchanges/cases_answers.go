package exchanges

import "strings"

// writers are what handlers do to their ResponseWriter.
func (g *generator) writers() {
	scripts := []string{"", "s=200", "s=204", "s=304", "s=205", "s=101", "s=100", "s=103", "s=103&b=x", "s=199", "s=99", "s=1000", "s=0", "s=-1", "s=299", "s=999", "s=600&b=x", "s=500", "s=200&s=404", "b=x&s=404", "s=103&s=103&h=A:b&s=103&b=x", "s=100&r&b=x", "s=102&s=204",
		"b=hi", "w=hi", "b=", "b=hi&f", "f", "f&b=hi", "b=a&f&b=b", "s=204&b=x", "s=304&b=x", "s=101&b=x", "s=205&b=x", "s=204&f", "s=304&h=Content-Length:5", "h=Content-Length:5&s=304", "h=Content-Length:5&s=204", "h=Content-Type:a/b&s=304", "h=Content-Type:a/b&s=204", "h=Transfer-Encoding:chunked&s=204", "h=Transfer-Encoding:chunked&s=304",
		"h=Content-Length:2&b=hi", "h=Content-Length:2&b=h", "h=Content-Length:2&b=hii", "h=Content-Length:2&b=h&b=i&b=i", "h=Content-Length:2", "h=Content-Length:0", "h=Content-Length:0&b=x", "h=Content-Length:-1&b=x", "h=Content-Length:x&b=x", "h=Content-Length:%2b2&b=hi", "h=Content-Length:02&b=hi", "h=Content-Length: 2&b=hi", "h=Content-Length:2&h=Content-Length:3&b=hi", "h=content-length:2&b=hi", "b=hi&h=Content-Length:5", "h=Content-Length:&b=hi",
		"h=Transfer-Encoding:chunked&b=hi", "h=Transfer-Encoding:identity&b=hi", "h=Transfer-Encoding:gzip&b=hi", "h=Transfer-Encoding:chunked&h=Content-Length:2&b=hi", "h=Transfer-Encoding:identity&h=Content-Length:2&b=hi", "h=Transfer-Encoding:x&h=Content-Length:2&b=hi", "h=Transfer-Encoding:chunked", "h=Transfer-Encoding:&b=hi", "h=Transfer-Encoding:chunked&f&b=hi", "h=Transfer-Encoding:Chunked&b=hi",
		"h=Connection:close&b=x", "h=Connection:Close&b=x", "h=Connection:keep-alive&b=x", "h=Connection:close, x&b=x", "h=Connection:upgrade&b=x", "h=Connection:close&f", "h=Date:now&b=x", "h=Date:", "h=Server:s", "h=Upgrade:x&s=101&b=x", "h=Keep-Alive:x", "h=Connection:close&s=204",
		"h=Content-Type:a/b&b=x", "h=Content-Type:&b=x", "h=Content-Encoding:gzip&b=x", "b=<html>", "b=%00%01", "b=%89PNG%0d%0a%1a%0a", "b=%7b%7d", "b=%ef%bb%bfx", "z=1", "z=2047", "z=2048", "z=2049", "z=4096", "z=5000", "b=<html>&z=2042", "b=<html>&z=2043", "b=a&z=2047", "b=a&z=2048", "b=a&z=4095", "b=a&z=5000", "z=2000&z=2000", "z=2048&z=2048&z=1", "z=5000&f&z=3000", "z=1&f&z=5000", "z=100&z=4000&z=100&z=2000", "z=4095", "z=4097", "z=10000", "z=2049&h=Trailer:T&h=T:u", "h=Content-Length:5000&z=5000", "h=Content-Length:2049&z=2049", "h=Content-Type:a/b&z=3000", "h=Content-Encoding:x&z=3000", "h=Transfer-Encoding:chunked&z=3000", "s=404&z=3000",
		"h=Trailer:T&b=hi&h=T:u", "h=Trailer:T&h=T:u&b=hi", "h=Trailer:T&b=hi", "h=Trailer:T, X&b=hi&h=T:u&h=X:y", "h=Trailer:Content-Length&b=hi", "h=Trailer:Host, T&b=hi&h=Host:x&h=T:u", "b=hi&h=Trailer:%54%72ailer:T:u", "h=Trailer:T&s=204&h=T:u", "h=Trailer:T&h=Content-Length:2&b=hi&h=T:u", "h=Trailer:If-Match&b=hi&h=If-Match:x", "h=Trailer:T&f&h=T:a%0d%0aX: y", "h=Trailer:t&b=x&h=T:u",
		"h=X:a%0d%0ab", "h=X:a%00b", "h=X y:z", "h=X%0d%0aY:z", "h=X: a ", "h=:v", "h=x:lower", "h=X:a&h=X:b", "h=X:é%ff", "b=x&h=Late:y", "s=200&h=Late:y", "f&h=Late:y", "h=X:a&f&d=X", "d=Date", "h=X:%7f", "h=X:%01",
		"p", "a", "b=x&p", "b=x&a", "b=x&f&p", "b=x&f&a", "s=204&p", "h=Content-Length:5&p", "e=bad", "h=Content-Length:99&e=bad", "h=Content-Type:a/b&e=bad", "h=Content-Encoding:gzip&h=Etag:x&e=bad", "R=1", "R=512", "R=513", "R=3000", "R=40000", "b=x&R=600", "h=Content-Length:600&R=600", "h=Content-Length:600&R=700", "h=Content-Type:a/b&R=3000", "f&R=600", "s=204&R=10", "R=0", "R=600&b=x", "x=", "x=y", "x=../y", "x=./y/", "x=//o/y", "x=http://o/é", "x=y?z//w", "x=/a//b/../c?d", "x=y%0d%0aZ:w", "x=é", "x=%3cb%3e%22%27%26", "x=%00", "x=mailto:a", "x=?q", "x=%23f", "h=Content-Type:a/b&x=y", "s=200&x=y", "v", "b=x&v", "f&v", "v&b=x", "v&s=200", "r&v", "s=101&v", "r&b=x", "c&b=x", "c&r", "r&r", "r=1&b=x", "b=x&r", "f&r&b=x", "l=1&r&b=x", "l=2&r&b=x", "l=0&r", "l=1&b=x&f&r", "l=-1&r", "s=417", "b=x&c&f"}
	for _, s := range scripts {
		s = strings.ReplaceAll(s, " ", "+")
		g.add("W", "GET /?"+s+" HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("W", "HEAD /?"+s+" HTTP/1.1\r\nHost: h\r\n\r\n")
		g.add("W", "GET /?"+s+" HTTP/1.0\r\n\r\n")
		switch g.IntN(5) {
		case 3, 4:
			g.add("W", "CONNECT /?"+s+" HTTP/1.1\r\nHost: h\r\n\r\n")
		case 0:
			g.add("W", "GET /?"+s+" HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
		case 1:
			g.add("W", "GET /?"+s+" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
		case 2:
			g.add("W", "HEAD /?"+s+" HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
		}
		switch g.IntN(3) {
		case 0:
			g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
		case 1:
			g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
		case 2:
			g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
		}
	}
}

// unread are bodies that handlers read in part, too late, twice or not at all.
func (g *generator) unread() {
	for _, body := range []string{"3\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\nbad\r\n\r\n", "3\r\nabc\r\n 0\r\n\r\n", "3\r\nabcd", "3\r\nab", "x", "3\r\nabc\r\n0\r\nT: ⟪u*9000⟫\r\n\r\n"} {
		for _, s := range []string{"", "r&r", "r&c&r", "c&r", "r=1&r=1&r=1", "f&r", "f&c", "f&r=3", "b=x&f&r&r", "r=3", "r=3&c", "r=4", "l=2&r", "l=3&r&r", "v", "r&v", "s=204", "p", "r&a", "h=Connection:close&r", "h=Content-Length:2&b=hi&f", "s=103&r&b=x", "s=200&r", "s=200&r&b=x", "s=404&b=x&r&f"} {
			g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"+body+"GET /probe HTTP/1.1\r\nHost: p\r\n\r\n")
			if g.IntN(3) == 0 {
				g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"+body+"GET /probe HTTP/1.1\r\nHost: p\r\n\r\n")
			}
		}
	}
	for _, s := range []string{"D", "D&b=x", "r&D&b=x", "D&r&b=x", "r&D&y&D&b=x", "n&r&y&b=x", "r&n&y&f&y&b=x", "D&c&y&b=x", "r&D&y&v", "D&y&p", "D&r=2&y&b=x"} {
		for _, request := range []string{"GET /?" + s + " HTTP/1.1\r\nHost: h\r\n\r\n", "POST /?" + s + " HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", "POST /?" + s + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"} {
			g.add("W", request)
			g.add("W", request+request)
			g.slow("W", 1, request+request)
			g.add("W", request+"G")
		}
	}
	for _, s := range []string{"", "r&r", "c&r", "r=1", "f&r", "f&c", "b=x&f&r&r"} {
		g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nContent-Length: 300\r\n\r\nshort")
		g.add("W", "POST /?"+s+" HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\nshort")
	}
	for _, n := range []string{"1000", "262143", "262144", "262145", "300000"} {
		g.add("CGET~", "HTTP/1.1 200 OK\r\nContent-Length: "+n+"\r\n\r\n⟪a*"+n+"⟫")
		g.add("CGET~", "HTTP/1.1 200 OK\r\nContent-Length: "+n+"\r\n\r\n")
		g.add("CGET~", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n⟪10\r\n0123456789abcdef\r\n*"+n+"⟫0\r\n\r\n")
		g.add("CGET~!", "HTTP/1.1 200 OK\r\n\r\n⟪a*"+n+"⟫")
	}
}

var statusLines = []string{"HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1  200 OK", "HTTP/1.1   200  OK", "HTTP/1.1\t200 OK", "HTTP/1.1 200\tOK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 abc OK", "HTTP/1.1 -20 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 000 OK", "HTTP/1.1 099 x", "HTTP/1.1 999 x", "HTTP/1.1 600 x", "HTTP/1.1 2 00", "HTTP/1.1 0x1", "HTTP/1.1 2_0", "HTTP/1.1 200 \x00", "HTTP/1.1 200 é\xff", "HTTP/1.1 200 a b  c ", "HTTP/1.2 200 OK", "HTTP/2.0 200 OK", "HTTP/0.9 200 OK", "HTTP/1 200 OK", "HTTP/1.10 200 OK", "http/1.1 200 OK", "ICY 200 OK", "HTTP/1.1200 OK", "HTTP/1.1", "HTTP", "", "\r\nHTTP/1.1 200 OK", "\nHTTP/1.1 200 OK", " HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r", "HTTP/1.1 301 Moved", "HTTP/1.1 404 Not Found", "HTTP/1.1 205 Reset", "HTTP/1.1 206 Partial", "<html>hello", "⟪x*5000⟫", "HTTP/1.1 200 ⟪x*5000⟫", "HTTP/1.1 \x00200 OK", "HTTP/1.1 ٢٠٠ OK"}

func (g *generator) answers() {
	for _, s := range statusLines {
		g.add("CGET", s+"\r\nContent-Length: 2\r\n\r\nhi")
		g.add("CGET!", s+"\r\n\r\nhi")
		g.add("CGET!", s)
		g.add("CHEAD", s+"\r\nContent-Length: 2\r\n\r\n")
	}
	for _, status := range []string{"200 OK", "204 No Content", "304 Not Modified", "205 Reset", "100 Continue", "199 x", "404 Not Found", "302 Found", "101 Switching"} {
		for _, f := range []string{"", "Content-Length: 0\r\n", "Content-Length: 2\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "Connection: close\r\n", "Content-Length: x\r\n"} {
			for _, m := range []string{"GET", "HEAD", "POST"} {
				end := "!"
				if m == "GET" && !strings.HasPrefix(status, "101") {
					end = ""
				}
				body := "hi"
				if strings.Contains(f, "chunked") {
					body = "2\r\nhi\r\n0\r\n\r\n"
				}
				g.add("C"+m+end, "HTTP/1.1 "+status+"\r\n"+f+"\r\n"+body)
				g.add("C"+m+end, "HTTP/1.1 "+status+"\r\n"+f+"\r\n")
			}
		}
	}
	const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
	for _, n := range []string{"1", "2", "4", "5", "6", "7", "100"} {
		for _, line := range []string{"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", "HTTP/1.1 102 Processing\r\n\r\n", "HTTP/1.1 199 x\r\nContent-Length: 5\r\n\r\n"} {
			g.add("CGET", "⟪"+line+"*"+n+"⟫"+ok)
			g.add("CPOST+", "⟪"+line+"*"+n+"⟫"+ok)
		}
	}
	for _, size := range []string{"100000", "300000", "1000000"} {
		g.add("CGET", "⟪HTTP/1.1 103 x\r\nX: ⟪a*"+size+"⟫\r\n\r\n*12⟫"+ok)
	}
	for _, first := range []string{"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi", "HTTP/1.0 200 OK\r\n\r\nhi", "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhi", "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 100 Continue\r\nContent-Length: 2\r\n\r\n" + ok, "HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n" + ok, "HTTP/1.1 100 Continue\r\nBad\r\n\r\n" + ok, "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.0 100 Continue\r\n\r\n" + ok, ok, ""} {
		g.add("CGET!", first)
		if !strings.Contains(first, " 101") { // whether the body is sent before 101 ends the connection is left to chance
			g.add("CPOST+!", first)
			if first != "" {
				g.add("CPOST+", first)
			}
		}
	}
	for _, more := range []string{"x", "\r\n", "HTTP/1.1 408 Request Timeout\r\n\r\n", ok, "\x00", "HTTP/1.1 200"} {
		g.add("CGET", ok+more)
		g.add("CGET~", ok+more)
		g.add("CHEAD", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"+more)
		g.add("CGET", "HTTP/1.1 204 No Content\r\n\r\n"+more)
		g.add("CGET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+more)
	}
	for _, f := range []string{"Connection: Upgrade\r\nUpgrade: x\r\n", "Connection: x, upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n", "Connection: Upgrade\r\n", "Upgrade: x\r\n", "Connection: Upgrade\r\nUpgrade:\r\n", "Connection: x upgrade\r\nUpgrade: x\r\n", "Connection: Upgrade\r\nUpgrade: x\r\nTransfer-Encoding: chunked\r\n"} {
		for _, m := range []string{"GET", "POST", "HEAD", "GET~"} {
			g.add("C"+m+"!", "HTTP/1.1 101 Switching Protocols\r\n"+f+"\r\n2\r\nhi\r\n")
		}
		g.add("CGET!", "HTTP/1.1 200 OK\r\n"+f+"\r\n2\r\nhi\r\n")
	}
	for _, n := range []string{"400", "600", "900"} {
		g.add("CGET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n⟪X: a\r\n*"+n+"⟫\r\nhi")
		g.add("CGET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n⟪X:\r\n*"+n+"⟫\r\n")
	}
	for i := range ok {
		g.add("CGET!", ok[:i])
	}
	g.add("CGET!", "HTTP/1.1 200 OK\r\nX: ⟪a*10000000⟫\r\nContent-Length: 2\r\n\r\nhi")
	g.add("CGET!", "HTTP/1.1 200 OK\r\nX: ⟪a*10600000⟫\r\nContent-Length: 2\r\n\r\nhi")
	for _, f := range []string{"Content-Encoding: gzip\r\n", "content-encoding: GZIP\r\n", "Content-Encoding: gzip, gzip\r\n", "Content-Encoding: x\r\n"} {
		for _, body := range []string{"hi", "", "\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\xcaH\xcd\xc9\xc9\x07\x04\x00\x00\xff\xff\x86\xa6\x106\x05\x00\x00\x00", "\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\xcaH", "\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\xcaH\xcd\xc9\xc9\x07\x04\x00\x00\xff\xff\x86\xa6\x106\x05\x00\x00\x00x"} {
			g.add("CGET!", "HTTP/1.1 200 OK\r\n"+f+"\r\n"+body)
			g.add("CHEAD", "HTTP/1.1 200 OK\r\n"+f+"Content-Length: 5\r\n\r\n")
		}
	}
	for _, step := range []int{1, 2, 3, 7} {
		g.slow("CGET", step, "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n2\r\nhi\r\n0\r\nT: u\r\n\r\n")
		g.slow("CGET", step, ok)
	}
}
