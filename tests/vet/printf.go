package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
)

type point struct{ x, y int }

type named int

func (n named) String() string { return "n" }

type failure struct{}

func (failure) Error() string { return "failure" }

type shape struct{ p *point }

func (s shape) String() string { return fmt.Sprintf("%v", s) }

type list []list

type formatter struct{}

func (formatter) Format(f fmt.State, verb rune) {}

func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) }

func outer(prefix, format string, args ...any) { logf(format, args...) }

func lines(w io.Writer, args ...any) { fmt.Fprintln(w, args...) }

func wrap(format string, args ...any) error { return fmt.Errorf(format, args...) }

func lost(format string, args ...any) { logf(format, args) }

func changed(format string, args ...any) {
	format = "> " + format
	logf(format, args...)
}

type tracer struct{ log *log.Logger }

func (t *tracer) tracef(format string, args ...interface{}) { t.log.Printf(format, args...) }

func verbs(n int, f float64, s string, b bool, p point, c complex128, u8 byte, r rune) {
	fmt.Printf("%d %s\n", s, n)
	fmt.Printf("%f", n)
	fmt.Printf("%t", n)
	fmt.Printf("%x", b)
	fmt.Printf("%c", f)
	fmt.Printf("%q", n)
	fmt.Printf("%q %q", u8, r)
	fmt.Printf("%s", p)
	fmt.Printf("%d", p)
	fmt.Printf("%s", &p)
	fmt.Printf("%d", &n)
	fmt.Printf("%p", n)
	fmt.Printf("%p %p", &n, []int{1})
	fmt.Printf("%e", c)
	fmt.Printf("%s", []string{"a"})
	texts := []string{"a"}
	fmt.Printf("%d", texts)
	fmt.Printf("%d", map[string]int{})
	fmt.Printf("%s", named(1))
	fmt.Printf("%d", named(1))
	fmt.Printf("%s", []byte("a"))
	fmt.Printf("%s", nil)
	fmt.Printf("%U", f)
	fmt.Printf("%y", n)
	fmt.Printf("%#s", s)
	fmt.Printf("%.2d", n)
	fmt.Printf("%+d", n)
	fmt.Printf("%v %T", verbs, verbs)
	fmt.Printf("%z", formatter{})
	fmt.Printf("%s", struct{ a, b string }{"a", "b"})
	fmt.Printf("%s", list{})
	var any any = n
	fmt.Printf("%s", any)
}

func counts(n int, s string, args []any) {
	fmt.Printf("%d %d", n)
	fmt.Printf("%d", n, n)
	fmt.Printf("none", n)
	fmt.Printf("%")
	fmt.Printf("%d %")
	fmt.Printf("100%% sure", n)
	fmt.Printf("%[2]d %[1]d", n, n)
	fmt.Printf("%[3]d", n)
	fmt.Printf("%[x]d", n)
	fmt.Printf("%[1d", n)
	fmt.Printf("%*d", s, n)
	fmt.Printf("%*d", n)
	fmt.Printf("%.*f", n, 1.5)
	fmt.Printf("%d %s", args...)
	fmt.Printf(s)
	fmt.Printf(s, n)
	fmt.Fprintf(os.Stderr, s)
	fmt.Printf(`raw %d`, s)
	fmt.Printf("\t\u00e9\x41%d"+"", s)
	fmt.Printf("\t\u00e9\x41%d", s)
	const format = "%d"
	fmt.Printf(format, s)
}

func wrappers(n int, s string, t *tracer) {
	logf("%d", s)
	logf("%s", s, n)
	outer("%d", "%d", s)
	lines(os.Stdout, "%d", n)
	lines(os.Stdout, "a\n")
	lost("%d", s)
	changed("%d", s)
	t.tracef("%d", s)
	_ = wrap("%w", io.EOF)
	_ = wrap("%d", io.EOF)
	local := func(format string, args ...any) { fmt.Printf(format, args...) }
	local("%d", s)
	log.Printf("%d", s)
	log.Fatalf("%d")
	log.Println("%d", n)
	log.New(os.Stderr, "", 0).Printf("%s", n)
}

func wrapped(err error, f *failure) {
	_ = fmt.Errorf("a: %w", err)
	_ = fmt.Errorf("a: %w", "b")
	_ = fmt.Errorf("a: %w", f)
	_ = fmt.Sprintf("%w", err)
	_ = fmt.Errorf("%w %w", err, errors.New("b"))
}

func prints(s string, w io.Writer) {
	fmt.Println("a\n")
	fmt.Println("a %d", 1)
	fmt.Println("100% done")
	fmt.Println("a%20b")
	fmt.Println(s, "%v")
	fmt.Println("%v", s)
	fmt.Print("a\n")
	fmt.Print(prints)
	fmt.Println(os.Stderr, s)
	fmt.Fprintln(w, "%s", s)
	_ = fmt.Sprintln("%[1]d")
	_ = fmt.Append(nil, "%s")
	_ = fmt.Appendf(nil, "%s", 1)
}

func generic[T any, N ~int | ~int64, M int | string](t T, n N, m M) {
	fmt.Printf("%d", t)
	fmt.Printf("%v", t)
	fmt.Printf("%d", n)
	fmt.Printf("%d", m)
	fmt.Printf("%s", n)
}

func main() {}
