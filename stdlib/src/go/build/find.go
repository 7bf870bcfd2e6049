package build

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Import finds the package that a file in srcDir imports by an import path, and describes it. With an error it also
// returns the fields that it could set. A local import path inside GOROOT or GOPATH becomes the path of that package.
func (ctxt *Context) Import(path string, srcDir string, mode ImportMode) (*Package, error) {
	p := &Package{ImportPath: path}
	if path == "" {
		return p, importError(path, "invalid import path")
	}
	s := search{c: ctxt, p: p, path: path, srcDir: srcDir, mode: mode}
	var err error
	if IsLocalImport(path) {
		err = s.local()
	} else {
		err = s.global()
	}
	if err != nil {
		return p, err
	}
	compilerErr := s.install()
	if p.Goroot && ctxt.Compiler == "gccgo" {
		return p, nil // gccgo is installed without the sources of the library
	}
	if IsLocalImport(path) && !ctxt.isDir(p.Dir) {
		return p, fmt.Errorf("cannot find package %q in:\n\t%s", p.ImportPath, p.Dir)
	}
	if mode&FindOnly != 0 || s.objectOnly {
		return p, compilerErr
	}
	if err := ctxt.scan(p, mode); err != nil {
		return p, err
	}
	return p, compilerErr
}

// ImportDir is like Import for the package in a directory.
func (ctxt *Context) ImportDir(dir string, mode ImportMode) (*Package, error) {
	return ctxt.Import(".", dir, mode)
}

func importError(path, reason string) error { return fmt.Errorf("import %q: %s", path, reason) }

// A search looks for the directory of a package.
type search struct {
	c            *Context
	p            *Package
	path, srcDir string
	mode         ImportMode
	// objectOnly says that only the compiled package exists.
	objectOnly bool
}

// target returns the name of the directory for compiled packages, "" for an unknown compiler.
func (s *search) target() string {
	system := s.c.GOOS + "_" + s.c.GOARCH
	if s.c.InstallSuffix != "" {
		system += "_" + s.c.InstallSuffix
	}
	switch s.c.Compiler {
	case "gc":
		return "pkg/" + system
	case "gccgo":
		return "pkg/gccgo_" + system
	}
	return ""
}

// object returns the path of the compiled package below the root.
func (s *search) object(importPath string) string {
	target := s.target()
	if target == "" {
		return ""
	}
	if s.c.Compiler == "gccgo" {
		dir, name := path.Split(importPath)
		return target + "/" + dir + "lib" + name + ".a"
	}
	return target + "/" + importPath + ".a"
}

// install sets the fields that follow from the root.
func (s *search) install() error {
	p, c := s.p, s.c
	target := s.target()
	if p.Root != "" {
		p.SrcRoot = c.join(p.Root, "src")
		p.PkgRoot = c.join(p.Root, "pkg")
		p.BinDir = c.join(p.Root, "bin")
		if target != "" {
			p.PkgTargetRoot = c.join(p.Root, target)
			// Since Go 1.20 packages of GOROOT are compiled into the build cache, and have no .a file.
			if !p.Goroot {
				p.PkgObj = c.join(p.Root, s.object(p.ImportPath))
			}
		}
	}
	if target == "" {
		return importError(s.path, fmt.Sprintf("unknown compiler %q", c.Compiler))
	}
	return nil
}

func (s *search) found(dir, importPath, root string, goroot bool) {
	s.p.Dir, s.p.ImportPath, s.p.Root, s.p.Goroot = dir, importPath, root, goroot
}

// local finds the directory of a local import path, and the path with which other packages import it.
func (s *search) local() error {
	p, c := s.p, s.c
	if s.srcDir == "" {
		return importError(s.path, "import relative to unknown directory")
	}
	if !c.isAbs(s.path) {
		p.Dir = c.join(s.srcDir, s.path)
	}
	if inTestdata(p.Dir) {
		return nil
	}
	var before []string // roots whose packages hide those of later roots
	if c.GOROOT != "" {
		root := c.join(c.GOROOT, "src")
		if sub, ok := c.below(root, p.Dir); ok && !inTestdata(sub) {
			s.found(p.Dir, sub, c.GOROOT, true)
			return nil
		}
		if c.Compiler != "gccgo" {
			before = append(before, root)
		}
	}
	for _, entry := range c.paths() {
		root := c.join(entry, "src")
		sub, ok := c.below(root, p.Dir)
		if ok && !inTestdata(sub) {
			for _, earlier := range before {
				if dir := c.join(earlier, sub); c.isDir(dir) {
					p.ConflictDir = dir
					return nil
				}
			}
			s.found(p.Dir, sub, entry, false)
			return nil
		}
		before = append(before, root)
	}
	return nil
}

