// Command errs provokes errors, and prints each with its types.
//
//	errs SECTION SEED COUNT
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var sections = map[string]func(*prober){
	"bzip2": bzip2s, "files": files, "gob": gobs, "json": jsons, "network": network, "paths": paths, "regexp": regexps,
	"tls": secure, "streams": streams, "texts": texts,
}

// A prober provokes errors.
type prober struct {
	random
	out   *bufio.Writer
	count int
}

func main() {
	if len(os.Args) < 4 {
		var names []string
		for name := range sections {
			names = append(names, name)
		}
		sort.Strings(names)
		fmt.Println(strings.Join(names, " "))
		return
	}
	seed, _ := strconv.ParseUint(os.Args[2], 10, 64)
	count, _ := strconv.Atoi(os.Args[3])
	p := &prober{random(seed), bufio.NewWriter(os.Stdout), count}
	p.next()
	sections[os.Args[1]](p)
	p.out.Flush()
}

// hidden is what differs between two runs.
var hidden = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`(127\.0\.0\.1|\[::1\]|\[::\]|localhost):[1-9]\d{3,4}\b`), "$1:PORT"},
	{regexp.MustCompile(`address \d{8,9}:`), "address PORT0000:"},
	{regexp.MustCompile(`/tmp/errs\d+`), "/tmp/errs"},
	// encoding/json of an installed Go has it from encoding/json/jsontext.
	{regexp.MustCompile(`jsontext\.Value`), "json.RawMessage"},
	{regexp.MustCompile(`\*json\.numberError|\*fmt\.wrapError( "cannot parse)`), "*json.numberError$1"},
	{regexp.MustCompile(`0x(c0|[0-9a-f]{10,})[0-9a-f]*`), "ADDRESS"},
}

// say prints a result, which may be an error.
func (p *prober) say(input any, result ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, "%v:", input)
	for _, r := range result {
		if err, ok := r.(error); ok {
			r = chain(err)
		}
		fmt.Fprintf(&b, " %v", r)
	}
	line := strings.ReplaceAll(b.String(), "\n", `\n`)
	for _, h := range hidden {
		line = h.what.ReplaceAllString(line, h.by)
	}
	fmt.Fprintln(p.out, line)
	p.out.Flush()
}

// chain is an error with all that it wraps.
func chain(err error) string {
	if err == nil {
		return "<nil>"
	}
	s := fmt.Sprintf("%T %q", err, err.Error())
	if t, ok := err.(interface{ Timeout() bool }); ok && t.Timeout() {
		s += " timeout"
	}
	if t, ok := err.(interface{ Temporary() bool }); ok && t.Temporary() {
		s += " temporary"
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range many.Unwrap() {
			s += " [" + chain(err) + "]"
		}
	}
	if inner := errors.Unwrap(err); inner != nil {
		s += " < " + chain(inner)
	}
	return s
}

// try runs f, whose panic is a result too.
func (p *prober) try(input any, f func() []any) {
	var result []any
	func() {
		defer func() {
			if e := recover(); e != nil {
				if err, ok := e.(error); ok {
					e = chain(err)
				}
				result = append(result, "panic", fmt.Sprintf("%T", e), e)
			}
		}()
		result = f()
	}()
	p.say(input, result...)
}
