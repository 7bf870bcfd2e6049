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
	random = flag.Int("random", 700, "how many random questions the generator makes; negative: only these")
	only   = flag.Int("only", 0, "replay only the exchange in this line")
	try    = flag.String("try", "", "print the answers to the questions in this file")
)

// answer runs an exchange in a bubble, where time passes only when nothing moves.
func answer(t *testing.T, q question) (record string) {
	synctest.Test(t, func(t *testing.T) { record = play(q.kind, q.steps) })
	return record
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
			t.Errorf("%s:%d: %c %s\n%s", *file, line, q.kind, q.steps, compared(got, want))
		}
	})
	if count < 1000 && *only == 0 && *file == "exchanges.txt" {
		t.Errorf("%d exchanges", count)
	}
}

// compared is the steps in which two records differ.
func compared(got, want string) string {
	var b strings.Builder
	g, w := strings.Split(got, " | "), strings.Split(want, " | ")
	for i := range max(len(g), len(w)) {
		var x, y string
		if i < len(g) {
			x = g[i]
		}
		if i < len(w) {
			y = w[i]
		}
		if x != y {
			fmt.Fprintf(&b, " step %d\n  got  %s\n  want %s\n", i, x, y)
		}
	}
	return b.String()
}

// TestTry prints answers, to look at them.
func TestTry(t *testing.T) {
	text, err := os.ReadFile(*try)
	if *try == "" || err != nil {
		t.Skip("no -try FILE")
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		fmt.Println(line)
		fmt.Println("  ->", strings.ReplaceAll(quote(answer(t, question{line[0], line[2:]})), " | ", "\n     "))
	}
}

// each reads the exchanges of the file: a question, and below it the answer behind two blanks.
func each(t *testing.T, do func(line int, q question, answer string)) {
	f, err := os.Open(*file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var q question
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if answer, ok := strings.CutPrefix(text, "  "); ok {
			do(n-1, q, answer)
		} else if !strings.HasPrefix(text, "#") {
			q = question{text[0], text[2:]}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// record writes the questions and their answers. It leaves out those that Go answers in several ways.
func record(t *testing.T) {
	var out strings.Builder
	out.WriteString(header)
	left := 0
	for _, q := range generate(*seed, *random) {
		first, same := quote(answer(t, q)), true
		for range 19 {
			same = same && quote(answer(t, q)) == first
		}
		if !same {
			left++
			continue
		}
		fmt.Fprintf(&out, "%c %s\n  %s\n", q.kind, q.steps, first)
	}
	t.Logf("%d questions have no one answer", left)
	if err := os.WriteFile(*file, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

const header = "# Sequences of HTTP/2 frames; README.md describes the lines. Written by: go test -run TestExchanges -args -write\n"

// short are names for what answers have in common.
var short = strings.NewReplacer(
	`settings 5:1048576 3:250 6:1048896 1:4096 4:1048576 9:1`, "⟨settings⟩",
	`content-type: text/plain; charset=utf-8`, "⟨text⟩",
	`date: Sat, 01 Jan 2000 00:00:`, "⟨date⟩",
	` GMT] data [`, "⟨data⟩",
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
	quoted := strconv.Quote(b.String())
	return short.Replace(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
}
