package mime

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// builtin are media types and their extensions, to which the files of the system add others.
const builtin = `application/gzip gz
application/json json
application/msword doc
application/octet-stream bin com exe
application/pdf pdf
application/postscript ai eps ps
application/rdf+xml rdf
application/rtf rtf
application/vnd.android.package-archive apk
application/vnd.ms-excel xls
application/vnd.ms-powerpoint ppt
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/wasm wasm
application/xhtml+xml xht xhtml
application/zip zip
audio/flac flac
audio/mp4 m4a
audio/mpeg mp3
audio/ogg oga ogg opus
audio/wav wav
audio/webm weba
image/apng apng
image/avif avif
image/bmp bmp
image/gif gif
image/jpeg jfif jpeg jpg pjp pjpeg
image/png png
image/svg+xml svg
image/tiff tif tiff
image/vnd.microsoft.icon ico
image/webp webp
image/x-xbitmap xbm
message/rfc822 eml
text/calendar ics
text/css css
text/csv csv
text/html ehtml htm html shtml
text/javascript js mjs
text/plain text txt
text/vtt vtt
text/xml xbl xml xsl
video/mp4 mp4
video/ogg ogv
video/webm webm`

// The files in which systems list media types: the database of freedesktop.org if it exists,
// otherwise lists of other programs.
var (
	globFiles = []string{"/usr/local/share/mime/globs2", "/usr/share/mime/globs2"}
	listFiles = []string{"/etc/mime.types", "/etc/apache2/mime.types", "/etc/apache/mime.types", "/etc/httpd/conf/mime.types"}
)

// known has the known media types; its maps are nil before the first use.
var known struct {
	sync.RWMutex
	types      map[string]string // by extension
	lower      map[string]string // by extension in lower case
	extensions map[string][]string
}

// loadOnce fills known, and locks it for reading.
func loadOnce() {
	known.RLock()
	if known.types != nil {
		return
	}
	known.RUnlock()
	known.Lock()
	if known.types == nil {
		known.types = make(map[string]string)
		known.lower = make(map[string]string)
		known.extensions = make(map[string][]string)
		for line := range strings.Lines(builtin) {
			addLine(line)
		}
		loadFiles()
	}
	known.Unlock()
	known.RLock()
}

// addLine adds a line of a list: a type and its extensions, then perhaps a comment.
func addLine(line string) {
	fields := strings.Fields(line)
	if len(fields) < 2 || fields[0][0] == '#' {
		return
	}
	for _, ext := range fields[1:] {
		if ext[0] == '#' {
			return
		}
		set("."+ext, fields[0])
	}
}

func loadFiles() {
	for _, name := range globFiles {
		if eachLine(name, addGlob) {
			return
		}
	}
	for _, name := range listFiles {
		eachLine(name, addLine)
	}
}

func eachLine(name string, f func(string)) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		f(lines.Text())
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
	return true
}

// addGlob adds a line "weight:type:*.ext" of the database, unless the extension has a type: lines with a greater weight
// come first.
func addGlob(line string) {
	fields := strings.Split(line, ":")
	if len(fields) < 3 || fields[0] == "" || fields[0][0] == '#' {
		return
	}
	ext, ok := strings.CutPrefix(fields[2], "*")
	if !ok || len(ext) < 2 || ext[0] != '.' || strings.ContainsAny(ext, "?*[") {
		return
	}
	if _, ok := known.types[ext]; !ok {
		set(ext, fields[1])
	}
}

// set sets typ as the type of ext. Texts without a charset are UTF-8.
func set(ext, typ string) error {
	name, param, err := ParseMediaType(typ)
	if err != nil {
		return err
	}
	if strings.HasPrefix(typ, "text/") && param["charset"] == "" {
		param["charset"] = "utf-8"
		typ = FormatMediaType(name, param)
	}
	lower := strings.ToLower(ext)
	known.types[ext] = typ
	known.lower[lower] = typ
	if !slices.Contains(known.extensions[name], lower) {
		known.extensions[name] = append(known.extensions[name], lower)
	}
	return nil
}

// TypeByExtension returns the type of files with an extension, which begins with a dot; "" if it is not known. Upper
// and lower case are distinguished only if the system's files do so.
func TypeByExtension(ext string) string {
	loadOnce()
	defer known.RUnlock()
	if typ, ok := known.types[ext]; ok {
		return typ
	}
	return known.lower[strings.ToLower(ext)]
}

// ExtensionsByType returns the extensions of files of a type, sorted; nil if none is known.
func ExtensionsByType(typ string) ([]string, error) {
	name, _, err := ParseMediaType(typ)
	if err != nil {
		return nil, err
	}
	loadOnce()
	defer known.RUnlock()
	list := slices.Clone(known.extensions[name])
	slices.Sort(list)
	return list, nil
}

// AddExtensionType sets typ as the type of files with the extension ext.
func AddExtensionType(ext, typ string) error {
	if !strings.HasPrefix(ext, ".") {
		return fmt.Errorf("mime: extension %q missing leading dot", ext)
	}
	loadOnce()
	known.RUnlock()
	known.Lock()
	defer known.Unlock()
	return set(ext, typ)
}
