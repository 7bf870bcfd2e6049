package exchanges

import "strings"

// damaged is a text with a byte or two changed, left out, doubled or put in.
func (g *generator) damaged(text string) string {
	b := []byte(text)
	for range 1 + g.IntN(2) {
		i := g.IntN(len(b))
		c := pick(g, []string{" ", "\t", "\r", "\n", "\x00", ":", ";", ",", "0", "a", "\x80", "\r\n", "\r\n ", "-", "+", "\x7f", "/", "\v"})
		switch g.IntN(4) {
		case 0:
			b = append(b[:i:i], append([]byte(c), b[i:]...)...)
		case 1:
			b = append(b[:i:i], b[i+1:]...)
		case 2:
			b = append(b[:i:i], append([]byte(c), b[i+1:]...)...)
		case 3:
			b = append(b[:i:i], append([]byte{b[i]}, b[i:]...)...)
		}
	}
	return string(b)
}

// body is a body with the fields that tell its length.
func (g *generator) body() (fields, body string) {
	switch g.IntN(6) {
	case 0:
		return "", ""
	case 1, 2:
		return "Content-Length: 3\r\n", "abc"
	case 3:
		return "Content-Length: " + pick(g, lengths) + "\r\n", "abc"
	case 4:
		return "Transfer-Encoding: " + pick(g, encodings) + "\r\n", "3\r\nabc\r\n" + pick(g, sizes) + "\r\nhi\r\n0\r\n" + pick(g, trailers) + "\r\n\r\n"
	}
	return "Transfer-Encoding: chunked\r\nTrailer: T\r\n", "3;x=y\r\nabc\r\n1\r\nd\r\n0\r\n" + pick(g, trailers) + "\r\n\r\n"
}

// one gives mostly the usual, else one of the list.
func (g *generator) one(usual string, list []string) string {
	if g.IntN(3) > 0 {
		return usual
	}
	return pick(g, list)
}

func (g *generator) randomRequests(n int) {
	for range n {
		fields, body := g.body()
		var b strings.Builder
		b.WriteString(g.one("POST", methods[:16]) + " " + g.one("/x", targets) + " " + g.one("HTTP/1.1", versions[:3]) + "\r\n")
		lines := []string{"Host: " + g.one("h", hosts) + "\r\n", fields}
		if g.IntN(2) == 0 {
			lines = append(lines, g.one("X", names)+": "+g.one("y", values)+"\r\n")
		}
		if g.IntN(3) == 0 {
			lines = append(lines, "Connection: "+pick(g, []string{"close", "keep-alive", "x"})+"\r\n")
		}
		g.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		b.WriteString(strings.Join(lines, "") + "\r\n" + body)
		text := b.String()
		if g.IntN(2) == 0 {
			text = "PUT /a?b HTTP/1.1\r\nHost: h\r\nX-Y: a b\r\n" + fields + "\r\n" + body
			if !strings.Contains(text, "⟪") {
				text = g.damaged(text)
			}
		}
		step := 0
		if g.IntN(4) == 0 {
			step = 1 + g.IntN(20)
		}
		g.slow("S", step, text+"GET /next HTTP/1.1\r\nHost: n\r\n\r\n")
	}
}

// randomPaths ask a ServeMux or a FileServer.
func (g *generator) randomPaths(n int) {
	pieces := []string{"/", "/", "/", "a", "..", ".", "%2f", "%2F", "%00", "%20", "%25", "%", "//", "?", "get", "post", "tree", "leaf", "exact", "w", "b", "m", "dir", "index.html", "a.txt", "list", "d", ":", "\\", "*", ";", "#", "é", "%e9", "{a}", "$", "+"}
	for range n {
		path := "/"
		for range g.IntN(7) {
			path += pick(g, pieces)
		}
		if g.IntN(20) == 0 {
			path = path[1:]
		}
		method := pick(g, []string{"GET", "GET", "GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS"})
		if method == "CONNECT" && strings.HasPrefix(path, "/w/") {
			continue // see muxes
		}
		host := pick(g, []string{"h", "host.example", "host.example:80", "tunnel", "tunnel:80", ""})
		g.add(pick(g, []string{"M", "F"}), method+" "+path+" HTTP/1.1\r\nHost: "+host+"\r\n\r\n")
	}
}

func (g *generator) randomAnswers(n int) {
	for range n {
		fields, body := g.body()
		method := pick(g, []string{"GET", "GET", "HEAD", "POST", "PUT"})
		text := g.one("HTTP/1.1 200 OK", statusLines) + "\r\n" + g.one("X", names) + ": " + g.one("y", values) + "\r\n" + fields + "\r\n" + body
		if g.IntN(2) == 0 {
			text = "HTTP/1.1 200 OK\r\nX-Y: a b\r\n" + fields + "\r\n" + body
			if !strings.Contains(text, "⟪") {
				text = g.damaged(text)
			}
		}
		step := 0
		if g.IntN(4) == 0 {
			step = 1 + g.IntN(20)
		}
		g.slow("C"+method+"!", step, text)
	}
}
