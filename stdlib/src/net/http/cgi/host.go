// Package cgi runs programs that answer one HTTP request each, and lets a Go program be one (RFC 3875).
package cgi

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// A Handler answers requests by the output of a program, which it starts for each.
type Handler struct {
	Path string // of the program
	Root string // the URLs that the program answers begin with it; empty for "/"

	// Dir is the working directory of the program; if it is empty, that of Path, and if there is none, the current one.
	Dir string

	Env        []string    // more variables for the program, as "key=value"
	InheritEnv []string    // names of variables that the program inherits
	Logger     *log.Logger // for errors; nil stands for log.Print
	Args       []string    // arguments of the program
	Stderr     io.Writer   // what the program writes to standard error; nil stands for os.Stderr

	// PathLocationHandler answers where the program redirects to a path of this server (RFC 3875, section 6.3.2). If it
	// is nil, the client is redirected.
	PathLocationHandler http.Handler
}

// ServeHTTP answers by running the program.
func (h *Handler) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	if te := req.TransferEncoding; len(te) > 0 && te[0] == "chunked" {
		// The program must know the length beforehand.
		rw.WriteHeader(http.StatusBadRequest)
		rw.Write([]byte("Chunked request bodies are not supported by CGI."))
		return
	}
	cmd, out, err := h.start(req)
	if err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
		h.logf("CGI error: %v", err)
		return
	}
	defer cmd.Wait()
	defer out.Close()

	body := bufio.NewReaderSize(out, longestLine)
	a, err := h.readAnswer(body)
	if err != nil {
		if _, isStatus := err.(statusError); !isStatus {
			rw.WriteHeader(http.StatusInternalServerError)
		}
		h.logf("%v", err)
		return
	}
	if a.location != "" && a.location[0] == '/' && h.PathLocationHandler != nil {
		h.redirectInside(rw, req, a.location)
		return
	}
	for name, values := range a.header {
		for _, value := range values {
			rw.Header().Add(name, value)
		}
	}
	rw.WriteHeader(a.status)
	if _, err := io.Copy(rw, body); err != nil {
		h.logf("cgi: copy error: %v", err)
		// Whatever else the program has to say, nobody hears it.
		cmd.Process.Kill()
	}
}

