// Package build finds Go packages, and selects the files that belong to a build, and their imports.
package build

import (
	"errors"
	"fmt"
	"go/token"
	"strings"
)

// A Package describes the Go package in a directory. The names of files are sorted and without a directory.
type Package struct {
	Dir           string
	Name          string
	ImportComment string // the path in the comment of the package clause
	Doc           string // the first sentence of the documentation
	ImportPath    string // "" if unknown
	Root          string // the GOROOT, or the entry of GOPATH, that contains the package
	SrcRoot       string
	PkgRoot       string
	PkgTargetRoot string // inside PkgRoot, for one system and architecture
	BinDir        string
	Goroot        bool
	PkgObj        string   // the .a file
	AllTags       []string // all tags that influence the choice of files
	ConflictDir   string   // a directory with the same import path that hides Dir
	BinaryOnly    bool     // a file has a comment //go:binary-only-package

	GoFiles           []string // files that use neither cgo nor are tests
	CgoFiles          []string // import "C"
	IgnoredGoFiles    []string // files that the build excludes, including tests
	InvalidGoFiles    []string // files with errors: of syntax, of the package's name and others
	IgnoredOtherFiles []string // excluded files that are not Go files
	CFiles            []string
	CXXFiles          []string // .cc, .cpp, .cxx
	MFiles            []string
	HFiles            []string // .h, .hh, .hpp, .hxx
	FFiles            []string // .f, .F, .for, .f90
	SFiles            []string // .s; with cgo also .S and .sx
	SwigFiles         []string
	SwigCXXFiles      []string
	SysoFiles         []string

	// The words of the lines "#cgo" above import "C".
	CgoCFLAGS    []string
	CgoCPPFLAGS  []string
	CgoCXXFLAGS  []string
	CgoFFLAGS    []string
	CgoLDFLAGS   []string
	CgoPkgConfig []string

	TestGoFiles  []string // _test.go files of this package
	XTestGoFiles []string // _test.go files of the package NAME_test

	// Comments //go:... before the first declaration.
	Directives      []Directive
	TestDirectives  []Directive
	XTestDirectives []Directive

	// Sorted import paths, and their positions.
	Imports        []string
	ImportPos      map[string][]token.Position
	TestImports    []string
	TestImportPos  map[string][]token.Position
	XTestImports   []string
	XTestImportPos map[string][]token.Position

	// Sorted patterns of //go:embed, and their positions.
	EmbedPatterns        []string
	EmbedPatternPos      map[string][]token.Position
	TestEmbedPatterns    []string
	TestEmbedPatternPos  map[string][]token.Position
	XTestEmbedPatterns   []string
	XTestEmbedPatternPos map[string][]token.Position
}

// IsCommand reports whether the package is a program.
func (p *Package) IsCommand() bool { return p.Name == "main" }

// A Directive is a comment //go:... of a source file.
type Directive struct {
	Text string // including the slashes
	Pos  token.Position
}

// An ImportMode is a set of flags for Import.
type ImportMode uint

const (
	// FindOnly finds the directory, but does not read its files.
	FindOnly ImportMode = 1 << iota

	// AllowBinary accepts a package object without sources.
	//
	// Deprecated: packages with a comment //go:binary-only-package are found without it.
	AllowBinary

	// ImportComment reads the import comments of package clauses. Malformed and contradictory comments are errors.
	ImportComment

	// IgnoreVendor does not look into vendor directories.
	IgnoreVendor
)

// A NoGoError means that no Go file of a directory belongs to the build.
type NoGoError struct {
	Dir string
}

func (e *NoGoError) Error() string { return "no buildable Go source files in " + e.Dir }

// A MultiplePackageError means that the files of a directory belong to several packages.
type MultiplePackageError struct {
	Dir      string
	Packages []string
	Files    []string // Files[i] belongs to Packages[i]
}

func (e *MultiplePackageError) Error() string {
	at := func(i int) string { return fmt.Sprintf("%s (%s)", e.Packages[i], e.Files[i]) }
	return "found packages " + at(0) + " and " + at(1) + " in " + e.Dir
}

// Import is Default.Import.
func Import(path, srcDir string, mode ImportMode) (*Package, error) {
	return Default.Import(path, srcDir, mode)
}

// ImportDir is Default.ImportDir.
func ImportDir(dir string, mode ImportMode) (*Package, error) { return Default.ImportDir(dir, mode) }

// IsLocalImport reports whether an import path is relative to the importing directory: ".", "..", "./x", "../x".
func IsLocalImport(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == "." || first == ".."
}

// ArchChar returns an error: since Go 1.5 names of tools contain no letter for the architecture.
func ArchChar(goarch string) (string, error) {
	return "?", errors.New("architecture letter no longer used")
}
