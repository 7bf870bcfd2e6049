// Package pprof serves profiles of the running program over HTTP. A program that imports it has them in http.DefaultServeMux, below /debug/pprof/.
package pprof

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"slices"
	"strconv"
	"strings"
	"time"
)

func init() {
	http.HandleFunc("GET /debug/pprof/", Index)
	http.HandleFunc("GET /debug/pprof/cmdline", Cmdline)
	http.HandleFunc("GET /debug/pprof/profile", Profile)
	http.HandleFunc("GET /debug/pprof/symbol", Symbol)
	http.HandleFunc("GET /debug/pprof/trace", Trace)
}

// isText says that the answer is text, and nothing else that a browser may take it for.
func isText(w http.ResponseWriter) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
}

// isFile says that the answer is a file of this name.
func isFile(w http.ResponseWriter, name string) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
}

// fail answers with an error, which tools know by a header.
func fail(w http.ResponseWriter, status int, text string) {
	isText(w)
	w.Header().Del("Content-Disposition")
	w.Header().Set("X-Go-Pprof", "1")
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}

// wait waits so many seconds, or until the client has gone; the server gives the answer as much time more.
func wait(w http.ResponseWriter, ctx context.Context, seconds float64) {
	d := time.Duration(seconds * float64(time.Second))
	if server, ok := ctx.Value(http.ServerContextKey).(*http.Server); ok && server.WriteTimeout > 0 {
		// A writer that cannot do it has no limit of its own.
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(server.WriteTimeout + d))
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// Cmdline answers with the arguments of the program, a zero byte between them.
func Cmdline(w http.ResponseWriter, r *http.Request) {
	isText(w)
	io.WriteString(w, strings.Join(os.Args, "\x00"))
}

// Profile answers with a profile of the next 30 seconds' CPU time, or of as many as the parameter seconds says.
func Profile(w http.ResponseWriter, r *http.Request) {
	seconds, err := strconv.ParseInt(r.FormValue("seconds"), 10, 64)
	if err != nil || seconds <= 0 {
		seconds = 30
	}
	isFile(w, "profile")
	if err := pprof.StartCPUProfile(w); err != nil {
		fail(w, http.StatusInternalServerError, "Could not enable CPU profiling: "+err.Error())
		return
	}
	wait(w, r.Context(), float64(seconds))
	pprof.StopCPUProfile()
}

// Trace answers with an execution trace of the next second, or of as many as the parameter seconds says.
func Trace(w http.ResponseWriter, r *http.Request) {
	seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64)
	if err != nil || seconds <= 0 {
		seconds = 1
	}
	isFile(w, "trace")
	if err := trace.Start(w); err != nil {
		fail(w, http.StatusInternalServerError, "Could not enable tracing: "+err.Error())
		return
	}
	wait(w, r.Context(), seconds)
	trace.Stop()
}

// Symbol answers with the names of the functions at the addresses that the query, or the body of a POST, has with plus signs between them.
func Symbol(w http.ResponseWriter, r *http.Request) {
	isText(w)
	var answer bytes.Buffer
	// Tools only ask whether there are symbols at all.
	fmt.Fprintf(&answer, "num_symbols: 1\n")
	query := bufio.NewReader(strings.NewReader(r.URL.RawQuery))
	if r.Method == http.MethodPost {
		query = bufio.NewReader(r.Body)
	}
	for {
		word, err := query.ReadString('+')
		word = strings.TrimSuffix(word, "+")
		if pc, _ := strconv.ParseUint(word, 0, 64); pc != 0 {
			if f := runtime.FuncForPC(uintptr(pc)); f != nil {
				fmt.Fprintf(&answer, "%#x %s\n", pc, f.Name())
			}
		}
		if err != nil {
			if err != io.EOF {
				fmt.Fprintf(&answer, "reading request: %v\n", err)
			}
			break
		}
	}
	w.Write(answer.Bytes())
}

// Handler returns what serves the profile of a name. Its parameters: debug=N for text, gc=1 for a collection before one of the heap, and seconds=N for what
// is added in that time.
func Handler(name string) http.Handler { return handler(name) }

type handler string

