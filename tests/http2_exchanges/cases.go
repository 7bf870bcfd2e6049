package exchanges

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A question is a kind of server and the steps of a client, divided by "; ".
type question struct {
	kind  byte
	steps string
}

// generator makes the questions; the same seed makes the same ones.
type generator struct {
	*rand.Rand
	all  []question
	seen map[question]bool
}

func generate(seed uint64, random int) []question {
	g := &generator{rand.New(rand.NewPCG(seed, 0)), nil, map[question]bool{}}
	if random >= 0 {
		g.fixed()
		g.requests()
		g.rawFrames()
	}
	for range max(random, -random) {
		g.add(g.kind(), g.sequence())
	}
	return g.all
}

func (g *generator) add(kind byte, steps string) {
	q := question{kind, steps}
	if !g.seen[q] {
		g.seen[q] = true
		g.all = append(g.all, q)
	}
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

const hello = "preface + settings + ack; "

// get is the beginning of a GET of the stream with the same path.
func get(id int, query string) string {
	return fmt.Sprintf("headers %d end ~method:GET ~scheme:http ~authority:h ~path:/%d%s", id, id, query)
}

func post(id int, query string) string {
	return fmt.Sprintf("headers %d ~method:POST ~scheme:http ~authority:h ~path:/%d%s", id, id, query)
}

func (g *generator) kind() byte {
	switch g.IntN(12) {
	case 0, 1:
		return 'L'
	case 2:
		return 'T'
	case 3:
		return 'P'
	}
	return 'S'
}

// operations are what handlers do.
var operations = []string{
	"g", "g", "g", "r", "r", "r=3", "r=6000", "c", "w=hi", "w=hi", "w=hi", "z=5000", "z=100", "z=4096", "z=20000", "f", "f",
	"s=204", "s=304", "s=103", "s=404", "s=100", "h=X-Y:z", "h=Trailer:A,B", "h=A:b", "h=Trailer%3aT:v", "h=Content-Length:5",
	"h=Content-Length:x", "h=Connection:close", "h=Content-Type:x", "h=Date:d", "h=Transfer-Encoding:chunked", "h=lower:v",
	"h=Content-Encoding:gzip", "h=Trailer:Content-Length", "h=Bad%20name:x", "h=Ctl:a%0ab", "d=A", "p", "a", "e=oops",
	"P=/2?w=x", "P=/2|HEAD", "P=http://q/2?g", "W=1s", "Q=1s", "Q=-1s", "Q=x", "W=x", "D", "n", "l=4", "R=6000", "v", "F", "y=1s",
}

func (g *generator) query() string {
	if g.IntN(4) == 0 {
		return ""
	}
	var ops []string
	for range 1 + g.IntN(6) {
		ops = append(ops, pick(g, operations))
	}
	return "?" + strings.Join(ops, "&")
}

// odd are fields that a request may or may not have.
var odd = []string{
	"a:b", "cookie:a=b", "cookie:c=d", "te:trailers", "te:gzip", "connection:close", "keep-alive:1", "upgrade:h2c", "proxy-connection:x",
	"transfer-encoding:chunked", "content-length:5", "content-length:0", "content-length:x", "content-length:5,5", "content-length:5 content-length:5", "content-length:0 content-length:0", "content-length:5 content-length:6", "content-length:-1",
	"expect:100-continue", "expect:100-Continue", "expect:x", "trailer:a,b", "trailer:content-length", "trailer:", "host:other", "Upper:x",
	"bad_name:x", "bad%20:x", ":x", "~x:y", "ctl:a%01b", "nl:a%0ab", "utf:%c3%a9", "empty:", "~path:/twice", "~status:200", "sp:_x_",
	"user-agent:u", "accept-encoding:gzip", "~protocol:websocket", "priority:u=1", "range:bytes=0-1", "if-none-match:*", "te:", "te:trailers,x",
}

// header is a HEADERS frame that begins a stream.
func (g *generator) header(id int) string {
	words := []string{fmt.Sprint("headers ", id)}
	if g.IntN(2) == 0 {
		words = append(words, "end")
	}
	method, query := pick(g, []string{"GET", "GET", "POST", "POST", "HEAD", "PUT"}), g.query()
	if method == "HEAD" && slices.ContainsFunc([]string{"z=", "R=", "f"}, func(op string) bool { return strings.Contains(query, op) }) {
		method = "GET" // Go's error of a write behind the end of a stream depends on which goroutine is first
	}
	words = append(words, "~method:"+method, "~scheme:http", "~authority:h", fmt.Sprintf("~path:/%d%s", id, query))
	for g.IntN(3) == 0 {
		words = append(words, pick(g, odd))
	}
	for g.IntN(12) == 0 {
		words = append(words, pick(g, []string{
			"pad=0", "pad=7", "pad=255", "parts=2", "parts=3", "parts=7", "prio=0", fmt.Sprint("prio=", id), "prio=99", "big=300", "big=900", "big=20000",
			"many=5", "many=8", "many=9", "many=496", "many=497", "hpack=82", "hpack=ff", "hpack=3f", "hpack=20", "hpack=80", "hpack=be", "hpack=418cf1", "hpack=0000", "open=1",
			"hpack=3fe17f", "hpack=c0", "hpack=4001610162be",
		}))
	}
	return strings.Join(words, " ")
}

// sequence is a random sequence of frames.
func (g *generator) sequence() string {
	steps := []string{strings.TrimSuffix(hello, "; ")}
	if g.IntN(3) == 0 {
		steps[0] = "preface + settings " + g.settings() + " + ack"
	}
	last := -1
	for range 2 + g.IntN(9) {
		var step string
		id := last
		if g.IntN(4) == 0 {
			id = g.IntN(last+4) + 1
		}
		if last < 0 {
			id = 1
		}
		switch n := g.IntN(40); {
		case n < 12 || last < 0 && n < 30:
			last += 2
			step = g.header(last)
			if g.IntN(25) == 0 {
				step = g.header(g.IntN(last + 5))
			}
		case n < 20:
			step = fmt.Sprintf("data %d %s", id, pick(g, []string{
				"", "text:abc", "text:hello", "end", "end text:abc", "end text:hello", "size=5000", "size=5000 end", "size=16384", "pad=3 text:x", "pad=0",
				"pad=255 end", "size=9001",
			}))
		case n < 22:
			step = fmt.Sprintf("headers %d %s", id, pick(g, []string{
				"end a:b", "end b:c a:d", "a:b", "end ~path:/x", "end content-length:3", "end", "end A:b", "end x:%01",
			}))
		case n < 24:
			step = fmt.Sprintf("rst %d %d", id, pick(g, []int{0, 5, 7, 8, 99}))
		case n < 28:
			step = fmt.Sprintf("window %d %s", pick(g, []int{id, id, 0}), pick(g, []string{"1", "100", "5000", "100000", "0", "2147483647", "0x80000005"}))
		case n < 32:
			step = fmt.Sprint("go ", id)
		case n < 33:
			step = "settings " + g.settings()
		case n < 34:
			step = pick(g, []string{"ping abc", "ping abcdefgh", fmt.Sprintf("priority %d %d", id, g.IntN(5)), "goaway 0 0", "goaway 3 2"})
		case n < 36:
			step = g.rawFrame(max(id, 0))
		default:
			step = pick(g, []string{
				"sleep 1s", "sleep 2s", "sleep 3s", "sleep 5s", "sleep 8s", "half", "shutdown", "keepalives off", "keepalives on", "ack", "sleep 500ms",
			})
		}
		steps = append(steps, strings.TrimSpace(step))
	}
	return strings.Join(steps, "; ")
}

func (g *generator) settings() string {
	var list []string
	for range 1 + g.IntN(2) {
		list = append(list, pick(g, []string{
			"4:0", "4:10", "4:100", "4:5000", "4:1000000", "4:2147483647", "4:2147483648", "2:0", "2:1", "2:2", "3:0", "3:1", "5:16384", "5:20000", "5:1", "5:16777216",
			"1:0", "1:100", "1:5000", "6:10", "8:1", "8:2", "9:0", "9:1", "9:2", "77:5",
		}))
	}
	return strings.Join(list, " ")
}

// rawFrame is any frame.
func (g *generator) rawFrame(id int) string {
	var payload strings.Builder
	for range pick(g, []int{0, 1, 3, 4, 4, 5, 6, 8, 8, 9, 12, 12}) {
		fmt.Fprintf(&payload, "%02x", pick(g, []int{0, 0, 0, 0, 1, 2, 4, 5, 8, 16, 0x7f, 0x80, 0x82, 0xff, g.IntN(256)}))
	}
	if payload.Len() == 0 {
		payload.WriteString("-")
	}
	return fmt.Sprintf("raw %d %d %d %s", pick(g, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 99}), pick(g, []int{0, 0, 1, 4, 5, 8, 0x20, 0x2d, 255}),
		pick(g, []int{0, 0, id, id, id + 1, id + 2}), payload.String())
}

