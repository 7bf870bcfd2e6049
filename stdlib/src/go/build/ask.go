package build

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// errNoModules means that the package must be found without the go command.
var errNoModules = errors.New("not using modules")

// answer is the template with which go list prints a package; the output has at least answerLines lines.
const (
	answer      = "{{.Dir}}\n{{.ImportPath}}\n{{.Root}}\n{{.Goroot}}\n{{if .Error}}{{.Error}}{{end}}\n"
	answerLines = 4
)

// askGo finds the package with the go command of GOROOT, which knows modules. It is not used for a context that differs
// from the command's view of the machine, or that needs what the command does not support.
func (s *search) askGo() error {
	c := s.c
	if s.mode&(AllowBinary|IgnoreVendor) != 0 || c.hasHooks() || c.GOROOT == "" {
		return errNoModules
	}
	if !slices.Equal(c.ToolTags, Default.ToolTags) || !slices.Equal(c.ReleaseTags, Default.ReleaseTags) {
		return errNoModules
	}
	module := os.Getenv("GO111MODULE")
	if module == "off" {
		return errNoModules
	}
	// Imports inside GOROOT/src need no modules.
	if s.srcDir != "" {
		if c.Dir != "" && !filepath.IsAbs(s.srcDir) {
			return fmt.Errorf("go/build: Dir is non-empty, so relative srcDir is not allowed: %v", s.srcDir)
		}
		if abs, err := filepath.Abs(s.srcDir); err == nil {
			if _, ok := c.below(filepath.Join(c.GOROOT, "src"), abs); ok {
				return errNoModules
			}
		}
	}
	if c.isDir(filepath.Join(c.GOROOT, "src", s.path)) {
		return errNoModules
	}
	if module == "auto" && !c.inModule() {
		return errNoModules
	}
	return s.list()
}

func (c *Context) hasHooks() bool {
	return c.JoinPath != nil || c.SplitPathList != nil || c.IsAbsPath != nil || c.IsDir != nil || c.HasSubdir != nil ||
		c.ReadDir != nil || c.OpenFile != nil
}

// inModule reports whether the working directory, or a parent of it, has a file go.mod.
func (c *Context) inModule() bool {
	dir := c.Dir
	if dir == "" || !filepath.IsAbs(dir) {
		wd, err := os.Getwd()
		if err != nil {
			return false
		}
		dir = filepath.Join(wd, dir)
	}
	for {
		if c.isFile(filepath.Join(dir, "go.mod")) {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

// list runs go list.
func (s *search) list() error {
	c := s.c
	cgo := "0"
	if c.CgoEnabled {
		cgo = "1"
	}
	cmd := exec.Command(filepath.Join(c.GOROOT, "bin", "go"), "list", "-e", "-compiler="+c.Compiler,
		"-tags="+strings.Join(c.BuildTags, ","), "-installsuffix="+c.InstallSuffix, "-f="+answer, "--", s.path)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &stdout, &stderr, c.Dir
	cmd.Env = append(cmd.Environ(),
		"GOOS="+c.GOOS, "GOARCH="+c.GOARCH, "GOROOT="+c.GOROOT, "GOPATH="+c.GOPATH, "CGO_ENABLED="+cgo)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go/build: go list %s: %v\n%s\n", s.path, err, stderr.String())
	}
	parts := strings.SplitN(stdout.String(), "\n", answerLines+1)
	if len(parts) != answerLines+1 {
		return fmt.Errorf("go/build: importGo %s: unexpected output:\n%s\n", s.path, stdout.String())
	}
	if text := strings.TrimSpace(parts[answerLines]); parts[0] == "" && text != "" {
		return errors.New(text)
	}
	// With modules the go command's answer is final, even without a directory: GOPATH is not searched after it.
	s.found(parts[0], parts[1], parts[2], parts[3] == "true")
	return nil
}
