package os

import (
	"errors"
	"internal/testlog"
	"syscall"
)

// Args has the program's name and its arguments.
var Args []string = syscall.Args()

// Exit ends the program at once; deferred calls do not run.
func Exit(code int) {
	if code == 0 && testlog.PanicOnExit0() {
		panic("unexpected call to os.Exit(0) during test")
	}
	syscall.Exit(code)
}

// Getpid returns the process.
func Getpid() int { return syscall.Getpid() }

// Getppid returns the parent process.
func Getppid() int { return syscall.Getppid() }

// Getuid returns the user.
func Getuid() int { return syscall.Getuid() }

// Geteuid returns the effective user.
func Geteuid() int { return syscall.Geteuid() }

// Getgid returns the group.
func Getgid() int { return syscall.Getgid() }

// Getegid returns the effective group.
func Getegid() int { return syscall.Getegid() }

// Getgroups returns the supplementary groups.
func Getgroups() ([]int, error) {
	gids, err := syscall.Getgroups()
	return gids, NewSyscallError("getgroups", err)
}

// Getpagesize returns the size of a page of memory.
func Getpagesize() int { return syscall.Getpagesize() }

// Hostname returns the host's name.
func Hostname() (name string, err error) {
	data, err := ReadFile("/proc/sys/kernel/hostname")
	if err != nil {
		return "", err
	}
	if n := len(data); n > 0 && data[n-1] == '\n' {
		data = data[:n-1]
	}
	return string(data), nil
}

// Executable returns the program's own file: the script that runs it, if a script started it, else minigo.
func Executable() (string, error) {
	if name := startedAs; name != "" {
		if info, err := Stat(name); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return name, nil
		}
	}
	return Readlink("/proc/self/exe")
}

// startedAs is the program's name, if that is an absolute path.
var startedAs = func() string {
	if len(Args) > 0 && len(Args[0]) > 0 && IsPathSeparator(Args[0][0]) {
		return Args[0]
	}
	return ""
}()

// Getenv returns the value of a variable, "" if it is not set.
func Getenv(key string) string {
	testlog.Getenv(key)
	value, _ := syscall.Getenv(key)
	return value
}

// LookupEnv returns the value of a variable and whether it is set.
func LookupEnv(key string) (string, bool) {
	testlog.Getenv(key)
	return syscall.Getenv(key)
}

// Setenv sets a variable.
func Setenv(key, value string) error { return NewSyscallError("setenv", syscall.Setenv(key, value)) }

// Unsetenv removes a variable.
func Unsetenv(key string) error { return syscall.Unsetenv(key) }

// Clearenv removes all variables.
func Clearenv() { syscall.Clearenv() }

// Environ returns all variables as "key=value".
func Environ() []string { return syscall.Environ() }

// ExpandEnv replaces ${name} and $name with the values of variables.
func ExpandEnv(s string) string { return Expand(s, Getenv) }

// Expand replaces ${name} and $name with mapping(name).
func Expand(s string, mapping func(string) string) string {
	var out []byte
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 >= len(s) {
			continue
		}
		if out == nil {
			out = make([]byte, 0, 2*len(s))
		}
		out = append(out, s[from:i]...)
		name, width := shellName(s[i+1:])
		if name == "" && width == 0 {
			out = append(out, s[i]) // "$" without a name after it stays unchanged
		} else if name != "" {
			out = append(out, mapping(name)...)
		} // "${}" and similar texts are dropped
		i += width
		from = i + 1
	}
	if out == nil {
		return s
	}
	return string(out) + s[from:]
}

func isSpecial(c byte) bool {
	switch c {
	case '*', '#', '$', '@', '!', '?', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return true
	}
	return false
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// shellName returns a variable's name at the beginning of s, which is not empty, and how many bytes it takes.
func shellName(s string) (name string, width int) {
	if s[0] == '{' {
		if len(s) > 2 && isSpecial(s[1]) && s[2] == '}' {
			return s[1:2], 3
		}
		for i := 1; i < len(s); i++ {
			if s[i] == '}' {
				if i == 1 {
					return "", 2
				}
				return s[1:i], i + 1
			}
		}
		return "", 1
	}
	if isSpecial(s[0]) {
		return s[:1], 1
	}
	i := 0
	for i < len(s) && isNameByte(s[i]) {
		i++
	}
	return s[:i], i
}

// TempDir returns the directory for temporary files.
func TempDir() string {
	if dir := Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

// UserHomeDir returns the user's home.
func UserHomeDir() (string, error) {
	if dir := Getenv("HOME"); dir != "" {
		return dir, nil
	}
	return "", errors.New("$HOME is not defined")
}

func userDir(variable, below string) (string, error) {
	dir := Getenv(variable)
	if dir == "" {
		dir = Getenv("HOME")
		if dir == "" {
			return "", errors.New("neither $" + variable + " nor $HOME are defined")
		}
		return dir + below, nil
	}
	if dir[0] != '/' {
		return "", errors.New("path in $" + variable + " is relative")
	}
	return dir, nil
}

// UserCacheDir returns the directory for data that programs can recreate.
func UserCacheDir() (string, error) { return userDir("XDG_CACHE_HOME", "/.cache") }

// UserConfigDir returns the directory for settings of programs.
func UserConfigDir() (string, error) { return userDir("XDG_CONFIG_HOME", "/.config") }

// IsPathSeparator reports whether c separates the elements of a name.
func IsPathSeparator(c uint8) bool { return c == PathSeparator }