// rawFrames are each type of frame on each kind of stream with each length that matters.
func (g *generator) rawFrames() {
	for _, typ := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16} {
		for _, stream := range []int{0, 1, 2, 3, 5} {
			for _, flags := range []int{0, 1, 4, 5, 8, 0x28} {
				for _, payload := range []string{"-", "00", "00000000", "0000000001", "000400000003", "0000000000000001"} {
					if g.IntN(3) > 0 {
						continue
					}
					g.add('S', hello+post(1, "?r&w=x")+"; "+get(3, "")+fmt.Sprintf("; raw %d %d %d %s; ping a; data 1 end", typ, flags, stream, payload))
				}
			}
		}
	}
}

// requests are requests in all forms of each part.
func (g *generator) requests() {
	for _, f := range odd {
		g.add('S', hello+get(1, "")+" "+f+"; ping a; "+get(3, ""))
		g.add('S', hello+post(1, "")+" "+f+"; data 1 text:hello; headers 1 end a:b b:c; ping a; "+get(3, ""))
	}
	for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS", "CONNECT", "get", "G_T", "", "PRI", "TRACE", "A/B", "%01", "%c3%a9"} {
		for _, path := range []string{"/", "*", "", "/a?b", "a", "http://x/y", "//x", "/%25zz", "/a_b", "/%00", "/%c3%a9", "/?echo", "?q", "#", "/#f", "/a%2fb"} {
			g.add('S', hello+fmt.Sprintf("headers 1 end ~method:%s ~scheme:http ~authority:h ~path:%s; ping a", method, path))
		}
	}
	for _, scheme := range []string{"http", "https", "HTTP", "ftp", "", "-"} {
		for _, authority := range []string{"h", "", "-", "a:80", "u@h", "a/b", "a_b", "[::1]:3", "%01", "%c3%a9"} {
			for _, host := range []string{"", " host:h", " host:other", " host:", " host:a host:b"} {
				words := "headers 1 end ~method:GET ~path:/"
				if scheme != "-" {
					words += " ~scheme:" + scheme
				}
				if authority != "-" {
					words += " ~authority:" + authority
				}
				g.add('S', hello+words+host)
				g.add('S', hello+"headers 1 end ~method:CONNECT ~authority:"+authority+host)
			}
		}
	}
	for _, a := range operations {
		for _, b := range operations {
			if g.IntN(4) == 0 {
				g.add('S', hello+post(1, "?"+a+"&"+b+"&w=end")+"; data 1 text:hello; go 1; data 1 end text:world; go 1; sleep 2s; window 0 10000; rst 1 8")
			}
			if g.IntN(8) == 0 {
				g.add('T', hello+get(1, "?"+a+"&"+b+"&f&h=Z:z")+"; go 1; go 1; sleep 3s; sleep 3s; sleep 5s; "+get(3, ""))
			}
		}
	}
}