func (name handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	p := pprof.Lookup(string(name))
	if p == nil {
		fail(w, http.StatusNotFound, "Unknown profile")
		return
	}
	debug, _ := strconv.Atoi(r.FormValue("debug"))
	if seconds := r.FormValue("seconds"); seconds != "" {
		name.serveDelta(w, r, p, seconds, debug)
		return
	}
	if gc, _ := strconv.Atoi(r.FormValue("gc")); name == "heap" && gc > 0 {
		runtime.GC()
	}
	if debug != 0 {
		isText(w)
	} else {
		isFile(w, string(name))
	}
	p.WriteTo(w, debug)
}

// hasDelta lists the profiles of which there is a difference.
var hasDelta = []string{"allocs", "block", "goroutine", "heap", "mutex", "threadcreate"}

func (name handler) serveDelta(w http.ResponseWriter, r *http.Request, p *pprof.Profile, text string, debug int) {
	seconds, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || seconds <= 0:
		fail(w, http.StatusBadRequest, `invalid value for "seconds" - must be a positive integer`)
		return
	case !slices.Contains(hasDelta, string(name)):
		fail(w, http.StatusBadRequest, `"seconds" parameter is not supported for this profile type`)
		return
	case debug != 0:
		fail(w, http.StatusBadRequest, "seconds and debug params are incompatible")
		return
	}
	before, err := read(p)
	if err != nil {
		fail(w, http.StatusInternalServerError, "failed to collect profile: "+err.Error())
		return
	}
	wait(w, r.Context(), float64(seconds))
	if err := r.Context().Err(); err != nil {
		status := http.StatusInternalServerError
		if err == context.DeadlineExceeded {
			status = http.StatusRequestTimeout
		}
		fail(w, status, err.Error())
		return
	}
	after, err := read(p)
	if err != nil {
		fail(w, http.StatusInternalServerError, "failed to collect profile: "+err.Error())
		return
	}
	isFile(w, string(name)+"-delta")
	after.subtract(before)
	after.write(w)
}

// descriptions say on the page what each profile is.
var descriptions = map[string]string{
	"allocs":        "Samples of all memory that was allocated since the start",
	"block":         "Where goroutines have waited for others",
	"cmdline":       "The command line of the program",
	"goroutine":     "Stacks of all goroutines; debug=2 shows them as a panic does",
	"goroutineleak": "Stacks of goroutines that can never go on",
	"heap":          "Samples of memory that is in use; gc=1 collects before",
	"mutex":         "Who held the locks that goroutines have waited for",
	"profile":       "CPU time; seconds=N says for how long, go tool pprof reads it",
	"symbol":        "Names of functions at addresses of the query or of a POST",
	"threadcreate":  "Stacks that have made threads",
	"trace":         "An execution trace; seconds=N says for how long, go tool trace reads it",
}

// A row is a profile on the page.
type row struct {
	name  string
	count int
}

// Index answers with the profile whose name follows /debug/pprof/ in the path, or with a page that lists all.
func Index(w http.ResponseWriter, r *http.Request) {
	if name, ok := strings.CutPrefix(r.URL.Path, "/debug/pprof/"); ok && name != "" {
		handler(name).ServeHTTP(w, r)
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	rows := []row{{"cmdline", 0}, {"profile", 0}, {"symbol", 0}, {"trace", 0}}
	for _, p := range pprof.Profiles() {
		rows = append(rows, row{p.Name(), p.Count()})
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	var page strings.Builder
	page.WriteString("<html>\n<head><title>/debug/pprof/</title></head>\n<body>\n<h1>/debug/pprof/</h1>\n" +
		"<p>debug=1 in the query shows a profile as text.</p>\n<table>\n<thead><td>Count</td><td>Profile</td><td></td></thead>\n")
	for _, row := range rows {
		link := (&url.URL{Path: row.name, RawQuery: "debug=1"}).String()
		fmt.Fprintf(&page, "<tr><td>%d</td><td><a href='%s'>%s</a></td><td>%s</td></tr>\n", row.count, html.EscapeString(link),
			html.EscapeString(row.name), html.EscapeString(descriptions[row.name]))
	}
	page.WriteString("</table>\n<p><a href=\"goroutine?debug=2\">full goroutine stack dump</a></p>\n</body>\n</html>\n")
	io.WriteString(w, page.String())
}
