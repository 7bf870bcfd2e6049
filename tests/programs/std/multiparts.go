package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"strings"
)

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

func read(boundary, body string, raw bool) {
	for _, r := range []io.Reader{strings.NewReader(body), oneByte{strings.NewReader(body)}} {
		mr := multipart.NewReader(r, boundary)
		for {
			next := mr.NextPart
			if raw {
				next = mr.NextRawPart
			}
			p, err := next()
			if err != nil {
				fmt.Println("  end:", err)
				break
			}
			data, err := io.ReadAll(p)
			fmt.Printf("  %v %q %q %.60q %d %v\n", p.Header, p.FormName(), p.FileName(), data, len(data), err)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("cannot write") }

func write() string {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	fmt.Println(len(w.Boundary()))
	for _, b := range []string{"", strings.Repeat("x", 71), "a ", "a b", "é", "a;b", "my=boundary"} {
		fmt.Println(w.SetBoundary(b), w.FormDataContentType() != "")
	}
	fmt.Println(w.FormDataContentType())
	fmt.Println(w.WriteField("key", "value"), w.WriteField("ke\"y\r\n\\", ""))
	first, err := w.CreateFormFile("file", "a\"b.txt")
	io.WriteString(first, "file's text\r\n--my")
	fmt.Println(err, w.SetBoundary("x"))
	p, _ := w.CreatePart(textproto.MIMEHeader{"B": {"2", "3"}, "A": {"1"}})
	_, err = io.WriteString(first, "late")
	fmt.Println(err)
	io.WriteString(p, "part")
	q, _ := w.CreatePart(textproto.MIMEHeader{"Content-Transfer-Encoding": {"Quoted-Printable"}})
	io.WriteString(q, "a=3Db=\r\nc")
	fmt.Println(w.Close())
	fmt.Printf("%q\n", out.String())
	bad := multipart.NewWriter(failing{})
	fmt.Println(bad.WriteField("a", "b"), bad.Close())
	return out.String()
}

func forms(body string) {
	big := strings.Repeat("0123456789", 300)
	for _, memory := range []int64{1 << 20, 0, 20, -5} {
		f, err := multipart.NewReader(strings.NewReader(body), "my=boundary").ReadForm(memory)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f.Value)
		show(f)
		var out bytes.Buffer
		w := multipart.NewWriter(&out)
		for i, n := range []int{10, 3000, 2000, 0, 15} {
			p, _ := w.CreateFormFile("f", fmt.Sprint("dir/name", i))
			io.WriteString(p, big[:n])
		}
		w.Close()
		f, err = multipart.NewReader(&out, w.Boundary()).ReadForm(memory)
		fmt.Println(err)
		show(f)
	}
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for range 1001 {
		w.WriteField("a", "b")
	}
	w.Close()
	_, err := multipart.NewReader(&out, w.Boundary()).ReadForm(1 << 20)
	fmt.Println(err, err == multipart.ErrMessageTooLarge)
	out.Reset()
	w = multipart.NewWriter(&out)
	w.WriteField("a", strings.Repeat("x", 11<<20))
	w.Close()
	_, err = multipart.NewReader(&out, w.Boundary()).ReadForm(100)
	fmt.Println(err)
	_, err = multipart.NewReader(strings.NewReader(body[:150]), "my=boundary").ReadForm(100)
	fmt.Println(err)
}

func show(f *multipart.Form) {
	for _, list := range f.File {
		for _, h := range list {
			file, err := h.Open()
			if err != nil {
				fmt.Println(err)
				continue
			}
			_, onDisk := file.(*os.File)
			data, err := io.ReadAll(file)
			file.Seek(2, io.SeekStart)
			rest, _ := io.ReadAll(file)
			b := make([]byte, 4)
			n, err2 := file.ReadAt(b, 1)
			fmt.Println(h.Filename, h.Size, len(data), err, len(rest), string(b[:n]), err2, onDisk, file.Close())
		}
	}
	fmt.Println(f.RemoveAll(), f.RemoveAll())
}

func main() {
	body := write()
	read("my=boundary", body, false)
	read("my=boundary", body, true)
	for _, s := range []string{
		"", "--b--", "--b\r\n\r\n\r\n--b--", "preamble\r\n--b\r\nA: 1\r\n\r\ntext\r\n--b--\r\nepilogue", "--b\n\nunix\n--b\n\nlines\n--b--\n", "--b\r\n\r\n--b\r\n\r\n--b--",
		"--b  \r\n\r\nblank\r\n--b \t\r\n\r\nx\r\n--b-- ", "--b\r\n\r\nno end", "--b\r\n\r\nx\r\n--bad\r\n--b-\r\n--b--x\r\n--b--", "--b\r\n\r\nx\r\n--b", "--b\r\n\r\nx\r\n--b-", "--b\r\nbad header\r\n\r\nx\r\n--b--",
		"--b\r\n\r\nx\r\n--b--\r\n--b\r\n\r\ny\r\n--b--", "nothing", "--b\r\n\r\n" + strings.Repeat("long ", 2000) + "\r\n--b--",
		"--b\r\nContent-Disposition: form-data; name=n; filename=\"/a/b.c\"\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: attachment; filename=f\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: ;;;\r\n\r\n\r\n\r\n--b--",
	} {
		fmt.Printf("%.80q\n", s)
		read("b", s, false)
	}
	read("", "--\r\n\r\nx\r\n----", false)
	forms(body)
	fmt.Println(multipart.FileContentDisposition("a\"", "b\n"))
}

// Output:
// 60
// mime: invalid boundary length true
// mime: invalid boundary length true
// mime: invalid boundary character true
// <nil> true
// mime: invalid boundary character true
// mime: invalid boundary character true
// <nil> true
// multipart/form-data; boundary="my=boundary"
// <nil> <nil>
// <nil> mime: SetBoundary called after write
// multipart: can't write to finished part
// <nil>
// "--my=boundary\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nvalue\r\n--my=boundary\r\nContent-Disposition: form-data; name=\"ke\\\"y%0D%0A\\\\\"\r\n\r\n\r\n--my=boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\\\"b.txt\"\r\nContent-Type: application/octet-stream\r\n\r\nfile's text\r\n--my\r\n--my=boundary\r\nA: 1\r\nB: 2\r\nB: 3\r\n\r\npart\r\n--my=boundary\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\na=3Db=\r\nc\r\n--my=boundary--\r\n"
// cannot write cannot write
//   map[Content-Disposition:[form-data; name="key"]] "key" "" "value" 5 <nil>
//   map[Content-Disposition:[form-data; name="ke\"y%0D%0A\\"]] "ke\"y%0D%0A\\" "" "" 0 <nil>
//   map[Content-Disposition:[form-data; name="file"; filename="a\"b.txt"] Content-Type:[application/octet-stream]] "file" "a\"b.txt" "file's text\r\n--my" 17 <nil>
//   map[A:[1] B:[2 3]] "" "" "part" 4 <nil>
//   map[] "" "" "a=bc" 4 <nil>
//   end: EOF
//   map[Content-Disposition:[form-data; name="key"]] "key" "" "value" 5 <nil>
//   map[Content-Disposition:[form-data; name="ke\"y%0D%0A\\"]] "ke\"y%0D%0A\\" "" "" 0 <nil>
//   map[Content-Disposition:[form-data; name="file"; filename="a\"b.txt"] Content-Type:[application/octet-stream]] "file" "a\"b.txt" "file's text\r\n--my" 17 <nil>
//   map[A:[1] B:[2 3]] "" "" "part" 4 <nil>
//   map[] "" "" "a=bc" 4 <nil>
//   end: EOF
//   map[Content-Disposition:[form-data; name="key"]] "key" "" "value" 5 <nil>
//   map[Content-Disposition:[form-data; name="ke\"y%0D%0A\\"]] "ke\"y%0D%0A\\" "" "" 0 <nil>
//   map[Content-Disposition:[form-data; name="file"; filename="a\"b.txt"] Content-Type:[application/octet-stream]] "file" "a\"b.txt" "file's text\r\n--my" 17 <nil>
//   map[A:[1] B:[2 3]] "" "" "part" 4 <nil>
//   map[Content-Transfer-Encoding:[Quoted-Printable]] "" "" "a=3Db=\r\nc" 9 <nil>
//   end: EOF
//   map[Content-Disposition:[form-data; name="key"]] "key" "" "value" 5 <nil>
//   map[Content-Disposition:[form-data; name="ke\"y%0D%0A\\"]] "ke\"y%0D%0A\\" "" "" 0 <nil>
//   map[Content-Disposition:[form-data; name="file"; filename="a\"b.txt"] Content-Type:[application/octet-stream]] "file" "a\"b.txt" "file's text\r\n--my" 17 <nil>
//   map[A:[1] B:[2 3]] "" "" "part" 4 <nil>
//   map[Content-Transfer-Encoding:[Quoted-Printable]] "" "" "a=3Db=\r\nc" 9 <nil>
//   end: EOF
// ""
//   end: multipart: NextPart: EOF
//   end: multipart: NextPart: EOF
// "--b--"
//   end: EOF
//   end: EOF
// "--b\r\n\r\n\r\n--b--"
//   map[] "" "" "" 0 <nil>
//   end: EOF
//   map[] "" "" "" 0 <nil>
//   end: EOF
// "preamble\r\n--b\r\nA: 1\r\n\r\ntext\r\n--b--\r\nepilogue"
//   map[A:[1]] "" "" "text" 4 <nil>
//   end: EOF
//   map[A:[1]] "" "" "text" 4 <nil>
//   end: EOF
// "--b\n\nunix\n--b\n\nlines\n--b--\n"
//   map[] "" "" "unix" 4 <nil>
//   map[] "" "" "lines" 5 <nil>
//   end: EOF
//   map[] "" "" "unix" 4 <nil>
//   map[] "" "" "lines" 5 <nil>
//   end: EOF
// "--b\r\n\r\n--b\r\n\r\n--b--"
//   map[] "" "" "" 0 <nil>
//   map[] "" "" "" 0 <nil>
//   end: EOF
//   map[] "" "" "" 0 <nil>
//   map[] "" "" "" 0 <nil>
//   end: EOF
// "--b  \r\n\r\nblank\r\n--b \t\r\n\r\nx\r\n--b-- "
//   map[] "" "" "blank" 5 <nil>
//   map[] "" "" "x" 1 <nil>
//   end: EOF
//   map[] "" "" "blank" 5 <nil>
//   map[] "" "" "x" 1 <nil>
//   end: EOF
// "--b\r\n\r\nno end"
//   map[] "" "" "no end" 6 unexpected EOF
//   end: multipart: NextPart: EOF
//   map[] "" "" "no end" 6 unexpected EOF
//   end: multipart: NextPart: EOF
// "--b\r\n\r\nx\r\n--bad\r\n--b-\r\n--b--x\r\n--b--"
//   map[] "" "" "x\r\n--bad\r\n--b-" 14 <nil>
//   end: multipart: expecting a new Part; got line "--b--x\r\n"
//   map[] "" "" "x\r\n--bad\r\n--b-" 14 <nil>
//   end: multipart: expecting a new Part; got line "--b--x\r\n"
// "--b\r\n\r\nx\r\n--b"
//   map[] "" "" "x" 1 <nil>
//   end: multipart: NextPart: EOF
//   map[] "" "" "x" 1 <nil>
//   end: multipart: NextPart: EOF
// "--b\r\n\r\nx\r\n--b-"
//   map[] "" "" "x\r\n--b-" 7 unexpected EOF
//   end: multipart: NextPart: EOF
//   map[] "" "" "x\r\n--b-" 7 unexpected EOF
//   end: multipart: NextPart: EOF
// "--b\r\nbad header\r\n\r\nx\r\n--b--"
//   end: malformed MIME header: missing colon: "bad header"
//   end: malformed MIME header: missing colon: "bad header"
// "--b\r\n\r\nx\r\n--b--\r\n--b\r\n\r\ny\r\n--b--"
//   map[] "" "" "x" 1 <nil>
//   end: EOF
//   map[] "" "" "x" 1 <nil>
//   end: EOF
// "nothing"
//   end: multipart: NextPart: EOF
//   end: multipart: NextPart: EOF
// "--b\r\n\r\nlong long long long long long long long long long long long long long lon"
//   map[] "" "" "long long long long long long long long long long long long " 10000 <nil>
//   end: EOF
//   map[] "" "" "long long long long long long long long long long long long " 10000 <nil>
//   end: EOF
// "--b\r\nContent-Disposition: form-data; name=n; filename=\"/a/b.c\"\r\n\r\nx\r\n--b--"
//   map[Content-Disposition:[form-data; name=n; filename="/a/b.c"]] "n" "b.c" "x" 1 <nil>
//   end: EOF
//   map[Content-Disposition:[form-data; name=n; filename="/a/b.c"]] "n" "b.c" "x" 1 <nil>
//   end: EOF
// "--b\r\nContent-Disposition: attachment; filename=f\r\n\r\nx\r\n--b--"
//   map[Content-Disposition:[attachment; filename=f]] "" "f" "x" 1 <nil>
//   end: EOF
//   map[Content-Disposition:[attachment; filename=f]] "" "f" "x" 1 <nil>
//   end: EOF
// "--b\r\nContent-Disposition: ;;;\r\n\r\n\r\n\r\n--b--"
//   map[Content-Disposition:[;;;]] "" "" "\r\n" 2 <nil>
//   end: EOF
//   map[Content-Disposition:[;;;]] "" "" "\r\n" 2 <nil>
//   end: EOF
//   end: multipart: boundary is empty
//   end: multipart: boundary is empty
// map[ke"y%0D%0A\:[] key:[value]]
// a"b.txt 17 17 <nil> 15 ile' <nil> false <nil>
// <nil> <nil>
// <nil>
// name0 10 10 <nil> 8 1234 <nil> false <nil>
// name1 3000 3000 <nil> 2998 1234 <nil> false <nil>
// name2 2000 2000 <nil> 1998 1234 <nil> false <nil>
// name3 0 0 <nil> 0  EOF false <nil>
// name4 15 15 <nil> 13 1234 <nil> false <nil>
// <nil> <nil>
// map[ke"y%0D%0A\:[] key:[value]]
// a"b.txt 17 17 <nil> 15 ile' <nil> true <nil>
// <nil> <nil>
// <nil>
// name0 10 10 <nil> 8 1234 <nil> false <nil>
// name1 3000 3000 <nil> 2998 1234 <nil> false <nil>
// name2 2000 2000 <nil> 1998 1234 <nil> false <nil>
// name3 0 0 <nil> 0  EOF false <nil>
// name4 15 15 <nil> 13 1234 <nil> false <nil>
// <nil> <nil>
// map[ke"y%0D%0A\:[] key:[value]]
// a"b.txt 17 17 <nil> 15 ile' <nil> false <nil>
// <nil> <nil>
// <nil>
// name0 10 10 <nil> 8 1234 <nil> false <nil>
// name1 3000 3000 <nil> 2998 1234 <nil> false <nil>
// name2 2000 2000 <nil> 1998 1234 <nil> false <nil>
// name3 0 0 <nil> 0  EOF false <nil>
// name4 15 15 <nil> 13 1234 <nil> false <nil>
// <nil> <nil>
// map[ke"y%0D%0A\:[] key:[value]]
// a"b.txt 17 17 <nil> 15 ile' <nil> true <nil>
// <nil> <nil>
// <nil>
// name0 10 10 <nil> 8 1234 <nil> false <nil>
// name1 3000 3000 <nil> 2998 1234 <nil> false <nil>
// name2 2000 2000 <nil> 1998 1234 <nil> false <nil>
// name3 0 0 <nil> 0  EOF false <nil>
// name4 15 15 <nil> 13 1234 <nil> false <nil>
// <nil> <nil>
// multipart: message too large true
// multipart: message too large
// unexpected EOF
// form-data; name="a\""; filename="b%0A"
