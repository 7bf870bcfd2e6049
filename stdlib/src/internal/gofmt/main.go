// Package gofmt is the program that `minigo fmt` runs.
package gofmt

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"internal/gosource"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// The flags of the command.
var (
	list     = flag.Bool("l", false, "list files whose formatting differs from gofmt's")
	write    = flag.Bool("w", false, "write result to (source) file instead of stdout")
	diffs    = flag.Bool("d", false, "display diffs instead of rewriting files")
	simpler  = flag.Bool("s", false, "simplify code")
	all      = flag.Bool("e", false, "report all errors (not just the first 10 on different lines)")
	ruleText = flag.String("r", "", "rewrite rule (e.g., 'a[b:len(a)] -> a[b:]')")
)

const stdin = "<standard input>"

// A job is the processing of one file. The output of a job is printed after the output of
// the jobs for the files before.
type job struct {
	out, messages bytes.Buffer
	status        int // 1 if a file differs, 2 after an error
	done          chan bool
}

func (j *job) fail(err error) {
	scanner.PrintError(&j.messages, err)
	j.status = 2
}

// A command is a run of gofmt.
type command struct {
	rule *rule
	mode parser.Mode
	jobs chan *job // in the order of the files
	free chan bool // its capacity is the number of files that are processed at the same time
}

// Main runs gofmt with the program's arguments, and exits.
func Main() {
	flag.CommandLine.Init("gofmt", flag.ExitOnError)
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: gofmt [flags] [path ...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	c := &command{mode: parser.ParseComments | parser.SkipObjectResolution, jobs: make(chan *job, 64)}
	if *all {
		c.mode |= parser.AllErrors
	}
	if *ruleText != "" {
		var err error
		if c.rule, err = parseRule(*ruleText); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	if flag.NArg() == 0 && *write {
		fmt.Fprintln(os.Stderr, "error: cannot use -w with standard input")
		os.Exit(2)
	}
	c.free = make(chan bool, runtime.GOMAXPROCS(0))
	go func() {
		defer close(c.jobs)
		if flag.NArg() == 0 {
			c.start(func(j *job) { c.readInput(j) })
		}
		for _, arg := range flag.Args() {
			c.walk(arg)
		}
	}()
	status := 0
	for j := range c.jobs {
		<-j.done
		os.Stderr.Write(j.messages.Bytes())
		os.Stdout.Write(j.out.Bytes())
		if j.status != 0 {
			status = j.status
		}
	}
	os.Exit(status)
}

// start starts a job.
func (c *command) start(do func(j *job)) {
	j := &job{done: make(chan bool)}
	c.free <- true
	go func() {
		do(j)
		<-c.free
		close(j.done)
	}()
	c.jobs <- j
}

// walk processes a file, or the Go files in a directory and below.
func (c *command) walk(arg string) {
	filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			c.start(func(j *job) { j.fail(err) })
		case d.IsDir():
		case path == arg, strings.HasSuffix(path, ".go") && !strings.HasPrefix(d.Name(), "."):
			c.start(func(j *job) { c.readFile(j, path) })
		}
		return nil
	})
}

func (c *command) readInput(j *job) {
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = c.process(j, stdin, text, nil)
	}
	if err != nil {
		j.fail(err)
	}
}

func (c *command) readFile(j *job, path string) {
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		var info fs.FileInfo
		var text []byte
		if info, err = file.Stat(); err == nil {
			if text, err = io.ReadAll(file); err == nil {
				err = c.process(j, path, text, info)
			}
		}
	}
	if err != nil {
		j.fail(err)
	}
}

// process formats a source. info is nil for standard input, which may be a fragment.
func (c *command) process(j *job, name string, text []byte, info fs.FileInfo) error {
	set := token.NewFileSet()
	s, err := gosource.Read(set, name, text, c.mode, info == nil)
	if err != nil {
		return err
	}
	if c.rule != nil {
		if s.IsFile() {
			s.Tree = c.rule.applyToFile(set, s.Tree)
		} else {
			fmt.Fprintln(&j.messages, "warning: rewrite ignored for incomplete programs")
		}
	}
	ast.SortImports(set, s.Tree)
	if *simpler {
		simplify(s.Tree)
	}
	formed, err := s.Form(gosource.Standard)
	if err != nil {
		return err
	}
	if !*list && !*write && !*diffs {
		j.out.Write(formed)
		return nil
	}
	if bytes.Equal(text, formed) {
		return nil
	}
	if *list {
		fmt.Fprintln(&j.out, name)
	}
	if *write {
		if err := replace(name, text, formed, info.Mode().Perm()); err != nil {
			return err
		}
	}
	if *diffs {
		slashed := filepath.ToSlash(name)
		j.out.Write(diff(slashed+".orig", text, slashed, formed))
		j.status = 1
	}
	return nil
}

// replace changes the content of a file. If that fails, it restores the old content from a backup copy, which it
// deletes at the end.
func replace(name string, old, text []byte, perm fs.FileMode) error {
	file, err := os.OpenFile(name, os.O_WRONLY, perm)
	if err != nil {
		return err
	}
	defer file.Close()
	saved, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".")
	if err != nil {
		return err
	}
	_, err = saved.Write(old)
	if err == nil {
		err = saved.Chmod(perm)
	}
	if closing := saved.Close(); err == nil {
		err = closing
	}
	if err == nil {
		if _, err = file.Write(text); err == nil {
			err = file.Truncate(int64(len(text)))
		}
		if err != nil {
			if _, failed := file.WriteAt(old, 0); failed != nil || file.Truncate(int64(len(old))) != nil {
				return fmt.Errorf("%w; the old content is in %s", err, saved.Name())
			}
		}
	}
	os.Remove(saved.Name())
	return err
}
