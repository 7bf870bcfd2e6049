package testing

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode"
)

// tempDirs are a test's temporary directories: numbered ones in a directory that is removed when the test ends.
type tempDirs struct {
	mu   sync.Mutex
	root string // "" until the first one is needed
	last int
}

// artifactDir is a test's directory of artifacts.
type artifactDir struct {
	once sync.Once
	dir  string
	err  error
}

// TempDir makes a new directory at each call, which is removed when the test and its subtests have ended.
func (c *common) TempDir() string {
	c.checkFuzzFn("TempDir")
	dir, err := c.makeTempDir()
	if err != nil {
		c.Fatalf("TempDir: %v", err)
	}
	return dir
}

func (c *common) makeTempDir() (string, error) {
	c.temp.mu.Lock()
	root, err := c.tempRoot()
	if err == nil {
		c.temp.last++
	}
	dir := fmt.Sprintf("%s%c%03d", root, os.PathSeparator, c.temp.last)
	c.temp.mu.Unlock()
	if err == nil {
		err = os.Mkdir(dir, 0o777)
	}
	if err != nil {
		return "", err
	}
	return dir, nil
}

// tempRoot returns the directory of the test's temporary directories; it makes a new one if the test removed it. The
// caller holds temp.mu.
func (c *common) tempRoot() (string, error) {
	if c.temp.root != "" {
		if _, err := os.Stat(c.temp.root); !os.IsNotExist(err) {
			return c.temp.root, err
		}
	}
	const allowed = "!#$%&()+,-.=@^_{}~ "
	pattern := keepSymbols(c.name[:min(len(c.name), 64)], allowed)
	root, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), pattern)
	if err != nil {
		return "", err
	}
	c.temp.root = root
	c.Cleanup(func() {
		if err := os.RemoveAll(root); err != nil {
			c.Errorf("TempDir RemoveAll cleanup: %v", err)
		}
	})
	return root, nil
}

// keepSymbols removes characters from s that are not letters, numbers or allowed.
func keepSymbols(s, allowed string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune(allowed, r) {
			return r
		}
		return -1
	}, s)
}

// ArtifactDir returns a directory for output files of the test: with -test.artifacts below the output directory, else a
// temporary one.
func (c *common) ArtifactDir() string {
	c.checkFuzzFn("ArtifactDir")
	a := &c.artifacts
	a.once.Do(func() { a.dir, a.err = c.makeArtifactDir() })
	if a.err != nil {
		c.Fatalf("ArtifactDir: %v", a.err)
	}
	return a.dir
}

func (c *common) makeArtifactDir() (dir string, err error) {
	if !given.artifacts {
		return c.makeTempDir()
	}
	base := filepath.Join(artifactRoot, c.artifactBase())
	if err = os.MkdirAll(base, 0o777); err == nil {
		dir, err = os.MkdirTemp(base, "")
	}
	if err == nil && c.chatty != nil {
		c.chatty.update(c.name, "=== ARTIFACTS "+c.name+" "+dir+"\n")
	}
	return dir, err
}

// artifactBase returns the package's path in its module and the test's name, as a path; a long name ends in its hash.
// For a name that is not a valid path it returns "".
func (c *common) artifactBase() string {
	const longest = 64
	name := strings.ReplaceAll(c.name, "/", "__")
	if len(name) > longest {
		var hash uint64
		for i := range len(name) {
			hash = (hash ^ uint64(name[i])) * 1099511628211 // FNV's prime
		}
		text := fmt.Sprintf("%0x", hash)
		name = name[:longest-len(text)] + text
	}
	if pkg := strings.TrimPrefix(strings.TrimPrefix(c.importPath, c.modulePath), "/"); pkg != "" {
		name = pkg + "/" + name
	}
	base, err := filepath.Localize(keepSymbols(name, "!#$%&()+,-.=@^_{}~ /"))
	if err != nil {
		return ""
	}
	return base
}

// Setenv sets an environment variable until the test ends. This affects the whole process, so a parallel test must not
// call it.
func (c *common) Setenv(key, value string) {
	c.checkFuzzFn("Setenv")
	before, wasSet := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		c.Fatalf("cannot set environment variable: %v", err)
	}
	c.Cleanup(func() {
		if wasSet {
			os.Setenv(key, before)
		} else {
			os.Unsetenv(key)
		}
	})
}

// Chdir changes the working directory, and PWD, until the test ends. This affects the whole process, so a parallel
// test must not call it.
func (c *common) Chdir(dir string) {
	c.checkFuzzFn("Chdir")
	before, err := os.Open(".")
	if err != nil {
		c.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		c.Fatal(err)
	}
	if !filepath.IsAbs(dir) {
		if dir, err = os.Getwd(); err != nil {
			c.Fatal(err)
		}
	}
	c.Setenv("PWD", dir)
	c.Cleanup(func() {
		err := before.Chdir()
		before.Close()
		if err != nil {
			panic("testing.Chdir: " + err.Error()) // otherwise other tests would run in the wrong directory
		}
	})
}
