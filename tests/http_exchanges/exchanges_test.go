package exchanges

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
)

var (
	write  = flag.Bool("write", false, "write what this Go answers to the file, with the questions of the generator")
	file   = flag.String("file", "exchanges.txt", "the file")
	seed   = flag.Uint64("seed", 1, "the generator's")
	random = flag.Int("random", 250, "how many random questions the generator makes for servers, and for clients")
	only   = flag.Int("only", 0, "replay only the exchange in this line")
)

// answer runs an exchange in a bubble, where time passes only when nothing moves.
func answer(t *testing.T, q question) (record string) {
	synctest.Test(t, func(t *testing.T) {
		bytes := expand(q.bytes)
		if method, ok := strings.CutPrefix(q.kind, "C"); ok {
			method, end := strings.CutSuffix(method, "!")
			record = ask(method, q.step, end, bytes)
			return
		}
		if q.kind == "R" {
			record = send(bytes)
			return
		}
		record = serve(q.kind[0], q.step, bytes)
	})
	return record
}

// expand writes the repetitions out: ⟪text*count⟫, innermost first.
func expand(text string) string {
	for {
		end := strings.Index(text, "⟫")
		if end < 0 {
			return text
		}
		begin := strings.LastIndex(text[:end], "⟪")
		inner := text[begin+len("⟪") : end]
		star := strings.LastIndexByte(inner, '*')
		n, err := strconv.Atoi(inner[star+1:])
		if err != nil {
			panic(err)
		}
		text = text[:begin] + strings.Repeat(inner[:star], n) + text[end+len("⟫"):]
	}
}

func TestExchanges(t *testing.T) {
	if *write {
		record(t)
		return
	}
	count := 0
	each(t, func(line int, q question, want string) {
		if *only > 0 && *only != line {
			return
		}
		count++
		if got := quote(answer(t, q)); got != want {
			t.Errorf("%s:%d: %s/%d %s\n got %s\nwant %s", *file, line, q.kind, q.step, escaped(q.bytes), got, want)
		}
	})
	if count < 2000 && *only == 0 {
		t.Errorf("%d exchanges", count)
	}
}

// The file has the questions that the generator makes.
func TestQuestions(t *testing.T) {
	all := generate(*seed, *random)
	each(t, func(line int, q question, _ string) {
		if len(all) == 0 || q != all[0] {
			t.Fatalf("%s:%d: %s/%d %s is not what the generator makes", *file, line, q.kind, q.step, escaped(q.bytes))
		}
		all = all[1:]
	})
	if len(all) > 0 {
		t.Errorf("%d are missing from %s", len(all), *file)
	}
}

// each reads the exchanges of the file.
func each(t *testing.T, do func(line int, q question, answer string)) {
	f, err := os.Open(*file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		q, want, err := parse(lines.Text())
		if err != nil {
			t.Fatalf("%s:%d: %v", *file, n, err)
		}
		do(n, q, want)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// parse reads a line: kind, with /step if that is not 0, question and answer, divided by tabs.
func parse(line string) (q question, want string, err error) {
	parts := strings.Split(line, "\t")
	if len(parts) != 3 {
		return q, "", fmt.Errorf("%d parts", len(parts))
	}
	kind, step, found := strings.Cut(parts[0], "/")
	if found {
		if q.step, err = strconv.Atoi(step); err != nil {
			return q, "", err
		}
	}
	q.kind = kind
	q.bytes, err = strconv.Unquote(`"` + strings.ReplaceAll(parts[1], `"`, `\"`) + `"`)
	return q, parts[2], err
}

// escaped is a text as strconv.Quote writes it, but for the quotation marks.
func escaped(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

func record(t *testing.T) {
	var out strings.Builder
	out.WriteString(header)
	for _, q := range generate(*seed, *random) {
		kind := q.kind
		if q.step > 0 {
			kind = fmt.Sprintf("%s/%d", kind, q.step)
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\n", kind, escaped(q.bytes), quote(answer(t, q)))
	}
	if err := os.WriteFile(*file, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

const header = "# Raw HTTP exchanges; README.md describes the lines. Written by: go test -run TestExchanges -write\n"

// short are names for what answers have in common.
var short = strings.NewReplacer(
	`HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request§closed`, "⟨400⟩",
	`§open§HTTP/1.1 200 OK\r\nDate: Sat, 01 Jan 2000 00:00:02 GMT\r\nContent-Length: 5\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nprobe`, "⟨probe⟩",
	`§open§HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nDate: Sat, 01 Jan 2000 00:00:02 GMT\r\nContent-Length: 19\r\n\r\n404 page not found\n`, "⟨probe404⟩",
	`HTTP/1.1 200 OK\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\nContent-Length: `, "⟨200⟩",
	`HTTP/1.1 200 OK\r\nDate: Sat, 01 Jan 2000 00:00:02 GMT\r\nContent-Length: `, "⟨200+2⟩",
	`\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`, "⟨text⟩",
	`\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`, "⟨text, close⟩",
	`Date: Sat, 01 Jan 2000 00:00:00 GMT\r\n`, "⟨date⟩",
	`Date: Sat, 01 Jan 2000 00:00:02 GMT\r\n`, "⟨date+2⟩",
	`length -1 ["chunked"] close false trailer map[]\n`, "⟨chunked⟩",
	`"200 OK" 200 "HTTP/1.1" `, "⟨ok⟩",
	` ["chunked"] close false uncompressed false trailer map[]\n`, "⟨chunks⟩",
	`error Get "http://server/first": net/http: HTTP/1.x transport connection broken: `, "⟨broken⟩",
)

// quote is a record as it stands in the file: escaped, long runs of one byte counted, what is common shortened.
func quote(record string) string {
	var b strings.Builder
	for i := 0; i < len(record); {
		j := i
		for j < len(record) && record[j] == record[i] {
			j++
		}
		if j-i > 40 {
			fmt.Fprintf(&b, "⟨%c*%d⟩", record[i], j-i)
		} else {
			b.WriteString(record[i:j])
		}
		i = j
	}
	return short.Replace(escaped(b.String()))
}
