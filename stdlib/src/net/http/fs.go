package http

import (
	"cmp"
	"errors"
	"fmt"
	"internal/fs"
	"internal/settings"
	"io"
	iofs "io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Dir is a directory of the system as a FileSystem.
type Dir string

// A FileSystem has files by names with slashes.
type FileSystem interface {
	Open(name string) (File, error)
}

// A File is a file of a FileSystem.
type File interface {
	io.Closer
	io.Reader
	io.Seeker
	Readdir(count int) ([]fs.FileInfo, error)
	Stat() (fs.FileInfo, error)
}

// Open opens a file below the directory.
func (d Dir) Open(name string) (File, error) {
	local, err := filepath.Localize(cmp.Or(path.Clean("/" + name)[1:], "."))
	if err != nil {
		return nil, errUnsafePath
	}
	full := filepath.Join(cmp.Or(string(d), "."), local)
	f, err := os.Open(full)
	if err == nil {
		return f, nil
	}
	return nil, openError(err, full, os.Stat)
}

// errUnsafePath is the error of a path that no file of the system can have, such as one with a zero byte.
var errUnsafePath = errors.New("http: invalid or unsafe file path")

// openError makes "not there" of the error of a name that goes through a file.
func openError(err error, name string, stat func(string) (fs.FileInfo, error)) error {
	if errors.Is(err, iofs.ErrNotExist) || errors.Is(err, iofs.ErrPermission) {
		return err
	}
	parts := strings.Split(name, "/")
	for i := range parts {
		if parts[i] == "" {
			continue
		}
		info, serr := stat(strings.Join(parts[:i+1], "/"))
		if serr != nil {
			return err
		}
		if !info.IsDir() {
			return iofs.ErrNotExist
		}
	}
	return err
}

// FS is a file system of io/fs as a FileSystem; its files have to be able to seek.
func FS(fsys fs.FS) FileSystem { return ioFS{fsys} }

type ioFS struct{ fsys fs.FS }

func (f ioFS) Open(name string) (File, error) {
	if name == "/" {
		name = "."
	} else {
		name = strings.TrimPrefix(name, "/")
	}
	file, err := f.fsys.Open(name)
	if err != nil {
		return nil, openError(err, name, func(path string) (fs.FileInfo, error) { return iofs.Stat(f.fsys, path) })
	}
	return ioFile{file}, nil
}

type ioFile struct{ file fs.File }

func (f ioFile) Close() error               { return f.file.Close() }
func (f ioFile) Read(b []byte) (int, error) { return f.file.Read(b) }
func (f ioFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }

func (f ioFile) Seek(offset int64, whence int) (int64, error) {
	s, ok := f.file.(io.Seeker)
	if !ok {
		return 0, errors.New("io.File missing Seek method")
	}
	return s.Seek(offset, whence)
}

func (f ioFile) ReadDir(count int) ([]fs.DirEntry, error) {
	d, ok := f.file.(iofs.ReadDirFile)
	if !ok {
		return nil, errors.New("io.File directory missing ReadDir method")
	}
	return d.ReadDir(count)
}

func (f ioFile) Readdir(count int) ([]fs.FileInfo, error) {
	list, err := f.ReadDir(count)
	var infos []fs.FileInfo
	for _, e := range list {
		info, ierr := e.Info()
		if ierr != nil {
			return infos, ierr
		}
		infos = append(infos, info)
	}
	return infos, err
}

// FileServer serves the files of a FileSystem.
func FileServer(root FileSystem) Handler { return fileHandler{root} }

// FileServerFS serves the files of a file system of io/fs.
func FileServerFS(root fs.FS) Handler { return FileServer(FS(root)) }

type fileHandler struct{ root FileSystem }

func (f fileHandler) ServeHTTP(w ResponseWriter, r *Request) {
	p := r.URL.Path
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
		r.URL.Path = p
	}
	serveFile(w, r, f.root, path.Clean(p), true)
}

// ServeFile answers with a file or directory; a path with .. is refused.
func ServeFile(w ResponseWriter, r *Request, name string) {
	if dotDot(r.URL.Path) {
		serveError(w, "invalid URL path", StatusBadRequest)
		return
	}
	dir, file := filepath.Split(name)
	serveFile(w, r, Dir(dir), file, false)
}

// ServeFileFS is ServeFile for a file of a file system of io/fs.
func ServeFileFS(w ResponseWriter, r *Request, fsys fs.FS, name string) {
	if dotDot(r.URL.Path) {
		serveError(w, "invalid URL path", StatusBadRequest)
		return
	}
	serveFile(w, r, FS(fsys), name, false)
}