func (h *Handler) logf(format string, args ...any) {
	if h.Logger != nil {
		h.Logger.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

// start starts the program, whose output can be read from out.
func (h *Handler) start(req *http.Request) (cmd *exec.Cmd, out io.ReadCloser, err error) {
	path, dir := h.Path, h.Dir
	if dir == "" {
		// A relative path leads from the current directory, but the program starts in another one.
		dir, path = filepath.Split(h.Path)
		path = "." + string(filepath.Separator) + path
		if dir == "" {
			dir, path = ".", h.Path
		}
	}
	cmd = &exec.Cmd{
		Path:   path,
		Args:   append([]string{h.Path}, h.Args...),
		Dir:    dir,
		Env:    lastOfEach(h.environment(req)),
		Stderr: h.Stderr,
	}
	if cmd.Stderr == nil {
		cmd.Stderr = os.Stderr
	}
	if req.ContentLength != 0 {
		cmd.Stdin = req.Body
	}
	if out, err = cmd.StdoutPipe(); err != nil {
		return nil, nil, err
	}
	if err = cmd.Start(); err != nil {
		return nil, nil, err
	}
	return cmd, out, nil
}

// environment returns the variables of the program. Of those with one name the last counts.
func (h *Handler) environment(req *http.Request) []string {
	root := strings.TrimRight(h.Root, "/")
	remote, port, err := net.SplitHostPort(req.RemoteAddr)
	if err != nil {
		remote, port = req.RemoteAddr, ""
	}
	env := []string{
		"SERVER_SOFTWARE=go",
		"SERVER_PROTOCOL=HTTP/1.1",
		"HTTP_HOST=" + req.Host,
		"GATEWAY_INTERFACE=CGI/1.1",
		"REQUEST_METHOD=" + req.Method,
		"QUERY_STRING=" + req.URL.RawQuery,
		"REQUEST_URI=" + req.URL.RequestURI(),
		"PATH_INFO=" + strings.TrimPrefix(req.URL.Path, root),
		"SCRIPT_NAME=" + root,
		"SCRIPT_FILENAME=" + h.Path,
		// No names are looked up.
		"REMOTE_ADDR=" + remote,
		"REMOTE_HOST=" + remote,
	}
	if err == nil {
		env = append(env, "REMOTE_PORT="+port)
	}
	env = append(env, serverEnvironment(req)...)
	env = append(env, headerEnvironment(req)...)

	path := os.Getenv("PATH")
	if path == "" {
		path = "/bin:/usr/bin:/usr/ucb:/usr/bsd:/usr/local/bin"
	}
	env = append(env, "PATH="+path)
	for _, name := range append([]string{"LD_LIBRARY_PATH"}, h.InheritEnv...) {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return append(env, h.Env...)
}

// serverEnvironment returns the variables that tell how the server was reached.
func serverEnvironment(req *http.Request) []string {
	name, _, err := net.SplitHostPort(req.Host)
	if err != nil {
		name = req.Host
	}
	port := "80"
	var env []string
	if req.TLS != nil {
		port = "443"
		env = append(env, "HTTPS=on")
	}
	if at := strings.LastIndexByte(req.Host, ':'); at >= 0 && areDigits(req.Host[at+1:]) {
		port = req.Host[at+1:]
	}
	return append(env, "SERVER_NAME="+name, "SERVER_PORT="+port)
}

func areDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// headerEnvironment returns the variables for the header and the body.
func headerEnvironment(req *http.Request) (env []string) {
	for name, values := range req.Header {
		name = strings.ToUpper(strings.NewReplacer("-", "_", "=", "_").Replace(name))
		// Libraries for HTTP take HTTP_PROXY for a setting of the user (httpoxy).
		if name == "PROXY" {
			continue
		}
		separator := ", "
		if name == "COOKIE" {
			separator = "; "
		}
		env = append(env, "HTTP_"+name+"="+strings.Join(values, separator))
	}
	if req.ContentLength > 0 {
		env = append(env, "CONTENT_LENGTH="+strconv.FormatInt(req.ContentLength, 10))
	}
	if kind := req.Header.Get("Content-Type"); kind != "" {
		env = append(env, "CONTENT_TYPE="+kind)
	}
	return env
}

// lastOfEach leaves out the settings of a name but for the last; some programs would take the first.
func lastOfEach(env []string) (out []string) {
	last := map[string]int{}
	for i, setting := range env {
		if name, _, ok := strings.Cut(setting, "="); ok {
			last[name] = i
		}
	}
	for i, setting := range env {
		name, _, ok := strings.Cut(setting, "=")
		if !ok || last[name] == i {
			out = append(out, setting)
		}
	}
	return out
}

// longestLine is how long a header line of the program may be.
const longestLine = 1024

// An answer is the header that a program has written.
type answer struct {
	status   int
	location string
	header   http.Header
}

// A statusError is about the status that the program gave. For such an error the client gets no status either.
type statusError string

func (e statusError) Error() string { return string(e) }

// readAnswer reads the header.
func (h *Handler) readAnswer(out *bufio.Reader) (*answer, error) {
	a := &answer{header: http.Header{}}
	lines := 0
	for {
		line, isCut, err := out.ReadLine()
		switch {
		case isCut:
			return nil, errors.New("cgi: long header line from subprocess.")
		case err == io.EOF:
			// The empty line after the header is missing.
			return nil, errors.New("cgi: no headers")
		case err != nil:
			return nil, fmt.Errorf("cgi: error reading headers: %v", err)
		}
		if len(line) == 0 {
			break
		}
		lines++
		if err := h.addLine(a, string(line)); err != nil {
			return nil, err
		}
	}
	a.location = a.header.Get("Location")
	switch {
	case lines == 0:
		return nil, errors.New("cgi: no headers")
	case a.status != 0:
	case a.location != "":
		a.status = http.StatusFound
	case a.header["Content-Type"] == nil:
		return nil, errors.New("cgi: missing required Content-Type in headers")
	default:
		a.status = http.StatusOK
	}
	return a, nil
}

// addLine adds a header line of the program; one that is none it only logs.
func (h *Handler) addLine(a *answer, line string) error {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		h.logf("cgi: bogus header line: %s", line)
		return nil
	}
	if !isToken(name) {
		h.logf("cgi: invalid header name: %q", name)
		return nil
	}
	value = strings.Trim(value, " \t")
	if name != "Status" {
		a.header.Add(name, value)
		return nil
	}
	if len(value) < 3 {
		return statusError(fmt.Sprintf("cgi: bogus status (short): %q", value))
	}
	status, err := strconv.Atoi(value[:3])
	if err != nil {
		h.logf("cgi: bogus status: %q", value)
		return statusError(fmt.Sprintf("cgi: line was %q", line))
	}
	a.status = status
	return nil
}

// isToken reports whether a header line may have the name.
func isToken(name string) bool {
	isOther := func(r rune) bool {
		letter := 'a' <= r|0x20 && r|0x20 <= 'z'
		return !letter && (r < '0' || r > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	}
	return name != "" && !strings.ContainsFunc(name, isOther)
}

// redirectInside answers as for a GET request of a path of this server.
func (h *Handler) redirectInside(rw http.ResponseWriter, req *http.Request, path string) {
	url, err := req.URL.Parse(path)
	if err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
		h.logf("cgi: error resolving local URI path %q: %v", path, err)
		return
	}
	// Nothing of the first request is left but who sent it.
	h.PathLocationHandler.ServeHTTP(rw, &http.Request{
		Method:     "GET",
		URL:        url,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     http.Header{},
		Host:       url.Host,
		RemoteAddr: req.RemoteAddr,
	})
}
