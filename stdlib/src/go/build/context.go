package build

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A Context says for which system, with which tags and in which directories to look for packages. A nil func
// stands for access to the files of the machine.
type Context struct {
	GOARCH string
	GOOS   string
	GOROOT string
	GOPATH string

	// Dir is the working directory, "" for that of the process. The go command finds the main module from there.
	// If it is set, the directories given to Import and ImportDir must be absolute.
	Dir string

	CgoEnabled  bool
	UseAllFiles bool   // ignores constraints and file names
	Compiler    string // "gc" or "gccgo"

	// Tags that are set, besides GOOS, GOARCH and those that follow from them. The last of ReleaseTags is this release.
	BuildTags   []string
	ToolTags    []string
	ReleaseTags []string

	// InstallSuffix is appended to the name of the directory for compiled packages.
	InstallSuffix string

	// JoinPath joins elements; nil means filepath.Join.
	JoinPath func(elem ...string) string

	// SplitPathList splits a list of directories; nil means filepath.SplitList.
	SplitPathList func(list string) []string

	// IsAbsPath reports whether a path is absolute; nil is filepath.IsAbs.
	IsAbsPath func(path string) bool

	// IsDir reports whether a path names a directory; nil asks os.Stat.
	IsDir func(path string) bool

	// HasSubdir reports whether dir is inside root, and returns its relative path, with slashes. It only looks at the
	// names; a nil func also compares the names that symbolic links lead to.
	HasSubdir func(root, dir string) (rel string, ok bool)

	// ReadDir returns the entries of a directory, sorted by name; nil means os.ReadDir.
	ReadDir func(dir string) ([]fs.FileInfo, error)

	// OpenFile opens a file for reading; nil is os.Open.
	OpenFile func(path string) (io.ReadCloser, error)
}

// Default is the context of the environment: GOARCH, GOOS, GOROOT, GOPATH, CGO_ENABLED, GOEXPERIMENT.
var Default Context = fromEnvironment()

// ToolDir is the directory of the build tools.
var ToolDir = filepath.Join(Default.GOROOT, "pkg", "tool", runtime.GOOS+"_"+runtime.GOARCH)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func fromEnvironment() Context {
	c := Context{
		GOARCH:      setting("GOARCH", runtime.GOARCH),
		GOOS:        setting("GOOS", runtime.GOOS),
		Compiler:    runtime.Compiler,
		ReleaseTags: releaseTags(),
	}
	if root := runtime.GOROOT(); root != "" {
		c.GOROOT = filepath.Clean(root)
	}
	c.GOPATH = setting("GOPATH", homeGOPATH())
	c.ToolTags = toolTags(c.GOOS, c.GOARCH)
	switch os.Getenv("CGO_ENABLED") {
	case "1":
		c.CgoEnabled = true
	case "0":
	default:
		// Cgo for another system is enabled only if the environment asks for it.
		native := c.GOOS == runtime.GOOS && c.GOARCH == runtime.GOARCH
		c.CgoEnabled = native && cgoSystems[c.GOOS+"/"+c.GOARCH]
	}
	return c
}

// homeGOPATH returns the default GOPATH: $HOME/go, unless GOROOT is there.
func homeGOPATH() string {
	variable := "HOME"
	switch runtime.GOOS {
	case "windows":
		variable = "USERPROFILE"
	case "plan9":
		variable = "home"
	}
	home := os.Getenv(variable)
	if home == "" {
		return ""
	}
	dir := filepath.Join(home, "go")
	if root := runtime.GOROOT(); root != "" && filepath.Clean(root) == dir {
		return ""
	}
	return dir
}

func (c *Context) join(elem ...string) string {
	if c.JoinPath == nil {
		return filepath.Join(elem...)
	}
	return c.JoinPath(elem...)
}

func (c *Context) splitList(list string) []string {
	if c.SplitPathList == nil {
		return filepath.SplitList(list)
	}
	return c.SplitPathList(list)
}

func (c *Context) isAbs(path string) bool {
	if c.IsAbsPath == nil {
		return filepath.IsAbs(path)
	}
	return c.IsAbsPath(path)
}

func (c *Context) isDir(path string) bool {
	if c.IsDir != nil {
		return c.IsDir(path)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile reports whether a file can be opened and is no directory.
func (c *Context) isFile(path string) bool {
	f, err := c.open(path)
	if err != nil {
		return false
	}
	f.Close()
	return !c.isDir(path)
}

func (c *Context) open(path string) (io.ReadCloser, error) {
	if c.OpenFile != nil {
		return c.OpenFile(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err // not a nil *os.File
	}
	return f, nil
}

func (c *Context) readDir(dir string) ([]fs.FileInfo, error) {
	if c.ReadDir != nil {
		return c.ReadDir(dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		// The file may have been removed since.
		if info, err := e.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	return infos, nil
}

func (c *Context) below(root, dir string) (string, bool) {
	if c.HasSubdir != nil {
		return c.HasSubdir(root, dir)
	}
	roots, dirs := spellings(root), spellings(dir)
	for i := range 4 {
		// First the names as given, then with one of them resolved, then with both.
		if rel, ok := cutRoot(roots[i&1], dirs[i>>1]); ok {
			return rel, true
		}
	}
	return "", false
}

// spellings returns a path unchanged and with its symbolic links resolved.
func spellings(path string) [2]string {
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		resolved = path
	}
	return [2]string{path, resolved}
}

func cutRoot(root, dir string) (string, bool) {
	prefix := filepath.Clean(root)
	if !strings.HasSuffix(prefix, string(filepath.Separator)) {
		prefix += string(filepath.Separator)
	}
	rel, ok := strings.CutPrefix(filepath.Clean(dir), prefix)
	return filepath.ToSlash(rel), ok
}

// paths returns the entries of GOPATH that may contain packages.
func (c *Context) paths() []string {
	var dirs []string
	for _, dir := range c.splitList(c.GOPATH) {
		switch {
		case dir == "", dir == c.GOROOT:
			// GOROOT is searched separately.
		case strings.HasPrefix(dir, "~"):
			// A shell did not expand the tilde; a directory of that name would be a mistake.
		default:
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// SrcDirs returns the existing directories src of GOROOT and GOPATH.
func (c *Context) SrcDirs() []string {
	var roots, dirs []string
	if c.GOROOT != "" && c.Compiler != "gccgo" {
		roots = append(roots, c.GOROOT)
	}
	for _, root := range append(roots, c.paths()...) {
		if dir := c.join(root, "src"); c.isDir(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