// fixed are sequences for what random ones seldom meet.
func (g *generator) fixed() {
	for _, steps := range strings.Split(strings.TrimSpace(sequences), "\n") {
		g.add(steps[0], steps[2:])
	}
	var many, reset []string
	for i := range 30 {
		many = append(many, get(2*i+1, "?g"))
		reset = append(reset, get(2*i+1, "?g"), fmt.Sprintf("rst %d 8", 2*i+1))
	}
	for _, kind := range []byte("SL") {
		g.add(kind, hello+strings.Join(many, "; ")+"; go 1; ping a; go 3")
		g.add(kind, "preface + settings; "+strings.Join(many[:6], "; ")+"; ack; "+get(13, "")+"; go 1; "+get(15, ""))
		g.add(kind, hello+strings.Join(reset, "; ")+"; ping a; go 1; go 3; ping b; go 5")
	}
}

const sequences = `
S bytes 505249; sleep 3s; sleep 10s
S bytes 505249202a20485454502f322e300d0a0d0a5858; sleep 3s; sleep 10s
S bytes 505249202a20485454502f322e300d0a0d0a5858587878787878787878; sleep 3s; sleep 10s
S bytes 505249202a20485454502f322e300d0a; sleep 3s; sleep 10s
S bytes 474554202f20485454502f312e300d0a0d0a; sleep 3s
S bytes 505249202a20485454502f312e310d0a0d0a; sleep 3s
S preface; sleep 3s; sleep 3s
S preface + ping a
S preface + settings; sleep 3s; sleep 3s; ack; ack
S preface + ack; sleep 3s
S preface + settings 1:0 1:5
T preface + settings; sleep 1s; sleep 3s; sleep 8s
T preface + settings + ack; sleep 6s; sleep 2s; sleep 2s
P preface + settings + ack; sleep 2s; ping x; sleep 2s; sleep 1s; sleep 5s; sleep 2s
S preface + settings + ack; stall; flood 9999 ping a; flow
S preface + settings + ack; stall; flood 10100 ping a; flow; sleep 1s
S preface + settings + ack; flood 3000 ping a; flood 3000 data 1; sleep 1s
S preface + settings + ack; headers 1 ~method:POST ~scheme:http ~authority:h ~path:/1?r; flood 3000 data 1; flood 3000 priority 1 3; data 1 end
S preface + settings + ack; headers 1 ~method:POST ~scheme:http ~authority:h ~path:/1?g&w=x&f&y=1s&r; stall; go 1; data 1 size=5000; sleep 3s; flow; ping a
S preface + settings + ack; stall; headers 1 end ~method:GET ~scheme:http ~authority:h ~path:/1?z=30000&g&z=30000; sleep 3s; flow; go 1
B preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~authority:h ~path:/1?g&w=x; sleep 4s; stall; go 1; sleep 2s; sleep 2s; sleep 2s
B preface + settings + ack; stall; ping a; sleep 2s; flow; sleep 2s; ping a
T preface + settings + ack; headers 1 ~method:POST ~scheme:http ~authority:h ~path:/1?W=x&W=1s&Q=x&Q=2s&r=60; sleep 1s; sleep 1s
S preface + settings + ack; half; sleep 1s
S preface + settings + ack; headers 1 ~method:POST ~scheme:http ~authority:h ~path:/1?W=-1s&z=5000&w=end; data 1 text:hello; data 1 end
S preface + settings + ack; headers 1 end ~method:HEAD ~scheme:http ~authority:h ~path:/1?z=100&f&w=x&f; headers 3 end ~method:HEAD ~scheme:http ~authority:h ~path:/1?h=Content-Length:7
S preface + settings + ack; shutdown; sleep 2s; sleep 2s
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?g ~authority:h; shutdown; headers 3 end ~method:GET ~scheme:http ~path:/3 ~authority:h; go 1; sleep 2s
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?z=70000 ~authority:h; window 1 100; window 0 100; window 0 10000; window 1 100000; window 0 100000
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?R=70000 ~authority:h; settings 4:70000; window 0 1; window 0 10000
S preface + settings + ack; headers 1 ~method:POST ~scheme:http ~path:/1?g&r ~authority:h; data 1 size=16384; data 1 size=16384; data 1 size=16384; data 1 size=16384; go 1; data 1 end
L preface + settings + ack; headers 1 ~method:POST ~scheme:http ~path:/1?g&r ~authority:h; data 1 size=5000; data 1 size=5000; go 1; ping a
L preface + settings + ack; headers 1 ~method:POST ~scheme:http ~path:/1?g&r ~authority:h; data 1 size=20001; ping a
L preface + settings + ack; headers 1 ~method:POST ~scheme:http ~path:/1?r ~authority:h; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 size=9000; data 1 end size=9000
L preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~authority:h ~path:/1 big=2000 parts=3; headers 3 end ~method:GET ~scheme:http ~authority:h ~path:/3
L preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~authority:h ~path:/1 big=700; headers 3 end ~method:GET ~scheme:http ~authority:h ~path:/3
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~authority:h ~path:/1 A:b parts=9; headers 3 end ~method:GET ~scheme:http ~authority:h ~path:/3
S preface + settings 4:0 + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?w=a ~authority:h; rst 1 8; settings 4:20; window 0 2147483647
S preface + settings 3:1 + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?P=/2?g&P=/c&P=/d?g&w=a ~authority:h; go 2; ping a
S preface + settings 2:0 + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?P=/b?g&w=a ~authority:h
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?P=b&P=/c|POST&P=/d|HEAD|A:b&P=http://&P=https://h/x&P=http://q/x&P=/d|GET|%3ax:y&P=/|GET|Te:x&P=/|GET|Connection:b&P=/|GET|Host:x&P=/%&P=&w=a ~authority:h
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?P=/2?P=/3%26w=x&w=a ~authority:h; rst 2 8
S preface + settings + ack; headers 1 end ~method:GET ~scheme:http ~path:/1?P=/2?g&w=a ~authority:h; rst 2 8; go 2; window 2 5; data 2 end; window 4 5
`
