// Buffered reading and writing, scanners, and the readers and writers of package io.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return o.r.Read(p[:1])
}

func main() {
	text := "hello, wörld\r\nfoo\n\nbar baz  qux\nlast"
	for _, r := range []io.Reader{strings.NewReader(text), oneByte{strings.NewReader(text)}} {
		b := bufio.NewReaderSize(r, 16)
		line, prefix, err := b.ReadLine()
		fmt.Printf("%q %v %v\n", line, prefix, err)
		c, err := b.ReadByte()
		fmt.Println(c, err, b.UnreadByte(), b.UnreadByte())
		p, err := b.Peek(3)
		fmt.Printf("%q %v\n", p, err)
		_, err = b.Peek(17)
		fmt.Println(err)
		s, err := b.ReadString('z')
		fmt.Printf("%q %v\n", s, err)
		ru, size, err := b.ReadRune()
		fmt.Println(ru, size, err, b.UnreadRune(), b.UnreadRune())
		n, err := b.Discard(3)
		fmt.Println(n, err)
		rest, err := io.ReadAll(b)
		fmt.Printf("%q %v\n", rest, err)
		_, err = b.ReadByte()
		fmt.Println(err)
	}
	for _, split := range []bufio.SplitFunc{bufio.ScanLines, bufio.ScanWords, bufio.ScanRunes, bufio.ScanBytes} {
		s := bufio.NewScanner(strings.NewReader(text))
		s.Split(split)
		n := 0
		for s.Scan() {
			n++
			if n < 5 {
				fmt.Printf("%q ", s.Text())
			}
		}
		fmt.Println(n, s.Err())
	}
	s := bufio.NewScanner(strings.NewReader(strings.Repeat("x", 100)))
	s.Buffer(nil, 10)
	fmt.Println(s.Scan(), s.Err())
	var out bytes.Buffer
	w := bufio.NewWriterSize(&out, 8)
	fmt.Fprint(w, "hello ")
	w.WriteByte('w')
	w.WriteRune('ö')
	w.WriteString("rld, and more than fits")
	fmt.Println(out.String(), w.Buffered(), w.Available())
	fmt.Println(w.Flush(), out.String())
	rw := bufio.NewReadWriter(bufio.NewReader(&out), bufio.NewWriter(os.Stdout))
	word, _ := rw.ReadString(' ')
	rw.WriteString(word + "\n")
	rw.Flush()

	pr, pw := io.Pipe()
	go func() {
		fmt.Fprint(pw, "through the pipe")
		pw.CloseWithError(errors.New("closed so"))
	}()
	all, err := io.ReadAll(pr)
	fmt.Println(string(all), err)
	all, err = io.ReadAll(io.TeeReader(io.MultiReader(strings.NewReader("ab"), strings.NewReader("cd")), os.Stdout))
	fmt.Println(string(all), err)
	section := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	all, err = io.ReadAll(io.LimitReader(section, 4))
	fmt.Println(string(all), err, section.Size())
	n, err := io.CopyN(io.Discard, strings.NewReader("abc"), 5)
	fmt.Println(n, err)
	m, err := io.ReadFull(strings.NewReader("abc"), make([]byte, 5))
	fmt.Println(m, err)
	_, err = io.ReadAtLeast(strings.NewReader("abc"), make([]byte, 2), 3)
	fmt.Println(err)
	var a, b bytes.Buffer
	io.Copy(io.MultiWriter(&a, &b), strings.NewReader("twice"))
	fmt.Println(a.String(), b.String())
}

// Output:
// "hello, wörld" false <nil>
// 102 <nil> <nil> bufio: invalid use of UnreadByte
// "foo" <nil>
// bufio: buffer full
// "foo\n\nbar baz" <nil>
// 32 1 <nil> <nil> bufio: invalid use of UnreadRune
// 3 <nil>
// "ux\nlast" <nil>
// EOF
// "hello, wörld" false <nil>
// 102 <nil> <nil> bufio: invalid use of UnreadByte
// "foo" <nil>
// bufio: buffer full
// "foo\n\nbar baz" <nil>
// 32 1 <nil> <nil> bufio: invalid use of UnreadRune
// 3 <nil>
// "ux\nlast" <nil>
// EOF
// "hello, wörld" "foo" "" "bar baz  qux" 5 <nil>
// "hello," "wörld" "foo" "bar" 7 <nil>
// "h" "e" "l" "l" 36 <nil>
// "h" "e" "l" "l" 37 <nil>
// false bufio.Scanner: token too long
// hello wörld, and more than fits 0 8
// <nil> hello wörld, and more than fits
// hello 
// through the pipe closed so
// abcdabcd <nil>
// 2345 <nil> 5
// 3 EOF
// 3 unexpected EOF
// short buffer
// twice twice
