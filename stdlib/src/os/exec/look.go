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

// ErrNotFound means that no directory of PATH contains the program.
var ErrNotFound = errors.New("executable file not found in $PATH")

// ErrDot means that PATH leads to a program in the working directory, which is run only if its path is given
// explicitly.
var ErrDot = errors.New("cannot run executable found relative to current directory")

// An Error is the error of LookPath for a name.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return "exec: " + strconv.Quote(e.Name) + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// executable returns an error unless file can be executed.
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

// LookPath searches the directories of PATH for a program. A name with a slash is used as a path.
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

// dotAllowed reports whether GODEBUG=execerrdot=0 is set, with which LookPath finds programs in the working directory.
func dotAllowed() bool { return settings.Of("execerrdot") == "0" }
