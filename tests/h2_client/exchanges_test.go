package h2client

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
	write   = flag.Bool("write", false, "write what this Go does to the file, with the scripts of the generator")
	file    = flag.String("file", "exchanges.txt", "the file")
	scripts = flag.String("scripts", "", "with -write: take the scripts from this file, a line each, instead of the generator")
	seed    = flag.Uint64("seed", 1, "the generator's")
	random  = flag.Int("random", 600, "how many random scripts the generator makes")
	only    = flag.Int("only", 0, "replay only the exchange in this line")
	repeat  = flag.Int("repeat", 12, "how often -write plays a script again, to see whether the record is always the same")
	printed = flag.Bool("print", false, "print the scripts of the generator")
	script  = flag.String("script", "", "play only this script and print the record")
)

// answer plays a script in a bubble, where time passes only when nothing moves.
func answer(t *testing.T, script string) (record string) {
	synctest.Test(t, func(*testing.T) { record = play(script) })
	return record
}

func TestExchanges(t *testing.T) {
	switch {
	case *script != "":
		fmt.Print(answer(t, *script))
		return
	case *write:
		record(t)
		return
	}
	count := 0
	each(t, func(line int, script, want string) {
		if *only > 0 && *only != line {
			return
		}
		count++
		if want == unstable {
			return
		}
		if got := quote(answer(t, script)); got != want {
			t.Errorf("%s:%d: %s\n got %s\nwant %s", *file, line, script, got, want)
		}
	})
	if count < 500 && *only == 0 && *file == "exchanges.txt" {
		t.Errorf("%d exchanges", count)
	}
}

// The file has the scripts that the generator makes.
func TestScripts(t *testing.T) {
	if *file != "exchanges.txt" || *write {
		return
	}
	all := generate(*seed, *random)
	each(t, func(line int, script, _ string) {
		if len(all) == 0 || script != all[0] {
			t.Fatalf("%s:%d: %s is not what the generator makes", *file, line, script)
		}
		all = all[1:]
	})
	if len(all) > 0 {
		t.Errorf("%d are missing from %s", len(all), *file)
	}
}

// each reads the exchanges of the file: a line is script and record, divided by a tab.
func each(t *testing.T, do func(line int, script, record string)) {
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
		script, record, found := strings.Cut(lines.Text(), "\t")
		if !found {
			t.Fatalf("%s:%d: no tab", *file, n)
		}
		do(n, script, record)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func record(t *testing.T) {
	var all []string
	if *scripts != "" {
		text, err := os.ReadFile(*scripts)
		if err != nil {
			t.Fatal(err)
		}
		all = strings.Split(strings.TrimSpace(string(text)), "\n")
	} else {
		all = generate(*seed, *random)
	}
	var out strings.Builder
	out.WriteString(header)
	for _, s := range all {
		if testing.Verbose() {
			fmt.Println(s)
		}
		first := quote(answer(t, s))
		for range *repeat {
			if quote(answer(t, s)) != first {
				first = unstable
				break
			}
		}
		fmt.Fprintf(&out, "%s\t%s\n", s, first)
	}
	if err := os.WriteFile(*file, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// unstable stands for a record that is not always the same.
const unstable = "–"

const header = "# HTTP/2 exchanges; README.md describes the lines. Written by: go test -run TestExchanges -args -write\n"

// short are names for what records have in common.
var short = strings.NewReplacer(
	`SETTINGS.0@0 2=0,4=4194304,5=1048576,6=10485760 WINDOW.0@0 1073741824`, "⟨hello⟩",
	`{":authority=server" ":method=GET" ":path=/path" ":scheme=http" "accept-encoding=gzip" "user-agent=Go-http-client/2.0"}`, "⟨get⟩",
	`{":authority=server" ":method=POST" ":path=/path" ":scheme=http" "accept-encoding=gzip" "user-agent=Go-http-client/2.0"}`, "⟨post⟩",
	`{":authority=server" ":method=POST" ":path=/path" ":scheme=http" "accept-encoding=gzip" "content-length=3" "user-agent=Go-http-client/2.0"}`, "⟨post3⟩",
	`"200 OK" 200 "HTTP/2.0" 2.0 length `, "⟨ok⟩",
	`-1 {} body "polite" <nil>`, "⟨polite⟩",
	` is context deadline exceeded`, "⟨deadline⟩",
)

// quote is a record as it stands in the file: in one line, what is common shortened.
func quote(record string) string {
	quoted := strconv.Quote(short.Replace(record))
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// TestPrint prints the generator's scripts.
func TestPrint(t *testing.T) {
	if *printed {
		fmt.Println(strings.Join(generate(*seed, *random), "\n"))
	}
}
