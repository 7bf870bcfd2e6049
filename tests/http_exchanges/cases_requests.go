package exchanges

import "strings"

// requests are what programs have clients send.
func (g *generator) requests() {
	urls := []string{"http://server/", "http://server", "http://server/a?b=c#d", "http://server:80/", "http://server:8080/x", "http://[::1]:80/", "http://u:p@server/", "http://server?q", "http://server//x", "http://server/a b", "http://server/%00", "http://SERVER/", "http://server:/", "ftp://server/", "/", "http:///", "http:opaque", "http://s%20r/", "http://ser_ver/", "http://server/é", "http://server/a%2fb"}
	for _, u := range urls {
		for _, m := range []string{"GET", "POST", "CONNECT", "OPTIONS", ""} {
			g.add("R", m+" "+u)
		}
		g.add("R", "GET "+u+"\nw")
		g.add("R", "GET "+u+"\nwp")
	}
	fields := []string{"h=X:a", "h=X:a%0d%0aY: b", "h=X:a%0ab", "h=X:%00", "h=X: a ", "h=X:%7f", "h=X:é", "h=X Y:a", "h=:a", "h=X%0d%0a:a", "h=x:a", "h=X:a\nh=X:b", "h=Host:evil", "h=Content-Length:99", "h=Transfer-Encoding:chunked", "h=Trailer:T", "h=Connection:close", "h=Connection:keep-alive", "h=Connection:x close", "h=User-Agent:me", "h=User-Agent:", "h=user-agent:x", "h=Accept-Encoding:x", "h=Range:bytes=0-1", "h=Expect:100-continue", "h=Expect:x", "h=Upgrade:x", "h=TE:trailers", "h=Cookie:a=b", "h=Referer:x%0d%0a",
		"H=other", "H=", "H=a b", "H=a/b", "H=a%0d%0aX: y", "H=a%00", "H=u@h", "H=h:80", "H=[::1]:80", "H=[fe80::1%25en0]:80", "H=a,b", "H=h:",
		"b=hi", "b=", "b=hi\nn=0", "b=hi\nn=-1", "b=hi\nn=1", "b=hi\nn=5", "b=\nn=-1", "n=5", "n=-1", "b=hi\nte=chunked", "b=hi\nte=identity", "b=hi\nte=gzip", "b=hi\nte=chunked\nte=chunked", "te=chunked", "b=\nte=chunked", "b=hi\nte=chunked\nh=Content-Length:2", "b=hi\nn=-1\nt=T:u", "b=hi\nt=T:u", "t=T:u", "b=hi\nte=chunked\nt=T:u\nt=X:y", "b=hi\nte=chunked\nt=Content-Length:5", "b=hi\nte=chunked\nt=T:u%0d%0aZ: z", "b=hi\nte=chunked\nt=T X:u", "b=hi\nte=chunked\nt=transfer-encoding:x", "b=hi\nte=chunked\nt=:u", "b=hi\nh=Expect:100-continue", "b=hi\nclose", "close", "close\nh=Connection:keep-alive",
		"o=/opaque", "o=//host/opaque", "o=a%0d%0ab", "o=a b", "o=*", "p=*", "p=", "p=a", "p=/a%0d%0ab", "p=/a b", "p=/%00", "p=//x", "p=/?#", "q=a b", "q=a%0d%0ab", "q=a%00b", "q=é", "q=%23", "u=a:b", "u=:", "u=é:%00", "u=a:b\nh=Authorization:x"}
	for _, f := range fields {
		for _, m := range []string{"GET", "POST", "HEAD", "PUT"} {
			g.add("R", m+" http://server/p\n"+f)
		}
		g.add("R", "CONNECT http://server/p\n"+f)
		g.add("R", "POST http://server/p\n"+f+"\nw")
		g.add("R", "GET http://server/p\n"+f+"\nwp")
	}
	for _, m := range methods {
		if !strings.ContainsAny(m, " \n") {
			g.add("R", m+" http://server/p")
			g.add("R", m+" http://server/p\nw")
			g.add("R", m+" http://server/p\nb=hi")
			g.add("R", m+" http://server/p\nb=hi\nn=-1")
		}
	}
}