func dotDot(p string) bool {
	return strings.Contains(p, "..") && slices.Contains(strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' }), "..")
}

// serveError is Error without the fields of the content that is not sent.
func serveError(w ResponseWriter, text string, code int) {
	h := w.Header()
	if settings.Of("httpservecontentkeepheaders") != "1" {
		for _, k := range []string{"Cache-Control", "Content-Encoding", "Etag", "Last-Modified"} {
			delete(h, k)
		}
	}
	Error(w, text, code)
}

func statusOfError(err error) (text string, code int) {
	switch {
	case errors.Is(err, iofs.ErrNotExist), errors.Is(err, errUnsafePath):
		return "404 page not found", StatusNotFound
	case errors.Is(err, iofs.ErrPermission):
		return "403 Forbidden", StatusForbidden
	}
	return "500 Internal Server Error", StatusInternalServerError
}

// localRedirect redirects to a relative path, without making it absolute. With an escaped slash in it the client takes
// the path for one of other parts, and would go elsewhere.
func localRedirect(w ResponseWriter, r *Request, target string) {
	if strings.Count(r.URL.EscapedPath(), "/") != strings.Count(r.URL.Path, "/") {
		NotFound(w, r)
		return
	}
	if q := r.URL.RawQuery; q != "" {
		target += "?" + q
	}
	w.Header().Set("Location", target)
	w.WriteHeader(StatusMovedPermanently)
}

func serveFile(w ResponseWriter, r *Request, fsys FileSystem, name string, redirect bool) {
	const index = "/index.html"
	if strings.HasSuffix(r.URL.Path, index) {
		localRedirect(w, r, "./")
		return
	}
	fail := func(err error) {
		text, code := statusOfError(err)
		serveError(w, text, code)
	}
	f, err := fsys.Open(name)
	if err != nil {
		fail(err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		fail(err)
		return
	}
	p := r.URL.Path
	slash := p != "" && p[len(p)-1] == '/'
	if redirect && !info.IsDir() && slash {
		base := path.Base(p)
		if base == "/" || base == "." {
			serveError(w, "http: attempting to traverse a non-directory", StatusInternalServerError)
			return
		}
		localRedirect(w, r, "../"+base)
		return
	}
	if info.IsDir() {
		if !slash {
			localRedirect(w, r, path.Base(p)+"/")
			return
		}
		if ff, err := fsys.Open(strings.TrimSuffix(name, "/") + index); err == nil {
			defer ff.Close()
			if i, err := ff.Stat(); err == nil {
				info, f = i, ff
			}
		}
	}
	if info.IsDir() {
		if unmodified(r, info.ModTime()) == conditionFalse {
			notModified(w)
			return
		}
		setLastModified(w, info.ModTime())
		listDir(w, r, f)
		return
	}
	serveContent(w, r, info.Name(), info.ModTime(), func() (int64, error) { return info.Size(), nil }, f)
}

func listDir(w ResponseWriter, r *Request, f File) {
	type entry struct {
		name string
		dir  bool
	}
	var list []entry
	var err error
	if d, ok := f.(iofs.ReadDirFile); ok {
		var dirs []fs.DirEntry
		dirs, err = d.ReadDir(-1)
		for _, e := range dirs {
			list = append(list, entry{e.Name(), e.IsDir()})
		}
	} else {
		var infos []fs.FileInfo
		infos, err = f.Readdir(-1)
		for _, e := range infos {
			list = append(list, entry{e.Name(), e.IsDir()})
		}
	}
	if err != nil {
		if s, ok := r.Context().Value(ServerContextKey).(*Server); ok {
			s.logf("http: error reading directory: %v", err)
		}
		Error(w, "Error reading directory", StatusInternalServerError)
		return
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n")
	for _, e := range list {
		name := e.name
		if e.dir {
			name += "/"
		}
		u := url.URL{Path: name}
		fmt.Fprintf(w, "<a href=\"%s\">%s</a>\n", u.String(), htmlReplacer.Replace(name))
	}
	fmt.Fprintf(w, "</pre>\n")
}

// NewFileTransport answers requests with files, for a Transport's RegisterProtocol.
func NewFileTransport(fsys FileSystem) RoundTripper { return fileTransport{fileHandler{fsys}} }

// NewFileTransportFS answers requests with files of a file system of io/fs.
func NewFileTransportFS(fsys fs.FS) RoundTripper { return NewFileTransport(FS(fsys)) }

type fileTransport struct{ h fileHandler }

func (t fileTransport) RoundTrip(req *Request) (*Response, error) {
	pr, pw := io.Pipe()
	w := &pipedResponse{pw: pw, ready: make(chan *Response, 1), resp: &Response{
		Proto: "HTTP/1.0", ProtoMajor: 1, Header: make(Header), Close: true, Body: pr, ContentLength: -1, Request: req,
	}}
	go func() {
		t.h.ServeHTTP(w, req)
		if !w.began {
			w.WriteHeader(StatusOK)
		}
		w.begin()
		pw.Close()
	}()
	return <-w.ready, nil
}

type pipedResponse struct {
	pw      *io.PipeWriter
	resp    *Response
	ready   chan *Response
	began   bool
	handed  bool
	content bool
}

func (w *pipedResponse) Header() Header { return w.resp.Header }

func (w *pipedResponse) WriteHeader(code int) {
	if w.began {
		return
	}
	w.began = true
	w.resp.StatusCode = code
	w.resp.Status = fmt.Sprintf("%d %s", code, StatusText(code))
}

func (w *pipedResponse) begin() {
	if w.handed {
		return
	}
	w.handed = true
	if w.content && w.resp.ContentLength == 0 {
		w.resp.ContentLength = -1
	}
	w.ready <- w.resp
}

func (w *pipedResponse) Write(p []byte) (int, error) {
	if !w.began {
		w.WriteHeader(StatusOK)
	}
	w.content = true
	w.begin()
	return w.pw.Write(p)
}