// inTestdata reports whether a directory is inside testdata, where no import path leads.
func inTestdata(dir string) bool {
	return strings.Contains("/"+strings.ReplaceAll(dir, "\\", "/")+"/", "/testdata/")
}

// global finds the directory of an import path that is not local.
func (s *search) global() error {
	c := s.c
	if strings.HasPrefix(s.path, "/") {
		return importError(s.path, "cannot import absolute path")
	}
	if err := s.askGo(); err != errNoModules {
		return err
	}
	// The directories without the package, one a line as in the error.
	var tried []string
	if s.mode&IgnoreVendor == 0 && s.srcDir != "" {
		ok, dirs := s.vendored()
		if ok {
			return nil
		}
		tried = dirs
	}
	goroot := func() bool {
		dir := c.join(c.GOROOT, "src", s.path)
		found := c.Compiler == "gccgo" && isStandard(s.path) || s.holds(c.GOROOT, dir, s.path)
		if found {
			s.found(dir, s.path, c.GOROOT, true)
		}
		return found
	}
	first := c.GOROOT != "" && s.gorootFirst()
	if first && goroot() {
		return nil
	}
	for _, root := range c.paths() {
		dir := c.join(root, "src", s.path)
		if s.holds(root, dir, s.path) {
			s.found(dir, s.path, root, false)
			return nil
		}
	}
	if c.GOROOT != "" && !first && goroot() {
		return nil
	}
	return fmt.Errorf("cannot find package %q in any of:\n%s", s.path, strings.Join(append(tried, s.missing()...), "\n"))
}

// gorootFirst reports whether GOROOT is searched before GOPATH. A user's copy of a library package in a directory
// vendor inside GOPATH/src hides the library's own copy.
func (s *search) gorootFirst() bool {
	if s.srcDir == "" || !strings.HasPrefix(s.path, "vendor/") || s.c.Compiler == "gccgo" {
		return true
	}
	_, inside := s.c.below(s.c.GOROOT, s.srcDir)
	return inside
}

// missing returns the lines of the error for GOROOT and GOPATH.
func (s *search) missing() []string {
	c := s.c
	lines := []string{"\t($GOROOT not set)"}
	if c.GOROOT != "" {
		lines[0] = "\t" + c.join(c.GOROOT, "src", s.path) + " (from $GOROOT)"
	}
	roots := c.paths()
	if len(roots) == 0 {
		return append(lines, "\t($GOPATH not set. For more details see: 'go help gopath')")
	}
	for i, root := range roots {
		line := "\t" + c.join(root, "src", s.path)
		if i == 0 {
			line += " (from $GOPATH)"
		}
		lines = append(lines, line)
	}
	return lines
}

// isStandard reports whether a path may belong to the library: other paths begin with the name of a host.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// holds reports whether a directory contains the package or, if the caller accepts that, its object.
func (s *search) holds(root, dir, importPath string) bool {
	s.objectOnly = false
	if s.c.isDir(dir) {
		return true
	}
	if object := s.object(importPath); s.mode&AllowBinary != 0 && object != "" {
		s.objectOnly = s.c.isFile(s.c.join(root, object))
	}
	return s.objectOnly
}

// vendored searches the vendor directories beside srcDir and in its parents, up to the root that contains srcDir.
func (s *search) vendored() (found bool, tried []string) {
	c := s.c
	look := func(root string, goroot bool) bool {
		sub, ok := c.below(root, s.srcDir)
		if !ok || !strings.HasPrefix(sub, "src/") || inTestdata(sub) {
			return false
		}
		for {
			vendor := c.join(root, sub, "vendor")
			if c.isDir(vendor) {
				dir := c.join(vendor, s.path)
				if c.isDir(dir) && c.hasGoFiles(dir) {
					importPath := strings.TrimPrefix(path.Join(sub, "vendor", s.path), "src/")
					s.found(dir, importPath, root, goroot)
					return true
				}
				line := "\t" + dir
				if len(tried) == 0 {
					line += " (vendor tree)"
				}
				tried = append(tried, line)
			}
			slash := strings.LastIndexByte(sub, '/')
			if slash < 0 {
				return false
			}
			sub = sub[:slash]
		}
	}
	// gccgo does not install the sources of the library.
	if c.Compiler != "gccgo" && c.GOROOT != "" && look(c.GOROOT, true) {
		return true, nil
	}
	for _, root := range c.paths() {
		if look(root, false) {
			return true, nil
		}
	}
	return false, tried
}

func (c *Context) hasGoFiles(dir string) bool {
	infos, _ := c.readDir(dir)
	return slices.ContainsFunc(infos, func(f fs.FileInfo) bool { return !f.IsDir() && extension(f.Name()) == ".go" })
}
