package exec

import (
	"errors"
	"internal/settings"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ErrNotFound means that no directory of PATH has the program.
var ErrNotFound = errors.New("executable file not found in $PATH")

// ErrDot means that PATH leads to a program in the working directory, which is not run unless it is asked for by a
// path.
var ErrDot = errors.New("cannot run executable found relative to current directory")

// An Error is a name for which LookPath has no program to run.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return "exec: " + strconv.Quote(e.Name) + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// executable checks that file can be executed.
func executable(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return syscall.EISDIR
	}
	const execute = 1
	if err = syscall.Access(file, execute); err != syscall.ENOSYS && err != syscall.EPERM {
		return err
	}
	if info.Mode()&0o111 != 0 {
		return nil
	}
	return fs.ErrPermission
}

// LookPath finds the program of a name in the directories of PATH. A name with a slash is the path itself.
func LookPath(file string) (string, error) {
	switch {
	case file == "" || file == "." || file == "..":
		return "", &Error{file, ErrNotFound}
	case strings.Contains(file, "/"):
		if err := executable(file); err != nil {
			return "", &Error{file, err}
		}
		return file, nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir == "" {
			dir = "."
		}
		path := filepath.Join(dir, file)
		if executable(path) != nil {
			continue
		}
		if !filepath.IsAbs(path) && !dotAllowed() {
			return path, &Error{file, ErrDot}
		}
		return path, nil
	}
	return "", &Error{file, ErrNotFound}
}

// dotAllowed reports whether GODEBUG=execerrdot=0 is set: programs in the working directory are found then.
func dotAllowed() bool { return settings.Of("execerrdot") == "0" }
