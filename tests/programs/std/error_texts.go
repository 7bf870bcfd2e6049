package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"text/tabwriter"
	"time"
)

func show(what string, err error) { fmt.Printf("%s: %T %q\n", what, err, fmt.Sprint(err)) }

func main() {
	files()
	var b bytes.Buffer
	show("compact", json.Compact(&b, []byte("[1 x")))
	show("unmarshal", json.Unmarshal([]byte("[1 x"), new(any)))
	_, err := json.Marshal(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
	show("time", err)
	_, err = json.Marshal(json.Number("1x"))
	fmt.Println(err, errors.Is(err, strconv.ErrSyntax))
	_, err = time.ParseDuration("5")
	show("duration", err)

	_, err = net.Dial("ip", "127.0.0.1")
	show("ip", err)
	d := net.Dialer{LocalAddr: &net.UDPAddr{}}
	_, err = d.Dial("tcp", "127.0.0.1:1")
	show("local", err)
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	c, _ := net.Dial("tcp", l.Addr().String())
	c.Close()
	l.Close()
	_, err = c.(*net.TCPConn).ReadFrom(bytes.NewReader([]byte("x")))
	var op *net.OpError
	fmt.Println(errors.As(err, &op), op.Op, errors.Is(err, net.ErrClosed))
	show("deadline", l.(*net.TCPListener).SetDeadline(time.Time{}))

	for _, pattern := range []string{".**[", "a*[", "[", "*[", "*\xa9"} {
		a, aerr := path.Match(pattern, "é")
		b, berr := filepath.Match(pattern, "é")
		fmt.Println(a, aerr, b, berr, berr == path.ErrBadPattern)
	}
	w := tabwriter.NewWriter(&b, 5, 8, 1, '\xb7', 0)
	fmt.Fprint(w, "a\tb\n")
	w.Flush()
	fmt.Printf("%q\n", b.String())
}

func files() {
	dir, _ := os.MkdirTemp("", "error_texts")
	defer os.RemoveAll(dir)
	os.Chdir(dir)
	os.WriteFile("file", nil, 0o600)
	os.Mkdir("dir", 0o700)
	show("mkdir", os.MkdirAll("file//below", 0o700))
	show("mkdir", os.MkdirAll("file/below", 0o700))
	show("remove", os.RemoveAll("file/below/more"))
	show("remove", os.RemoveAll("a\x00b"))
	show("rename", os.Rename("dir", "dir/"))
	show("rename", os.Rename("file", "dir"))
	_, err := os.CreateTemp("", "a/b")
	show("temp", errors.Unwrap(err))
	show("copy", os.CopyFS("x", os.DirFS("missing")))
	root, _ := os.OpenRoot("dir")
	show("root", root.MkdirAll("../x/", 0o700))
	root.Close()
	fmt.Println(os.RemoveAll("dir"), os.RemoveAll("dir"), os.RemoveAll("missing/x"))
}

// Output:
// mkdir: *fs.PathError "mkdir file/: file exists"
// mkdir: *fs.PathError "mkdir file: not a directory"
// remove: *fs.PathError "open file/below: not a directory"
// remove: *fs.PathError "unlinkat ./a\x00b: invalid argument"
// rename: <nil> "<nil>"
// rename: *os.LinkError "rename file dir: file exists"
// temp: *errors.errorString "pattern contains path separator"
// copy: *fs.PathError "stat .: no such file or directory"
// root: *fs.PathError "mkdirat ../x/: path escapes from parent"
// <nil> <nil> <nil>
// compact: *json.SyntaxError "invalid character 'x' after array value"
// unmarshal: *json.SyntaxError "invalid character 'x' after array element"
// time: *json.MarshalerError "json: error calling MarshalJSON for type *time.Time: year outside of range [0,9999]"
// json: error calling MarshalJSONTo for type *json.Number: cannot parse "1x" as JSON number: invalid syntax true
// duration: *time.parseDurationError "time: missing unit in duration \"5\""
// ip: *net.OpError "dial ip: unknown network ip"
// local: *net.OpError "dial tcp: address :0: mismatched local address type"
// true readfrom true
// deadline: poll.errNetClosing "use of closed network connection"
// false syntax error in pattern false <nil> false
// false syntax error in pattern false <nil> false
// false syntax error in pattern false syntax error in pattern false
// false syntax error in pattern false syntax error in pattern false
// true <nil> true <nil> false
// "a\xb7\xb7\xb7\xb7b\n"
