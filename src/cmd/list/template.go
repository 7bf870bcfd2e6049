// Executes a template for each of the packages or modules that standard input has as JSON, behind the context.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
	"time"
)

type Context struct {
	GOARCH, GOOS, GOROOT, GOPATH     string
	CgoEnabled, UseAllFiles          bool
	Compiler                         string
	BuildTags, ToolTags, ReleaseTags []string
	InstallSuffix                    string
}

type ModuleError struct{ Err string }

type Module struct {
	Path, Query, Version string
	Versions             []string
	Replace              *Module
	Time                 *time.Time
	Update               *Module
	Main, Indirect       bool
	Dir, GoMod           string
	GoVersion            string
	Retracted            []string
	Deprecated           string
	Error                *ModuleError
	Sum, GoModSum        string
	Reuse                bool
}

// String is the module as a list without a format has it.
func (m *Module) String() string {
	s := m.withVersion()
	if m.Replace != nil {
		s += " => " + m.Replace.withVersion()
	}
	return s
}

func (m *Module) withVersion() string {
	s := m.Path
	if m.Version != "" {
		s += " " + m.Version
		if len(m.Retracted) > 0 {
			s += " (retracted)"
		}
		if m.Update != nil {
			s += " [" + m.Update.Version + "]"
		}
	}
	if m.Deprecated != "" {
		s += " (deprecated)"
	}
	return s
}

type PackageError struct {
	ImportStack []string
	Pos, Err    string
}

// Error is the message.
func (e *PackageError) Error() string {
	if e.Pos != "" {
		return e.Pos + ": " + e.Err
	}
	return e.Err
}

type Package struct {
	Dir, ImportPath, ImportComment, Name, Doc, Target, Shlib string
	Root, ConflictDir, ForTest, Export, BuildID              string
	Module                                                   *Module
	Match                                                    []string
	Goroot, Standard, DepOnly, BinaryOnly, Incomplete        bool
	DefaultGODEBUG                                           string
	Stale                                                    bool
	StaleReason                                              string

	GoFiles, CgoFiles, CompiledGoFiles, IgnoredGoFiles, InvalidGoFiles, IgnoredOtherFiles []string
	CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SwigFiles, SwigCXXFiles, SysoFiles  []string
	CgoCFLAGS, CgoCPPFLAGS, CgoCXXFLAGS, CgoFFLAGS, CgoLDFLAGS, CgoPkgConfig              []string

	EmbedPatterns, EmbedFiles []string
	Imports                   []string
	ImportMap                 map[string]string
	Deps                      []string
	Error                     *PackageError
	DepsErrors                []*PackageError

	TestGoFiles, TestImports, TestEmbedPatterns, TestEmbedFiles     []string
	XTestGoFiles, XTestImports, XTestEmbedPatterns, XTestEmbedFiles []string
}

// goNames are the names that the types have in the go command, where messages tell them.
var goNames = strings.NewReplacer("*main.Package", "*load.PackagePublic", "*main.Module", "*modinfo.ModulePublic")

func fail(err error) {
	fmt.Fprintln(os.Stderr, goNames.Replace(err.Error()))
	os.Exit(1)
}

func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	var context Context
	if err := in.Decode(&context); err != nil {
		fail(err)
	}
	var modules []*Module
	if err := in.Decode(&modules); err != nil {
		fail(err)
	}
	functions := template.FuncMap{
		"module": func(path string) *Module {
			for _, m := range modules {
				if m.Path == path {
					return m
				}
			}
			return &Module{Path: path, Error: &ModuleError{"module " + path + ": not a known dependency"}}
		},
		"join":    strings.Join,
		"context": func() *Context { return &context },
	}
	tmpl, err := template.New("main").Funcs(functions).Parse(os.Args[2])
	if err != nil {
		fail(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var data any = new(Package)
		if os.Args[1] == "module" {
			data = new(Module)
		}
		err := in.Decode(data)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fail(err)
		}
		var text bytes.Buffer
		err = tmpl.Execute(&text, data)
		out.Write(text.Bytes())
		if err != nil {
			out.Flush()
			fail(err)
		}
		if n := text.Len(); n > 0 && text.Bytes()[n-1] != '\n' {
			out.WriteByte('\n')
		}
	}
}
